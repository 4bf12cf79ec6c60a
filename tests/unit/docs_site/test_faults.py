"""The documentation has no fault, and of each kind a page that has one is noticed."""

import pytest
from documentation import routes_of, site_of

from survey.docs_site.faults import FaultKind
from survey.web.learning.documentation import site

GOOD = "# Title\n\n## Section\n\nText.\n"

# A page that is wrong in one way, beside another one that is good.
WRONG = {
    FaultKind.LINK: ["[x](nowhere.md)", "[x](http://example.org)", "[x](ftp://example.org)"],
    FaultKind.ANCHOR: ["[x](#nothing)", "[x](other.md#nothing)"],
    FaultKind.ROUTE: ["[x](/nowhere)", "[x](/docs/how-to/nothing/more)"],
    FaultKind.IMAGE: [
        "![](/static/x/icon.svg)",
        "![A coin](pictures/none.webp)",
        "![A coin](other.md)",
    ],  # fmt: skip
    FaultKind.LANGUAGE: ["```pythn\nx\n```", "```\nx\n```"],
    FaultKind.LEVEL: ["#### Deep"],
    FaultKind.TITLE: ["# Another title"],
    FaultKind.DUPLICATE: ["## Same\n\n## Same!"],
    FaultKind.HTML: ["a <b>", "<div>x</div>"],
    FaultKind.FORMULA: [r"$\nothing$", "$$\n\\frac{\n$$", "$a & b$"],
    FaultKind.REFERENCE: [
        "::: module survey.core.nothing",
        "::: nothing survey.core.mechanism.privacy",
        "`survey.core.mechanism.privacy.nothing`",
        "`survey.core.mechanism.privacy.epsilonn(gamma)`",
    ],
}


def kinds(site, is_route=lambda path: False) -> list[FaultKind]:
    return [fault.kind for fault in site.faults(is_route)]


def test_the_documentation_has_no_fault(app):
    with app.test_request_context():
        assert [str(fault) for fault in site().faults(routes_of(app))] == []
    assert len(site().navigation.entries) > 5


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in WRONG.items() for text in texts]
)
def test_a_fault_is_noticed(tmp_path, kind, text):
    assert kinds(site_of(tmp_path, page=f"{GOOD}\n{text}\n", other=GOOD)) == [kind]


@pytest.mark.parametrize(
    "text",
    ["[x](other.md#section)", "[x](#section)", "[x](other.md)", "[x](https://example.org)",
     "![A coin](/static/x/icon.svg)", "```toml name.toml\nx = 1\n```", "### Below",
     r"$\hat p$ costs 1", "$$\n\\frac{1}{2}\n$$", "::: module survey.core.mechanism.randomize",
     "`survey.core.mechanism.privacy.epsilon(gamma)`, `survey.core`, `survey.toml`, `survey.db`"],
)  # fmt: skip
def test_what_is_right_is_no_fault(tmp_path, text):
    assert kinds(site_of(tmp_path, page=f"{GOOD}\n{text}\n", other=GOOD)) == []


def test_a_link_to_a_page_of_the_app_is_no_fault(tmp_path, app):
    page = GOOD + "[the planner](/plan), [a lesson](/lab/attempts), [all](/docs)"
    assert kinds(site_of(tmp_path, page=page), routes_of(app)) == []


@pytest.mark.parametrize("source", ["Text.\n", "## Section\n", "Text.\n\n# Title\n", ""])
def test_a_page_begins_with_its_title(tmp_path, source):
    assert FaultKind.TITLE in kinds(site_of(tmp_path, page=source))


def test_files_and_navigation_correspond(tmp_path):
    assert kinds(site_of(tmp_path, "page", page=GOOD, other=GOOD)) == [FaultKind.UNLISTED]
    assert kinds(site_of(tmp_path, "page", "other", "third")) == [FaultKind.MISSING]
    assert set(kinds(site_of(tmp_path, "page", "other", "page"))) == {FaultKind.TWICE}


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("how-to/gone", "how-to/page", []),
        ("how-to/page", "how-to/page", [FaultKind.MOVED]),
        ("how-to/gone", "how-to/nothing", [FaultKind.MOVED]),
    ],
)
def test_an_old_address_leads_to_a_page(tmp_path, old, new, faults):
    site = site_of(tmp_path, page=GOOD)
    with (tmp_path / "navigation.toml").open("a") as file:
        file.write(f'[moved]\n"{old}" = "{new}"\n')
    assert kinds(site) == faults


def test_every_kind_of_fault_is_tried_above():
    above = {FaultKind.UNLISTED, FaultKind.MISSING, FaultKind.TWICE, FaultKind.MOVED}
    assert set(FaultKind) == set(WRONG) | above
