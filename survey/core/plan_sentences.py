"""What a plan means in words, and what to plan instead where it cannot work."""

from dataclasses import replace
from fractions import Fraction

from survey.core.planner import CENTRAL_LAPLACE
from survey.core.planner import GAMMAS
from survey.core.planner import LARGEST_RESPONDENTS
from survey.core.planner import Plan
from survey.core.question_sentences import LARGER_GAMMAS
from survey.core.question_sentences import gamma_that_tells
from survey.core.questions import Question
from survey.core.sentences import SAYS_NOTHING
from survey.core.sentences import USEFUL_MARGIN
from survey.core.sentences import exact_percent
from survey.core.sentences import odds_in_words
from survey.core.sentences import points


def gamma_in_words(gamma: Fraction) -> str:
    """A fraction that one reads at a glance, else a decimal: "1/4", "0.481"."""
    return str(gamma) if gamma.denominator <= 20 else f"{float(gamma):g}"


def epsilon_in_words(epsilon: float | None) -> str:
    """Four decimals, or two digits of a smaller one; "–" where there is none."""
    if epsilon is None:
        return "–"
    return f"{epsilon:.4f}" if epsilon >= 0.01 else f"{epsilon:.2g}"


def in_words(plan: Plan) -> str:
    """All three numbers by Hoeffding's interval."""
    need = plan.need("hoeffding")
    if need.gamma is None:
        return (
            f"No γ gives ±{points(need.margin)} points with {exact_percent(plan.confidence)} "
            f"confidence to {_respondents(need.respondents)}, by Hoeffding's interval."
        )
    gives = "gives" if need.respondents == 1 else "give"
    return (
        f"{_respondents(need.respondents)} {gives} ±{points(need.margin)} points "
        f"with {exact_percent(plan.confidence)} confidence "
        f"at γ = {gamma_in_words(need.gamma)} (ε = {need.epsilon:.4f}), by Hoeffding's interval."
    )


def trusted_curator_in_words(plan: Plan) -> str:
    """The same by someone who sees the answers."""
    need = plan.need(CENTRAL_LAPLACE)
    if plan.margin is None:
        could = f"would be within ±{points(need.margin)} points at the same ε"
    elif plan.respondents is None:
        could = f"would need {need.respondents:,} at the same ε"
    else:
        could = f"would need ε = {epsilon_in_words(need.epsilon)}"
    return f"A trusted curator, who sees the answers, {could}."


def faults(plan: Plan) -> list[str]:
    """Why a survey of this plan would say nothing, or protect nobody."""
    need = plan.need("hoeffding")
    if need.gamma is None:
        largest = GAMMAS[-1]
        closest = replace(plan, margin=None, gamma=largest).need("hoeffding")
        return [
            f"Even γ = {gamma_in_words(largest)}, almost the bare answer, gives "
            f"±{points(closest.margin)} points with {_respondents(closest.respondents)}."
        ]
    found = []
    if need.margin >= SAYS_NOTHING:
        found.append(
            "Such a survey can hardly say anything: by Hoeffding's interval "
            f"±{points(need.margin)} points, at least as wide as from nobody to everyone."
        )
    if need.gamma > LARGER_GAMMAS[-1]:
        found.append(
            "This γ hardly protects anyone: one report multiplies the odds on an answer by up to "
            f"{odds_in_words(need.gamma)}."
        )
    return found


def proposals(plan: Plan) -> list[Plan]:
    """Plans near this one without a fault; none where this one has none."""
    if not faults(plan):
        return []
    found = []
    gamma = plan.gamma if plan.gamma and plan.gamma <= LARGER_GAMMAS[-1] else LARGER_GAMMAS[0]
    if plan.respondents:
        larger = gamma_that_tells(Question("", gamma), plan.respondents)
        found.append(replace(plan, margin=None, gamma=larger or gamma))
    margin = plan.margin if plan.margin and plan.margin < SAYS_NOTHING else USEFUL_MARGIN
    found.append(replace(plan, respondents=None, margin=margin, gamma=gamma))
    return [each for each in found if each != plan and not faults(each)]


def _respondents(number: int | None) -> str:
    if number is None:
        return f"more than {LARGEST_RESPONDENTS:,} respondents"
    return f"{number:,} respondent{'' if number == 1 else 's'}"
