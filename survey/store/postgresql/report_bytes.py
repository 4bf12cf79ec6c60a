"""The reports of a response as bytes: one a report, 255 for one on what was not asked."""

from collections.abc import Sequence

from survey.core.responses.reports import Report, Reports

NOT_ASKED = 255  # also in the SQL of groups.py and responses.py; no question has so many options


def report_bytes(reports: Sequence[Report]) -> bytes:
    return bytes(NOT_ASKED if report is None else report for report in reports)


def read_bytes(stored: bytes) -> Reports:
    if NOT_ASKED not in stored:
        return tuple(stored)
    return tuple(None if report == NOT_ASKED else report for report in stored)
