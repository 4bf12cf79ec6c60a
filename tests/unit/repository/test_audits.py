"""What others' tools find in the code (bandit) and know of its dependencies (pip-audit)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Seconds. Where the service that knows of vulnerabilities cannot be reached, this is not waited.
PATIENCE = 120


def bandit(path: Path) -> list[str]:
    """What bandit finds at medium severity or above, and nobody has argued for in its place.

    Ruff's S rules bear bandit's numbers, so that one remark serves both: `# noqa: S104 - why`.
    """
    done = subprocess.run(
        [sys.executable, "-m", "bandit", "-q", "-r", "-ll", "-f", "json", str(path)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    document = json.loads(done.stdout)
    assert document["errors"] == []
    assert document["metrics"]["_totals"]["loc"] > 0
    return [
        f"{found['filename']}:{found['line_number']} {found['test_id']} {found['issue_text']}"
        for found in document["results"]
        if f"noqa: S{found['test_id'][1:]}" not in found["code"]
    ]


@pytest.mark.exhaustive
def test_bandit_finds_nothing_of_medium_severity_or_above():
    assert bandit(ROOT / "survey") == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("line", "number"),
    [("subprocess.call(sys.argv[1], shell=True)", "B602"), ("hashlib.md5(b'')", "B324"),
     ("eval(sys.argv[1])", "B307"), ("pickle.loads(b'')", "B301")],
)  # fmt: skip
def test_bandit_is_really_asked(tmp_path, line, number):
    (tmp_path / "careless.py").write_text(
        f"import hashlib, pickle, subprocess, sys\n\n\n{line}\n\n\n{line}  # noqa: S{number[1:]}\n"
    )
    (found,) = bandit(tmp_path)
    assert number in found


def judged(document: dict) -> tuple[str, list[str]]:
    """A sentence for the test report, and the vulnerabilities that are known."""
    packages = document["dependencies"]
    asked = [each for each in packages if "skip_reason" not in each]
    known = [
        f"{each['name']} {each['version']}: {found['id']}"
        for each in asked
        for found in each["vulns"]
    ]
    sentence = f"{len(asked)} of {len(packages)} packages audited, {len(known)} known to be at risk"
    if len(asked) < len(packages):
        sentence += f"; NOTHING IS KNOWN of the other {len(packages) - len(asked)}"
    return sentence, known


def pip_audit() -> tuple[str, list[str]]:
    command = [sys.executable, "-m", "pip_audit", "--skip-editable", "--progress-spinner", "off",
               "--format", "json"]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        return judged(json.loads(done.stdout))
    except subprocess.TimeoutExpired:
        return f"NOT AUDITED: no answer within {PATIENCE} seconds", []
    except json.JSONDecodeError:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        return f"NOT AUDITED: {reason[:200]}", []


@pytest.mark.exhaustive
def test_dependencies_have_no_known_vulnerability(record_property):
    """Says in the test report of how many packages this is known: a mirror may know of none."""
    sentence, known = pip_audit()
    record_property("report", f"pip-audit: {sentence}.")
    assert known == []


def test_audit_of_nothing_is_not_taken_for_a_good_one():
    skipped = {"name": "a", "skip_reason": "not found"}
    good = {"name": "b", "version": "1", "vulns": []}
    bad = {"name": "c", "version": "2", "vulns": [{"id": "CVE-2026-0001"}]}
    assert judged({"dependencies": [good]}) == (
        "1 of 1 packages audited, 0 known to be at risk", []
    )  # fmt: skip
    sentence, known = judged({"dependencies": [skipped, skipped]})
    assert sentence.startswith("0 of 2 packages audited")
    assert "NOTHING IS KNOWN of the other 2" in sentence
    assert judged({"dependencies": [skipped, good, bad]})[1] == ["c 2: CVE-2026-0001"]
