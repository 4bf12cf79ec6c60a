"""Which questions of a wave are asked in another one, too."""

from survey.core.instrument import Instrument


def repeated_questions(wave: Instrument, other: Instrument) -> list[int]:
    """The numbers, from 1, of the wave's questions that the other has in the very same words.

    So the same options, range and γ: anything else is another question, whose
    reports are drawn anew. Empty unless both name the same `waves_of`.
    """
    if not wave.waves_of or wave.waves_of != other.waves_of:
        return []
    return [
        number
        for number, question in enumerate(wave.questions, start=1)
        if question in other.questions and not question.openly
    ]
