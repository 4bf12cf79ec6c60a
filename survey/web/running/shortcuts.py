"""The keyboard shortcuts of the pages, which every list of shortcuts shows.

static/pages/presenter.js, static/pages/search.js and static/pages/shortcuts.js implement them;
tests/browser/running/test_presenter.py and tests/browser/learning/test_search.py press each.
"""

from dataclasses import dataclass

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages

bp = Pages("shortcuts", audience=Audience.INSTRUCTOR)


@dataclass(frozen=True)
class Shortcut:
    """Keys with one function, named as on a keyboard, and that function in words."""

    keys: tuple[str, ...]
    does: str


PRESENTER = (
    Shortcut(("→", "Space"), N_("Next slide")),
    Shortcut(("←",), N_("Previous slide")),
    Shortcut(
        ("Page Down",), N_("One step on, as a clicker does: show the results, then the next slide")
    ),
    Shortcut(("Page Up",), N_("One step back: hide the results, then the previous slide")),
    Shortcut(("Home",), N_("First slide")),
    Shortcut(("End",), N_("Last slide")),
    Shortcut(("H",), N_("Hide or show the results")),
    Shortcut(("R",), N_("Step by step: the reports, without what chance made, the estimate")),
    Shortcut(("F",), N_("Freeze the figures, or let them follow again")),
    Shortcut(("J",), N_("Show how to join, and back")),
    Shortcut(("?",), N_("This list")),
    Shortcut(("Esc",), N_("Close this list, or leave full screen")),
)

EVERYWHERE = (Shortcut(("?",), N_("The list of keys")), Shortcut(("Esc",), N_("Close the list")))

DOCUMENTATION = (
    Shortcut(("/",), N_("Go to the search")),
    Shortcut(("↓", "↑"), N_("Move through the results")),
    Shortcut(("Enter",), N_("Open the result; in the field, search on a separate page")),
    Shortcut(("Esc",), N_("Close the results")),
)


@bp.get("/shortcuts")
def page() -> ResponseReturnValue:
    return render_template(
        "running/shortcuts.html",
        everywhere=EVERYWHERE,
        documentation=DOCUMENTATION,
        presenter=PRESENTER,
    )
