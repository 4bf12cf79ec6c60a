"""Plans in words, and plans to choose instead of one that cannot work."""

from dataclasses import replace

from survey.core.instrument.instrument import Question
from survey.core.intervals.registry import ANNOUNCED, HORIZON, ONCE_CLOSED
from survey.core.mechanism.privacy import (
    LARGEST_ODDS,
    LARGEST_UNCONFIRMED_ODDS,
    epsilon,
    odds,
    odds_above,
)
from survey.core.planning.designs import Designs
from survey.core.planning.deviations_found import USUAL_KNOWN, USUAL_SHARE, respondents_to_find
from survey.core.planning.planner import CENTRAL_LAPLACE, GAMMAS, LARGEST_RESPONDENTS, Need, Plan
from survey.core.planning.rating_means import RatingWays
from survey.text.figures import gamma_in_words
from survey.text.question_meanings import (
    HARDLY_ANYTHING,
    LARGER_GAMMAS,
    SAYS_NOTHING,
    USEFUL_MARGIN,
    gamma_that_tells,
)
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

HIGHEST_RATINGS = (3, 5, 7, 10)
SOME_QUESTIONS = (2, 3, 5, 10)
LARGEST_COMPARED = 10_000
NUMBER_IS_BETTER = N_("number (a rating needs %(times)s times the respondents)")
RATING_IS_BETTER = N_("rating (a number needs %(times)s times the respondents)")


NAMES = {ANNOUNCED: "Hoeffding's interval", HORIZON.name: "the horizon interval"}


def in_words(plan: Plan) -> str:
    """Respondents, γ and margin of a plan, by its own interval and by the class interval.

    With a cap that is the interval of a survey whose figures are watched.
    """
    need, narrowest = plan.need(plan.stated_by), plan.need(ONCE_CLOSED)
    confidence = f"with {ENGLISH.exact_percent(plan.confidence)} confidence"
    by = f"by {NAMES[plan.stated_by]}"
    if need.gamma is None:
        return (
            f"No γ up to {GAMMAS[-1]} gives ±{ENGLISH.points(need.margin)} points {confidence} to "
            f"{_respondents(need.respondents)}, {by}{_gamma_of(narrowest)}."
        )
    gives = "gives" if need.respondents == 1 else "give"
    who = _respondents(need.respondents)
    if plan.cap is not None and need.respondents is None:
        who = f"Not even all {plan.cap:,} who can respond"
    if plan.margin is None:
        by_class = f", and ±{ENGLISH.points(narrowest.margin)} by the class interval"
    elif plan.gamma is None:
        by_class = _gamma_of(narrowest)
    elif plan.cap is not None and narrowest.respondents is None:
        by_class = ", nor by the class interval"
    else:
        by_class = f"; by the class interval {_respondents(narrowest.respondents)}"
        by_class += " does" if narrowest.respondents == 1 else " do"
    return (
        f"{who} {gives} ±{ENGLISH.points(need.margin)} points "
        f"{confidence} at γ = {gamma_in_words(need.gamma)} (ε = {ENGLISH.epsilon(need.epsilon)}), "
        f"{by}{by_class}."
    )


def _gamma_of(narrowest: Need) -> str:
    if narrowest.gamma is None:
        return ", and none does by the class interval"
    return (
        f"; by the class interval γ = {gamma_in_words(narrowest.gamma)} "
        f"(ε = {ENGLISH.epsilon(narrowest.epsilon)}) does"
    )


def trusted_curator_in_words(plan: Plan) -> str:
    """The respondents or the margin of a trusted curator, who sees the answers, in this plan."""
    need = plan.need(CENTRAL_LAPLACE)
    if plan.margin is None:
        could = f"would be within ±{ENGLISH.points(need.margin)} points at the same ε"
    elif plan.gamma is None:
        could = f"would need ε = {ENGLISH.epsilon(need.epsilon)}"
    elif need.respondents is None:
        could = "would need more, too"
    else:
        could = f"would need {need.respondents:,} at the same ε"
    return f"A trusted curator, who sees the answers, {could}."


def designs(plan: Plan) -> list[Designs]:
    """Both ways to ask several questions at this plan's ε, if the class is large enough for both.

    An empty list beyond 10,000 respondents, where class intervals take too long for a page.
    """
    need = plan.need(plan.stated_by)
    if need.gamma is None or need.respondents is None or need.respondents > LARGEST_COMPARED:
        return []
    n, gamma = need.respondents, need.gamma
    return [Designs(m, n, gamma, plan.confidence) for m in SOME_QUESTIONS if m <= n]


def design_margins(design: Designs) -> list[float]:
    """The margins by Hoeffding's and the class interval, if all are asked all, and if one each."""
    return [
        margin(name) for name in (ANNOUNCED, ONCE_CLOSED) for margin in (design.split, design.each)
    ]


def design_in_words(design: Designs) -> str:
    """The two designs in a sentence, by Hoeffding's interval."""
    return (
        f"Of {design.questions} questions at this ε in all, one each gives "
        f"±{ENGLISH.points(design.each(ANNOUNCED))} points a question, and all of them, each with "
        f"γ = {gamma_in_words(design.split_gamma)}, ±{ENGLISH.points(design.split(ANNOUNCED))}."
    )


def rating_ways(plan: Plan) -> list[RatingWays]:
    """A rating and a number as ways to a mean at this plan's γ, for some highest ratings."""
    gamma = plan.need(plan.stated_by).gamma
    return [RatingWays(highest, gamma) for highest in HIGHEST_RATINGS] if gamma else []


def better_way(ways: RatingWays, say: Translator = ENGLISH) -> str:
    """The kind of question whose mean varies less, and what the other one costs."""
    if ways.as_number == ways.as_rating:
        return say.gettext("either")
    return say.gettext(
        NUMBER_IS_BETTER if ways.number_is_better else RATING_IS_BETTER,
        times=say.number(float(ways.times)),
    )


def rating_mean_in_words(ways: RatingWays) -> str:
    """A sentence on which kind of question gives the better mean of a rating, by the variances."""
    return (
        f"For the mean of a rating from 1 to {ways.highest} ask for a {better_way(ways)}: a person "
        f"adds a variance of {ENGLISH.number(float(ways.as_number))} as a number (one bit), "
        f"and {ENGLISH.number(float(ways.as_rating))} as a rating."
    )


def control_in_words(plan: Plan, say: Translator = ENGLISH) -> str:
    """A sentence on what a control question finds and costs at this plan's γ.

    "" without a γ, and if fewer can respond than it needs.
    """
    gamma = plan.need(plan.stated_by).gamma
    if gamma is None:
        return ""
    needed = [respondents_to_find(gamma, starred=starred) for starred in (True, False)]
    if plan.cap is not None and max(needed) > plan.cap:
        return ""
    starred, sampled = map(say.about, needed)
    return say.gettext(
        "If %(share)s answer at random, a control question at γ = %(gamma)s (known share "
        "%(known)s) finds it four times in five. It needs about %(starred)s respondents with "
        "stars on slips, or %(sampled)s with an outside figure. It adds ε = %(epsilon)s.",
        gamma=gamma_in_words(gamma),
        known=say.exact_percent(USUAL_KNOWN),
        share=say.exact_percent(USUAL_SHARE),
        starred=starred,
        sampled=sampled,
        epsilon=say.epsilon(epsilon(gamma)),
    )


def faults(plan: Plan, say: Translator = ENGLISH) -> list[str]:
    """Why such a survey would tell nothing, by the narrowest interval, or protect nobody."""
    need = plan.need(ONCE_CLOSED)
    if need.gamma is None:
        largest = GAMMAS[-1]
        closest = replace(plan, margin=None, gamma=largest).need(ONCE_CLOSED)
        return [
            say.gettext(
                "Even γ = %(gamma)s, the largest allowed, gives ±%(points)s points with "
                "%(respondents)s, by the class interval.",
                gamma=gamma_in_words(largest),
                points=say.points(closest.margin),
                respondents=_respondents(closest.respondents, say),
            )
        ]
    found = []
    widest = plan.need(ANNOUNCED).margin
    if widest >= SAYS_NOTHING and need.margin >= HARDLY_ANYTHING:
        found.append(
            say.gettext(
                "Such a survey will tell you almost nothing: Hoeffding's interval goes from "
                "nobody to everyone, and the class interval is ±%(points)s points.",
                points=say.points(need.margin),
            )
        )
    if odds_above(need.gamma, LARGEST_ODDS):
        found.append(
            say.gettext(
                "No survey may have γ = %(gamma)s: its odds are above %(odds)s to 1, and a report "
                "would be as good as the answer.",
                gamma=gamma_in_words(need.gamma),
                odds=str(LARGEST_ODDS),
            )
        )
    elif odds_above(need.gamma, LARGEST_UNCONFIRMED_ODDS):
        found.append(
            say.gettext(
                "γ = %(gamma)s hardly protects anyone. One report, at worst: suspicion %(change)s.",
                gamma=gamma_in_words(need.gamma),
                change=suspicion_in_words([odds(need.gamma)], say),
            )
        )
    return found


def proposals(plan: Plan) -> list[Plan]:
    """Plans near this one that work; none if this one works."""
    if not faults(plan):
        return []
    found = []
    gamma = plan.gamma if plan.gamma and plan.gamma <= LARGER_GAMMAS[-1] else LARGER_GAMMAS[0]
    if plan.respondents:
        larger = gamma_that_tells(Question("", gamma), plan.respondents)
        found.append(replace(plan, margin=None, gamma=larger or gamma))
    margin = plan.margin if plan.margin and plan.margin < SAYS_NOTHING else USEFUL_MARGIN
    found.append(replace(plan, respondents=None, margin=margin, gamma=gamma))
    return [each for each in found if each != plan and _can_be(each) and not faults(each)]


def _can_be(plan: Plan) -> bool:
    """Whether the cap lets as many respond as the plan needs."""
    return plan.cap is None or plan.need(plan.stated_by).respondents is not None


def _respondents(number: int | None, say: Translator = ENGLISH) -> str:
    if number is None:
        return say.gettext("more than %(most)s respondents", most=say.whole(LARGEST_RESPONDENTS))
    return say.ngettext(
        "%(respondents)s respondent",
        "%(respondents)s respondents",
        number,
        respondents=say.whole(number),
    )
