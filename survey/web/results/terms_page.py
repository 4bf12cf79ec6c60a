"""All terms in which one instructor asked the same questions, beside each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.registry import ANNOUNCED
from survey.core.pooling.pooled import Group
from survey.core.pooling.terms import Change, changes, in_each, term_questions
from survey.core.results.results import CONFIDENCES
from survey.errors import SurveyNotFound
from survey.store import Survey
from survey.store.models import Role
from survey.text.pooled_words import MAYBE_OTHERS, change_in_words
from survey.text.result import ResultText
from survey.text.survey_protection import all_terms_in_words
from survey.text.translator import Translator
from survey.web.charts.axis import CARD
from survey.web.charts.band import band_of
from survey.web.charts.forest import NONE, ForestRow
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.page_language import page_translator
from survey.web.results.asked_groups import AskedGroup, named_groups
from survey.web.results.dashboard import asked_again, asked_the_same
from survey.web.results.published import percent_of, requested_confidence

bp = Pages(
    "terms",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/terms",
    roles={Role.PRESENT: ("page",)},
)

FIRST = ""  # what the first term is called in the store


@dataclass(frozen=True)
class AskedTerm:
    """A term with its groups, the oldest first."""

    term: str
    groups: Sequence[AskedGroup]

    @property
    def oldest(self) -> AskedGroup:
        return self.groups[0]

    @cached_property
    def closed(self) -> list[Group]:
        """The groups that count."""
        return [each.group for each in self.groups if not each.why_not]

    @property
    def answered(self) -> int:
        return sum(each.counted.responses for each in self.closed)

    @property
    def since(self) -> date:
        """The day on which the last group closed; long ago if an earlier release noted none."""
        days = [each.survey.since for each in self.groups if not each.why_not]
        return max((day for day in days if day), default=date.min)


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    """Each term's bands in the order of closing, and the change from the first to the last."""
    if not survey.published:
        raise SurveyNotFound  # a draft's questions may still change
    found, confidence, say = asked_terms(survey), requested_confidence(), page_translator()
    terms = sorted((each for each in found if each.closed), key=lambda each: each.since)
    first = next((each for each in terms[:-1] if each.term == FIRST), None)
    changed = changes(first.closed, terms[-1].closed, confidence) if first else []
    known = any(each.ends for figures in changed for each in figures)
    return render_template(
        "results/terms.html",
        survey=found[0].oldest.survey,
        terms=terms,
        questions=_questions(terms, changed, confidence) if len(terms) > 1 else [],
        known=known,
        about_changes=_about_changes(terms, confidence, say) if known or not first else "",
        apart=[group for each in found if not each.closed for group in each.groups],
        responses=sum(each.answered for each in terms),
        cost=all_terms_in_words([each.oldest.survey.instrument for each in terms], say)
        if len(terms) > 1
        else "",
        maybe_others=MAYBE_OTHERS,
        confidence=confidence,
        confidences=[(each, f"?confidence={percent_of(each)}") for each in CONFIDENCES],
        announced=ANNOUNCED,
        back=survey,
    )


def asked_terms(survey: Survey) -> list[AskedTerm]:
    """The terms in which these questions were asked again, the oldest first."""
    groups = named_groups(asked_again(survey, asked_the_same(survey)))
    names = list(dict.fromkeys(each.survey.term for each in groups))
    return [
        AskedTerm(name, [each for each in groups if each.survey.term == name]) for name in names
    ]


def _about_changes(terms: Sequence[AskedTerm], confidence: float, say: Translator) -> str:
    """What the changes follow from, or why none is told."""
    if not any(each.term == FIRST for each in terms):
        return say.gettext("No change is shown, since the first term is not among these.")
    if terms[-1].term == FIRST:
        return say.gettext("No change is shown, since the first term closed last.")
    return say.gettext(
        "A change follows from a wider range of each term (%(each)s), so that it holds at "
        "%(both)s.",
        each=say.exact_percent(in_each(confidence)),
        both=say.exact_percent(confidence),
    )


def _questions(
    terms: Sequence[AskedTerm], changed: Sequence[Sequence[Change]], confidence: float
) -> list[dict[str, Any]]:
    """Each question with its figures: a row a term, and the change since the first term."""
    say = page_translator()
    of_terms = [term_questions(each.closed, confidence) for each in terms]
    found = []
    for place, same in enumerate(zip(*of_terms, strict=True)):
        figures = [
            {
                "option": each[0].of,
                "rows": [_row(quantity) for quantity in each],
                "change": change_in_words(changed[place][number], say) if changed else "",
            }
            for number, each in enumerate(zip(*(one.figures for one in same), strict=True))
        ]
        found.append({"result": same[0].result, "figures": figures})
    return found


def _row(quantity: Quantity) -> ForestRow:
    text = ResultText(quantity, page_translator(), closed=True)
    return ForestRow(quantity.respondents, text.figure or NONE, band_of(text, CARD))
