"""Two questions of a survey beside each other: cross-table, groups, differences."""

import json
from dataclasses import dataclass

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from markupsafe import Markup

from survey.core.instrument.instrument import Question
from survey.core.kinds.item import Item
from survey.core.results.crosstab import CrossTable, Relation
from survey.core.results.results import CONFIDENCES, DEFAULT_CONFIDENCE
from survey.errors import ParameterError, PictureNotFound
from survey.exports.catalog import CSV, JSON
from survey.exports.csv_lines import plain_csv
from survey.exports.relation_values import COLUMNS, relation_document, relation_rows
from survey.store import Survey
from survey.store.models import Role
from survey.text import crosstab_summaries
from survey.text.kinds.item_words import words_of
from survey.web.charts.picture_files import card_file
from survey.web.charts.relation_picture import relation_card, rows_of
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.i18n.page_language import asked_by, page_translator
from survey.web.results.published import download, percent_of, requested_confidence
from survey.wire.problems import STATUS

bp = Pages(
    "relations",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/relations",
    roles={Role.PRESENT: ("page", "picture")},
)


@dataclass(frozen=True)
class Place:
    """An item with its index among the survey's items, and its question."""

    index: int
    item: Item
    question: Question

    @property
    def title(self) -> str:
        return asked_by(self.question, self.item)

    @property
    def named(self) -> str:
        """The item's name in the tables, and then its title."""
        return f"{self.item.name} {page_translator().quoted(self.title)}"


def places(survey: Survey) -> list[Place]:
    """Every item of the survey with its place."""
    found: list[Place] = []
    instrument = survey.instrument
    for question, items in instrument.questions_with_items:
        found += [Place(len(found) + place, item, question) for place, item in enumerate(items)]
    return found


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    _check_shown(survey)
    all_places = places(survey)
    selected = _asked() if "first" in request.args else [each.item.name for each in all_places[:2]]
    chosen = relation = fault = None
    status = 200
    if "first" in request.args:
        try:
            chosen = _chosen(all_places)
            relation = _relation(survey, *chosen)
        except ParameterError as error:
            fault, status = error.message, STATUS[ParameterError][0]
    page = render_template(
        "results/relations.html",
        survey=survey,
        places=all_places,
        selected=selected,
        chosen=chosen,
        fault=fault,
        relation=relation,
        rows=rows_of(relation, page_translator()) if relation else [],
        confidences=CONFIDENCES,
        confidence=DEFAULT_CONFIDENCE if fault else requested_confidence(),
        percent_of=percent_of,
        words=crosstab_summaries,
        say=page_translator(),
        words_of_relation=_cautions(chosen),
    )
    return page, status


@bp.get("/table.json")
def document(survey: Survey) -> ResponseReturnValue:
    relation = _asked_relation(survey)
    text = json.dumps(relation_document(relation), indent=1)
    return download(text, _file_name(survey, relation, "json"), JSON)


@bp.get("/table.csv")
def table(survey: Survey) -> ResponseReturnValue:
    relation = _asked_relation(survey)
    text = plain_csv(COLUMNS, relation_rows(relation))
    return download(text, _file_name(survey, relation, "csv"), CSV)


@bp.get("/relation.svg")
def picture(survey: Survey) -> ResponseReturnValue:
    _check_shown(survey)
    first, second = _chosen(places(survey))
    relation = _relation(survey, first, second)
    say = page_translator()
    rows = rows_of(relation, say)
    if not rows:
        raise PictureNotFound(gettext("There is no such picture in these results."))
    about = say.gettext(
        "%(compared)s among each answer to %(grouped)s", compared=second.named, grouped=first.named
    )
    return card_file(relation_card(rows, relation, about, say))


def _cautions(chosen: tuple[Place, Place] | None) -> Markup:
    """Cautions about the two questions, to read before their groups."""
    found = [words_of(place.item).of_relation for place in chosen or ()]
    said = "\n".join(dict.fromkeys(filter(None, found)))
    return Markup(said)  # noqa: S704 - our own sentences


def _asked_relation(survey: Survey) -> Relation:
    _check_shown(survey)
    return _relation(survey, *_chosen(places(survey)))


def _file_name(survey: Survey, relation: Relation, ending: str) -> str:
    return f"{survey.code}-{relation.table.first.name}-{relation.table.second.name}.{ending}"


def _check_shown(survey: Survey) -> None:
    survey.check_settled()
    survey.check_shown(store().responses.tally(survey.code).responses)


def _chosen(all_places: list[Place]) -> tuple[Place, Place]:
    """The items of ?first=q1&second=q2; raises ParameterError unless they are two of the survey."""
    by_name = {place.item.name: place for place in all_places}
    names = _asked()
    if not all(name in by_name for name in names) or names[0] == names[1]:
        raise ParameterError(gettext("Please choose two different questions of this survey."))
    return by_name[names[0]], by_name[names[1]]


def _asked() -> tuple[str, str]:
    return request.args.get("first", ""), request.args.get("second", "")


def _relation(survey: Survey, first: Place, second: Place) -> Relation:
    if survey.instrument.one_question_each and first.question is not second.question:
        raise ParameterError(
            gettext("Each respondent was asked one question: nobody answered both of these.")
        )
    counts = store().responses.cross_tally(survey.code, first.index, second.index)
    cap = None if survey.hidden_until_closed else survey.cap  # nobody saw figures before
    cross_table = CrossTable(first.item, second.item, counts, requested_confidence(), cap)
    return Relation(cross_table, first.question, second.question)
