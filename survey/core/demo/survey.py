"""The demo: an instrument to try the app with, and students who do not exist.

Their answers are drawn with the shares below, so that whoever tries the demo can
compare the estimates with the truth.
"""

import secrets
from collections.abc import Callable

from survey.core.demo.texts import ENGLISH, TRANSLATIONS
from survey.core.instrument.instrument import Instrument, validate
from survey.core.mechanism.randomize import system_word, uniform_below
from survey.core.responses.answers import randomize_answer
from survey.core.responses.response import Response

_LOOKED, _NOTES, _HOURS = ENGLISH["questions"]

# The app knows the demo by its digest. Any change here would turn the demos of earlier
# releases into ordinary surveys, and their made-up students into real ones.
DEMO = validate(
    {
        **ENGLISH,
        "language": "en",
        "translations": TRANSLATIONS,
        "class_size": 60,
        "questions": [
            {**_LOOKED, "gamma": "1/3"},
            {**_NOTES, "kind": "choice", "gamma": "2/5"},
            {**_HOURS, "kind": "number", "low": 0, "high": 40, "gamma": "2/5"},
        ],
    }
)

# Of 100 made-up students, on average: how many looked, and whose notes they used.
LOOKED = 30
NOTES = (55, 35, 10)
MOST_HOURS = 30  # from 0, each number of hours equally often


def is_demo(instrument: Instrument) -> bool:
    """Whether this is the demo's instrument, whose responses are not data."""
    return instrument.digest == DEMO.digest


def simulated_response(next_word: Callable[[], int] = system_word) -> Response:
    """What one made-up student sends: drawn answers, randomized like anyone's."""
    place = uniform_below(100, next_word)
    answers = (
        int(uniform_below(100, next_word) < LOOKED),
        sum(place >= sum(NOTES[:end]) for end in range(1, len(NOTES))),
        uniform_below(MOST_HOURS + 1, next_word),
    )
    reports = [
        report
        for question, answer in zip(DEMO.questions, answers, strict=True)
        for report in randomize_answer(question, answer, next_word)
    ]
    return Response(DEMO.digest, secrets.token_hex(16), tuple(reports))


def truth_in_words() -> str:
    """How the students are made up."""
    shares = ", ".join(
        f"“{option}” {share}%"
        for option, share in zip(DEMO.questions[1].listed, NOTES, strict=True)
    )
    return (
        f"On average {LOOKED}% of the made-up students would truthfully say yes to the first "
        f"question; they use {shares}; and they study {MOST_HOURS / 2:g} hours."
    )
