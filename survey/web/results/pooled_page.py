"""All groups of one instructor that were asked the same questions, together."""

import json
from collections.abc import Sequence
from urllib.parse import urlencode

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.intervals.registry import ANNOUNCED
from survey.core.pooling.pooled import Group, PooledQuestion, pool
from survey.core.results.results import CONFIDENCES
from survey.errors import ResultsHidden, SurveyNotFound
from survey.exports.catalog import CSV, JSON, XLSX
from survey.exports.csv_lines import plain_csv
from survey.exports.pooled_values import COLUMNS, pooled_document, pooled_rows
from survey.store import Survey
from survey.store.models import Role
from survey.text.pooled_words import (
    LIKE_THESE,
    OF_LIKE_THESE,
    about_groups,
    left_out_in_words,
)
from survey.translations.marked import N_
from survey.web.charts.forest import forests_of
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.page_language import page_translator
from survey.web.results.asked_groups import AskedGroups, asked_groups
from survey.web.results.published import download, percent_of, requested_confidence

bp = Pages(
    "pooled",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/pooled",
    roles={Role.PRESENT: ("page",)},
)

FEWEST = 2  # fewer groups cannot be pooled
NO_GROUP = N_("None of the chosen groups has closed and shows its results.")


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    """The groups that ?chosen=1&group=CODE&group=CODE names; without `chosen` all of them."""
    found, confidence = _asked(survey), requested_confidence()
    groups = [each.group for each in found.on]
    questions = pool(groups, confidence) if len(groups) >= FEWEST else []
    return render_template(
        "results/pooled.html",
        survey=survey,
        found=found,
        about=about_groups(groups, page_translator()),
        left_out=left_out_in_words([each.name for each in found.off], page_translator()),
        questions=[(each.result, forests_of(each, page_translator())) for each in questions],
        like_these=(gettext(LIKE_THESE), gettext(OF_LIKE_THESE)),
        confidence=confidence,
        confidences=[(each, _query(found, each)) for each in CONFIDENCES],
        percent_of=percent_of,
        query=_query(found, confidence),
        announced=ANNOUNCED,
    )


@bp.get("/pooled.json")
def document(survey: Survey) -> ResponseReturnValue:
    """The output of `survey pool --format json` for these groups' exports."""
    groups, questions, confidence = _pooled(survey)
    text = json.dumps(pooled_document(groups, questions, confidence), indent=1)
    return download(text, f"{survey.code}-pooled.json", JSON)


@bp.get("/pooled.csv")
def table(survey: Survey) -> ResponseReturnValue:
    groups, questions, _ = _pooled(survey)
    text = plain_csv(COLUMNS, pooled_rows(groups, questions))
    return download(text, f"{survey.code}-pooled.csv", CSV)


@bp.get("/pooled.xlsx")
def workbook(survey: Survey) -> ResponseReturnValue:
    from survey.exports.xlsx.pooled_workbook import pooled_workbook  # which takes a while

    pieces = pooled_workbook(*_pooled(survey))
    return download(pieces, f"{survey.code}-pooled.xlsx", XLSX)


def _asked(survey: Survey) -> AskedGroups:
    if not survey.published:
        raise SurveyNotFound  # a draft's questions may still change
    chosen = set(request.args.getlist("group")) if "chosen" in request.args else None
    return asked_groups(survey, chosen)


def _pooled(survey: Survey) -> tuple[Sequence[Group], Sequence[PooledQuestion], float]:
    """The chosen groups, pooled; raises ResultsHidden if there is none."""
    groups, confidence = [each.group for each in _asked(survey).on], requested_confidence()
    if not groups:
        raise ResultsHidden(gettext(NO_GROUP))
    return groups, pool(groups, confidence), confidence


def _query(found: AskedGroups, confidence: float) -> str:
    """The query ?confidence=95, with the chosen groups unless all are."""
    on = [("group", each.survey.code) for each in found.on]
    chosen = [("chosen", "1"), *on] if found.off else []
    return "?" + urlencode([*chosen, ("confidence", percent_of(confidence))])
