"""The documentation's verifier in JavaScript finds every lie, in Chromium, without the app."""

import pytest
from doctored_results import TRUE, Case
from independent_verifiers import program
from lies import LIES, TRUTHS, VOID_RECEIPTS
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
    script = program("verify_list.mjs").text
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
    found = run(VERIFY, [told(lie()) for lie in LIES.values()])
    assert [name for name, faults in named(LIES, found).items() if not faults] == []


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
