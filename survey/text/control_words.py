"""The results of a control question, in words for the instructor."""

from dataclasses import dataclass

from survey.core.compliance.control import Control, CorrectedShare
from survey.core.compliance.deviations import Deviation
from survey.core.estimates.quantity import Quantity
from survey.core.instrument.instrument import Question
from survey.core.instrument.known_share import KnownShare
from survey.core.planning.deviations_found import smallest_share_found
from survey.text.crosstab_summaries import range_in_words
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

NO_SLIPS = N_(
    "No slips were issued. So nobody knows how many respondents have a star, and this question "
    "tells nothing."
)
OTHER_SLIPS = N_(
    "The issued slips do not match these responses. So nobody knows how many respondents have "
    "a star, and this question tells nothing."
)
BLIND = N_(
    "One known share cannot tell random answers from constant noes, so read one line at a "
    "time. It also misses people who lie only about a sensitive matter: they answer this "
    "question like everybody else."
)
ONE_LOOK = N_(
    "These intervals and chances hold for one look only. Read them after the survey has closed."
)
USELESS = N_(
    "Nothing is corrected. Either the reports fit no line, or one of two shares is known only "
    "to an interval 50 points wide or wider. These are the share who do not use the coin, and "
    "that of yes among the others."
)
MODELS = {
    Deviation.AT_RANDOM: N_("answer at random"),
    Deviation.ANSWERS_NO: N_("always answer no"),
    Deviation.REPORTS_NO: N_("always report no"),
}


@dataclass(frozen=True)
class ModelRow:
    """How many respondents deviate in one way, unclipped; "–" if the interval rules out nothing."""

    model: str
    share: str
    interval: str
    chance: str


def found_in_words(question: Question, class_size: int, say: Translator) -> str:
    """What a control question detects in a class of this size; "" for any other question."""
    known = question.known
    if known is None:
        return ""
    share = smallest_share_found(class_size, question.gamma, known.share, known.starred)
    if share is None:
        return say.gettext(
            "With %(class_size)s respondents it cannot find random answers, however many there "
            "are.",
            class_size=say.whole(class_size),
        )
    return say.gettext(
        "If %(share)s of %(class_size)s answer at random, it finds this four times in five. It "
        "mostly overlooks fewer.",
        class_size=say.whole(class_size),
        share=say.percent(share),
    )


def known_share(known: KnownShare, slips: int | None, say: Translator = ENGLISH) -> str:
    """ "25% are known to say yes: 25 of the 100 slips bear a star." """
    share = say.exact_percent(known.share)
    if slips is None:
        return say.gettext(
            "%(share)s are known to say yes: %(source)s.", share=share, source=known.source
        )
    starred = known.share * slips
    if not slips or starred.denominator > 1:
        return say.gettext("%(share)s of the slips should bear a star.", share=share)
    return say.ngettext(
        "%(share)s are known to say yes: %(starred)s of the %(slips)s slips bears a star.",
        "%(share)s are known to say yes: %(starred)s of the %(slips)s slips bear a star.",
        int(starred),
        share=share,
        starred=say.whole(int(starred)),
        slips=say.whole(slips),
    )


def estimated(share: Quantity, say: Translator = ENGLISH) -> str:
    """ "Estimated from 80 reports: 31%." """
    return say.ngettext(
        "Estimated from %(reports)s report: %(share)s.",
        "Estimated from %(reports)s reports: %(share)s.",
        share.respondents,
        reports=say.whole(share.respondents),
        share=say.percent(share.estimate, 1),
    )


def model_row(control: Control, model: Deviation, say: Translator = ENGLISH) -> ModelRow:
    ends, chance = control.interval(model), control.p_value(model)
    return ModelRow(
        say.gettext(MODELS[model]),
        "–" if ends == (0, 1) else say.percent(control.deviating(model), 1),
        range_in_words(ends, say) if ends else say.gettext("the reports do not fit this"),
        say.gettext("below %(chance)s", chance=say.percent(0.001, 1))
        if chance < 0.001
        else say.percent(chance, 1),
    )


def corrected(found: CorrectedShare | None, say: Translator = ENGLISH) -> str:
    """ "28.1% (14.0% to 41.3%)"; "–" where nothing is corrected."""
    if found is None:
        return "–"
    return f"{say.percent(found.estimate, 1)} ({range_in_words(found.interval, say)})"
