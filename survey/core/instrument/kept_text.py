"""The stored form of a questionnaire's texts, and the characters that they must not contain."""

import unicodedata

from survey.core.instrument.lookalikes import invisible_fault
from survey.translations.marked import N_

# Combining characters on one letter. No script comes near this many, and NFC needs quadratic time
# to sort them. The figure is that of Unicode's Stream-Safe Text Format (UAX #15).
MOST_SIGNS = 30


def normalized(text: str) -> str:
    """The text in NFC, with \\n as line ends, and no spaces around it.

    Skips NFC for a text with more than MOST_SIGNS combining characters on a letter: sorting them
    takes too long.
    """
    text = text.replace("\r\n", "\n").strip()
    return text if _stacked(text) else unicodedata.normalize("NFC", text).strip()


def text_fault(text: str, longest: int, published: bool) -> str | None:
    """A sentence about what is wrong with a normalized text of at most `longest` characters.

    None if nothing is, or if it is `published` and only looks wrong.
    """
    if len(text) > longest:
        return N_(
            "This is %(text)s characters long; at most %(longest)s fit.",
            text=len(text),
            longest=longest,
        )
    if any(_unprintable(character) for character in text):
        return N_("This holds a control character. Please type the text again.")
    if published:
        return None
    if _stacked(text):
        return N_(
            "One letter carries more than %(most)s marks. Please type the text again.",
            most=MOST_SIGNS,
        )
    return invisible_fault(text)


def _stacked(text: str) -> bool:
    """Whether more than MOST_SIGNS combining characters follow one another."""
    if text.isascii():
        return False
    signs = 0
    for character in text:
        signs = signs + 1 if unicodedata.combining(character) else 0
        if signs > MOST_SIGNS:
            return True
    return False


def _unprintable(character: str) -> bool:
    """Whether the character is a control character other than a line break, or a lone surrogate.

    UTF-8 cannot encode lone surrogates.
    """
    return character != "\n" and unicodedata.category(character) in {"Cc", "Cs"}
