"""Respondents for a margin, and margins: each browser randomizes, or a curator adds noise."""

from fractions import Fraction

from survey.core.intervals.registry import ANNOUNCED
from survey.core.mechanism.privacy import epsilon
from survey.lab.experiments.two_margins import (
    margin_of,
    whole_noise_margin,
    whole_noise_respondents,
)
from survey.lab.lesson import Table, typed
from survey.lab.words import said
from survey.text.number_format import points
from survey.translations.marked import N_


def respondents_needed(
    gamma: Fraction, margin: Fraction, respondents: int, local: int, central: int
) -> Table:
    """Three ways to randomize at the same ε, of which the first two need these respondents."""
    rows = (
        (N_("each browser, by Hoeffding"), local, margin_of(ANNOUNCED, respondents, gamma)),
        (N_("curator, Laplace noise"), central, margin_of("central_laplace", respondents, gamma)),
        (
            N_("curator, whole numbers"),
            whole_noise_respondents(gamma, margin),
            whole_noise_margin(respondents, gamma),
        ),
    )
    return Table(
        said(
            N_(
                "The same ε = %(epsilon)s in two places (γ = %(gamma)s in the browser), at 95%% "
                "confidence"
            ),
            epsilon=f"{epsilon(gamma):.2f}",
            gamma=typed(gamma),
        ),
        (
            N_("Who randomizes"),
            said(N_("Respondents for ±%(margin)s points"), margin=points(margin)),
            said(N_("Margin with %(respondents)s"), respondents=respondents),
            N_("Who sees answers"),
        ),
        tuple(
            (
                who,
                f"{needed:,}",
                said(N_("±%(margin)s points"), margin=points(found)),
                N_("the curator") if place else N_("the respondent"),
            )
            for place, (who, needed, found) in enumerate(rows)
        ),
    )
