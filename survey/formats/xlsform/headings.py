"""The languages that an XLSForm's headings name: "German (de)", "de", or "German"."""

import re
from functools import cache

from survey.core.instrument.language_tags import language_tag
from survey.formats.xlsform.cells import SheetRow

_ALIASES = {"caption": "label", "command": "type", "value": "name", "list": "list_name"}
LONGEST_NAME = 60  # characters of a language's name
# Each language costs half a megabyte of Babel's data, so not all three hundred are loaded.
_NAMED_BY_OWN = (
    "am ar bg bn ca cs da de el es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru "
    "sk sl sr sv sw th tr uk ur vi zh"
)
_LANGUAGE = re.compile(r".*\((?P<code>[^()]*)\)")


def first_language(headings: SheetRow) -> str:
    """The language of the first column with labels; "" if some such column names no language."""
    names = [normal(heading) for heading in headings.cells]
    labels = [name.partition("::")[2] for name in names if name.split("::")[0] == "label"]
    return "" if "" in labels else next(iter(labels), "")


def tag_of(language: str) -> str:
    """The tag of a language named "German (de)", "de" or "German"; "" for anything else.

    It knows Unicode's names, in English and in the language itself.
    """
    language = language.strip()
    if code := _LANGUAGE.fullmatch(language):
        return language_tag(code["code"]) or ""
    # Only lower case is a code: Ga names one language, and ga is the code of another.
    tag = language_tag(language) if language[:1].islower() else None
    return tag or _tag_of_name(language)


def _tag_of_name(language: str) -> str:
    name = " ".join(language.split()).casefold()
    if not name or len(name) > LONGEST_NAME:
        return ""
    return _english_names().get(name) or _own_names().get(name, "")


@cache
def _english_names() -> dict[str, str]:
    from babel import Locale

    names = Locale("en").languages
    return {name.casefold(): found for tag, name in names.items() if (found := language_tag(tag))}


@cache
def _own_names() -> dict[str, str]:
    """The tags of languages by the names that these languages have for themselves."""
    from babel import Locale

    return {
        (Locale(tag).get_language_name(tag) or "").casefold(): tag for tag in _NAMED_BY_OWN.split()
    }


def says(name: str) -> str:
    """The tag of the language that a heading from `normal` names; "" if none."""
    return tag_of(name.partition("::")[2])


def normal(heading: str) -> str:
    """Turns "Label :: English (en)" into "label::English (en)"; older files have one colon."""
    base, colon, language = heading.strip().partition(":")
    base = "_".join(base.lower().split())
    named = f"::{language.removeprefix(':').strip()}" if colon else ""
    return _ALIASES.get(base, base) + named
