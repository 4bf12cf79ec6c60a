"""Which questions of a wave are asked in another one, too."""

from survey.core.instrument.instrument import Instrument
from survey.core.responses.waves import as_known_again, bare


def same_waves(wave: Instrument, other: Instrument) -> bool:
    """Whether both are waves of one survey, however its name is spaced."""
    return bool(wave.waves_of) and bare(wave.waves_of) == bare(other.waves_of)


def repeated_questions(wave: Instrument, other: Instrument) -> list[int]:
    """The numbers, from 1, of the wave's questions that the other has in the same words.

    The options, the range and γ must be the same, too. `bare` texts are compared, so white
    space and case do not matter; any other difference makes another question, whose reports
    are drawn anew. Empty unless both are waves of one survey.
    """
    if not same_waves(wave, other):
        return []
    known = {as_known_again(question) for question in other.questions}
    return [
        number
        for number, question in enumerate(wave.questions, start=1)
        if as_known_again(question) in known
    ]
