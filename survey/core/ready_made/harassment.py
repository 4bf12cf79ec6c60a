"""A survey about sexual harassment at a university, in words and in acts."""

from typing import Any

from survey.core.ready_made.survey import Gettext, ReadyMadeSurvey, Reference
from survey.translations.marked import N_


def _words(gettext: Gettext) -> dict[str, Any]:
    return {
        "title": gettext("Sexual harassment at our university"),
        "introduction": gettext("We ask how common it is, not who it happened to."),
        "questions": [
            {
                "text": gettext(
                    "Since you began to study here, did anybody at our university make sexual "
                    "remarks, jokes or gestures to you that you did not want?"
                )
            },
            {
                "text": gettext(
                    "Since you began to study here, did anybody at our university touch you "
                    "sexually against your will?"
                )
            },
        ],
    }


HARASSMENT = ReadyMadeSurvey(
    name="harassment",
    about=N_(
        "How many met sexual remarks, and how many were touched against their will. Asks "
        "what happened, never whether it was “harassment”: people call it so far more rarely."
    ),
    words=_words,
    design=({"gamma": "1/4"}, {"gamma": "1/4"}),
    references=(
        Reference(
            "L. F. Fitzgerald, M. J. Gelfand, F. Drasgow: Measuring Sexual Harassment: Theoretical "
            "and Psychometric Advances (the Sexual Experiences Questionnaire). Basic and Applied "
            "Social Psychology 17(4), 1995, 425–445.",
            "10.1207/s15324834basp1704_2",
        ),
        Reference(
            "D. Cantor et al.: Report on the AAU Campus Climate Survey on Sexual Assault and "
            "Misconduct. Westat for the Association of American Universities, 2020."
        ),
    ),
    support_needed=True,
)
