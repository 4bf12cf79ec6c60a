"""Lists every report of a closed survey with public results, to find one's own or recompute.

While it is open, only the instructor sees them, since frequent requests would show the order of
arrival.
"""

from collections.abc import Callable

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from survey.core.responses.id_pages import is_prefix, prefix_digits
from survey.core.responses.statement import leaves
from survey.errors import ResultsHidden
from survey.exports.catalog import EXPORTS, Export, offered
from survey.store import State
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.respondent.respond import published_survey
from survey.web.results.downloads import file_of_questions, file_of_results
from survey.web.results.public_page import public_results, worded_results
from survey.web.results.published import Results, download, unless_unchanged
from survey.web.results.shown_statements import stated, statement_file
from survey.web.results.statement_list import responses_of

bp = Pages("reports", audience=Audience.RESPONDENT, url_prefix="/s/<code>", lags=True)


@bp.get("/reports")
@bp.get("/reports/<prefix>")
def page(code: str, prefix: str = "") -> ResponseReturnValue:
    """The responses whose ids begin with `prefix`; if too many, links to longer prefixes."""
    public = public_reports(code)
    results = worded_results(public)
    if prefix and not is_prefix(prefix):
        abort(404)
    digits = prefix_digits(results.tally.responses)
    signed = stated(public)

    def rendered() -> str:
        return render_template(
            "respondent/reports.html",
            survey=results.survey, results=results, prefix=prefix, digits=digits,
            listed=responses_of(public, prefix) if len(prefix) >= digits else None,
            exports=offered(), note=signed.note_of_these_results, signed=signed,
            digest=public.survey.instrument.digest,
        )  # fmt: skip

    return unless_unchanged(results, rendered, signed.notes)


@bp.get("/statement.txt")
def statement(code: str) -> ResponseReturnValue:
    """The signed statement; of a survey that was opened again those of all closings."""
    return statement_file(public_results(code))


@bp.get("/hashes.bin")
def hashes(code: str) -> ResponseReturnValue:
    """The leaves of the tree, 32 bytes each, in its order, to compute a path to the root."""
    results = public_reports(code)
    made = leaves(results.survey.instrument, responses_of(results))
    return download(made.pieces(), f"{code}-hashes.bin", "application/octet-stream", results)


def public_reports(code: str) -> Results:
    """The public results; raises ResultsHidden while they are hidden or the survey is open."""
    results = public_results(code)
    if results.survey.state is not State.CLOSED:
        raise ResultsHidden(N_("The reports are public once the survey is closed."))
    results.check_shown()
    return results


def _download(export: Export) -> Callable[[str], ResponseReturnValue]:
    def file(code: str) -> ResponseReturnValue:
        if export.results:
            return file_of_results(export, public_reports(code))
        return file_of_questions(export, published_survey(code))

    return file


for _each in EXPORTS:
    if _each.public:
        bp.add_url_rule(f"/{_each.public}", _each.format, _download(_each))
