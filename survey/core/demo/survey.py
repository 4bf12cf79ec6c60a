"""The demo: an instrument to try the app with, and students who do not exist.

Their answers are drawn with the shares below, so that whoever tries the demo can
compare the estimates with the truth.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from survey.core.instrument.instrument import Instrument, validate
from survey.core.mechanism.randomize import system_word, uniform_below
from survey.core.responses.answers import randomize_answer
from survey.core.responses.response import Response

# Of 100 made-up students, on average: how many looked, and whose notes they used.
LOOKED = 30
NOTES = (55, 35, 10)
MOST_HOURS = 30  # from 0, each number of hours equally often

# The demo of release 0.1.0 has no mark; databases hold it.
UNMARKED = {"fcc43096013a3d6908f7bfc2899e6b6a6cd1d7b5a7c32c0d57cc663eaf9b02ae"}


def _words(gettext: Callable[[str], str]) -> dict[str, Any]:
    """The words of the demo in a language, which `gettext` translates them into."""
    return {
        "title": gettext("Demo: after the exam (made-up students)"),
        "introduction": gettext(
            "A survey to try things with. Its students are made up by the server, and nothing "
            "here is about anyone."
        ),
        "questions": [
            {"text": gettext("Did you look at someone else's sheet during the exam?")},
            {
                "text": gettext("Whose notes did you use most?"),
                "options": [
                    gettext("My own"), gettext("A friend's"), gettext("Bought or found ones")
                ],
            },
            {"text": gettext("How many hours did you study?")},
        ],
    }  # fmt: skip


def make_demo(translations: Mapping[str, Callable[[str], str]]) -> Instrument:
    """The demo in English and in these languages: by each tag, what translates a text."""
    english = _words(str)
    looked, notes, hours = english["questions"]
    instrument = validate(
        {
            **english,
            "language": "en",
            "translations": {tag: _words(gettext) for tag, gettext in translations.items()},
            "class_size": 60,
            # Databases hold demos of earlier releases: words may change, these may not.
            "questions": [
                {**looked, "gamma": "1/3"},
                {**notes, "kind": "choice", "gamma": "2/5"},
                {**hours, "kind": "number", "low": 0, "high": 40, "gamma": "2/5"},
            ],
        }
    )
    return replace(instrument, demo=True)


DEMO = make_demo({})


def is_demo(instrument: Instrument) -> bool:
    """Whether this is the demo's instrument, whose responses are not data."""
    return instrument.demo or instrument.digest in UNMARKED


def simulated_response(demo: Instrument, next_word: Callable[[], int] = system_word) -> Response:
    """What one made-up student sends: drawn answers, randomized like anyone's."""
    place = uniform_below(100, next_word)
    answers = (
        int(uniform_below(100, next_word) < LOOKED),
        sum(place >= sum(NOTES[:end]) for end in range(1, len(NOTES))),
        uniform_below(MOST_HOURS + 1, next_word),
    )
    reports = [
        report
        for question, answer in zip(demo.questions, answers, strict=True)
        for report in randomize_answer(question, answer, next_word)
    ]
    return Response(demo.digest, secrets.token_hex(16), tuple(reports))


def truth_in_words(demo: Instrument) -> str:
    """How the students are made up."""
    shares = ", ".join(
        f"“{option}” {share}%"
        for option, share in zip(demo.questions[1].listed, NOTES, strict=True)
    )
    return (
        f"On average {LOOKED}% of the made-up students would truthfully say yes to the first "
        f"question; they use {shares}; and they study {MOST_HOURS / 2:g} hours."
    )
