"""A survey about the use of AI tools for graded coursework."""

from typing import Any

from survey.core.ready_made.survey import Gettext, ReadyMadeSurvey, Reference
from survey.translations.marked import N_


def _words(gettext: Gettext) -> dict[str, Any]:
    return {
        "title": gettext("AI tools in coursework"),
        "introduction": gettext("We ask how common it is, not who did it."),
        "questions": [
            {
                "text": gettext(
                    "Think of your last graded assignment. What did an AI tool, such as a chatbot, "
                    "do for it?"
                ),
                "options": [
                    gettext("Nothing"),
                    gettext("It helped me: ideas, explanations, language"),
                    gettext("It wrote parts that I handed in as my own"),
                ],
            }
        ],
    }


AI_IN_COURSEWORK = ReadyMadeSurvey(
    name="ai-in-coursework",
    about=N_(
        "What an AI tool did for the last assignment, from nothing to parts handed in as "
        "one’s own. One question with all its privacy: shares of three answers need it."
    ),
    words=_words,
    design=({"kind": "choice", "gamma": "2/5"},),
    references=(
        Reference(
            "V. R. Lee, D. Pope, S. Miles, R. C. Zárate: Cheating in the age of generative AI: A "
            "high school survey study of cheating behaviors before and after the release of "
            "ChatGPT. Computers and Education: Artificial Intelligence 7, 2024, 100253.",
            "10.1016/j.caeai.2024.100253",
        ),
        Reference(
            "J. Freeman: Student Generative AI Survey 2025. Higher Education Policy Institute, "
            "HEPI Policy Note 61, 2025."
        ),
    ),
)
