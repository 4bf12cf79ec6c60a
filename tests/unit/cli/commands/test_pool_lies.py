"""survey pool takes no list that lies by itself, and any that is true."""

import json
from dataclasses import replace

import pytest
from closed_survey import rows_of
from doctored_results import EACH, TRUE
from lies import TRUTHS
from table_of_lies import cells

LIES = cells("pool", "list")


@pytest.fixture
def pool(survey_command, tmp_path):
    """Pools an export with another group's, which asks the same questions."""

    def run(export):
        survey = EACH if "one_question_each" in export["instrument"] else TRUE
        others = rows_of(survey.instrument, 60, seed=99, start=5000)
        group = replace(survey, code="xyz234", rows=others, notes=()).close()
        (tmp_path / "one.json").write_text(json.dumps(export), "utf-8")
        (tmp_path / "other.json").write_text(group.text, "utf-8")
        return survey_command("pool", tmp_path / "one.json", tmp_path / "other.json")

    return run


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found(pool, lie):
    told = pool(LIES[lie]().export)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("Error: ") and "one.json" in told.err


@pytest.mark.parametrize("truth", [each for each in TRUTHS if each != "never closed"])
def test_what_is_true_is_pooled(pool, truth):
    told = pool(TRUTHS[truth]().export)
    assert (told.code, told.err) == (0, "")
