"""A survey about the hours of study in a week, compared with what credits assume."""

from typing import Any

from survey.core.ready_made.survey import Gettext, ReadyMadeSurvey, Reference
from survey.translations.marked import N_


def _words(gettext: Gettext) -> dict[str, Any]:
    return {
        "title": gettext("Study load"),
        "introduction": gettext("We ask how long studying takes, not who takes how long."),
        "questions": [
            {
                "text": gettext(
                    "How many hours did you spend on your studies last week, classes included? "
                    "Enter 60 if it was more."
                )
            }
        ],
    }


STUDY_LOAD = ReadyMadeSurvey(
    name="study-load",
    about=N_(
        "Mean hours of study in a week, to hold against the credits: 25 to 30 hours for each "
        "of 60 ECTS credits a year are some 40 hours a week."
    ),
    words=_words,
    design=({"kind": "number", "low": 0, "high": 60, "gamma": "2/5"},),
    references=(
        Reference(
            "European Commission: ECTS Users’ Guide 2015. Publications Office of the EU, 2015."
        ),
        Reference(
            "K. Hauschildt et al.: Social and Economic Conditions of Student Life in Europe: "
            "EUROSTUDENT VII 2018–2021, Synopsis of Indicators. wbv, 2021."
        ),
    ),
)
