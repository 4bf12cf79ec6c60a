"""“I prefer not to answer”: an option of the instrument, randomized like every other one.

A box at a question adds it: yes/no becomes a choice of yes, no and this, and a choice gets it as
its last option, in the language of the questionnaire. Other kinds cannot have it, since their
answers are numbers, or a yes/no for each option.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from survey.core.instrument.translation_memory import Phrases
from survey.core.kinds.choice import CHOICE
from survey.core.kinds.yes_no import YES_NO
from survey.translations.catalogs import LANGUAGES, translations
from survey.translations.marked import N_

DECLINABLE = {YES_NO.name, CHOICE.name}

# Written in the language of the questionnaire, not of the page.
WORDS = (N_("Yes"), N_("No"), N_("I prefer not to answer"))


def words(language: str) -> tuple[str, ...]:
    """The words for yes, no and not to answer in a language; in English if no catalog has it."""
    known = language.split("-")[0].lower()
    said = translations(known if known in LANGUAGES else "en")
    return tuple(said.gettext(word) for word in WORDS)


def offers_declining(document: dict[str, Any], language: str) -> dict[str, Any]:
    """The question's document with the option not to answer, if its kind can have it."""
    kind = document["kind"]
    if kind not in DECLINABLE:
        return document
    yes, no, decline = words(language)
    before = [yes, no] if kind == YES_NO.name else document["options"]
    return document | {"kind": CHOICE.name, "options": [*before, decline]}


def accepts_declining(question: Mapping[str, Any], language: str) -> tuple[Mapping[str, Any], bool]:
    """The question without the option not to answer, and whether it had it, as the box makes it."""
    yes, no, decline = words(language)
    options = question.get("options") or []
    if question.get("kind") != CHOICE.name or options[-1:] != [decline]:
        return question, False
    if options == [yes, no, decline]:
        bare = {name: value for name, value in question.items() if name != "options"}
        return bare | {"kind": YES_NO.name}, True
    return {**question, "options": options[:-1]}, True


def with_known_words(known: Phrases, questions: Iterable[Mapping[str, Any]], own: str) -> Phrases:
    """The translations, completed by the catalogs' for the words of this module.

    It completes only the options of a question whose last option is the one not to answer.
    """
    more = Phrases()
    originals = words(own)
    for language in known.languages:
        if language.split("-")[0].lower() not in LANGUAGES:
            continue
        for question in questions:
            options = question.get("options") or []
            if options[-1:] == [originals[-1]]:
                for original, translated in zip(originals, words(language), strict=True):
                    if original in options:
                        more.learn(language, question["text"], original, translated)
    more.renew(known)
    return more
