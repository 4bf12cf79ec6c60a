"""A survey about heavy drinking, and about drugs or medicines that nobody prescribed."""

from typing import Any

from survey.core.ready_made.survey import Gettext, ReadyMadeSurvey, Reference
from survey.translations.marked import N_


def _words(gettext: Gettext) -> dict[str, Any]:
    return {
        "title": gettext("Alcohol and drugs"),
        "introduction": gettext("We ask how common it is, not who did it."),
        "questions": [
            {
                "text": gettext(
                    "In the last 3 months, did you have six or more alcoholic drinks on one "
                    "occasion?"
                )
            },
            {
                "text": gettext(
                    "In the last 3 months, did you take an illegal drug, or a prescription "
                    "medicine that was not prescribed for you?"
                )
            },
        ],
    }


SUBSTANCE_USE = ReadyMadeSurvey(
    name="substance-use",
    about=N_(
        "How many drink heavily, and how many take drugs or other people’s medicines. The "
        "amount is AUDIT-C’s, the three months are ASSIST’s; two questions screen nobody."
    ),
    words=_words,
    design=({"gamma": "1/4"}, {"gamma": "1/4"}),
    references=(
        Reference(
            "K. Bush et al.: The AUDIT Alcohol Consumption Questions (AUDIT-C). Archives of "
            "Internal Medicine 158(16), 1998, 1789–1795.",
            "10.1001/archinte.158.16.1789",
        ),
        Reference(
            "WHO ASSIST Working Group: The Alcohol, Smoking and Substance Involvement Screening "
            "Test (ASSIST): development, reliability and feasibility. Addiction 97(9), 2002, "
            "1183–1194.",
            "10.1046/j.1360-0443.2002.00185.x",
        ),
    ),
    support_needed=True,
)
