"""The command line as its user meets it: arguments in, output and exit code out."""

from dataclasses import dataclass

import pytest

from survey.cli import main


@dataclass
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def survey_command(capsysbinary, monkeypatch):
    """Runs `survey ARGUMENTS` in this process."""
    monkeypatch.delenv("SURVEY_DEBUG", raising=False)

    def run(*arguments: object) -> Outcome:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        out, err = captured.out.decode(), captured.err.decode()
        assert "Traceback" not in out + err
        assert "Unexpected" not in err
        return Outcome(ended.value.code, out, err)

    return run
