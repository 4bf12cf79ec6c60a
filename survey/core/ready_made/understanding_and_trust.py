"""A survey of two questions: whether respondents understood and believed the method."""

from typing import Any

from survey.core.ready_made.survey import (
    TRUST_DESIGN,
    Gettext,
    ReadyMadeSurvey,
    Reference,
    trust_questions,
)
from survey.translations.marked import N_


def _words(gettext: Gettext) -> dict[str, Any]:
    return {
        "title": gettext("Understanding and trust"),
        "introduction": gettext("About how you were asked, not about you."),
        "questions": trust_questions(gettext),
    }


UNDERSTANDING_AND_TRUST = ReadyMadeSurvey(
    name="understanding-and-trust",
    about=N_(
        "Whether the class understood why a report is no proof, and believed that nobody can "
        "tell an answer. People who do not may still answer falsely. Reviewers ask for it. A box "
        "at the other ready-made surveys adds both questions to them."
    ),
    words=_words,
    design=TRUST_DESIGN,
    references=(
        Reference(
            "J. Landsheer, P. van der Heijden, G. van Gils: Trust and understanding, two "
            "psychological aspects of randomized response. Quality and Quantity 33, 1999, 1–12.",
            "10.1023/A:1004361819974",
        ),
    ),
)
