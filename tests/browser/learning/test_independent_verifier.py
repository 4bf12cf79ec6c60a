"""The documentation's verifier in JavaScript finds every lie, in Chromium, without the app."""

import json

import pytest
from archive import EXPORTS, SIGNED
from doctored_results import TRUE, Case
from independent_verifiers import PROGRAMS
from lies import BY_SURVEY_VERIFY, SHORT_LIES, TRUTHS, VOID_RECEIPTS
from omissions import FALSE_OMISSIONS, OMISSIONS

# Nothing answers there: Chromium gives pages of localhost its cryptography, and asks no server.
PLACE = "http://localhost:1"

VERIFY = """async ([program, cases]) => {
    const { verify } = await import(program);
    return Promise.all(cases.map(([document, known]) => verify(document, known)));
}"""
VERIFY_OMISSION = """async ([program, proofs]) => {
    const { verifyOmission } = await import(program);
    return Promise.all(proofs.map(verifyOmission));
}"""


@pytest.fixture
def run(page):
    """Runs a function of the program for each of its arguments: a list of faults for each."""
    script = PROGRAMS["verify_list.mjs"].read_text("utf-8")
    page.route(f"{PLACE}/", lambda route: route.fulfill(body="", content_type="text/html"))
    page.route(
        f"{PLACE}/verify_list.mjs",
        lambda route: route.fulfill(body=script, content_type="text/javascript"),
    )
    page.goto(f"{PLACE}/")

    def run(function: str, arguments: list) -> list[list[str]]:
        return page.evaluate(function, [f"{PLACE}/verify_list.mjs", arguments])

    return run


def told(case: Case) -> list:
    known = {"root": case.root, "key": case.key, "receipt": case.receipt, "earlier": case.earlier}
    return [case.export, known]


def named(names, found: list[list[str]]) -> dict[str, list[str]]:
    return dict(zip(names, found, strict=True))


def test_every_lie_is_found(run):
    found = run(VERIFY, [told(lie()) for lie in SHORT_LIES.values()])
    assert [name for name, faults in named(SHORT_LIES, found).items() if not faults] == []


def test_what_it_leaves_to_survey_verify_it_says(run):
    found = run(VERIFY, [told(lie()) for lie in BY_SURVEY_VERIFY.values()])
    assert not any(found)
    left = run("async ([program]) => (await import(program)).LEFT", [])
    assert all(each in left for each in ("every interval but hoeffding", "projected shares"))


def test_every_export_that_was_signed_passes(run):
    documents = [json.loads(EXPORTS[name].read_text("utf-8")) for name in SIGNED]
    assert named(SIGNED, run(VERIFY, [[each, {}] for each in documents])) == {
        name: [] for name in SIGNED
    }


def test_what_is_true_passes(run):
    found = run(VERIFY, [told(truth()) for truth in TRUTHS.values()])
    assert {name: faults for name, faults in named(TRUTHS, found).items() if faults} == {}


def test_another_receipt_is_told(run):
    cases = [Case(TRUE.document, receipt=receipt()) for receipt in VOID_RECEIPTS.values()]
    assert all(run(VERIFY, [told(case) for case in cases]))


def test_a_true_omission_holds_and_a_false_one_does_not(run):
    assert not any(run(VERIFY_OMISSION, [proof() for proof in OMISSIONS.values()]))
    found = run(VERIFY_OMISSION, [proof() for proof in FALSE_OMISSIONS.values()])
    assert [name for name, faults in named(FALSE_OMISSIONS, found).items() if not faults] == []
