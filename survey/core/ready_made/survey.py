"""The parts of a ready-made survey: words, design, and the literature that they follow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate

Gettext = Callable[[str], str]


TRUST_DESIGN: tuple[Mapping[str, Any], ...] = ({"gamma": "1/4"}, {"gamma": "1/4"})


def trust_questions(gettext: Gettext) -> list[dict[str, Any]]:
    """Two questions: whether respondents understood the protection, and trusted it."""
    return [
        {"text": gettext("Was it clear to you why your report proves nothing about your answer?")},
        {"text": gettext("Did you believe that nobody can tell your answer?")},
    ]


@dataclass(frozen=True)
class Reference:
    """The source of a wording, or of findings about a question."""

    text: str
    doi: str = ""


@dataclass(frozen=True)
class ReadyMadeSurvey:
    """A ready-made survey.

    `words` gives title, introduction and the questions' words in the language of a gettext;
    `design` holds the other fields of each question: kind, γ, limits. `about` tells instructors its
    purpose. With `support_needed` nobody publishes it without a support line.
    """

    name: str
    about: str
    words: Callable[[Gettext], dict[str, Any]]
    design: tuple[Mapping[str, Any], ...]
    references: tuple[Reference, ...]
    support_needed: bool = False

    def instrument(
        self, translations: Mapping[str, Gettext], control: bool = False, trust: bool = False
    ) -> Instrument:
        """The draft in English and in the languages of `translations`: a gettext function by tag.

        With `trust` it asks two more questions, about understanding and trust. With `control` its
        last question asks whether the slip has a star, which a quarter of slips have, with the
        first question's γ.
        """

        def words(gettext: Gettext) -> dict[str, Any]:
            words = self.words(gettext) | {"privacy_notice": proposed_notice(gettext)}
            asked = [*words["questions"]]
            if trust:
                asked += trust_questions(gettext)
            if control:
                asked += [{"text": gettext("Does your slip bear a star?")}]
            return words | {"questions": asked}

        marks = {"support_needed": self.support_needed}
        star = {"gamma": self.design[0]["gamma"], "known": "1/4"}
        design = (*self.design, *(TRUST_DESIGN if trust else ()), *((star,) if control else ()))
        return in_languages(words, design, translations, **marks)


def in_languages(
    words: Callable[[Gettext], dict[str, Any]],
    design: Sequence[Mapping[str, Any]],
    translations: Mapping[str, Gettext],
    **more: Any,
) -> Instrument:
    """The instrument of these words and this design, in English and in these languages."""
    english = words(str)
    questions = [
        {**asked, **shape} for asked, shape in zip(english["questions"], design, strict=True)
    ]
    translated = {tag: words(gettext) for tag, gettext in translations.items()}
    return validate(
        {**english, **more, "language": "en", "translations": translated, "questions": questions}
    )


def proposed_notice(gettext: Callable[[str], str] = str) -> str:
    """A short notice; `gettext` translates it."""
    return gettext(
        "Taking part is voluntary. Your device changes some answers by chance before it sends "
        "them. Only these reports and a random number are stored, with no name, no network "
        "address and no time. A report is no proof of your answer. While the survey is open, the "
        "person who runs the server could see which network address sends a report. Once it is "
        "closed, nothing stored shows which report is yours, so we cannot find it and delete it "
        "for you."
    )
