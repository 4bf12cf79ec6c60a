"""How well a survey protects each answer, and all of them together; and how to improve that.

The respondent's page says the same (static/client/protection/promise.js). All answers together are
never protected better than the weakest of them. If they are protected less, one question each
brings the protection back to that of the weakest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.repeated_questions import repeated_questions
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import BEYOND, LEVELS, product_of_odds, protection_level
from survey.core.mechanism.randomize import Odds
from survey.text.privacy_levels import width_at
from survey.text.question_meanings import distance_in_words
from survey.text.suspicion import suspicion_after, suspicion_in_words
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

WORDS = {"strong": N_("strong"), "fair": N_("fair"), "weak": N_("weak"), BEYOND: N_("hardly any")}
WORST_FIRST = (BEYOND, *reversed(LEVELS))
YES_NO = "yes/no"
AFTER = N_("Suspicion %(change)s.")
AFTER_YES = N_("Suspicion after a Yes: %(change)s.")


@dataclass(frozen=True)
class Line:
    """ "Each answer: strong." or "Together, at worst: weak. …", in parts."""

    of: str
    level: str
    word: str
    said: str = ""


@dataclass(frozen=True)
class Remedy:
    """ "Ask each student one of the 3: strong again, give or take 31 points, not 17.", in parts.

    `button` is "" if no button does it.
    """

    ask: str
    gain: str
    cost: str
    when: str
    button: str


@dataclass(frozen=True)
class Protection:
    """The meter's content; `after` is the suspicion after all reports, in percent, 30 to 100.

    `repeats` names the questions that stand more than once.
    """

    level: str
    lines: tuple[Line, ...]
    after: float
    remedy: Remedy | None
    repeats: tuple[str, ...]


def protection(instrument: Instrument, say: Translator = ENGLISH) -> Protection:
    """The survey's protection: one line for one question or one each, otherwise two; a remedy."""
    exposed = _exposed(instrument)
    after = float(100 * suspicion_after(exposed))
    level, lines = protection_level(exposed), protection_lines(instrument, say)
    repeats = repeats_in_words(instrument, say)
    return Protection(level, lines, after, _remedy(instrument, say), repeats)


def is_fair(instrument: Instrument) -> bool:
    """Whether all reports of one response protect at least fairly together."""
    level = protection_level(_exposed(instrument))
    return WORST_FIRST.index(level) >= WORST_FIRST.index("fair")


def _exposed(instrument: Instrument) -> Sequence[Odds]:
    return [item.odds for item in instrument.exposed_items]


def protection_lines(instrument: Instrument, say: Translator = ENGLISH) -> tuple[Line, ...]:
    """One line for each answer and one for all together; a single line if one question is asked."""
    exposed = _exposed(instrument)
    level, change = protection_level(exposed), suspicion_in_words(exposed, say)
    count = len(instrument.questions)
    if count == 1 or instrument.one_question_each:
        of = (
            say.gettext("Protection:")
            if count == 1
            else say.gettext("One of %(count)s questions each:", count=str(count))
        )
        kinds = {question.kind.name for question in instrument.questions}
        after = AFTER_YES if kinds == {YES_NO} else AFTER
        return (_line(of, level, say, say.gettext(after, change=change)),)
    together = say.gettext("Together, at worst:")
    return (
        _line_of_each(instrument, say),
        _line(together, level, say, say.gettext(AFTER, change=change)),
    )


def repeats_in_words(instrument: Instrument, say: Translator = ENGLISH) -> tuple[str, ...]:
    """A sentence for each question that stands more than once: which copies, what follows."""
    return tuple(_repeat(instrument, each, say) for each in repeated_questions(instrument))


def _repeat(instrument: Instrument, numbers: tuple[int, ...], say: Translator) -> str:
    listed = ", ".join(map(say.whole, numbers))
    if instrument.one_question_each:
        return say.gettext(
            "Questions %(numbers)s ask the same, so each gets fewer reports. Keep one.",
            numbers=listed,
        )
    items = instrument.items_of_questions
    odds = [item.odds for number in numbers for item in items[number - 1]]
    return say.gettext(
        "Questions %(numbers)s ask the same, each with coins of its own: together, suspicion "
        "%(change)s. Keep one.",
        numbers=listed,
        change=suspicion_in_words(odds, say),
    )


def all_terms_in_words(instruments: Sequence[Instrument], say: Translator = ENGLISH) -> str:
    """What it costs to answer in all these terms: "… each of the 3 terms: strong → weak, …"."""
    alone = _exposed(instruments[-1])
    together = [odds for each in instruments for odds in _exposed(each)]
    return say.gettext(
        "For a student who answers in each of the %(terms)s terms: %(alone)s → %(together)s, "
        "ε = %(epsilon)s in all.",
        terms=say.whole(len(instruments)),
        alone=say.gettext(WORDS[protection_level(alone)]),
        together=say.gettext(WORDS[protection_level(together)]),
        epsilon=say.epsilon(sum(each.epsilon for each in instruments)),
    )


def _line(of: str, level: str, say: Translator, said: str = "") -> Line:
    return Line(of, level, say.gettext(WORDS[level]), said)


def _line_of_each(instrument: Instrument, say: Translator) -> Line:
    """One level for each answer, or that of the answer which is protected least."""
    alike = len(set(_levels(instrument))) == 1
    of = say.gettext("Each answer:") if alike else say.gettext("Least protected answer:")
    return _line(of, weakest(instrument), say)


def weakest(instrument: Instrument) -> str:
    """The level of the answer that is protected least."""
    return min(_levels(instrument), key=WORST_FIRST.index)


def _levels(instrument: Instrument) -> list[str]:
    """The level of each answer."""
    return [
        protection_level(item.odds for item in items) for items in instrument.items_of_questions
    ]


def _remedy(instrument: Instrument, say: Translator) -> Remedy | None:
    """The other way to ask if it protects better; with one question each, the way back to all."""
    count, each = len(instrument.questions), weakest(instrument)
    together = protection_level(item.odds for item in instrument.items)
    if count == 1 or together == each:
        return None
    if any(question.known for question in instrument.questions):
        return None  # since it cannot be asked as one question each
    switched = replace(instrument, one_question_each=not instrument.one_question_each)
    if instrument.one_question_each:
        ask = say.gettext("Ask each student all %(count)s:", count=str(count))
        gain = say.gettext(WORDS[together])
    else:
        ask = say.gettext("Ask each student one of the %(count)s:", count=str(count))
        gain = say.gettext("%(level)s again", level=say.gettext(WORDS[each]))
    if not (cost := _cost(instrument, switched, say)):
        return _fewer(instrument, together, say)
    when = say.gettext("That holds if figures wait until the end.")
    return Remedy(ask, gain, cost, when, say.gettext("Switch"))


def _fewer(instrument: Instrument, level: str, say: Translator) -> Remedy | None:
    """How many questions to remove, those that reveal most first, so that the level rises."""
    by_odds = sorted(instrument.items_of_questions, key=_product)
    for removed in range(1, len(by_odds)):
        left = [item.odds for items in by_odds[:-removed] for item in items]
        if (gained := protection_level(left)) != level:
            ask = say.ngettext(
                "Remove a question:",
                "Remove %(count)s questions:",
                removed,
                count=say.whole(removed),
            )
            return Remedy(ask, say.gettext(WORDS[gained]), ".", "", "")
    return None


def _product(items: Sequence[Item]) -> Fraction:
    return product_of_odds(item.odds for item in items)


def _cost(now: Instrument, then: Instrument, say: Translator) -> str:
    """The change of the widest margin after closing; "" if it then tells almost nothing."""

    def width(question: Question, instrument: Instrument) -> float:
        return width_at(question, question.gamma, instrument.asked_size, instrument.parts)

    widest = max(now.questions, key=lambda each: max(width(each, now), width(each, then)))
    before, after = (distance_in_words(widest, width(widest, each), say) for each in (now, then))
    if not after:
        return ""
    if before:
        return say.gettext(", give or take %(after)s, not %(before)s.", after=after, before=before)
    return say.gettext(", give or take %(after)s.", after=after)
