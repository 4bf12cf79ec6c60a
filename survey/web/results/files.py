"""The downloads that are no text: results that may be shown, as XLSX and as Parquet."""

from flask import Response

from survey.errors import FormatUnavailable
from survey.exports import parquet
from survey.exports.xlsx import workbook
from survey.web.http.extensions import store
from survey.web.results.published import Results, download

# About five seconds of one core. More at once, on a page that may be public, would
# keep respondents waiting; a command does not.
MOST_CELLS = 1_000_000


def workbook_of(results: Results) -> Response:
    """Everything in one workbook, at the confidence that the address asks for.

    Raises FormatUnavailable if it would keep the server busy for too long.
    """
    code = results.survey.code
    if results.tally.responses * len(results.survey.instrument.items) > MOST_CELLS:
        raise FormatUnavailable(
            f"A workbook of {results.tally.responses:,} responses takes too long on the web. Take "
            f"CSV, or run: survey export {code} --format xlsx --output {code}.xlsx"
        )
    pieces = workbook.workbook(
        results.survey.instrument,
        store().responses(code),
        results.tally.responses,
        results.confidence,
        results.simultaneous,
        name=f"{code}.xlsx",
    )
    return download(pieces, f"{code}.xlsx", workbook.MEDIA_TYPE, results)


def parquet_of(results: Results) -> Response:
    """Every report in typed columns."""
    code = results.survey.code
    pieces = parquet.parquet(results.survey.instrument, store().responses(code))
    return download(pieces, f"{code}-reports.parquet", parquet.MEDIA_TYPE, results)
