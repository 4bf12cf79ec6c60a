"""The demo: an instrument to try the app with, and students who do not exist.

Their answers are drawn with the shares below, so that anyone who tries the demo
can compare the estimates with the truth.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.ready_made.survey import Gettext, in_languages
from survey.core.responses.response import Response
from survey.core.simulation.students import Generator, simulated_responses
from survey.translations.marked import N_

# Of 100 simulated students: how many looked, and whose notes they used.
LOOKED = 30
NOTES = (55, 35, 10)
MEAN_HOURS = 15  # of study: a third question, of demos that databases hold


def _words(gettext: Gettext) -> dict[str, Any]:
    """The words of the demo in a language, which `gettext` translates them into."""
    return {
        "title": gettext("Demo: after the exam (simulated students)"),
        "introduction": gettext(
            "A survey to try things with. Its students are made up by the server. What you send "
            "yourself is randomized and counted, like anyone's."
        ),
        "questions": [
            {"text": gettext("Did you look at someone else's sheet during the exam?")},
            {
                "text": gettext("Whose notes did you use most?"),
                "options": [
                    gettext("My own"), gettext("A friend's"), gettext("Bought or found ones")
                ],
            },
        ],
    }  # fmt: skip


def make_demo(translations: Mapping[str, Gettext]) -> Instrument:
    """The demo in English and in the languages of `translations`: a gettext function by tag.

    It follows the app's own advice: two questions whose odds multiply to 9 to 1.
    """
    design = ({"gamma": "1/4"}, {"kind": "choice", "gamma": "1/4"})
    return replace(in_languages(_words, design, translations, class_size=120), demo=True)


DEMO = make_demo({})


def demo_responses(demo: Instrument, students: int, generator: Generator = None) -> list[Response]:
    """The responses of this many simulated students to the demo."""
    shares = [[LOOKED / 100], [share / 100 for share in NOTES]]
    for hours in demo.questions[2:]:
        shares.append([(MEAN_HOURS - hours.low) / (hours.high - hours.low)])
    return simulated_responses(demo, shares, students, generator)


def truth_in_words(demo: Instrument) -> list[str]:
    """The simulated truth, one sentence per question."""
    shares = ", ".join(
        f"“{option}” {share}%"
        for option, share in zip(demo.questions[1].listed, NOTES, strict=True)
    )
    said = [
        N_(
            "Of the simulated students %(share)s would truthfully say yes to the first question.",
            share=str(LOOKED) + "%",
        ),
        N_("They use %(shares)s.", shares=shares),
    ]
    if demo.questions[2:]:
        said.append(N_("They study %(hours)s hours on average.", hours=MEAN_HOURS))
    return said
