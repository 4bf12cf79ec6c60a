"""Averaging and differencing: fresh noise averages out, and two sums reveal one person."""

from fractions import Fraction

import numpy as np

from survey.core.mechanism import privacy
from survey.lab.drawings import Crowd
from survey.lab.experiments.averaging_attacks import (
    averages,
    differences,
    majority_right,
    pairs,
    simulated_right,
)
from survey.lab.figures import percentage
from survey.lab.lesson import (
    Axis,
    Chart,
    Guess,
    Lesson,
    Outcome,
    Series,
    Slider,
)
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

MOST = 41
REPETITIONS = range(1, MOST + 1, 2)
SIMULATED = 1000  # respondents in the picture


def run(repetitions: int, gamma: Fraction, seed: int = 1) -> Outcome:
    fresh = majority_right(gamma, repetitions)
    loss = privacy.epsilon(gamma)
    reports = (
        N_("one report")
        if repetitions == 1
        else said(N_("the majority of %(repetitions)s fresh reports"), repetitions=repetitions)
    )
    says = said(
        N_(
            "With γ = %(gamma)s, %(reports)s is the answer with probability %(fresh)s, at "
            "ε = %(spent)s. A remembered report, sent as often, stays at %(kept)s and ε = %(loss)s."
        ),
        gamma=FIGURES.setting(gamma),
        reports=reports,
        fresh=percentage(fresh),
        spent=FIGURES.decimal(repetitions * loss, 1),
        kept=percentage(privacy.HALF + gamma),
        loss=FIGURES.decimal(loss, 1),
    )
    generator = np.random.default_rng(seed)
    chart = Chart(
        in_a_row(
            N_(
                "The probability that the majority of k reports is the answer rises towards 1 with "
                "k if each is drawn afresh, and stays level if one report is remembered."
            ),
            says,
        ),
        Axis(N_("times asked, k"), 0, MOST + 1),
        Axis(N_("probability of the answer"), 0.45, 1),
        (
            Series(
                N_("drawn afresh"),
                tuple((float(k), float(majority_right(gamma, k))) for k in REPETITIONS),
            ),
            Series(
                N_("afresh, simulated"),
                tuple(
                    (float(k), simulated_right(gamma, k, SIMULATED, generator)) for k in REPETITIONS
                ),
                "dots",
            ),
            Series(
                N_("remembered"),
                tuple((float(k), float(privacy.HALF + gamma)) for k in (1, MOST)),
            ),
        ),
        mark=float(repetitions),
    )
    crowds = (_one_person(repetitions, gamma, seed),)
    tables = averages(repetitions, seed), differences(repetitions, seed), pairs(seed)
    return Outcome(says, chart, tables, crowds)


def _one_person(repetitions: int, gamma: Fraction, seed: int) -> Crowd:
    """The fresh reports of one person whose answer is yes."""
    turned = np.random.default_rng(seed).random(repetitions) >= float(privacy.HALF + gamma)
    yes = int((~turned).sum())
    caption = said(
        N_(
            "One person, whose answer is yes; times asked afresh: %(repetitions)s. Filled: yes "
            "(%(yes)s). Hatched: the coin changed it (%(turned)s)."
        ),
        repetitions=repetitions,
        yes=yes,
        turned=repetitions - yes,
    )
    return Crowd(caption, tuple((~turned).tolist()), tuple(turned.tolist()))


LESSON = Lesson(
    name="averaging",
    title=N_("Averaging and differencing"),
    point=N_("Ask again and fresh noise averages out; a report that is remembered does not."),
    guess=Guess(
        N_(
            "A phone whose report is right three times in four is asked 21 times, with fresh "
            "coins. How often is the majority of its reports the answer?"
        ),
        (FIGURES.percent(0.75), FIGURES.percent(0.9), FIGURES.percent(0.99)),
        right=2,
        why=N_("99%. That is why a phone remembers its report."),
    ),
    sentences=(
        N_(
            "If the same question is answered again and again with fresh noise, the noise averages "
            "out and the answer remains."
        ),
        N_(
            "Noise that is drawn once and remembered does not: a thousand copies of one report say "
            "no more than the first."
        ),
        N_(
            "Different questions can conspire as well: the sum over seats 1 to b minus the sum "
            "over seats 1 to b − 1 is the height of the pupil in seat b."
        ),
    ),
    formula=(
        N_(r"$k$ fresh reports: $P(Bin(k, 1/2 + γ) > k/2)$, at $kε$"),
        N_(r"one remembered report: $1/2 + γ$ and $ε$, however often it is sent"),
        N_(r"mean of $k$ answers, Laplace noise of scale $b$: deviation $\sqrt 2\,b/\sqrt k$"),
        N_(r"difference of two such means: $2b/\sqrt k$, the variances being added"),
        N_(r"$m$ pairs $[a, b] - [a, b - 1]$ with stored noise: $2b/\sqrt m$"),
    ),
    source="differencing: D. E. Denning, P. J. Denning and M. D. Schwartz, The tracker: a threat "
    "to statistical database security, ACM Transactions on Database Systems 4 (1979) 76–96; "
    "remembered reports: Ú. Erlingsson, V. Pihur and A. Korolova, RAPPOR: randomized aggregatable "
    "privacy-preserving ordinal response, CCS 2014",
    failure=N_(
        "A rule that only looks at one question at a time misses both: each answer is noisy "
        "enough, each group large enough, and together they give one person away."
    ),
    here=N_(
        "Reports are drawn once and remembered: a reload or a retry sends the same ones. The same "
        "question in another survey is drawn afresh, and its ε is added in the browser's ledger. "
        "Different "
        "questions are drawn apart, and their ε adds up and is shown. A difference of two counts "
        "isolates one report at most, which is never certain to be the answer."
    ),
    settings=(
        Slider("repetitions", N_("Times asked k"), 1, MOST, default=21, step=2),
        Slider("gamma", "γ", 5, 45, default=25, step=5, per=100),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "The error of an average falls as 1/√k, not as 1/k; Laplace noise of scale b has the "
        "standard deviation √2·b, not b; and a difference has the sum of both variances."
    ),
)
