"""Which questions of a wave are asked in another one, too."""

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.known_again import bare, known_again


def same_waves(wave: Instrument, other: Instrument) -> bool:
    """Whether both are waves of one survey, however its name is spaced."""
    return bool(wave.waves_of) and bare(wave.waves_of) == bare(other.waves_of)


def repeated_questions(wave: Instrument, other: Instrument) -> list[int]:
    """The numbers, from 1, of the wave's questions that the other has in the same words.

    The options, the range, γ and all translations must be the same, too, but for what `bare`
    texts leave out; any other difference makes another question, whose reports are drawn anew.
    Empty unless both are waves of one survey.
    """
    if not same_waves(wave, other):
        return []
    asked = known_again(other.questions, other.translations)
    here = known_again(wave.questions, wave.translations)
    return [number for number, question in enumerate(here, start=1) if question in asked]
