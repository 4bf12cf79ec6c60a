"""/docs: the documentation site, open to all."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from flask import redirect, render_template, request, send_from_directory
from flask.typing import ResponseReturnValue
from markupsafe import Markup

import survey
from survey.web.http.audiences import Audience, Pages
from survey.web.running.shortcuts import DOCUMENTATION

if TYPE_CHECKING:
    from survey.docs_site.site import Site

bp = Pages("documentation", audience=Audience.PUBLIC, url_prefix="/docs")

FOLDER = Path(survey.__file__).parent / "docs"
A_DAY = 86_400  # seconds for which a browser keeps a picture


@cache
def site() -> "Site":
    """This installation's documentation.

    The Markdown reader is loaded, and each page rendered, only when first asked for: a server
    that only takes responses needs neither.
    """
    from survey.docs_site.site import Site

    return Site(FOLDER)


@bp.get("", strict_slashes=False)
def index() -> ResponseReturnValue:
    return render_template("learning/docs.html", site=site())


@bp.get("/search")
def search() -> ResponseReturnValue:
    """The sections with the words of `q`; static/pages/search.js asks for this page, too."""
    from survey.docs_site.search import LONGEST_QUERY

    query = request.args.get("q", "")
    return render_template(
        "learning/docs_search.html",
        site=site(),
        query=query[:LONGEST_QUERY],
        answer=site().search(query),
        shortcuts=DOCUMENTATION,
    ), 422 if len(query) > LONGEST_QUERY else 200


@bp.get("/pictures/<name>")
def picture(name: str) -> ResponseReturnValue:
    """A picture of the documentation; the section `pictures` has no pages."""
    return send_from_directory(FOLDER / "pictures", name, mimetype="image/webp", max_age=A_DAY)


@bp.get("/<section>/<page>", strict_slashes=False)
def page(section: str, page: str) -> ResponseReturnValue:
    """One page, with links to all others; the old address of a page leads to its new one."""
    if moved := site().navigation.moved_to(section, page):
        return redirect(moved, 301)
    entry = site().entry(section, page)
    before, after = site().navigation.neighbours(entry)
    shown = site().page(entry)
    return render_template(
        "learning/docs_page.html",
        site=site(),
        entry=entry,
        page=shown,
        body=Markup(shown.body),  # noqa: S704 - our own files, in which no HTML is read
        before=before,
        after=after,
    )
