"""The documentation's verifier in JavaScript finds every lie, in Chromium, without the app."""

import json

import pytest
from archive import EXPORTS, SIGNED
from doctored_results import TRUE, Case
from independent_verifiers import PROGRAMS
from lies import TRUTHS
from omissions import OMISSIONS
from table_of_lies import LEAVES, cells

LISTS, LEFT = cells("javascript", "list"), cells("javascript", "list", LEAVES)
RECEIPTS, FALSE_OMISSIONS = cells("javascript", "receipt"), cells("javascript", "omission")

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


@pytest.fixture(scope="module")
def run(browser):
    """Runs a function of the program for each of its arguments: a list of faults for each."""
    page = browser.new_context().new_page()
    script = PROGRAMS["verify_list.mjs"].read_text("utf-8")
    page.route(f"{PLACE}/", lambda route: route.fulfill(body="", content_type="text/html"))
    page.route(
        f"{PLACE}/verify_list.mjs",
        lambda route: route.fulfill(body=script, content_type="text/javascript"),
    )
    page.goto(f"{PLACE}/")
    yield lambda function, arguments: page.evaluate(
        function, [f"{PLACE}/verify_list.mjs", arguments]
    )
    page.context.close()


def told(case: Case) -> list:
    known = {"root": case.root, "key": case.key, "receipt": case.receipt, "earlier": case.earlier}
    return [case.export, known]


def named(names, found: list[list[str]]) -> dict[str, list[str]]:
    return dict(zip(names, found, strict=True))


@pytest.mark.first_cell
@pytest.mark.parametrize("lie", LISTS)
def test_every_lie_is_found(run, lie):
    (faults,) = run(VERIFY, [told(LISTS[lie]())])
    assert faults


@pytest.mark.parametrize("lie", LEFT)
def test_what_it_leaves_to_survey_verify_it_says(run, lie):
    assert run(VERIFY, [told(LEFT[lie]())]) == [[]]
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


@pytest.mark.parametrize("receipt", RECEIPTS)
def test_another_receipt_is_told(run, receipt):
    (faults,) = run(VERIFY, [told(Case(TRUE.document, receipt=RECEIPTS[receipt]()))])
    assert faults


def test_a_true_omission_holds(run):
    assert not any(run(VERIFY_OMISSION, [proof() for proof in OMISSIONS.values()]))


@pytest.mark.parametrize("lie", FALSE_OMISSIONS)
def test_a_false_omission_does_not(run, lie):
    (faults,) = run(VERIFY_OMISSION, [FALSE_OMISSIONS[lie]()])
    assert faults
