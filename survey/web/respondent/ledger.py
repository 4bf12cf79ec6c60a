"""The respondent's ledger: a page that the browser fills from what it keeps itself."""

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.web.http.audiences import Audience, Pages

bp = Pages("ledger", audience=Audience.RESPONDENT)


@bp.get("/ledger")
def page() -> ResponseReturnValue:
    """The same for everyone: what is shown in it never leaves the browser."""
    return render_template("respondent/ledger.html")
