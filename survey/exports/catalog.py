"""Every exported file: the one list that pages, `survey export` and OpenAPI read.

XlsxWriter and pyarrow are loaded only when a file is made: pages and `--help` need neither.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from survey.core.instrument.digest_forms import fingerprint
from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import Report
from survey.core.responses.tally import Tally
from survey.exports.codebook import codebook_csv, codebook_document
from survey.exports.parquet import parquet, parquet_installed
from survey.exports.result_terms import DEFAULT_TERMS, ResultTerms
from survey.exports.results_csv import STILL_OPEN, estimates_csv, reports_csv
from survey.exports.results_json import everything_json
from survey.translations.marked import N_
from survey.wire.signed_note import read_signed_statement


@dataclass(frozen=True)
class Source:
    """The contents of a file; the file calls `responses` and `tally` only if it holds them.

    `statements` are the signed statements of a closed survey's results, oldest first. The last
    one signs the definitions of `terms`.
    """

    code: str
    instrument: Instrument
    responses: Callable[[], Iterable[tuple[str, Sequence[Report]]]]
    tally: Callable[[], Tally]
    terms: ResultTerms = DEFAULT_TERMS
    statements: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, str]:
        """The survey's limits, root and fingerprint, for files without room for statements.

        Of a survey that more responses can come to, they say that it is open.
        """
        state = {} if self.terms.closed else STILL_OPEN
        limits = {name: str(value) for name, value in self.terms.limits.items()}
        return limits | state | self._stated

    @property
    def responded(self) -> dict[str, str]:
        """The number of all responses, which a file shows even if somebody removes rows from it."""
        return {"responses": str(self.tally().responses)}

    @property
    def is_stated(self) -> bool:
        """Whether the last statement covers exactly this list."""
        return bool(self._stated)

    @property
    def _stated(self) -> dict[str, str]:
        return stated_facts(self.statements, self.tally().responses)


@dataclass(frozen=True)
class Export:
    """One file: its names, the sentence about it, its addresses and how it is made.

    `format` is its name for `survey export`; `ending` follows the survey's code in the file's
    name; `own` and `public` are the last parts of its addresses for the instructor and for
    people who may see the reports, "" where there is none. A file without `reports` and
    `estimates` follows from the questionnaire alone and is as public as the questionnaire.
    `schema` names OpenAPI's schema of a JSON file.
    """

    format: str
    title: str
    sentence: str
    ending: str
    media_type: str
    pieces: Callable[[Source], Iterable[str] | Iterable[bytes]]
    own: str = ""
    public: str = ""
    reports: bool = False
    estimates: bool = False
    schema: str = ""
    needs: str = ""  # the command that installs a package that does not come with the app
    installed: Callable[[], bool] = lambda: True
    # Whether pages make this file only for small surveys, since each cell takes a while.
    costly: bool = False
    # Whether the file holds the signed statements, and so exactly the list that the last one
    # covers.
    signed: bool = False

    def file_name(self, code: str) -> str:
        return code + self.ending

    @property
    def results(self) -> bool:
        """Whether it holds results, which are hidden while there are few responses."""
        return self.reports or self.estimates

    @property
    def binary(self) -> bool:
        return not self.media_type.startswith(("text/", JSON))

    def encoded(self, source: Source) -> Iterable[bytes]:
        """The file's bytes in pieces; text as UTF-8 with its own line ends."""
        pieces = self.pieces(source)
        return (each.encode() if isinstance(each, str) else each for each in pieces)


def _workbook(source: Source) -> Iterable[bytes]:
    from survey.exports.xlsx.workbook import workbook

    return workbook(
        source.instrument,
        source.responses(),
        source.tally().responses,
        source.terms,
        source.facts,
        f"{source.code}.xlsx",
    )


def _everything(source: Source) -> Iterable[str]:
    signed = {"code": source.code, "statements": list(source.statements)}
    return everything_json(source.instrument, source.responses(), source.terms, signed)


def _estimates(source: Source) -> Iterable[str]:
    return estimates_csv(source.instrument, source.tally(), source.terms, source.facts)


def _codebook(source: Source) -> Iterable[str]:
    document = codebook_document(source.instrument)
    return [json.dumps(document, ensure_ascii=False, indent=1) + "\n"]


CSV = "text/csv; charset=utf-8"
JSON = "application/json"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PARQUET = "application/vnd.apache.parquet"

CODES = N_("what each code of each column means, and how to debias it")

# In the order of the pages.
EXPORTS = (
    Export(
        "xlsx",
        N_("Everything (XLSX)"),
        N_("a workbook with programs in Python and R that recompute it"),
        ".xlsx",
        XLSX,
        _workbook,
        own="results.xlsx",
        public="reports.xlsx",
        reports=True,
        estimates=True,
        costly=True,
    ),
    Export(
        "json",
        N_("Everything (JSON)"),
        N_("the questionnaire, every report, all estimates, and the signed statement"),
        ".json",
        JSON,
        _everything,
        own="results.json",
        public="reports.json",
        reports=True,
        estimates=True,
        schema="Everything",
        signed=True,
    ),
    Export(
        "estimates-csv",
        N_("Estimates (CSV)"),
        N_("one row per share or mean, with every interval"),
        "-estimates.csv",
        CSV,
        _estimates,
        own="estimates.csv",
        estimates=True,
    ),
    Export(
        "csv",
        N_("Reports (CSV)"),
        N_("every randomized report, one row per response"),
        "-reports.csv",
        CSV,
        lambda source: reports_csv(
            source.instrument, source.responses(), source.facts | source.responded
        ),
        own="reports.csv",
        public="reports.csv",
        reports=True,
    ),
    Export(
        "parquet",
        N_("Reports (Parquet)"),
        N_("the reports in typed columns"),
        "-reports.parquet",
        PARQUET,
        lambda source: parquet(source.instrument, source.responses(), source.facts),
        own="reports.parquet",
        public="reports.parquet",
        reports=True,
        needs="pip install pyarrow",
        installed=parquet_installed,
    ),
    Export(
        "codebook-csv",
        N_("Codebook (CSV)"),
        CODES,
        "-codebook.csv",
        CSV,
        lambda source: codebook_csv(source.instrument),
        public="codebook.csv",
    ),
    Export(
        "codebook-json",
        N_("Codebook (JSON)"),
        CODES,
        "-codebook.json",
        JSON,
        _codebook,
        public="codebook.json",
        schema="Codebook",
    ),
)


def offered() -> list[Export]:
    """The exports whose packages are installed."""
    return [each for each in EXPORTS if each.installed()]


def stated_facts(statements: Sequence[str], responses: int) -> dict[str, str]:
    """`root` and `fingerprint`, both in their short forms, of the last of these signed notes.

    Empty without a note, or if there are more responses, as after an earlier release opened the
    survey again. Raises DataError if the note is no statement, or its signature does not hold.
    """
    if not statements:
        return {}
    last = read_signed_statement(statements[-1])
    if last.tally.responses != responses:
        return {}
    return {"root": last.short_root, "fingerprint": fingerprint(last.key)}
