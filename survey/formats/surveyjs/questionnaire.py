"""Reads SurveyJS JSON (surveyjs.io): the questions of all pages and panels, in order.

Beside SurveyJS's own properties the reader knows `gamma`, `known` and `known_source` of a question,
and of the survey `class_size`, `one_question_each` and the texts on who asks; its
`description` becomes the introduction.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from survey.core.instrument.language_tags import language_tag
from survey.core.instrument.texts import OPTIONAL_TEXTS, WHO_ASKS
from survey.core.kinds.yes_no import YES_NO
from survey.errors import InstrumentInvalid
from survey.formats import reasons
from survey.formats.import_result import KNOWN, FileOmission, FileQuestionnaire, mark, shown
from survey.formats.surveyjs.elements import question_of
from survey.formats.surveyjs.languages_of_texts import Languages
from survey.formats.surveyjs.properties import Properties, as_text
from survey.translations.marked import N_

REFERENCE = "{…}"
_LISTS = ("pages", "elements", "questions")


def read_surveyjs(survey: Mapping[str, Any], default_title: str, gamma: str) -> FileQuestionnaire:
    """The questionnaire of a SurveyJS survey; raises InstrumentInvalid for other files.

    Each question without a γ of its own gets `gamma`.
    """
    if not any(isinstance(survey.get(name), list) for name in _LISTS):
        raise InstrumentInvalid(
            {
                "file": N_(
                    "This JSON is no questionnaire that is known here. A SurveyJS survey has pages "
                    "or elements. A questionnaire of this app has a format."
                )
            }
        )
    taken = FileQuestionnaire({"questions": []})
    locale = survey.get("locale")
    languages = Languages(language_tag(locale) if isinstance(locale, str) else None)
    top = Properties("", dict(survey), languages, taken)
    if languages.own or locale == "":
        top.take("locale")
    taken.document["title"] = top.text("title") or default_title
    taken.document["introduction"] = top.text("description")
    for name in ("class_size", "waves_of", *WHO_ASKS):
        if value := top.text(name):
            taken.document[name] = value
    if each := top.text("one_question_each"):
        taken.document["one_question_each"] = mark(each)
    _learn(top, "")
    said = [taken.document.get(name, "") for name in ("title", *OPTIONAL_TEXTS)]
    taken.leave_out_unshown("survey", said, REFERENCE)
    elements = list(_elements(top))
    top.leave_out_rest("survey")
    for element in elements:
        _question(element, gamma)
    if languages.own:
        taken.document["language"] = languages.own
    if elements:
        taken.leave_out("every “name”", "names", reasons.NAMES)
    return taken


def _elements(top: Properties) -> Iterator[Properties]:
    """Every element that is not a page or panel, in order."""
    # A list of the elements to visit, since a file may nest deeper than Python's calls may.
    pending = list(reversed(_children(top)))
    while pending:
        element = pending.pop()
        # If there is a condition, it decides alone.
        if element.values.get("visible") is False and not element.values.get("visibleIf"):
            kind = as_text(element.values.get("type")) or "element"
            element.taken.leave_out(element.place, shown(kind), reasons.DISABLED)
            continue
        is_page = element.place.startswith("pages[") and "." not in element.place
        if is_page or element.values.get("type") == "panel":
            children = _children(element)
            pending.extend(reversed(children))
            for name in ("type", "name"):
                element.take(name)
            element.leave_out_rest(element.place)
        else:
            yield element


def _children(parent: Properties) -> list[Properties]:
    """The elements in the lists of a survey, page or panel."""
    children = []
    for name in _LISTS:
        listed = parent.values.get(name)
        if not isinstance(listed, list):
            continue  # then it is left out with the rest
        parent.take(name)
        prefix = f"{parent.place}.{name}" if parent.place else name
        for index, each in enumerate(listed):
            place = f"{prefix}[{index}]"
            if isinstance(each, Mapping):
                children.append(Properties(place, dict(each), parent.languages, parent.taken))
            else:
                parent.taken.leave_out(place, "element", N_("it is no object"))
    return children


def _question(element: Properties, gamma: str) -> None:
    taken, place = element.taken, element.place
    question = question_of(element)
    if isinstance(question, FileOmission):
        taken.left_out.append(question)
        return
    if question["kind"] == YES_NO.name and element.translated:
        taken.leave_out(place, "translation of Yes and No", reasons.YES_NO)
        element.translated.clear()
    name = element.text("name")
    text = element.text("title") or name
    translated = [each for _, _, each in element.translated]
    taken.leave_out_unshown(place, [text, *question.get("options", ()), *translated], REFERENCE)
    _learn(element, text)
    question["text"] = text
    question |= {field: value for field in KNOWN if (value := element.text(field))}
    taken.ask(place, question, element.text("gamma") or None, gamma)
    element.leave_out_rest(place)


def _learn(element: Properties, question: str) -> None:
    """Takes over the translations of an element's texts."""
    for tag, original, translated in element.translated:
        element.taken.learn(tag, question, original, translated)
