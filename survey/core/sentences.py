"""Results and parameters in words that a class can read aloud."""

from fractions import Fraction

from survey.core.estimation import Estimate
from survey.core.estimation import manipulation_bound
from survey.core.intervals import hoeffding_half_width
from survey.core.planning import respondents_for_margin
from survey.core.privacy import HALF
from survey.core.privacy import epsilon
from survey.core.privacy import odds

USEFUL_MARGIN = 0.1  # ±10 points: the margin that "how many more" refers to


def percent(share: float | Fraction | None, digits: int = 0) -> str:
    """A share as a percentage with a true minus sign; "–" where there is none."""
    if share is None:
        return "–"
    text = f"{100 * float(share):.{digits}f}%"
    if float(text[:-1]) == 0:
        text = text.replace("-", "")
    return text.replace("-", "−")


def points(share: float) -> str:
    """A distance between shares, in percentage points."""
    value = 100 * float(share)
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def truth_probability(gamma: Fraction) -> str:
    """The chance that a report is the truth: "75%", exact to two decimals."""
    return f"{float(100 * (HALF + gamma)):.2f}".rstrip("0").rstrip(".") + "%"


def odds_in_words(gamma: Fraction) -> str:
    """A/B as a factor: "3" or "about 1.65"."""
    a, b = odds(gamma)
    if b == 1:
        return str(a)
    text = f"{a / b:.2f}".rstrip("0").rstrip(".")
    return text if Fraction(text) == Fraction(a, b) else f"about {text}"


def counts_in_words(gamma: Fraction) -> str:
    """The channel as counts of students."""
    yes, no = (f"{float(100 * p):g}" for p in (HALF + gamma, HALF - gamma))
    return (
        f"Of 100 students whose answer is yes, {yes} send yes on average; "
        f"of 100 whose answer is no, {no} do."
    )


def meaning(gamma: Fraction, class_size: int) -> str:
    """What a γ means for a class of this size, while composing."""
    half_width = hoeffding_half_width(class_size, gamma, 0.95)
    sentence = (
        f"Truth is sent with probability {truth_probability(gamma)}; ε = {epsilon(gamma):.2f}. "
        f"One report multiplies the odds on an answer by at most {odds_in_words(gamma)}. "
        f"{counts_in_words(gamma)} "
        f"With {class_size:,} respondents expect ±{points(half_width)} points."
    )
    if half_width >= 0.5:
        needed = respondents_for_margin(gamma, USEFUL_MARGIN, 0.95)
        sentence += (
            f" That says nothing: choose a larger γ, or ask about {needed:,} respondents "
            "for ±10 points."
        )
    return sentence


INTERVAL_QUESTIONS = {
    "hoeffding": "holds for any class, looked at once, and assumes nothing more",
    "class": "exact for this very class, where only the coins are random",
    "population": "for a class that is a sample of a larger population",
    "anytime": "still right however often you look while responses arrive",
}


def interval_in_words(estimate: Estimate, name: str) -> str:
    """The ends of an interval, not clipped; why there are none."""
    ends = estimate.interval(name)
    if ends:
        return f"{percent(ends[0], 1)} to {percent(ends[1], 1)}"
    if not estimate.respondents:
        return "–"
    chance = percent(1 - estimate.confidence)
    return f"no class could plausibly have sent this: chance below {chance}, or false reports"


def says_nothing(estimate: Estimate) -> bool:
    """Whether every share from 0 to 1 lies inside the interval."""
    low, high = estimate.hoeffding or (0, 1)
    return low <= 0 and high >= 1


def more_respondents(estimate: Estimate) -> int:
    """How many more would bring the interval to ±10 points; never negative."""
    needed = respondents_for_margin(estimate.gamma, USEFUL_MARGIN, estimate.confidence)
    return max(0, needed - estimate.respondents)


def read_aloud(estimate: Estimate) -> str:
    """The result of one question in one or two sentences."""
    if not estimate.respondents:
        return "Nobody has responded yet."
    if says_nothing(estimate):
        return (
            "This says nothing yet: every share from 0% to 100% fits. About "
            f"{more_respondents(estimate):,} more respondents would bring it to ±10 points."
        )
    low, high = estimate.hoeffding
    who = "1 respondent" if estimate.respondents == 1 else f"{estimate.respondents:,} respondents"
    certainty = f"with {percent(estimate.confidence)} confidence"
    if high < 0 or low > 1:
        return (
            f"No class of {who} could plausibly have sent this: either a chance of less than "
            f"{percent(1 - estimate.confidence)} happened, or some reports are false."
        )
    between = f"between {percent(max(low, 0))} and {percent(min(high, 1))}"
    if 0 <= estimate.estimate <= 1:
        return (
            f"We estimate that {percent(estimate.estimate)} of these {who} would truthfully say "
            f"yes: {certainty}, {between}."
        )
    return (
        f"The estimate is {percent(estimate.estimate)}: chance has carried it outside 0% to 100%. "
        f"Of these {who}, {certainty}, {between} would truthfully say yes."
    )


def false_reports(estimate: Estimate) -> str:
    """How far one dishonest respondent can move the estimate."""
    bound = manipulation_bound(estimate.respondents, estimate.gamma)
    return f"One false respondent moves this estimate by at most {points(bound)} points."
