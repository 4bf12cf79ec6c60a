"""The downloads: each export of the catalog as a file to save."""

from flask import Response, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.errors import FormatUnavailable, SurveyNotFound
from survey.exports.catalog import Export, Source, offered
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.i18n.page_language import page_translator
from survey.web.results.published import Results, download, results_of, unless_unchanged
from survey.web.results.shown_statements import stated
from survey.web.results.statement_list import responses_of

# About five seconds of one core. More at once, on a page that may be public, would
# keep respondents waiting; a command does not.
MOST_CELLS = 1_000_000


def file_of_results(export: Export, results: Results) -> Response:
    """A file of results that may be shown.

    Raises FormatUnavailable if making it would keep the server busy for too long.
    """
    survey, code = results.survey, results.survey.code
    if export.reports:
        survey.check_settled()
    if export.costly and results.tally.responses * len(survey.instrument.items) > MOST_CELLS:
        command = f"survey export {code} --format {export.format} --output {export.file_name(code)}"
        raise FormatUnavailable(
            gettext(
                "A workbook of %(responses)s responses takes too long on the web. Take CSV or "
                "Parquet, or run: %(command)s",
                responses=page_translator().whole(results.tally.responses),
                command=command,
            )
        )
    signed = stated(results)
    source = Source(
        code,
        survey.instrument,
        lambda: responses_of(results),
        lambda: results.tally,
        signed.terms,
        signed.notes if signed.of_these_results else (),  # others would contradict it
    )
    state = results if export.reports else None
    return download(export.pieces(source), export.file_name(code), export.media_type, state)


def file_of_questions(export: Export, survey: Survey) -> Response:
    """A file that follows from the questionnaire alone."""
    code = survey.code
    source = Source(
        code,
        survey.instrument,
        lambda: store().responses.all(code),
        lambda: store().responses.tally(code),
    )
    return download(export.pieces(source), export.file_name(code), export.media_type)


bp = Pages("files", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/files")


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if not survey.published:
        raise SurveyNotFound  # a draft has no files
    results = results_of(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "results/files.html", survey=survey, results=results, exports=offered()
        ),
    )
