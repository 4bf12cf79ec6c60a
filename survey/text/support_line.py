"""The rule that a survey on what may hurt people must name a source of help to be published."""

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.errors import SupportMissing
from survey.translations.marked import N_

SUPPORT_NEEDED = N_(
    "A question of this survey may upset people who need help. Name a local support line: who "
    "helps, the telephone number and its hours."
)


def check_support(instrument: Instrument) -> None:
    """Raises SupportMissing if the instrument needs a support line and names none."""
    if support_missing(instrument):
        raise SupportMissing(SUPPORT_NEEDED, "support")


def support_missing(instrument: Instrument) -> bool:
    """Whether this draft still needs a support line before anybody may publish it."""
    return instrument.support_needed and not instrument.support


def with_support(instrument: Instrument, support: str) -> Instrument:
    """The draft with this support line, the same in all its languages; may raise InstrumentInvalid.

    A name and a telephone number need no translation, and anyone who has one can still write it.
    """
    document = instrument.raw()
    line = {"support": support} if support.strip() else {}
    translations = {
        tag: {**texts, **line} for tag, texts in document.get("translations", {}).items()
    }
    return validate({**document, **line, "translations": translations})
