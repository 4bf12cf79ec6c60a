"""The pages of a rehearsal: those of a survey's results and slides, with another store.

Each view has a second address, under /surveys/<code>/rehearsal, at which
survey.web.http.extensions.store gives the surveys and responses of rehearsals. Pages that are not
named here have no such address, so no rehearsal is joined, shared or exported.
"""

from flask import Flask

from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import REHEARSAL

# Holds no view of its own: register_rehearsed_pages adds the addresses of others' views to it.
bp = Pages(REHEARSAL.rstrip("."), audience=Audience.INSTRUCTOR)

REHEARSED = {"dashboard.page", "presenter.page"}


def register_rehearsed_pages(app: Flask) -> None:
    """Adds a rehearsal's addresses of REHEARSED; call it after all pages are registered."""
    for rule in [*app.url_map.iter_rules()]:
        if rule.endpoint in REHEARSED:
            app.add_url_rule(
                rule.rule.replace("/surveys/<code>", "/surveys/<code>/rehearsal", 1),
                REHEARSAL + rule.endpoint,
                app.view_functions[rule.endpoint],
                methods=["GET"],
            )
