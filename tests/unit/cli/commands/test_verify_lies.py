"""survey verify finds every lie about a closed survey, and none in what is true."""

import json
from dataclasses import replace

import pytest
from closed_survey import OTHER_KEY
from doctored_results import LATE, OTHER_SURVEY, REOPENED, TRUE, Case, signed
from lies import AFTER_FINAL, TRUTHS
from lies_in_notes import ANOTHER, SECOND_CLOSING, WITNESS, cosignature
from omissions import OMISSIONS, omission
from table_of_lies import cells

LISTS, NOTES = cells("verify", "list"), cells("verify", "note")
RECEIPTS, FALSE_OMISSIONS = cells("verify", "receipt"), cells("verify", "omission")


@pytest.fixture
def verify(survey_command, tmp_path):
    """Runs `survey verify` with what the reader knows, as JSON; its exit code and document."""

    def run(case: Case, *more: object) -> tuple[int, dict]:
        arguments = [written("export", case.export)]
        if case.earlier:
            arguments.append(written("earlier", case.earlier))
        if case.receipt:
            arguments += ["--receipt", written("receipt", case.receipt)]
        for name in ("root", "key"):
            if known := getattr(case, name):
                arguments += [f"--{name}", known]
        if case.note:
            path = tmp_path / "note.txt"
            path.write_text(case.note, "utf-8")
            arguments += ["--note", path, *(["--cosigner", case.cosigner] if case.cosigner else [])]
        outcome = survey_command("verify", *arguments, "--format", "json", *more)
        if not outcome.out:
            return outcome.code, {"faults": [outcome.err]}
        return outcome.code, json.loads(outcome.out)

    def written(name: str, document: dict):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(document), "utf-8")
        return path

    return run


@pytest.mark.parametrize("lie", LISTS)
def test_every_lie_is_found(verify, lie):
    code, found = verify(LISTS[lie]())
    assert code == 1
    assert found["faults"] or not found["shown"].startswith("The response of this receipt was")


@pytest.mark.parametrize("lie", NOTES)
def test_every_lie_about_witnesses_is_found(verify, lie):
    code, found = verify(NOTES[lie]())
    assert code == 1
    assert found["faults"]


def test_true_witnesses_pass(verify):
    lines = cosignature().line, cosignature(ANOTHER, "bert").line
    note = TRUE.notes[0] + "".join(lines)
    code, found = verify(Case(TRUE.document, note=note, cosigner=WITNESS.public.fingerprint))
    assert (code, found["faults"]) == (0, [])
    assert [each["compared"] for each in found["cosigned"]] == [True, False]


@pytest.mark.parametrize("truth", TRUTHS)
def test_what_is_true_passes(verify, truth):
    code, found = verify(TRUTHS[truth]())
    assert (code, found["faults"]) == (0, [])


@pytest.mark.parametrize("receipt", RECEIPTS)
def test_another_receipt_proves_nothing(verify, receipt, tmp_path):
    path = tmp_path / "omission.json"
    case = Case(TRUE.document, key=TRUE.fingerprint, receipt=RECEIPTS[receipt]())
    code, found = verify(case, "--omission", path)
    assert (code, found["faults"], found["omitted"]) == (1, [], False)
    assert "proves nothing" in found["shown"]
    assert not path.exists()


def test_the_key_of_another_survey_is_not_compared(verify):
    receipt = replace(OTHER_SURVEY, key=OTHER_KEY).receipt(0)
    code, found = verify(Case(TRUE.document, receipt=receipt))
    assert (code, found["faults"]) == (1, [])
    assert not found["statement"]["key_compared"]
    assert "it proves nothing here" in found["shown"]


def test_an_omission_is_written_out_and_checked_without_the_export(
    verify, survey_command, tmp_path
):
    path = tmp_path / "omission.json"
    final = replace(TRUE, final=True)
    lie = Case(signed(final, TRUE.rows[1:]).document, receipt=TRUE.receipt(0))
    code, found = verify(lie, "--omission", path)
    assert (code, found["omitted"]) == (1, True)
    outcome = survey_command("verify", path, "--key", TRUE.fingerprint)
    assert outcome.code == 0
    assert f"acknowledged response {'0' * 32} and left it out of closing 1" in outcome.out
    assert survey_command("verify", path, "--key", OTHER_KEY.public.fingerprint).code == 1


def test_a_response_that_came_after_another_opening_proves_no_omission(verify, tmp_path):
    """Closed, opened again, answered, closed: its receipt and the first list convict nobody."""
    path = tmp_path / "omission.json"
    late = replace(TRUE, rows=LATE).receipt(0)
    code, found = verify(Case(TRUE.document, receipt=late), "--omission", path)
    assert (code, found["faults"], found["omitted"]) == (1, [], False)
    assert "it came when the survey was open again after closing 1" in found["shown"]
    assert "This proves nothing yet." in found["shown"]
    assert not path.exists()


@pytest.mark.parametrize("place", OMISSIONS)
def test_a_true_omission_holds(verify, place):
    code, found = verify(Case(OMISSIONS[place](), key=TRUE.fingerprint))
    assert (code, found["faults"]) == (0, [])


@pytest.mark.parametrize("lie", FALSE_OMISSIONS)
def test_a_false_omission_proves_nothing(survey_command, tmp_path, lie):
    path = tmp_path / "omission.json"
    path.write_text(json.dumps(FALSE_OMISSIONS[lie]()), "utf-8")
    outcome = survey_command("verify", path)
    assert outcome.code == 1
    assert (
        "This proves nothing." in outcome.out
        or "This is not a" in outcome.err
        or ("This is no proof" in outcome.err)
    )


def test_a_proof_is_as_short_for_many_as_for_few():
    """A tree of 100,000 has 17 levels, one of 60 six: eleven hashes more for each neighbour."""
    assert len(json.dumps(omission())) < 5_000


def test_what_was_not_compared_is_said(survey_command, file):
    outcome = survey_command("verify", file(TRUE.text))
    assert outcome.code == 0
    assert f"Signed by {TRUE.fingerprint}, not compared." in outcome.out
    assert "Whose key it is" in outcome.out
    assert "Whether others have this root" in outcome.out
    assert "no tokens were used" in outcome.out
    known = "--key", TRUE.fingerprint.lower(), "--root", TRUE.root.replace(" ", "-")
    outcome = survey_command("verify", file(TRUE.text), *known)
    assert f"Signed by {TRUE.fingerprint}.\n" in outcome.out
    assert "Whose key it is" not in outcome.out
    assert "Whether others have this root" not in outcome.out


def test_what_a_file_says_beyond_is_named(survey_command, file):
    more = TRUE.document | {"conclusion": "All of them."}
    more["questions"][0]["remark"] = "shame"
    outcome = survey_command("verify", file(json.dumps(more)))
    assert outcome.code == 0
    assert "What conclusion says." in outcome.out
    assert "What questions.1.remark says." in outcome.out


def test_a_class_that_is_too_large_is_odd_and_no_fault(verify):
    code, found = verify(TRUTHS["more than the class"]())
    assert (code, found["cautions"]) == (0, ["560 responses, and a class of 300."])


def test_two_exports_are_told_apart_in_a_sentence(verify):
    def relation(*pair) -> str:
        return verify(Case(pair[0].document, earlier=pair[1].document))[1]["relation"]

    assert "they have the same root" in relation(TRUE, TRUE)
    assert "the later list has all its responses" in relation(REOPENED, TRUE)
    assert "the later list has all its responses" in relation(TRUE, REOPENED)
    for other in (signed(TRUE, TRUE.rows[1:]), SECOND_CLOSING, AFTER_FINAL):
        assert "One key has signed two lists of the survey bcd234." in relation(TRUE, other)
    elsewhere = signed(replace(TRUE, key=OTHER_KEY), TRUE.rows[1:])
    assert "The two are signed by two keys." in relation(TRUE, elsewhere)


def test_the_first_root_says_that_the_list_is_a_later_one(verify):
    code, found = verify(TRUTHS["reopened, to who saw the first root"]())
    assert (code, found["faults"]) == (0, [])
    assert "This root is that of closing 1" in found["cautions"][0]


@pytest.mark.parametrize(
    "options",
    [["--root", "9D2K"], ["--key", "x"], ["--receipt", "no-such-file"],
     ["--omission", "x.json"], ["--omission", "x.json", "--receipt", "0" * 32]],
)  # fmt: skip
def test_wrong_usage_is_code_2(survey_command, file, options):
    assert survey_command("verify", file(TRUE.text), *options).code == 2


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "deniable-receipt/1"}'])
def test_what_is_no_receipt_is_refused(survey_command, file, tmp_path, content):
    path = tmp_path / "receipt.json"
    path.write_text(content)
    outcome = survey_command("verify", file(TRUE.text), "--receipt", path)
    assert outcome.code == 1
    assert "This is not a receipt" in outcome.err
