"""The planner's words: the question, its answer, and a row for each level.

Margins are of the told intervals: while a survey runs (anytime), and after it has closed, if
figures wait until then (class). A margin of half the scale or more tells nothing.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from survey.core.intervals.registry import ONCE_CLOSED, WHILE_OPEN
from survey.core.mechanism.privacy import BEYOND, odds, protection_level
from survey.core.planning.planner import LARGEST_RESPONDENTS, Need, Plan
from survey.text.figures import gamma_in_words
from survey.text.privacy_levels import LEVELS, students_in_words
from survey.text.question_meanings import SAYS_NOTHING
from survey.text.survey_protection import WORDS
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import Translator
from survey.translations.marked import N_

NOTHING_YET = N_("too wide to tell you anything")
PROTECTION = {
    "strong": N_("strong protection"),
    "fair": N_("fair protection"),
    "weak": N_("weak protection"),
    BEYOND: N_("hardly any protection"),
}


@dataclass(frozen=True)
class LevelRow:
    """A level, its price, and its respondents or margins: at any time, and if figures wait."""

    name: str
    suspicion: str
    watched: str
    waiting: str


def question_of(plan: Plan, say: Translator) -> str:
    """The question that this plan answers."""
    if plan.margin is None:
        return say.gettext(
            "How exact is a yes/no question that %(students)s answer, with %(protection)s?",
            students=_students(plan.respondents, say),
            protection=_protection(plan.gamma, say),
        )
    points = say.points(plan.margin)
    if plan.respondents is None:
        return say.gettext(
            "How many students make a yes/no question exact to %(points)s points, with "
            "%(protection)s?",
            points=points,
            protection=_protection(plan.gamma, say),
        )
    return say.gettext(
        "How well is each answer protected if %(students)s make a yes/no question exact to "
        "%(points)s points?",
        students=_students(plan.respondents, say),
        points=points,
    )


def answer_of(plan: Plan, say: Translator) -> str:
    """The plan's answer, in one sentence; for a useless margin, advice instead."""
    at_sight, at_end = (plan.need(method) for method in (WHILE_OPEN, ONCE_CLOSED))
    if plan.margin is None and at_end.margin >= SAYS_NOTHING:
        return say.gettext(
            "Not exact enough to tell you anything. Ask more students, or protect each answer less."
        )
    if plan.margin is None and at_sight.margin >= SAYS_NOTHING:
        return say.gettext(
            "Let figures wait until the end: give or take %(distance)s. Before, they say nothing.",
            distance=cut(at_end.margin, say),
        )
    watched, waiting = (_found(plan, need, say) for need in (at_sight, at_end))
    if watched == waiting:
        return f"{_capital(watched)}."
    return say.gettext(
        "%(watched)s; %(waiting)s if figures wait until the end.",
        watched=_capital(watched),
        waiting=_found(plan, at_end, say, alone=False),
    )


def _found(plan: Plan, need: Need, say: Translator, alone: bool = True) -> str:
    """The wanted one of the three by one method; unless `alone`, only a margin's figure."""
    if plan.margin is None:
        points = cut(need.margin, say)
        return say.gettext("give or take %(distance)s", distance=points) if alone else points
    if plan.respondents is None:
        return _students(need.respondents, say)
    if need.gamma is None:
        return say.gettext("not with any allowed γ")
    return say.gettext(
        "%(level)s, suspicion %(change)s",
        level=_level(need.gamma, say),
        change=suspicion_in_words([odds(need.gamma)], say),
    )


def levels_of(plan: Plan, say: Translator) -> list[LevelRow]:
    """Each level with the respondents for the plan's margin, or the margin of its class."""
    rows = []
    for level in LEVELS:
        margin = None if plan.respondents is not None else plan.margin
        asked = replace(plan, margin=margin, gamma=level.gamma)
        watched, waiting = (asked.need(method) for method in (WHILE_OPEN, ONCE_CLOSED))
        if margin is None:
            cells = _points(watched.margin, say), _points(waiting.margin, say)
        else:
            cells = _whole(watched.respondents, say), _whole(waiting.respondents, say)
        rows.append(LevelRow(say.gettext(level.name), level.price_in_words(say), *cells))
    return rows


def _points(margin: float, say: Translator) -> str:
    return say.gettext(NOTHING_YET) if margin >= SAYS_NOTHING else say.points(margin)


def cut(margin: float, say: Translator) -> str:
    """ "17 points"; for a margin as wide as the scale, that it tells nothing."""
    if margin >= SAYS_NOTHING:
        return say.gettext(NOTHING_YET)
    return say.gettext("%(points)s points", points=say.points(margin))


def brief(plan: Plan, say: Translator) -> str:
    """An example plan and its answer, as a proposal: "30 students, fair protection: …"."""
    given = [] if plan.respondents is None else [_students(plan.respondents, say)]
    if plan.margin is not None:
        distance = say.gettext("%(points)s points", points=say.points(plan.margin))
        given.append(say.gettext("give or take %(distance)s", distance=distance))
    given += [] if plan.gamma is None else [_protection(plan.gamma, say)]
    return f"{', '.join(given)}: {answer_of(plan, say)}"


def _protection(gamma: Fraction | None, say: Translator) -> str:
    """ "strong protection"; for a γ that no level has, "weak protection (γ = 0.44)"."""
    if gamma is None:
        return ""
    word = say.gettext(PROTECTION[protection_level([odds(gamma)])])
    return word if any(level.gamma == gamma for level in LEVELS) else _with_gamma(word, gamma)


def _level(gamma: Fraction, say: Translator) -> str:
    return _with_gamma(say.gettext(WORDS[protection_level([odds(gamma)])]), gamma)


def _with_gamma(words: str, gamma: Fraction) -> str:
    return f"{words} (γ\xa0=\xa0{gamma_in_words(gamma)})"


def _students(number: int | None, say: Translator) -> str:
    if number is None:
        return say.gettext("%(number)s students", number=_whole(number, say))
    return students_in_words(number, 1, say)


def _whole(number: int | None, say: Translator) -> str:
    if number is None:
        return say.gettext("more than %(number)s", number=say.whole(LARGEST_RESPONDENTS))
    return say.whole(number)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
