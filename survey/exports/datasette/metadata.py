"""metadata.json: the texts that Datasette shows beside each table and column.

All of it is plain text: Datasette escapes it, and would not escape `description_html`.
Units are in words, since Datasette takes physical units only, and from 1.0 on none.
"""

from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import INTERVALS
from survey.text.glossary import DEFINITIONS

# Left empty for the instructor, who alone can choose the licence.
_LEFT_EMPTY = ("license", "license_url", "source", "source_url")

_TABLES = {
    "surveys": "The survey, in one row",
    "questions": "What was asked, and how strongly each answer was randomized",
    "codebook": "What each code of each column means, and how to debias it",
    "reports": "Every randomized report, a row each; a report is not an answer",
    "reports_in_words": "The same reports with their questions and labels",
    "tallies": "How many reports name each code",
    "estimates": "Unbiased estimates with all intervals that are known of them",
    "recomputed": "The estimates worked out in SQL from the tallies: see the view's definition",
    "means": "Means of numbers and ratings, worked out in SQL",
}

_INTERVAL = "share, or mean in the question's own unit; not clipped; "

_COLUMNS = {
    "survey": "the code by which respondents joined",
    "class_size": "respondents that were expected",
    "responses": "number of responses",
    "respondents": "number of responses",
    "reports": "number of reports",
    "epsilon": f"unit: nat, the natural logarithm of odds. {DEFINITIONS['epsilon']}",
    "gamma": "a fraction, no unit. " + DEFINITIONS["gamma"],
    "gamma_decimal": "gamma as a decimal number, no unit",
    "odds_a": "A of the odds A/B, a whole number",
    "odds_b": "B of the odds A/B, a whole number",
    "keep": "probability, 0 to 1: that a report is the answer",
    "other": "probability, 0 to 1: that a report is any one code that is not the answer",
    "confidence": "probability, 0 to 1",
    "column": "the name of the column of reports, as in every other export",
    "code": DEFINITIONS["report"],
    "value": "the number that the label is, in the question's own unit",
    "response_id": "128 random bits that the respondent's browser drew; 32 hex digits",
    "reported_yes": DEFINITIONS["reported_yes"],
    "reported_share": "share of the reports, 0 to 1, before debiasing",
    "estimate": "share of the respondents (a mean in the question's own unit). "
    + DEFINITIONS["estimate"],
    "projected": "share of the respondents, 0 to 1. " + DEFINITIONS["projected"],
    "mean": "in the question's own unit. " + DEFINITIONS["mean"],
    "instrument_sha256": DEFINITIONS["instrument_sha256"],
    "instrument": "the questionnaire as canonical JSON",
    "root": DEFINITIONS["root"],
    "fingerprint": DEFINITIONS["fingerprint"],
    "cap": "the number of responses at which the survey closes, fixed before the first one",
    "figures": "once closed, if nobody saw any before that",
    "state": "open, if more responses can come",
} | {
    f"{name}_{end}": f"{_INTERVAL}{end} end. {DEFINITIONS[name]}"
    for name in INTERVALS
    for end in ("low", "high")
}


def metadata(
    code: str, instrument: Instrument, columns_of_tables: dict[str, list[str]]
) -> dict[str, Any]:
    """The document for a database named `code` with these tables and views."""
    tables = {
        name: {
            "title": name.replace("_", " ").capitalize(),
            "description": _TABLES[name],
            "columns": {each: _COLUMNS[each] for each in columns if each in _COLUMNS},
        }
        for name, columns in columns_of_tables.items()
    }
    description = (
        "Each answer was randomized before it was sent, by the respondent's own device or by "
        "hand: a single report is no proof of an answer, and the estimates are unbiased."
    )
    return {
        "title": instrument.title,
        "description": description,
        **dict.fromkeys(_LEFT_EMPTY, ""),
        "databases": {code: {"title": instrument.title, "tables": tables}},
    }
