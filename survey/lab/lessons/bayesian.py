"""The Bayesian reading of ε: what someone believes before and after they see a report."""

import math
from fractions import Fraction

from survey.core.mechanism.privacy import epsilon, posterior
from survey.lab.figures import percentage
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table, typed
from survey.text.number_format import odds_in_words, percent

LOWER, UPPER = 68, 69  # inches: the two heights that are possible
SEEN = (67, 68, 68.25, 68.5, 68.75, 69, 70)  # inches
LARGEST_BOUNDED = 1  # inches, of the noise that has an end
DRAWN = [step / 50 for step in range(51)]
EVEN = 0.5


def odds_factor(prior: float, report: int, gamma: Fraction) -> float:
    """The factor on the odds on yes: posterior odds over prior odds, 0 < prior < 1.

    e^ε for a yes report and e^−ε for a no report, whatever the prior.
    """
    after = posterior(prior, report, gamma)
    return after / (1 - after) / (prior / (1 - prior))


def height_factor(seen: float, epsilon: float) -> float:
    """The factor of a height with Laplace(1/ε) noise on the odds on 69 inches against 68.

        exp(ε (|y − 68| − |y − 69|)), from e^−ε for y ≤ 68 to e^ε for y ≥ 69

    `seen` is y, in inches. The two heights are 1 inch apart: sensitivity 1.
    """
    return math.exp(epsilon * (abs(seen - LOWER) - abs(seen - UPPER)))


def height_posterior(seen: float, prior: float, epsilon: float) -> float:
    """P(69 inches | y) for someone who believed `prior` before, 0 ≤ prior ≤ 1."""
    factor = height_factor(seen, epsilon)
    return prior * factor / (prior * factor + 1 - prior)


def bounded_posterior(seen: float, prior: float) -> float:
    """P(69 inches | y) with noise uniform between −1 and 1 inch, 0 < prior < 1, 67 ≤ y ≤ 70."""
    lower = (1 - prior) * (abs(seen - LOWER) <= LARGEST_BOUNDED)
    upper = prior * (abs(seen - UPPER) <= LARGEST_BOUNDED)
    return upper / (lower + upper)


def most_confidence(epsilon: float) -> float:
    """e^ε / (1 + e^ε): how sure one noisy value can make someone who held both equally likely."""
    return 1 / (1 + math.exp(-epsilon))


def right_guesses(epsilon: float) -> float:
    """1 − e^(−ε/2)/2: the chance that the nearer of two equally likely heights is the right one."""
    return 1 - math.exp(-epsilon / 2) / 2


def run(gamma: Fraction, prior: Fraction) -> Outcome:
    before = float(prior)
    says = (
        f"γ = {typed(gamma)}: whoever believed yes with {percent(prior)} believes it with "
        f"{percentage(posterior(before, 1, gamma))} after a yes report and with "
        f"{percentage(posterior(before, 0, gamma))} after a no report; the odds are multiplied or "
        f"divided by {odds_in_words(gamma)}. Where two heights are equally likely, a noisy height "
        f"makes nobody surer than {percentage(most_confidence(epsilon(gamma)))}."
    )
    chart = Chart(
        "What is believed after a report over what was believed before: one curve above the "
        f"diagonal for a yes report, one below it for a no report. {says}",
        Axis("believed before", 0, 1),
        Axis("believed after", 0, 1),
        (
            Series("after a yes report", tuple((p, posterior(p, 1, gamma)) for p in DRAWN)),
            Series("after a no report", tuple((p, posterior(p, 0, gamma)) for p in DRAWN)),
            Series("without a report", ((0, 0), (1, 1))),
        ),
        mark=before,
    )
    return Outcome(says, chart, (_reports(gamma, before), _heights(gamma, before)))


def _reports(gamma: Fraction, prior: float) -> Table:
    odds = prior / (1 - prior)
    rows = tuple(
        (
            name,
            percent(prior),
            percentage(posterior(prior, report, gamma)),
            f"{odds:.3g}",
            f"{odds * odds_factor(prior, report, gamma):.3g}",
            f"{odds_factor(prior, report, gamma):.3g}",
        )
        for name, report in (("yes", 1), ("no", 0))
    )
    columns = ("Report", "Yes before", "Yes after", "Odds before", "Odds after", "Factor")
    return Table(f"One report at ε = {epsilon(gamma):.2f}", columns, rows)


def _heights(gamma: Fraction, prior: float) -> Table:
    """Marks the values that change the odds as far as any value can."""
    loss = epsilon(gamma)
    rows = tuple(
        (
            typed(Fraction(seen)),
            f"{height_factor(seen, loss):.3g}",
            percentage(height_posterior(seen, EVEN, loss)),
            percentage(height_posterior(seen, prior, loss)),
            percentage(bounded_posterior(seen, EVEN)),
        )
        for seen in SEEN
    )
    outside = frozenset(place for place, seen in enumerate(SEEN) if not LOWER < seen < UPPER)
    return Table(
        f"68 or 69 inches tall, seen with Laplace noise of scale 1/ε = {1 / loss:.2f}. The marked "
        "rows change the odds as far as any value can. The nearer height is the right guess in "
        f"{percentage(right_guesses(loss))}, where both were equally likely",
        (
            "Seen",
            "Factor on 69",
            "69, if even before",
            f"69, if {percent(prior)} before",
            "69, if even, noise within ±1",
        ),
        rows,
        outside,
    )


LESSON = Lesson(
    name="posterior",
    title="Before and after a report",
    point="A report moves anyone's belief by a fixed factor at most, whatever they believed "
    "before.",
    guess=Guess(
        "You believe with 20% that a student cheated. Their report, which is the answer three "
        "times in four, says yes. What should you believe now?",
        ("20%", "43%", "75%"),
        right=1,
        why="43%: the odds were 1 to 4, and the report makes them 3 to 4.",
    ),
    sentences=(
        "Whoever sees a report changes what they believe: the odds before, times a factor, are the "
        "odds after.",
        "The factor lies between e^−ε and e^ε for every report, whatever was believed before: that "
        "is what ε promises.",
        "The same holds for a height with Laplace noise: between two heights an inch apart, no "
        "noisy value says more than one report does.",
    ),
    formula=(
        "P(yes | yes report) = p(1/2+γ) / (p(1/2+γ) + (1−p)(1/2−γ)), where p was believed before",
        "odds after = factor · odds before, e^−ε ≤ factor ≤ e^ε",
        "height y seen, with noise of scale 1/ε: factor on 69 against 68 inches = exp(ε(|y−68| − "
        "|y−69|))",
        "also for someone who knows everybody else's answer; for all priors it is ε-differential "
        "privacy itself: with p = 1/2 the factor is P(report | yes) / P(report | no)",
        "equally likely before: at most e^ε / (1 + e^ε) = 1/2 + γ after",
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006; S. P. Kasiviswanathan, A. Smith, On the 'semantics' of "
    "differential privacy: a Bayesian formulation, Journal of Privacy and Confidentiality 6 (2014)",
    failure="Noise that has an end proves things: with noise of at most 1 inch, a height seen as "
    "70 was 69 for certain. And ε bounds the change, not the belief: at e^ε = 3, who was 99% "
    "sure before is at least 97% sure after.",
    here="A respondent can read for each question by what factor at most a report changes anyone's "
    "odds on the answer, whatever they believed before. The factors of several questions multiply, "
    "and so ε adds up.",
    settings=(
        Slider("gamma", "γ", 1, 49, default=25, step=2, per=100),
        Slider(
            "prior",
            "Believed before",
            5,
            95,
            default=20,
            step=5,
            per=100,
            words=tuple(f"{each}%" for each in range(5, 96, 5)),
        ),
    ),
    run=run,
    slips="Some lecture notes give e^0.1 as 1.01; the right is 1.105, about 1 + ε. Some print the "
    "ratio of two Laplace densities without its minus signs; the right is e^(−ε|y−69|) / "
    "e^(−ε|y−68|), at most e^ε. The factor e^ε bounds the odds, p/(1−p). Said of the probability "
    "itself it is weaker: three times 50% would be 150%, and three times the odds of 50% are 75%.",
)
