"""Every report of a survey whose results are public: to find one's own, and to recompute all."""

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from survey.core.responses.id_pages import is_prefix, prefix_digits
from survey.exports.codebook import codebook_csv, codebook_document
from survey.exports.parquet import parquet_installed
from survey.exports.results_csv import reports_csv
from survey.exports.results_json import everything_json
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.respondent.respond import published_survey
from survey.web.results.files import parquet_of, workbook_of
from survey.web.results.public_page import public_results, worded_results
from survey.web.results.published import Results, download

bp = Pages("reports", audience=Audience.RESPONDENT, url_prefix="/s/<code>")


@bp.get("/reports")
@bp.get("/reports/<prefix>")
def page(code: str, prefix: str = "") -> ResponseReturnValue:
    """The responses whose ids begin with `prefix`; ways to longer ones while they are too many."""
    results = worded_results(_public_reports(code))
    if prefix and not is_prefix(prefix):
        abort(404)
    digits = prefix_digits(results.tally.responses)
    listed = store().responses(code, prefix) if len(prefix) >= digits else None
    return render_template(
        "respondent/reports.html",
        survey=results.survey, results=results, prefix=prefix, digits=digits,
        listed=listed, parquet=parquet_installed(),
    )  # fmt: skip


@bp.get("/reports.csv")
def reports_table(code: str) -> ResponseReturnValue:
    results = _public_reports(code)
    pieces = reports_csv(results.survey.instrument, store().responses(code))
    return download(pieces, f"{code}-reports.csv", "text/csv; charset=utf-8", results)


@bp.get("/reports.json")
def everything(code: str) -> ResponseReturnValue:
    """What `survey verify` checks: instrument, every report, every figure."""
    results = _public_reports(code)
    pieces = everything_json(
        results.survey.instrument, results.confidence, store().responses(code),
        results.simultaneous,
    )  # fmt: skip
    return download(pieces, f"{code}.json", "application/json", results)


@bp.get("/reports.xlsx")
def workbook_file(code: str) -> ResponseReturnValue:
    """Everything in one workbook."""
    return workbook_of(_public_reports(code))


@bp.get("/reports.parquet")
def reports_parquet(code: str) -> ResponseReturnValue:
    return parquet_of(_public_reports(code))


@bp.get("/codebook.csv")
def codebook_table(code: str) -> ResponseReturnValue:
    """What each column is. It follows from the questions alone, and is as public as they are."""
    pieces = codebook_csv(published_survey(code).instrument)
    return download(pieces, f"{code}-codebook.csv", "text/csv; charset=utf-8")


@bp.get("/codebook.json")
def codebook(code: str) -> ResponseReturnValue:
    return codebook_document(published_survey(code).instrument)


def _public_reports(code: str) -> Results:
    """The results, if they are shown; else ResultsHidden."""
    results = public_results(code)
    results.check_shown()
    return results
