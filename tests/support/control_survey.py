"""A survey with a control question about stars on slips, and reports to it."""

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.responses.tally import Tally
from survey.store import State, Store, Survey

CODE = "str234"
QUESTION = "Does your slip bear a star?"


def star_instrument(**changes: object) -> Instrument:
    """Cheating at γ = 2/5, and a quarter of the slips with a star."""
    star = {"text": QUESTION, "gamma": "2/5", "known": "1/4", **changes}
    cheat = {"text": "Did you cheat?", "gamma": "2/5"}
    return validate({"title": "Stars", "class_size": 1600, "questions": [cheat, star]})


def add_star_survey(store: Store, slips: int, **changes: object) -> Survey:
    """Adds the open survey, with so many slips."""
    survey = Survey(CODE, star_instrument(**changes), State.OPEN)
    store.surveys.add(survey)
    if slips:
        store.surveys.add_tokens(CODE, sorted(f"{number:064x}" for number in range(slips)))
    return survey


def counted(respondents: int, cheated: int, starred: int) -> Tally:
    """The tally of so many yes reports."""
    yes = ((respondents - count, count) for count in (cheated, starred))
    return Tally(respondents, tuple(yes))
