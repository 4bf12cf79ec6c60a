"""Characters that nobody sees, and texts that look the same though they differ.

Two options that look the same would let a report mean what nobody chose, and an invisible
character can make them so. What a script needs stays: joiners and word breaks in Arabic,
Indic and the like, marks of direction in texts that run from right to left, and what
joins an emoji. The comparison follows Unicode's skeletons (UTS 39), but only for letters
that nearly every font draws alike: "Aa" is not "AA".
"""

import re
import unicodedata
from collections.abc import Iterable

from survey.translations.marked import N_

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
# Scripts whose letters join or stack: from Arabic to Myanmar, Khmer, Mongolian and so on.
_JOINING = re.compile(
    "[\u0600-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)
_MONGOLIAN = re.compile("[\u1820-\u18aa]")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")  # as Scotland's
_JOINERS = "\u200b\u200c\u200d"
_MARKS = "\u061c\u200e\u200f"
_ISOLATES, _END_OF_ISOLATE = "\u2066\u2067\u2068", "\u2069"

# Letters, digits, dashes and quotation marks, and what each is drawn like.
_DRAWN_ALIKE = [
    ("АВЕЅІЈКМНОРСТХУасеорхуѕіјһԁԛԝ", "ABESIJKMHOPCTXYaceopxysijhdqw"),  # Cyrillic
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορ", "ABEZHIKMNOPTYXvop"),  # Greek
    ("օոսհՕՏ", "onuhOS"),  # Armenian
    ("\u06cc\u06a9۰۱۲۳۴۵۶۷۸۹", "\u0649\u0643٠١٢٣٤٥٦٧٨٩"),  # Persian, Arabic
    ("I1|0", "lllO"),
    ("‐‑‒–—―−", "-------"),
    ("‘’‚′´`“”„″", "''''''\"\"\"\""),
]
_ALIKE = str.maketrans(*map("".join, zip(*_DRAWN_ALIKE, strict=True)))


def looks(text: str) -> str:
    """A key that is equal for all texts that look the same."""
    seen = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    # Twice: a capital letter of another script may stand for the I that stands for an l.
    return " ".join(seen.split()).translate(_ALIKE).translate(_ALIKE)


def invisible_fault(text: str) -> str | None:
    """A sentence about the text's first invisible character that no script needs, or None."""
    plain = _FLAG.sub(lambda flag: "\U0001f3f4" * len(flag[0]), text)
    for found in _INVISIBLE.finditer(plain):
        if not _needed(plain, found.start()):
            return _sentence(text, found.start())
    return None


def twin_fault(option: str, others: Iterable[str]) -> str | None:
    """A sentence if the option looks like one of the others, which differ from it; else None."""
    for other in others:
        if looks(option) == looks(other):
            pairs = zip(other, option, strict=False)
            odd = next((f" (with {_named(new)})" for old, new in pairs if new != old), "")
            return N_(
                "Two options look the same: “%(other)s” and “%(option)s”%(odd)s. Please write "
                "them so that they look different.",
                other=other,
                option=option,
                odd=odd,
            )
    return None


def _needed(text: str, place: int) -> bool:
    """Whether the invisible character at `place` changes how the text around it is read."""
    character, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if character in _JOINERS:
        joins = _JOINING.match(before) and (_JOINING.match(after) or character == "\u200d")
        return bool(joins) or (character == "\u200d" and _pictured(before) and _pictured(after))
    if character in _MARKS:
        return _runs_from_the_right(text)
    if character in _ISOLATES + _END_OF_ISOLATE:
        return _runs_from_the_right(text) and _balanced(text)
    if "\u180b" <= character <= "\u180f":
        return bool(_MONGOLIAN.match(before))
    if "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return bool(before) and (
            before == "ℹ"
            or unicodedata.category(before) in {"So", "Sm", "Sk", "Po", "Pd", "Nd", "Lo"}
        )
    return False


def _pictured(character: str) -> bool:
    """Whether the character is an emoji, or changes the colour or style of the one before it."""
    return character == "\ufe0f" or (
        character != "" and unicodedata.category(character) in {"So", "Sk"}
    )


def _runs_from_the_right(text: str) -> bool:
    return any(unicodedata.bidirectional(each) in {"R", "AL"} for each in text)


def _balanced(text: str) -> bool:
    """Whether each bidirectional isolate that begins in a line ends there, and no other ends."""
    for line in text.splitlines():
        depth = 0
        for each in line:
            depth += (each in _ISOLATES) - (each == _END_OF_ISOLATE)
            if depth < 0:
                return False
        if depth:
            return False
    return True


def _sentence(text: str, place: int) -> str:
    before = " ".join(_INVISIBLE.sub("", text[:place]).split())[-20:]
    where = f"After “{before}”" if before else "At its beginning"
    return N_(
        "%(where)s this holds an invisible character (%(place)s). It can make different texts "
        "look the same. Please delete it, or type the text again.",
        where=where,
        place=_named(text[place]),
    )


def _named(character: str) -> str:
    return f"U+{ord(character):04X}, {unicodedata.name(character, 'without a name')}"
