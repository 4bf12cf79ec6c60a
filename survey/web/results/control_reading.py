"""The result of a survey's control question, for its instructor's pages."""

from dataclasses import dataclass

from survey.core.compliance.control import Control
from survey.core.compliance.deviations import Deviation
from survey.core.estimates.quantity import Quantity
from survey.core.instrument.known_share import KnownShare
from survey.core.results.results import QuestionResult
from survey.errors import ParameterError
from survey.store import State
from survey.text import control_words as words
from survey.web.http.extensions import store
from survey.web.i18n.page_language import asked_by, page_translator
from survey.web.results.published import Results

# Behaviours on the app's page between which a control question cannot distinguish.
MODELS = (Deviation.AT_RANDOM, Deviation.ANSWERS_NO)


@dataclass(frozen=True)
class ControlReading:
    """The control question's estimate, and the other shares of yes beside it.

    `control` is None if it cannot be computed, and `fault` says why.
    """

    question: str
    known: str
    share: Quantity
    control: Control | None
    others: tuple[tuple[str, Quantity], ...]
    fault: str = ""
    closed: bool = False

    one_look = words.ONE_LOOK
    blind_words = words.BLIND
    useless_words = words.USELESS

    @property
    def sentence(self) -> str:
        return words.estimated(self.share, page_translator())

    @property
    def models(self) -> list[words.ModelRow]:
        if self.control is None:
            return []
        return [words.model_row(self.control, model, page_translator()) for model in MODELS]

    @property
    def corrected(self) -> list[tuple[str, str, list[str]]]:
        """(question, plain estimate, the corrected one for each model), if one is corrected."""
        control = self.control
        if control is None:
            return []
        rows = [
            (text, share, [control.corrected(share.count, model) for model in MODELS])
            for text, share in self.others
            if share.count
        ]
        if not any(any(found) for _, _, found in rows):
            return []
        say = page_translator()
        return [
            (text, say.percent(share.estimate, 1), [words.corrected(each, say) for each in found])
            for text, share, found in rows
        ]

    def usable_share(self, model: Deviation) -> float | None:
        """The share that deviates, if its interval is of use."""
        if self.control is None or self.control.useless(model):
            return None
        return self.control.deviating(model)


def control_reading(results: Results) -> ControlReading | None:
    """None without a control question, without responses, or while results are hidden."""
    instrument = results.survey.instrument
    if instrument.control is None or not results.tally.responses or results.cards is None:
        return None
    name, known = instrument.control
    asked = {card.result.name: card.result for card in results.cards}
    others = tuple(
        share for other in asked.values() if other.name != name for share in shares_of_yes(other)
    )
    slips = _issued(results, known) if known.starred else None
    share = asked[name].quantities[0]
    control, fault = None, words.NO_SLIPS if slips == 0 else ""
    if not fault and share.count is not None:
        try:
            control = Control(share.count, known.share, slips, share.confidence)
        except ParameterError:
            fault = words.OTHER_SLIPS
    text = words.known_share(known, slips, page_translator())
    closed = results.survey.state is State.CLOSED
    return ControlReading(asked[name].question.text, text, share, control, others, fault, closed)


def _issued(results: Results, known: KnownShare) -> int:
    """The number of slips; in a rehearsal, which issues no slips, the number of its students."""
    if results.survey.state is not State.REHEARSAL:
        return store().surveys.token_counts(results.survey.code).issued
    pack = known.share.denominator
    return results.tally.responses + -results.tally.responses % pack


def shares_of_yes(result: QuestionResult) -> list[tuple[str, Quantity]]:
    """The shares of yes of items with a "no": yes/no questions and options of "choose all"."""
    question, shares = result.question, result.found.of_yes
    pairs = zip(question.items(result.name), shares, strict=False)
    return [(asked_by(question, item), share) for item, share in pairs]
