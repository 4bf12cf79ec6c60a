"""Reconstruction: sums of everyone's bits, with too little noise, give everyone's bit away."""

import math
from fractions import Fraction

from survey.core.mechanism.privacy import HALF
from survey.lab.experiments import reconstruction_attacks as attacks
from survey.lab.experiments.reconstructed_class import (
    DRAWN,
    GAMMAS,
    MOST_NOISE,
    ReconstructedClass,
    attacked_class,
)
from survey.lab.experiments.reconstruction_tables import (
    MANY,
    all_sums,
    bits_back,
    bits_wrong,
    class_table,
    kinds_of_noise,
    notice_table,
    proof_crowd,
    proof_table,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

GAMMA = Fraction(1, 4)  # the γ in the picture


def run(noise: Fraction, people: int, queries_each: int, seed: int = 1) -> Outcome:
    found = attacked_class(noise, people, queries_each, seed)
    reach = FIGURES.decimal(float(noise) * math.sqrt(people), 1)
    says = said(
        N_(
            "%(sums)s sums over %(people)s people, %(missing)s. Bits wrong: by the linear program "
            "%(program)s, by least squares %(squares)s, from %(many)s sums a person %(expected)s. "
            "By least squares %(decoy)s if the noise is chosen against it, and %(reports)s from "
            "reports with γ = %(gamma)s, just those that the reports have wrong."
        ),
        sums=queries_each * people,
        people=people,
        missing=said(N_("each wrong by up to %(reach)s"), reach=reach)
        if noise
        else N_("all exact"),
        program=bits_wrong(found.by_program),
        squares=bits_wrong(found.by_squares),
        many=MANY,
        expected=bits_wrong(attacks.expected_share_wrong(float(noise), MANY)),
        decoy=bits_wrong(found.by_decoy),
        reports=bits_wrong(found.from_reports[GAMMAS.index(GAMMA)]),
        gamma=FIGURES.setting(GAMMA),
    )
    return Outcome(
        says,
        _chart(queries_each, found, float(noise), says),
        (
            class_table(noise, queries_each, reach, found),
            kinds_of_noise(noise, queries_each),
            all_sums(),
            proof_table(),
            notice_table(),
        ),
        (*bits_back(found, queries_each * people), proof_crowd()),
    )


def _chart(queries_each: int, found: ReconstructedClass, noise: float, says: str) -> Chart:
    many = tuple((float(c), attacks.expected_share_wrong(float(c), MANY)) for c in DRAWN)
    wrong_report = float(HALF - GAMMA)
    return Chart(
        in_a_row(
            said(
                N_(
                    "The share of the bits that least squares gets wrong rises from 0 towards "
                    "that of guessing, 1/2. If the noise is chosen against the attack, it is "
                    "there at about a third of √n, however many the sums. With fresh noise of "
                    "±%(most)s√n it is %(few_wrong)s for %(few)s sums a person, and "
                    "%(many_wrong)s for %(many)s."
                ),
                most=MOST_NOISE,
                few_wrong=bits_wrong(attacks.expected_share_wrong(MOST_NOISE, queries_each)),
                few=queries_each,
                many_wrong=bits_wrong(many[-1][1]),
                many=MANY,
            ),
            says,
        ),
        Axis(N_("noise, as a multiple of √n"), 0, MOST_NOISE),
        Axis(N_("share of the bits wrong"), 0, 0.6),
        (
            Series(said(N_("fresh noise, %(sums)s sums"), sums=queries_each), found.fresh),
            Series(said(N_("fresh noise, %(sums)s sums"), sums=MANY), many),
            Series(N_("noise against it"), found.misled),
            Series(
                said(N_("from reports, γ = %(gamma)s"), gamma=FIGURES.setting(GAMMA)),
                ((0.0, wrong_report), (float(MOST_NOISE), wrong_report)),
            ),
        ),
        mark=noise,
    )


LESSON = Lesson(
    name="reconstruction",
    title=N_("Reconstruction"),
    point=N_("With noise below the square root of the class, nearly everyone's answer comes back."),
    guess=Guess(
        N_(
            "A server answers 480 questions on sums over 120 people, each wrong by up to 2.7. How "
            "many of the 120 bits can be computed?"
        ),
        (N_("about 60"), N_("about 90"), N_("nearly all")),
        right=2,
        why=N_("Nearly all. The errors are many and small, and average out."),
    ),
    sentences=(
        N_(
            "A server that knows everyone's bit, a yes or no, answers many questions of the form: "
            "how many of these people said yes?"
        ),
        N_(
            "If each answer misses by much less than √n, nearly every bit can be computed from a "
            "few answers a person: a linear program looks for bits within all bounds, least "
            "squares for those that miss the answers least."
        ),
        N_(
            "If every one of the 2ⁿ possible questions is answered to within α people, then "
            "whoever finds bits that fit is wrong about at most 4α people."
        ),
    ),
    formula=(
        N_(r"find $x \in [0, 1]^n$ with $|\sum_{i \in S} x_i - q_S| \le α$, round at $1/2$"),
        N_(r"all $2^n$ sums within $α$: at most $4α$ bits wrong"),
        N_(r"Paley and Zygmund: if $d$ bits are wrong, $P(|X| \ge \sqrt d/4) \ge 3/32$ a sum"),
        N_(r"so $8n$ sums within $α$ leave at most $64α^2$ wrong, since $2^n(29/32)^{8n} \to 0$"),
        N_(
            r"$qn$ random sums, fresh noise in $\pm c\sqrt n$, least squares: "
            r"$Φ(-\sqrt{3(q-1)}/(4c))$ wrong"
        ),
        N_(r"noise within $\pm c\sqrt n$ chosen against it: $\min(1/2, 4c^2)$ wrong, whatever $q$"),
        N_(r"$γ$-randomized reports: $1/2 - γ$ wrong"),
    ),
    source="I. Dinur and K. Nissim, Revealing information while preserving privacy, PODS 2003; "
    "least squares, with chosen questions: C. Dwork and S. Yekhanin, New efficient attacks "
    "on statistical disclosure control mechanisms, CRYPTO 2008; A. Cohen, K. Nissim, "
    "Linear program reconstruction in practice, Journal of Privacy and Confidentiality "
    "10(1) (2020)",
    failure=N_(
        "Where nearly all bits can be computed, all but a vanishing share by Hamming distance, a "
        "mechanism is called blatantly non-private. A. Cohen and K. Nissim have done it to a "
        "system on sale, in its makers' own challenge. What noise is small depends on its kind. "
        "If it is chosen against the attack, as by a curator who answers for a decoy class, √n is "
        "the threshold: well below it every choice fails, and from half of it on a decoy hides "
        "half of the bits however many sums are asked. Fresh, independent noise has no such "
        "threshold, since it averages out: at ±2√n least squares gets 35% of the bits wrong with "
        "4 sums a person, and 1.6% with 100. It must grow with the root of the number of sums."
    ),
    here=N_(
        "Every answer is randomized in the respondent's browser, so that the server has no bits "
        "to answer from. Every sum is computed from reports, and least squares gives the reports "
        "back. For someone to whom yes and no were equally likely, the best guess of an answer is "
        "its report, wrong with probability 1/2 − γ however many sums are asked; for anyone else "
        "a report still multiplies the odds by at most (1/2 + γ)/(1/2 − γ)."
    ),
    settings=(
        Slider(
            "noise",
            N_("Noise on each sum"),
            0,
            8 * MOST_NOISE,
            default=2,
            per=8,
            words=(
                N_("none"),
                *(
                    said("±%(times)s √n", times=FIGURES.plain(each / 8))
                    for each in range(1, 8 * MOST_NOISE + 1)
                ),
            ),
        ),
        Slider("people", N_("People n"), 40, 200, default=120, step=40),
        Slider("queries_each", N_("Sums per person"), 2, 4, default=4),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "“Noise of √n is enough” is said of noise that is chosen against the attack. The noise "
        "here is on a count. On a share of the class the same line is 1/√n, and notes that mix "
        "the two are off by a factor of n. A theorem that noise of α√n on O(n) random sums "
        "leaves O(α²) people wrong lacks that factor, too: O(α²n) is right. The lemma of Paley "
        "and Zygmund says that a probability is at least so large, P(|X| ≥ √d/4) ≥ 3/32; printed "
        "with ≤ it is untrue, and would prove nothing. And 4α is a number of people: each of the "
        "two directions, ones missed and ones invented, has at most 2α."
    ),
)
