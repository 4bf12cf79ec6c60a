"""The words of debiasing in three steps of counts: reports, the coin's share, the rest."""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import ReportCount
from survey.core.mechanism.privacy import turned
from survey.text.figures import rounded, without_zeros
from survey.text.translator import Translator

Steps = tuple[str, str, str]


@dataclass(frozen=True)
class Remainder:
    """The part of n reports that chance alone makes, and the part that is left.

    Whatever the answers are, `chance` of the reports name an option by chance alone, and
    `chance_against` do not; of the `whole` that is left, `left` name it.
    """

    count: ReportCount

    @property
    def chance(self) -> Fraction:
        return self.count.respondents * self.count.other

    @property
    def chance_against(self) -> Fraction:
        return self.count.respondents * (1 - self.count.keep)

    @property
    def left(self) -> Fraction:
        return self.count.reported - self.chance

    @property
    def left_against(self) -> Fraction:
        return self.whole - self.left

    @property
    def whole(self) -> Fraction:
        return self.count.respondents * (self.count.keep - self.count.other)


def number_of(reports: Fraction | int, say: Translator) -> str:
    """A number of reports, with one decimal at most: "10", "10.3"."""
    return say.exact(without_zeros(rounded(reports, 1)))


@dataclass(frozen=True)
class CoinWords:
    """The words of the steps for one yes/no question, or for a number's two ends.

    `figures` are the counts for and against at the first two steps, `by_chance` those taken away.
    """

    sentences: Steps
    figures: tuple[tuple[str, str], tuple[str, str]]
    by_chance: tuple[str, str]
    estimate: str


def of_yes(quantity: Quantity, count: ReportCount, say: Translator) -> CoinWords:
    rest = Remainder(count)

    def number(reports: Fraction | int) -> str:
        return number_of(reports, say)

    def yes_and_no(yes: Fraction | int, no: Fraction | int) -> tuple[str, str]:
        return (
            say.gettext("%(number)s Yes", number=number(yes)),
            say.gettext("%(number)s No", number=number(no)),
        )

    return CoinWords(
        (
            sent(count, say),
            say.gettext(
                "Whatever the class meant, chance alone makes about %(yes)s Yes and %(no)s No. "
                "Nobody knows which; everybody knows how many.",
                yes=number(rest.chance),
                no=number(rest.chance_against),
            ),
            say.gettext(
                "The other %(whole)s reports follow the answers: %(left)s Yes. Scaled up to all "
                "%(all)s, they give the estimate. The uncertainty grows with it.",
                left=number(rest.left),
                whole=number(rest.whole),
                all=say.whole(count.respondents),
            ),
        ),
        (
            yes_and_no(count.reported, count.respondents - count.reported),
            yes_and_no(rest.left, rest.left_against),
        ),
        (
            say.gettext("%(number)s Yes by chance", number=number(rest.chance)),
            say.gettext("%(number)s No by chance", number=number(rest.chance_against)),
        ),
        say.percent(quantity.estimate),
    )


def of_number(quantity: Quantity, count: ReportCount, say: Translator) -> CoinWords:
    """The words for a number: each phone rounds it by chance to an end, and reports that end."""
    rest = Remainder(count)
    low, high = map(say.plain, quantity.scale.ends)

    def ends(up: Fraction | int, down: Fraction | int) -> tuple[str, str]:
        return (
            say.gettext("%(number)s say %(end)s", number=number_of(up, say), end=high),
            say.gettext("%(number)s say %(end)s", number=number_of(down, say), end=low),
        )

    mean = say.mean(quantity.estimate, quantity.scale.length)
    return CoinWords(
        (
            sent(count, say),
            say.gettext(
                "Whatever the class meant, chance alone makes about %(up)s say %(high)s and "
                "%(down)s say %(low)s. Nobody knows which; everybody knows how many.",
                up=number_of(rest.chance, say),
                down=number_of(rest.chance_against, say),
                high=high,
                low=low,
            ),
            say.gettext(
                "The other %(whole)s reports follow the answers: %(left)s say %(high)s. That is "
                "%(share)s of the way from %(low)s to %(high)s. The uncertainty grows with it.",
                left=number_of(rest.left, say),
                whole=number_of(rest.whole, say),
                share=say.percent(count.estimate),
                high=high,
                low=low,
            ),
        ),
        (
            ends(count.reported, count.respondents - count.reported),
            ends(rest.left, rest.left_against),
        ),
        (
            say.gettext("%(number)s by chance", number=number_of(rest.chance, say)),
            say.gettext("%(number)s by chance", number=number_of(rest.chance_against, say)),
        ),
        mean,
    )


def of_options(count: ReportCount, all_known: bool, say: Translator) -> Steps:
    """The sentences for the options of a question, all with the same chances."""
    rest = Remainder(count)
    unknown = "" if all_known else " " + say.gettext("The sign “–” means that too little is known.")
    return (
        sent(count, say),
        say.gettext(
            "Whatever the class meant, chance alone makes about %(number)s name each answer. "
            "Nobody knows which; everybody knows how many.",
            number=number_of(rest.chance, say),
        ),
        say.gettext(
            "The other %(whole)s reports follow the answers. Scaled up to all %(all)s, they give "
            "the estimates.",
            whole=number_of(rest.whole, say),
            all=say.whole(count.respondents),
        )
        + unknown,
    )


def sent(count: ReportCount, say: Translator) -> str:
    return say.ngettext(
        "%(devices)s device sent this.",
        "%(devices)s devices sent this.",
        count.respondents,
        devices=say.whole(count.respondents),
    )


def of_letters(each: int, gamma: Fraction, options: int, say: Translator) -> str:
    """The words beneath letters that stand for `each` responses, before any result is known."""
    changed, of_them = turned(gamma, options)
    said = say.gettext(
        "Chance changed about %(turned)s in %(all)s.",
        turned=say.whole(changed),
        all=say.whole(of_them),
    )
    if each == 1:
        return said
    stands_for = say.gettext("A letter stands for %(count)s.", count=say.whole(each))
    return f"{stands_for} {said}"
