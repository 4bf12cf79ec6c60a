"""A survey about cheating in exams, by givers and by takers of help."""

from typing import Any

from survey.core.ready_made.survey import Gettext, ReadyMadeSurvey, Reference
from survey.translations.marked import N_


def _words(gettext: Gettext) -> dict[str, Any]:
    return {
        "title": gettext("Cheating in exams"),
        "introduction": gettext("We ask how common it is, not who did it."),
        "questions": [
            {
                "text": gettext(
                    "In the last 12 months, did you copy from another student in an exam, or use "
                    "notes or a device that were not allowed?"
                )
            },
            {
                "text": gettext(
                    "In the last 12 months, did you let another student copy from you in an exam?"
                )
            },
        ],
    }


EXAM_MISCONDUCT = ReadyMadeSurvey(
    name="exam-misconduct",
    about=N_(
        "How many cheat in exams, and how many help. Asks about behaviour, not about "
        "“cheating”, and names a period, as the surveys on academic integrity do."
    ),
    words=_words,
    design=({"gamma": "1/4"}, {"gamma": "1/4"}),
    references=(
        Reference(
            "D. L. McCabe, L. K. Treviño, K. D. Butterfield: Cheating in Academic Institutions: A "
            "Decade of Research. Ethics & Behavior 11(3), 2001, 219–232.",
            "10.1207/S15327019EB1103_2",
        ),
        Reference(
            "D. L. McCabe, K. D. Butterfield, L. K. Treviño: Cheating in College: Why Students Do "
            "It and What Educators Can Do about It. Johns Hopkins University Press, 2012."
        ),
    ),
)
