"""The output of `survey regress`: a fitted regression for a terminal and for programs."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import click

from survey.cli.output import aligned, finite_or_null
from survey.core.estimates.coefficients import Coefficient, Regression
from survey.exports.reading.csv_table import printable
from survey.text.figures import design_in_words
from survey.text.translator import ENGLISH

COLUMNS = (
    "term",
    "coefficient",
    "standard_error",
    "low",
    "high",
    "odds_ratio",
    "p_value",
    "observed_standard_error",
    "profile_low",
    "profile_high",
    "likelihood_ratio_p",
)


@dataclass(frozen=True)
class RegressionSummary:
    """The fit for the column `outcome`; `missing` rows lacked a cell."""

    result: Regression
    outcome: str
    missing: int
    warnings: list[str]

    @property
    def rows(self) -> list[list[str | float | None]]:
        """A row for each coefficient, under COLUMNS."""
        return [_row(each) for each in self.result.coefficients]

    @property
    def document(self) -> dict[str, Any]:
        """The fit as plain JSON values."""
        result = self.result
        return {
            "outcome": self.outcome,
            "gamma": None,
            **{name: str(chance) for name, chance in self._design.items()},
            "respondents": result.respondents,
            "missing": self.missing,
            "confidence": result.coefficients[0].confidence,
            "log_likelihood": result.log_likelihood,
            "weighted": result.weighted,
            "starts": result.starts,
            "coefficients": [dict(zip(COLUMNS, row, strict=True)) for row in self.rows],
            "warnings": self.warnings,
        }

    @property
    def text(self) -> str:
        """The fit as a table, with what it is and how far to trust it."""
        head = click.style(printable(self.outcome), bold=True)
        return (
            f"{head}: log odds of a truthful yes, {design_in_words(self._design)}, "
            f"{self.result.respondents:,} respondents, {self.missing:,} left out for a missing "
            f"cell\n\n{aligned(self._cells)}\n\n{self._about}"
        )

    @property
    def _design(self) -> dict[str, Fraction]:
        """γ, or both chances of a design that has none."""
        keep, other = self.result.chances
        if keep + other == 1:
            return {"gamma": (keep - other) / 2}
        return {"yes_if_yes": keep, "yes_if_no": other}

    @property
    def _cells(self) -> list[list[str]]:
        """The table's header, and a row for each coefficient."""
        coefficients = self.result.coefficients
        confidence = ENGLISH.exact_percent(coefficients[0].confidence)
        if self.result.weighted:
            header = ["robust error", f"{confidence} interval", "odds ratio", "p"]
            told = [(each.interval, [each.p_value]) for each in coefficients]
        else:
            header = ["std. error", f"{confidence} profile", "odds ratio", "p", "Wald's p"]
            told = [
                (each.profile_interval, [each.likelihood_ratio_p, each.p_value])
                for each in coefficients
            ]
        rows = [
            [
                printable(each.name),
                f"{each.estimate:.4f}",
                f"{each.standard_error:.4f}",
                " to ".join(map(_end, ends)),
                "–" if each.odds_ratio is None else f"{each.odds_ratio:.4g}",
                *map(_chance, tests),
            ]
            for each, (ends, tests) in zip(coefficients, told, strict=True)
        ]
        return [["", "coefficient", *header], *rows]

    @property
    def _about(self) -> str:
        starts = self.result.starts
        if self.result.weighted:
            return (
                "Weighted: standard errors, intervals and p are robust ones (Wald's), good in "
                f"large samples only. The highest maximum found from {starts} starts."
            )
        return (
            f"Log-likelihood {self.result.log_likelihood:.4f}, the highest found from {starts} "
            "starts: it may have several maxima. Intervals and p are those of the likelihood "
            "ratio; standard errors, from the expected information, and Wald's p are good in "
            "large samples only."
        )


def _row(coefficient: Coefficient) -> list[str | float | None]:
    return [
        coefficient.name,
        coefficient.estimate,
        coefficient.standard_error,
        *coefficient.interval,
        coefficient.odds_ratio,
        coefficient.p_value,
        *map(finite_or_null, (coefficient.observed_error, *coefficient.profile_interval)),
        finite_or_null(coefficient.likelihood_ratio_p),
    ]


def _end(value: float) -> str:
    return f"{value:.4f}" if math.isfinite(value) else "∞" if value > 0 else "−∞"


def _chance(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
