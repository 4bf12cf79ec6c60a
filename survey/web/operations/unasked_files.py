"""/robots.txt and /favicon.ico, which programs ask for though no page names them."""

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from survey.web.http.audiences import Audience, Pages

bp = Pages("unasked_files", audience=Audience.PUBLIC)

# Every page says the same to robots that open it.
NO_ROBOTS = "User-agent: *\nDisallow: /\n"


@bp.get("/robots.txt")
def robots() -> ResponseReturnValue:
    """Asks robots to stay away: what is found in a search engine is no survey of a class."""
    return NO_ROBOTS, {"Content-Type": "text/plain; charset=utf-8"}


@bp.get("/favicon.ico")
def icon() -> ResponseReturnValue:
    """Leads to the icon that pages name."""
    return redirect(url_for("static", filename="icon.svg"))
