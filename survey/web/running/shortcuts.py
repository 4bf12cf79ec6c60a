"""The keyboard shortcuts of the pages, which every list of shortcuts shows.

static/pages/presenter.js, static/pages/search.js and static/pages/shortcuts.js implement them;
tests/browser/running/test_presenter.py and tests/browser/learning/test_search.py press each.
"""

from dataclasses import dataclass

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.web.http.audiences import Audience, Pages

bp = Pages("shortcuts", audience=Audience.INSTRUCTOR)


@dataclass(frozen=True)
class Shortcut:
    """Keys that do the same, as a keyboard labels them, and what they do."""

    keys: tuple[str, ...]
    does: str


PRESENTER = (
    Shortcut(("→", "Space"), "Next slide"),
    Shortcut(("←",), "Previous slide"),
    Shortcut(
        ("Page Down",), "One step on, as a clicker does: show the results, then the next slide"
    ),
    Shortcut(("Page Up",), "One step back: hide the results, then the previous slide"),
    Shortcut(("Home",), "First slide"),
    Shortcut(("End",), "Last slide"),
    Shortcut(("H",), "Hide or show the results"),
    Shortcut(("R",), "What was reported, what the coin did, and the estimate; again: the result"),
    Shortcut(("F",), "Freeze the figures, or let them follow again"),
    Shortcut(("J",), "The slide to join by, and back"),
    Shortcut(("?",), "This list"),
    Shortcut(("Esc",), "Close this list, or leave full screen"),
)

EVERYWHERE = (Shortcut(("?",), "The list of keys"), Shortcut(("Esc",), "Close the list"))

DOCUMENTATION = (
    Shortcut(("/",), "To the search"),
    Shortcut(("↓", "↑"), "Through what is found"),
    Shortcut(("Enter",), "Open it; in the field, search on a page of its own"),
    Shortcut(("Esc",), "Close what is found"),
)


@bp.get("/shortcuts")
def page() -> ResponseReturnValue:
    return render_template(
        "running/shortcuts.html",
        everywhere=EVERYWHERE,
        documentation=DOCUMENTATION,
        presenter=PRESENTER,
    )
