"""What the planner answers: a question in words, its answer, and each level beside the others.

Margins are those that are told: while it runs (the anytime interval), and once it has closed if
figures wait until then (the class interval). One of half the scale or more says nothing yet.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from survey.core.intervals.registry import ONCE_CLOSED, WHILE_OPEN
from survey.core.mechanism.privacy import odds, protection_level
from survey.core.planning.planner import LARGEST_RESPONDENTS, Need, Plan
from survey.text.figures import gamma_in_words
from survey.text.privacy_levels import LEVELS
from survey.text.question_meanings import SAYS_NOTHING
from survey.text.survey_protection import WORDS
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH

NOTHING_YET = "says nothing yet"
GIVE_OR_TAKE = "give or take "


@dataclass(frozen=True)
class LevelRow:
    """A level, its price, and what it needs or brings: while it runs, and if figures wait."""

    name: str
    suspicion: str
    watched: str
    waiting: str


def question_of(plan: Plan) -> str:
    """The question that this plan answers."""
    if plan.margin is None:
        return (
            f"How exact is a yes/no question that {_students(plan.respondents)} answer, "
            f"with {_protection(plan.gamma)}?"
        )
    exact = f"a yes/no question exact to {ENGLISH.points(plan.margin)} points"
    if plan.respondents is None:
        return f"How many students make {exact}, with {_protection(plan.gamma)}?"
    return f"How well is each answer protected if {_students(plan.respondents)} make {exact}?"


def answer_of(plan: Plan) -> str:
    """Its answer, in one sentence."""
    watched, waiting = (_found(plan, plan.need(method)) for method in (WHILE_OPEN, ONCE_CLOSED))
    if watched == waiting:
        return f"{_capital(watched)}."
    if watched.startswith(GIVE_OR_TAKE):
        waiting = waiting.removeprefix(GIVE_OR_TAKE)
    return f"{_capital(watched)}; {waiting} if figures wait until the end."


def _found(plan: Plan, need: Need) -> str:
    """The third of the three, as one method has it."""
    if plan.margin is None:
        told = f"{GIVE_OR_TAKE}{cut(need.margin)}"
        return told if need.margin < SAYS_NOTHING else f"it {NOTHING_YET}"
    if plan.respondents is None:
        return _students(need.respondents)
    if need.gamma is None:
        return "not with any γ that may be asked"
    return f"{_level(need.gamma)}, suspicion {suspicion_in_words([odds(need.gamma)])}"


def levels_of(plan: Plan) -> list[LevelRow]:
    """Each level: how many it takes for the plan's margin, or else how exact its class makes it."""
    rows = []
    for level in LEVELS:
        margin = None if plan.respondents is not None else plan.margin
        asked = replace(plan, margin=margin, gamma=level.gamma)
        watched, waiting = (asked.need(method) for method in (WHILE_OPEN, ONCE_CLOSED))
        if margin is None:
            cells = _points(watched.margin), _points(waiting.margin)
        else:
            cells = _whole(watched.respondents), _whole(waiting.respondents)
        rows.append(LevelRow(level.name, level.price, *cells))
    return rows


def _points(margin: float) -> str:
    return cut(margin).removesuffix(" points")


def cut(margin: float) -> str:
    """ "17 points"; of a margin as wide as the scale that it says nothing yet."""
    return NOTHING_YET if margin >= SAYS_NOTHING else f"{ENGLISH.points(margin)} points"


def exactly(margin: float) -> str:
    """ "±17"; of a margin as wide as the scale that too, since a picture may draw it."""
    written = f"±{ENGLISH.points(margin)}"
    return f"{written}, {NOTHING_YET}" if margin >= SAYS_NOTHING else written


def brief(plan: Plan) -> str:
    """A plan whose answer is known, as a proposal: "30 students, fair protection: …"."""
    given = [] if plan.respondents is None else [_students(plan.respondents)]
    given += [] if plan.margin is None else [f"give or take {ENGLISH.points(plan.margin)} points"]
    given += [] if plan.gamma is None else [_protection(plan.gamma)]
    answer = answer_of(plan)
    return f"{', '.join(given)}: {answer[0].lower()}{answer[1:]}"


def _protection(gamma: Fraction | None) -> str:
    """ "strong protection"; of a γ that no level has "weak protection (γ = 0.44)"."""
    if gamma is None:
        return ""
    word = WORDS[protection_level([odds(gamma)])]
    if any(level.gamma == gamma for level in LEVELS):
        return f"{word} protection"
    return f"{word} protection (γ\xa0=\xa0{gamma_in_words(gamma)})"


def _level(gamma: Fraction) -> str:
    return f"{WORDS[protection_level([odds(gamma)])]} (γ\xa0=\xa0{gamma_in_words(gamma)})"


def _students(number: int | None) -> str:
    return f"{_whole(number)} student{'' if number == 1 else 's'}"


def _whole(number: int | None) -> str:
    return f"more than {LARGEST_RESPONDENTS:,}" if number is None else f"{number:,}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
