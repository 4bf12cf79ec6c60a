"""The translations of a draft beside their originals, which its instructor compares to publish it.

The digest covers every translation, so nobody can change one later. Somebody who reads the language
must check it first: each language needs a tick, except translations by the app itself.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.texts import OPTIONAL_TEXTS, Wording, phrases
from survey.core.instrument.translation_doubts import Doubt, doubts
from survey.errors import ParameterError
from survey.translations.catalogs import LANGUAGES, translations
from survey.translations.marked import N_
from survey.web.i18n.language_names import language_name

COMPARED = "compared"  # the form's field; its values are the tags of the ticked languages
NOT_COMPARED = N_("Compare each translation with the original, and tick it, before you publish.")


@dataclass(frozen=True)
class Comparison:
    """A translation: each text of the questionnaire beside the translated one, and doubts."""

    tag: str
    pairs: Sequence[tuple[str, str]]
    doubts: Sequence[Doubt]

    @property
    def name(self) -> str:
        return language_name(self.tag)


def to_compare(instrument: Instrument) -> list[Comparison]:
    """The translations to compare: all with a text that is not from the app's catalogs."""
    return [
        Comparison(wording.language, _pairs(instrument, wording), doubts(instrument, wording))
        for wording in instrument.translations
        if not _is_own(instrument, wording)
    ]


def check_compared(instrument: Instrument, ticked: Collection[str]) -> None:
    """Raises ParameterError unless each translation to compare is ticked."""
    if any(each.tag not in ticked for each in to_compare(instrument)):
        raise ParameterError(NOT_COMPARED, COMPARED)


def _pairs(instrument: Instrument, wording: Wording) -> list[tuple[str, str]]:
    both = zip(phrases(instrument), phrases(wording), strict=True)
    return [(original.text, translated.text) for original, translated in both]


def _is_own(instrument: Instrument, wording: Wording) -> bool:
    """Whether the catalog has this translation; names and telephone numbers may stay unchanged."""
    if instrument.language != "en" or wording.language not in LANGUAGES:
        return False
    catalog = translations(wording.language)
    return all(
        translated.text == catalog.gettext(original.text)
        or (original.place in OPTIONAL_TEXTS and translated.text == original.text)
        for original, translated in zip(phrases(instrument), phrases(wording), strict=True)
    )
