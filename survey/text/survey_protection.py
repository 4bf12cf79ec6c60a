"""How well each answer of a survey is protected, and all of them together; and what mends the sum.

The respondent's page says the same (static/client/protection/promise.js). The sum never protects
better than its weakest answer; where it protects less, one question each is as good as that again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from survey.core.instrument.instrument import Instrument, Question
from survey.core.mechanism.privacy import BEYOND, LEVELS, protection_level
from survey.core.mechanism.randomize import Odds
from survey.text.privacy_levels import width_at
from survey.text.question_meanings import distance_in_words
from survey.text.suspicion import suspicion_after, suspicion_in_words

WORDS = {"strong": "strong", "fair": "fair", "weak": "weak", BEYOND: "hardly any"}
WORST_FIRST = (BEYOND, *reversed(LEVELS))
YES_NO = "yes/no"


@dataclass(frozen=True)
class Line:
    """ "Each answer: strong." or "All 3 together, at worst: weak. …", in parts."""

    of: str
    level: str
    word: str
    said: str = ""


@dataclass(frozen=True)
class Remedy:
    """ "Ask each student one of the 3: strong again, give or take 31 points, not 17.", in parts."""

    ask: str
    gain: str
    cost: str
    when: str
    button: str


@dataclass(frozen=True)
class Protection:
    """What the meter shows; `after` is the suspicion after all reports, in percent, 30 to 100."""

    level: str
    lines: tuple[Line, ...]
    after: float
    remedy: Remedy | None


def protection(instrument: Instrument) -> Protection:
    """Of the whole survey: one line of one question or one each, else two; and the remedy."""
    exposed = _exposed(instrument)
    after = float(100 * suspicion_after(exposed))
    level, lines = protection_level(exposed), protection_lines(instrument)
    return Protection(level, lines, after, _remedy(instrument))


def is_fair(instrument: Instrument) -> bool:
    """Whether all reports of one response protect at least fairly together."""
    level = protection_level(_exposed(instrument))
    return WORST_FIRST.index(level) >= WORST_FIRST.index("fair")


def _exposed(instrument: Instrument) -> Sequence[Odds]:
    return [item.odds for item in instrument.exposed_items]


def protection_lines(instrument: Instrument) -> tuple[Line, ...]:
    """Each answer and all of them together; of one question, or one each, one line."""
    exposed = _exposed(instrument)
    level, change = protection_level(exposed), suspicion_in_words(exposed)
    count = len(instrument.questions)
    if count == 1 or instrument.one_question_each:
        of = "Protection" if count == 1 else f"One of {count} questions each"
        kinds = {question.kind.name for question in instrument.questions}
        after = "Suspicion after a Yes:" if kinds == {YES_NO} else "Suspicion"
        return (_line(of, level, f"{after} {change}."),)
    return (
        _line("Each answer", weakest(instrument)),
        _line(f"All {count} together, at worst", level, f"Suspicion {change}."),
    )


def _line(of: str, level: str, said: str = "") -> Line:
    return Line(f"{of}:", level, WORDS[level], said)


def weakest(instrument: Instrument) -> str:
    """The level of the answer that is protected least."""
    found = (
        protection_level(item.odds for item in items) for items in instrument.items_of_questions
    )
    return min(found, key=WORST_FIRST.index)


def _remedy(instrument: Instrument) -> Remedy | None:
    """The other way to ask, if that protects better; back again, where one is asked already."""
    count, each = len(instrument.questions), weakest(instrument)
    together = protection_level(item.odds for item in instrument.items)
    if count == 1 or together == each:
        return None
    if instrument.waves_of or any(question.known for question in instrument.questions):
        return None  # which cannot be one question each
    switched = replace(instrument, one_question_each=not instrument.one_question_each)
    if instrument.one_question_each:
        ask, gain = f"Ask each student all {count}:", WORDS[together]
    else:
        ask, gain = f"Ask each student one of the {count}:", f"{WORDS[each]} again"
    return Remedy(ask, gain, *_cost(instrument, switched), "Switch")


def _cost(now: Instrument, then: Instrument) -> tuple[str, str]:
    """What happens to the widest margin once it has closed, and of which figures that is said."""

    def width(question: Question, instrument: Instrument) -> float:
        return width_at(question, question.gamma, instrument.asked_size, instrument.parts)

    widest = max(now.questions, key=lambda each: max(width(each, now), width(each, then)))
    before, after = (distance_in_words(widest, width(widest, each)) for each in (now, then))
    if not after:
        few = "1 student" if then.asked_size == 1 else f"{then.asked_size:,} students"
        return f", but {few} a question tell hardly anything: rather ask fewer questions.", ""
    instead = f", not {before.removesuffix(' points')}" if before else ""
    return f", give or take {after}{instead}.", "If figures wait until the end."
