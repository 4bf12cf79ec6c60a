"""The words for each sort of item: its reports, its coin by hand, and its prompt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import GUESS, after_report, keep_and_other
from survey.core.numerals import whole_number
from survey.text.figures import chance, isolated
from survey.text.kinds import coin_procedures
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_


@dataclass(frozen=True)
class Prompt:
    """The prompt for an answer in a terminal.

    `lines` are printed first; `wanted` says what to type, `please` repeats it after any other
    input. `read` turns the input into an answer, or None.
    """

    wanted: str
    please: str
    read: Callable[[str], int | None]
    lines: Sequence[str] = ()


DEBIAS_SHARE = "estimate = (share of the reports that are this code - other) / (keep - other)"
DEBIAS_MEAN = "; mean = the sum of value times estimate over the codes of this column"


class ItemWords:
    """The words for an item whose answer is one of its labels, in the instrument's words.

    `say` is the translator of the language; methods without one are for instructors, in English.
    """

    of_the_page = False  # whether the labels are words of the page, and not of the instrument
    listed = True  # whether the labels are listed below one another

    # The formula from the reports to an estimate, and to a mean where there is one.
    debias = DEBIAS_SHARE
    off = N_("±%(points)s points for each option")  # a margin
    proof = ""  # which of the sentences on proof is about its reports: that on a yes, or any
    of_relation = ""  # a note on groups that are made from the item

    def labels(self, item: Item, say: Translator) -> tuple[str, ...]:
        return item.labels

    def report(self, item: Item, report: int, say: Translator) -> str:
        """The words of a report on its card."""
        return self.labels(item, say)[report]

    def concluded(self, item: Item, report: int, say: Translator) -> str:
        """The belief after this report of somebody who gave the answer 30 % before."""
        return say.gettext(
            "Someone who gave this answer a {before} chance now gives it {after}."
        ).format(before=say.percent(GUESS), after=self._after(item, True, say))

    def changes(self, item: Item) -> list[Fraction]:
        """The chances with which the coin changes an answer."""
        return [1 - keep_and_other(item.gamma, item.options)[0]]

    def others(self, share: Fraction, say: Translator) -> str:
        """How often another answer gives the same report: with the chance `share`."""
        return say.gettext(
            "With another answer, the same report still comes in {share} of cases."
        ).format(share=say.percent(share))

    def revealed(self, item: Item, items: int, say: Translator) -> str:
        """How far one report raises a suspicion; `items` is the question's number of items."""
        return say.gettext(
            "One report, at worst: suspicion %(change)s.",
            change=suspicion_in_words([item.odds], say),
        )

    def steps(self, item: Item, say: Translator) -> list[str]:
        """The steps of randomizing by hand, one sentence each."""
        if item.options > 2:
            return coin_procedures.steps_of_a_choice(item, say)
        return coin_procedures.steps_of_a_bit(item, say)

    def prompt(self, item: Item) -> Prompt:
        lines = [f"{place}  {label}" for place, label in enumerate(item.labels, start=1)]
        return number_prompt(1, item.options, lines, first=1)

    def offered(self, items: Sequence[Item]) -> str:
        """The choices of a question with these items; "" for a plain yes or no."""
        return " / ".join(items[0].labels)

    def answers(self, items: Sequence[Item], say: Translator) -> list[str]:
        """The answers that a question with these items offers, in the order of its pages.

        A number has one line, its range.
        """
        labels = self.labels(items[0], say)
        return [labels[report] for report in items[0].offered]

    def channel(self, item: Item, say: Translator = ENGLISH) -> str:
        """How an answer becomes a report, with the chance of the truth."""
        return say.gettext(
            "The true option is sent with probability %(truth)s, each other with %(other)s;",
            truth=say.truth_probability(item.gamma, item.options),
            other=say.other_probability(item.gamma, item.options),
        )

    def counted(self, item: Item, say: Translator = ENGLISH) -> str:
        """`channel` as counts of students, if there are two options; otherwise ""."""
        return f"{counts_in_words(item.gamma, say)} " if item.options == 2 else ""

    def margin(self, item: Item, width: float, say: Translator = ENGLISH) -> str:
        """A half-width in words; `width` is a part of the whole scale."""
        return say.gettext(self.off, points=say.points(width))

    def distance(self, item: Item, width: float, say: Translator = ENGLISH) -> str:
        """The distance to give or take around an estimate; `width` as in `margin`."""
        return say.gettext("%(points)s points", points=say.points(width))

    def _after(self, item: Item, said: bool, say: Translator) -> str:
        return say.whole_percent(after_report(item.odds, said))


class RatedWords(ItemWords):
    """Labels that are whole numbers."""

    listed = False
    debias = DEBIAS_SHARE + DEBIAS_MEAN

    def offered(self, items: Sequence[Item]) -> str:
        return f"{items[0].labels[0]} to {items[0].labels[-1]}"

    def prompt(self, item: Item) -> Prompt:
        first = int(item.labels[0])
        return number_prompt(first, int(item.labels[-1]), first=first)


class BitWords(ItemWords):
    """Yes or no, in the words of the page."""

    of_the_page = True
    listed = False
    off = N_("±%(points)s points")
    proof = "_of_yes"

    def offered(self, items: Sequence[Item]) -> str:
        return ""

    def labels(self, item: Item, say: Translator) -> tuple[str, ...]:
        return say.gettext("No"), say.gettext("Yes")

    def concluded(self, item: Item, report: int, say: Translator) -> str:
        return say.gettext(
            "Someone who gave you a {before} chance of a Yes now gives {after}."
        ).format(before=say.percent(GUESS), after=self._after(item, bool(report), say))

    def prompt(self, item: Item) -> Prompt:
        return Prompt("y or n", "y or n", YES_NO.get)

    def channel(self, item: Item, say: Translator = ENGLISH) -> str:
        truth = say.truth_probability(item.gamma, item.options)
        return say.gettext("Truth is sent with probability %(truth)s;", truth=truth)


class OptionWords(BitWords):
    """Yes or no to one option of several."""

    off = ItemWords.off
    proof = ItemWords.proof

    def revealed(self, item: Item, items: int, say: Translator) -> str:
        return say.gettext(
            "The report on one option, at worst: suspicion %(change)s; the reports on all "
            "%(options)s together: %(together)s.",
            change=suspicion_in_words([item.odds], say),
            options=str(items),
            together=suspicion_in_words([item.odds] * items, say),
        )

    def concluded(self, item: Item, report: int, say: Translator) -> str:
        return say.gettext(
            "Someone who gave you a {before} chance of a Yes now gives {yes} after a Yes, {no} "
            "after a No."
        ).format(
            before=say.percent(GUESS),
            yes=self._after(item, True, say),
            no=self._after(item, False, say),
        )

    def offered(self, items: Sequence[Item]) -> str:
        return " / ".join(self.answers(items, ENGLISH))

    def answers(self, items: Sequence[Item], say: Translator) -> list[str]:
        return [item.text for item in items]

    def prompt(self, item: Item) -> Prompt:
        return Prompt(f"{item.text}: y or n", "y or n", YES_NO.get)

    def channel(self, item: Item, say: Translator = ENGLISH) -> str:
        truth = say.truth_probability(item.gamma, item.options)
        return say.gettext("For each option truth is sent with probability %(truth)s;", truth=truth)


class RoundedWords(RatedWords):
    """A whole number, of which the report names one end of its range."""

    of_the_page = True
    of_relation = (
        "A number was rounded at random to one of the\nends of its range before it was reported: "
        "the shares are those of the ends, whose mean is the number's. Groups made from a\n"
        "number differ less than those who are at its ends."
    )

    def labels(self, item: Item, say: Translator) -> tuple[str, ...]:
        return tuple(map(say.whole, item.range))

    def changes(self, item: Item) -> list[Fraction]:
        """That of a number between the ends as well, which is always changed."""
        return [*super().changes(item), Fraction(1)]

    def report(self, item: Item, report: int, say: Translator) -> str:
        end = (
            say.gettext("The high end of {range}")
            if report
            else say.gettext("The low end of {range}")
        )
        return end.format(range=self.answers([item], say)[0])

    def concluded(self, item: Item, report: int, say: Translator) -> str:
        return say.gettext(
            "Only {low} or {high} is sent, the nearer the likelier. Someone who gave any number a "
            "{before} chance now gives it {after} at most."
        ).format(
            low=say.whole(item.range[0]), high=say.whole(item.range[1]),
            before=say.percent(GUESS), after=self._after(item, True, say),
        )  # fmt: skip

    def others(self, share: Fraction, say: Translator) -> str:
        return say.gettext(
            "With any other number, the same report still comes in at least {share} of cases."
        ).format(share=say.percent_at_least(share))

    def steps(self, item: Item, say: Translator) -> list[str]:
        return coin_procedures.steps_of_a_number(item, say)

    def answers(self, items: Sequence[Item], say: Translator) -> list[str]:
        low, high = map(say.whole, items[0].range)
        return [isolated(say.locale, f"{low} – {high}")]

    def prompt(self, item: Item) -> Prompt:
        return number_prompt(*item.range)

    def channel(self, item: Item, say: Translator = ENGLISH) -> str:
        low, high = map(say.whole, item.range)
        return say.gettext(
            "The number is rounded at random to %(low)s or to %(high)s, and that end is sent with "
            "probability %(truth)s, otherwise the other;",
            low=low,
            high=high,
            truth=say.truth_probability(item.gamma, item.options),
        )

    def counted(self, item: Item, say: Translator = ENGLISH) -> str:
        return ""

    def margin(self, item: Item, width: float, say: Translator = ENGLISH) -> str:
        return say.gettext(
            "±%(points)s points of the range: a mean within ±%(distance)s",
            points=say.points(width),
            distance=self.distance(item, width, say),
        )

    def distance(self, item: Item, width: float, say: Translator = ENGLISH) -> str:
        low, high = item.range
        return say.number(width * (high - low))


YES_NO = {"y": 1, "yes": 1, "n": 0, "no": 0}

WORDS: dict[str, ItemWords] = {
    "one of": ItemWords(),
    "rated": RatedWords(),
    "yes or no": BitWords(),
    "option": OptionWords(),
    "rounded": RoundedWords(),
}


def words_of(item: Item) -> ItemWords:
    return WORDS[item.words]


def counts_in_words(gamma: Fraction, say: Translator = ENGLISH) -> str:
    """The channel as counts of students."""
    yes, no = (say.exact(chance(each)) for each in keep_and_other(gamma))
    return say.gettext(
        "Of 100 students whose answer is yes, %(yes)s send yes on average; of 100 whose answer is "
        "no, %(no)s do.",
        yes=yes,
        no=no,
    )


def number_prompt(low: int, high: int, lines: Sequence[str] = (), first: int = 0) -> Prompt:
    """Asks for a whole number in low..high, which is the answer plus `first`."""

    def read(typed: str) -> int | None:
        number = whole_number(typed)
        return number - first if number is not None and low <= number <= high else None

    please = f"a whole number from {low} to {high}: only digits, without dots or commas"
    return Prompt(f"{low} to {high}", please, read, lines)
