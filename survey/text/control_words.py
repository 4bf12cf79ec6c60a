"""What a control question tells, in words for the instructor."""

from dataclasses import dataclass

from survey.core.compliance.control import Control, CorrectedShare
from survey.core.compliance.deviations import Deviation
from survey.core.estimates.quantity import Quantity
from survey.core.instrument.instrument import Question
from survey.core.instrument.known_share import KnownShare
from survey.core.planning.deviations_found import smallest_share_found
from survey.text.translator import ENGLISH

NO_SLIPS = (
    "No slips were issued, so nobody knows how many of the respondents have one with a star: this "
    "question tells nothing."
)
OTHER_SLIPS = (
    "The slips that were issued do not fit these responses, so nobody knows how many of the "
    "respondents have one with a star: this question tells nothing."
)
BLIND = (
    "One known share cannot tell random answers from constant noes: read one line at a time. Nor "
    "does it see those who lie about a sensitive matter alone, since they answer this question "
    "like everybody."
)
ONE_LOOK = "These intervals and chances hold at one look: read them once the survey is closed."
USELESS = (
    "Nothing is corrected: either the reports fit no line, or the share who do not follow, or that "
    "of yes among the others, is unknown by half of everybody or more."
)
MODELS = {
    Deviation.AT_RANDOM: "answer at random",
    Deviation.ANSWERS_NO: "always answer no",
    Deviation.REPORTS_NO: "always report no",
}


@dataclass(frozen=True)
class ModelRow:
    """How many deviate in one way, unclipped; "–" where the interval holds everything."""

    model: str
    share: str
    interval: str
    chance: str


def found_in_words(question: Question, class_size: int) -> str:
    """What a control question finds in a class of this size; "" of any other question."""
    known = question.known
    if known is None:
        return ""
    share = smallest_share_found(class_size, question.gamma, known.share, known.starred)
    if share is None:
        return f"Among {class_size:,} it finds nobody who answers at random, however many do."
    return (
        f"Among {class_size:,} it finds {ENGLISH.percent(share)} who answer at random, four times "
        "in five; fewer are mostly overlooked."
    )


def known_share(known: KnownShare, slips: int | None) -> str:
    """ "25% are known to say yes: 25 of the 100 slips bear a star." """
    share = ENGLISH.exact_percent(known.share)
    if slips is None:
        return f"{share} are known to say yes: {known.source}."
    starred = known.share * slips
    if not slips or starred.denominator > 1:
        return f"{share} of the slips should bear a star."
    bear = "bears" if starred == 1 else "bear"
    return f"{share} are known to say yes: {int(starred):,} of the {slips:,} slips {bear} a star."


def estimated(share: Quantity) -> str:
    """ "Estimated from 80 reports: 31%." """
    reports = "report" if share.respondents == 1 else "reports"
    return f"Estimated from {share.respondents:,} {reports}: {ENGLISH.percent(share.estimate, 1)}."


def model_row(control: Control, model: Deviation) -> ModelRow:
    ends = control.interval(model)
    interval = "the reports do not fit this"
    if ends:
        low, high = ENGLISH.percent_end(ends[0], False, 1), ENGLISH.percent_end(ends[1], True, 1)
        interval = f"{low} to {high}"
    chance = control.p_value(model)
    return ModelRow(
        MODELS[model],
        "–" if ends == (0, 1) else ENGLISH.percent(control.deviating(model), 1),
        interval,
        "below 0.1%" if chance < 0.001 else ENGLISH.percent(chance, 1),
    )


def plain(share: Quantity) -> str:
    return ENGLISH.percent(share.estimate, 1)


def corrected(found: CorrectedShare | None) -> str:
    """ "28.1% (14.0% to 41.3%)"; "–" where nothing is corrected."""
    if found is None:
        return "–"
    share = ENGLISH.percent(found.estimate, 1)
    low = ENGLISH.percent_end(found.interval[0], False, 1)
    high = ENGLISH.percent_end(found.interval[1], True, 1)
    return f"{share} ({low} to {high})"
