"""The respondent's ledger: a page that the browser fills from its own storage."""

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.web.http.audiences import Audience, Pages

bp = Pages("ledger", audience=Audience.RESPONDENT)


@bp.get("/ledger")
def page() -> ResponseReturnValue:
    """Shows the same page to everyone; the contents that the browser adds never leave it."""
    return render_template("respondent/ledger.html")
