"""Composition of losses, the questions that a budget accepts, and both proofs, as tables."""

import math
from fractions import Fraction

from survey.core.mechanism.privacy import epsilon
from survey.lab.experiments.privacy_loss import (
    adaptive_paths,
    advanced,
    basic,
    group,
    least,
    loss_steps,
)
from survey.lab.figures import short
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

# The δ of the advanced bound, and of the least possible ε.
DELTA = 1e-6
ASKED = 10  # questions on which the budget decides
PEOPLE = 3


def asked(gamma: Fraction) -> list[Fraction]:
    """The γ of ten questions: the given γ and half of it, alternating."""
    return [gamma, gamma / 2] * (ASKED // 2)


def sums(gamma: Fraction, questions: int) -> Table:
    """The total loss over the questions, by each way to compose."""
    loss = epsilon(gamma)
    return Table(
        said(
            N_("What adds up over %(questions)s questions, at ε = %(epsilon)s a report"),
            questions=questions,
            epsilon=FIGURES.decimal(loss, 2),
        ),
        (N_("What"), N_("ε together"), N_("Holds")),
        (
            (N_("basic"), FIGURES.decimal(basic(loss, questions), 2), N_("always")),
            (
                N_("advanced"),
                FIGURES.decimal(advanced(loss, questions, DELTA), 2),
                N_("but for one case in a million"),
            ),
            (
                N_("the least possible"),
                FIGURES.decimal(least(questions, gamma, DELTA), 2),
                N_("each chance up to e^ε-fold, plus 10⁻⁶"),
            ),
            (
                said(N_("%(people)s people, one question"), people=PEOPLE),
                FIGURES.decimal(group(loss, PEOPLE), 2),
                N_("always"),
            ),
            (N_("computed from the reports"), N_("nothing more"), N_("always")),
        ),
    )


def ledger(gamma: Fraction, budget: int, let_through: tuple[bool, ...]) -> Table:
    """Ten questions before a budget, and the loss spent after each."""
    rows, spent = [], 0.0
    for place, (each, fits) in enumerate(zip(asked(gamma), let_through, strict=True), start=1):
        spent += epsilon(each) if fits else 0.0
        verdict = N_("accepted") if fits else N_("refused")
        loss, all_spent = FIGURES.decimal(epsilon(each), 2), FIGURES.decimal(spent, 2)
        rows.append((place, FIGURES.setting(each), loss, verdict, all_spent))
    refused = frozenset(place for place, fits in enumerate(let_through) if not fits)
    return Table(
        said(
            N_("Ten questions before a budget of ε = %(budget)s; those refused are marked"),
            budget=budget,
        ),
        (N_("Question"), "γ", "ε", N_("Budget"), N_("Spent")),
        tuple(rows),
        refused,
    )


def paths(gamma: Fraction) -> Table:
    """Adaptive composition: all paths through two questions, for both answers."""
    loss = epsilon(gamma) + max(epsilon(gamma), epsilon(gamma / 2))
    words = {1: N_("yes"), 0: N_("no")}
    rows = tuple(
        (
            words[each.first],
            FIGURES.setting(each.gamma),
            words[each.second],
            FIGURES.decimal(float(each.if_yes), 4),
            FIGURES.decimal(float(each.if_no), 4),
            FIGURES.decimal(float(each.if_yes / each.if_no), 3),
        )
        for each in adaptive_paths(gamma)
    )
    return Table(
        said(
            N_(
                "Adaptive: after a yes report the same γ is asked again, after a no report half "
                "of it. No path is more than e^(ε₁ + ε₂) = %(factor)s times as likely for one "
                "answer as for the other"
            ),
            factor=FIGURES.decimal(math.exp(loss), 3),
        ),
        (
            N_("Report 1"),
            N_("then γ"),
            N_("Report 2"),
            N_("P if yes"),
            N_("P′ if no"),
            "P / P′",
        ),
        rows,
    )


def steps(gamma: Fraction, questions: int) -> Table:
    """The proof of advanced composition, one row per step."""
    found = loss_steps(questions, gamma, DELTA)
    named = (
        (N_("one report loses at most ε"), found.one),
        (N_("on average it loses 2γε, which is at most ε(e^ε − 1)"), found.mean),
        (N_("k reports lose k times that on average"), found.mean_of_all),
        (N_("and more than ε√(2k ln(1/δ)) beyond it with probability δ at most"), found.spread),
        (N_("together"), found.mean_of_all + found.spread),
        (N_("probability that the loss is larger, exactly"), found.beyond),
    )
    return Table(
        said(
            N_("Advanced composition proved, for k = %(questions)s and δ = 10⁻⁶"),
            questions=questions,
        ),
        (N_("Step"), N_("Value")),
        tuple((name, short(value)) for name, value in named),
    )
