"""The questionnaire read from a file, and the parts left out, with place and reason."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.language_tags import MOST_LANGUAGES
from survey.core.instrument.limits import MOST_QUESTIONS
from survey.core.instrument.parsing import validate
from survey.core.instrument.texts import Phrase
from survey.core.instrument.translation_memory import Phrases
from survey.core.instrument.translations import excerpt
from survey.core.kinds.choice import CHOICE
from survey.core.kinds.yes_no import YES_NO
from survey.errors import InstrumentInvalid
from survey.formats import reasons
from survey.translations.marked import N_

UNSAID = N_("the file does not say the language of its other texts, and a translation needs it")

# Patterns of things that other tools draw in texts, by the names under which they are listed.
_HTML = re.compile(r"</?[a-zA-Z][^<>]*>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});")
_MARKDOWN = re.compile(
    r"\*\*[^*\n]{1,300}\*\*|__[^_\n]{1,300}__|(?<![\w*])\*[^*\s][^*\n]{0,300}\*(?![\w*])|"
    r"\[[^\[\]\n]{1,300}\]\([^()\n]{1,300}\)|^#{1,6} ",
    re.MULTILINE,
)
DRAWN = {"HTML": _HTML, "HTML entity": _ENTITY, "Markdown": _MARKDOWN}

KNOWN = ("known", "known_source")  # the fields of a control question, as this app names them

LONGEST_SHOWN = 60  # characters of a name from a file that a message shows
MOST_SENTENCES = 500  # about the parts left out of a file
MOST_PLACES = 50  # that one sentence names


@dataclass(frozen=True)
class FileOmission:
    """A thing in a file that the questionnaire leaves out.

    `place` is its place in the file ("survey row 7", "pages[0].elements[2]"), `what` the property
    or the kind of question, `why` the reason.
    """

    place: str
    what: str
    why: str


@dataclass
class FileQuestionnaire:
    """A questionnaire read from a file.

    `document` holds the raw values that survey.core.instrument.parsing.validate takes;
    `places` holds each question's place in the file, and is empty if the file names
    the fields as this app does, as TOML does. `phrases` holds the file's
    translations, complete or not. `look_at` holds (place, point to check) of questions that look
    odd.
    """

    document: dict[str, Any]
    places: list[str] = field(default_factory=list)
    left_out: list[FileOmission] = field(default_factory=list)
    phrases: Phrases = field(default_factory=Phrases)
    look_at: list[tuple[str, str]] = field(default_factory=list)
    _beyond: set[str] = field(default_factory=set)  # languages that were too many

    def instrument(self) -> Instrument:
        """The instrument; raises InstrumentInvalid with every fault's place in the file.

        From another tool's file it leaves out, and lists, each question that this app cannot ask
        unchanged, as long as another question is left. It also leaves out each translation that
        is faulty or lacks a text.
        """
        original = self._validated()
        for language in self.phrases.languages:
            translation, missing = self.phrases.translate(language, original)
            if missing:
                self._leave_out_language(language, self._lacks(missing))
            elif not original.language:
                self._leave_out_language(language, UNSAID)
            else:
                self.document.setdefault("translations", {})[language] = translation
            self.phrases.forget(language)
        return self._validated()

    def _validated(self) -> Instrument:
        try:
            return validate(self.document)
        except InstrumentInvalid as error:
            faults = {self._place(name): sentence for name, sentence in error.errors.items()}
            if self._leave_out_faulty(error.errors):
                return self._validated()
            raise InstrumentInvalid(faults) from None

    def _leave_out_faulty(self, errors: Mapping[str, str]) -> bool:
        """Leaves out the questions and translations with errors; False if that does not help."""
        questions: dict[int, list[str]] = {}
        languages: dict[str, list[str]] = {}
        for name, sentence in errors.items():
            match name.split("."):
                case ["questions", number, _, *_] if self.places:
                    questions.setdefault(int(number) - 1, []).append(sentence)
                case ["translations", language, *_] if self.places:
                    languages.setdefault(language, []).append(f"{self._place(name)}: {sentence}")
                case _:
                    return False
        if len(questions) == len(self.places):
            return False
        for language, sentences in languages.items():
            self._leave_out_language(language, " ".join(sentences).removesuffix("."))
            del self.document["translations"][language]
        for index, sentences in sorted(questions.items(), reverse=True):
            why = " ".join(sentences).removesuffix(".")
            self.leave_out(self.places.pop(index), "question", why)
            del self.document["questions"][index]
        return True

    def _leave_out_language(self, language: str, why: str) -> None:
        self.leave_out(f"language {language}", "translation", why)

    def _place(self, name: str) -> str:
        match name.split("."):
            case ["questions", number, part, *_] if self.places:
                return f"{self.places[int(number) - 1]}, {part}"
            case ["translations", language, "questions", number, part, *_] if self.places:
                return f"{self.places[int(number) - 1]}, {part}, translation {language}"
        return name

    def _lacks(self, missing: list[Phrase]) -> str:
        """The first missing text and its place, and how many more are missing."""
        first, *more = missing
        place = f" ({self._place(first.place)})" if first.place.startswith("questions.") else ""
        text = f"{excerpt(first.text)}{place}"
        if not more:
            return N_("it lacks %(text)s, and every text must have one", text=text)
        return N_(
            "it lacks %(text)s and %(more)s more, and every text must have one",
            text=text,
            more=len(more),
        )

    def learn(self, language: str, context: str, original: str, translated: str) -> None:
        """Stores a translation; lists languages beyond MOST_LANGUAGES as left out."""
        known = self.phrases.languages
        if language in known or len(known) < MOST_LANGUAGES - 1:  # beside its own
            self.phrases.learn(language, context, original, translated)
        elif language not in self._beyond:
            self._beyond.add(language)
            self._leave_out_language(
                language,
                N_("at most %(most)s languages fit, its own included", most=MOST_LANGUAGES),
            )

    def leave_out(self, place: str, what: str, why: str) -> None:
        self.left_out.append(FileOmission(place, what, why))

    def leave_out_unshown(self, place: str, texts: Iterable[str], reference: str) -> None:
        """Lists parts of these texts that the other tool fills in or draws, and this app does not.

        `reference` is the mark in its files for text that it fills in: "${…}".
        """
        texts = list(texts)
        opening, _, _ = reference.partition("…")
        if any(opening in text for text in texts):
            self.leave_out(place, f"reference {reference}", reasons.REFERENCE)
        for what, pattern in DRAWN.items():
            if any(map(pattern.search, texts)):
                self.leave_out(place, what, reasons.MARKUP)

    def ask(
        self, place: str, question: Mapping[str, Any], gamma: str | None, default_gamma: str
    ) -> None:
        """Takes a question over, with its own γ if it has one, otherwise the default.

        If the survey is full, lists it as left out: a file may hold a hundred thousand questions.
        """
        if self.full:
            self.leave_out(place, "question", reasons.TOO_MANY)
            return
        self.document["questions"].append({**question, "gamma": gamma or default_gamma})
        self.places.append(place)

    @property
    def full(self) -> bool:
        """Whether as many questions are taken over as a survey can have."""
        return len(self.places) == MOST_QUESTIONS


def in_groups(left_out: list[FileOmission]) -> list[tuple[str, str, list[str]]]:
    """(what, why, places) for each thing and reason, in the order of their first places."""
    groups: dict[tuple[str, str], list[str]] = {}
    for each in left_out:
        groups.setdefault((each.what, each.why), []).append(each.place)
    return [(what, why, places) for (what, why), places in groups.items()]


def in_sentences(left_out: list[FileOmission]) -> list[str]:
    """One sentence for each reason: what was left out, from which places, and why.

    After MOST_SENTENCES of them, one sentence has the number of the others.
    """
    groups = in_groups(left_out)
    sentences = [
        N_("%(what)s (%(places)s): %(why)s.", what=what, places=", ".join(_first(places)), why=why)
        for what, why, places in groups[:MOST_SENTENCES]
    ]
    if more := len(groups[MOST_SENTENCES:]):
        sentences.append(N_("And %(more)s more things that were not imported.", more=more))
    return sentences


def _first(places: list[str]) -> list[str]:
    more = len(places[MOST_PLACES:])
    return places[:MOST_PLACES] + ([f"and {more:,} more places"] if more else [])


def shown(text: str) -> str:
    """A name from a file made safe to show: short, on one line, printable."""
    short = text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
    return "".join(
        "\ufffd" if unicodedata.category(character)[0] == "C" else character
        for character in " ".join(short.split())
    )


def one_of(options: list[str]) -> dict[str, Any]:
    """The kind and options of a question that has one answer: yes/no, or a choice.

    Just Yes and No, in either order, make it yes/no, which the app shows in its own words.
    """
    if sorted(option.strip().lower() for option in options) == ["no", "yes"]:
        return {"kind": YES_NO.name}
    return {"kind": CHOICE.name, "options": options}


def mark(text: str) -> bool | str:
    """True or False for a switch in a file; any other text unchanged, to be refused later."""
    said = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    return said.get(text.strip().lower(), text)


def single_line(text: str) -> str:
    """A text without line breaks, as an option must be."""
    return " ".join(text.split("\n"))
