"""Doubts about a result, in words: false reports, and how far they could move it."""

from collections.abc import Sequence
from fractions import Fraction

from survey.core.estimation.hoeffding_summary import summarize
from survey.core.estimation.results import Estimated, QuestionResult
from survey.core.estimation.scale import contradicts_the_scale
from survey.core.estimation.shares import Estimate, manipulation_bound
from survey.core.intervals.class_sets import plausibility
from survey.core.intervals.registry import ANNOUNCED
from survey.text.rounding import rounded
from survey.text.translator import ENGLISH, Translator

# If this many false respondents or fewer can move estimates by a whole margin, the page warns.
FEW_FALSE_RESPONDENTS = 10


def false_reports(result: QuestionResult, translator: Translator = ENGLISH) -> str:
    """How far one dishonest respondent can move the shares and the mean, in a sentence.

    A share moves by at most 1/((keep − other)n), and a mean by at most that part of
    its range, since one report moves at most from one end to the other.
    """
    bound = _bound(result)
    points = translator.points(bound)
    if result.question.yes_no:
        return translator.gettext(
            "One false respondent moves this estimate by at most %(points)s points.", points=points
        )
    if result.mean is None:
        return translator.gettext(
            "One false respondent moves a share by at most %(points)s points.", points=points
        )
    distance = translator.number(bound * (result.mean.high - result.mean.low))
    if not result.shares:
        return translator.gettext(
            "One false respondent moves the mean by at most %(distance)s.", distance=distance
        )
    return translator.gettext(
        "One false respondent moves a share by at most %(points)s points and the mean by at most "
        "%(distance)s.",
        points=points,
        distance=distance,
    )


def warnings(result: QuestionResult, translator: Translator = ENGLISH) -> list[str]:
    """A sentence for each fault that the figures themselves show."""
    if not result.estimate.respondents:
        return []
    found = []
    for share in result.shares:
        # Each of k options gets alpha/k, so that all together alarm as rarely as one.
        alpha = (1 - share.estimate.confidence) / len(result.shares)
        if plausibility(share.estimate) <= alpha:
            sentence = impossible(share.estimate, translator)
            of_all = result.question.yes_no
            found.append(sentence if of_all else _about(share.option, sentence, translator))
    if result.mean is not None and contradicts_the_scale(result.mean, ANNOUNCED):
        found.append(impossible(result.mean, translator))
    return found


def easily_moved(results: Sequence[QuestionResult], translator: Translator = ENGLISH) -> str:
    """Says so where a few false respondents could move the figures of a survey by a whole margin.

    They could where their bounds add up to more than Hoeffding's half-width. How many that takes
    depends on the number of respondents, whatever γ is: about sqrt(n ln(2/α)/2). Where each was
    asked one question, those suffice who move the one that was answered by the fewest.
    """
    suffice = [few for each in results if (few := _few_that_suffice(each))]
    few = min(suffice, default=FEW_FALSE_RESPONDENTS + 1)
    if few > FEW_FALSE_RESPONDENTS:
        return ""
    return translator.ngettext(
        "%(few)s person who answers falsely could undo these results.",
        "%(few)s people who answer falsely could together undo these results.",
        few,
        few=translator.whole(few),
    )


def beyond_the_whole(shown: Sequence[Estimate], translator: Translator = ENGLISH) -> str:
    """Says so where the shares of options that exclude each other sum to more than 100%.

    The estimates sum to 100%; moved to the ends of their scale they sum to as much or more.
    Rounding adds half a point a share at most, and of that nothing is said.
    """
    percents = [rounded(100 * min(max(each.estimate or 0, 0), 1), 0) for each in shown]
    if sum(percents) <= 100 + len(shown) / 2:
        return ""
    return translator.gettext(
        "These shares sum to %(sum)s: each is estimated by itself, and none is shown below "
        "%(none)s.",
        sum=translator.percent(Fraction(sum(percents)) / 100),
        none=translator.percent(0),
    )


def impossible(estimated: Estimated, translator: Translator = ENGLISH) -> str:
    """The sentence that no class could plausibly have sent these reports."""
    return translator.ngettext(
        "No class of %(count)s respondent could plausibly have sent this: either a chance of less "
        "than %(chance)s happened, or some reports are false.",
        "No class of %(count)s respondents could plausibly have sent this: either a chance of less "
        "than %(chance)s happened, or some reports are false.",
        estimated.respondents,
        count=translator.whole(estimated.respondents),
        chance=translator.exact_percent(1 - estimated.confidence),
    )


def _about(option: str, sentence: str, translator: Translator) -> str:
    return translator.gettext(
        "%(option)s: %(doubt)s", option=translator.quoted(option), doubt=sentence
    )


def _few_that_suffice(result: QuestionResult) -> int | None:
    """The least number whose bounds add up to more than Hoeffding's half-width."""
    first = summarize(result.estimate)
    return None if first is None else int(first.half_width / _bound(result)) + 1


def _bound(result: QuestionResult) -> float:
    """The most that one false respondent moves a share, or a number's bit."""
    estimate = result.estimate
    return manipulation_bound(estimate.respondents, estimate.gamma, estimate.options)
