"""The definitions of earlier releases, whose statements did not sign them.

A release that signs its definitions needs no line here: its exports carry the signed ones.
"""

from functools import cache
from importlib.resources import files

# The intervals that had another rule under the same name.
_OTHER_RULES = frozenset({"class", "population", "anytime"})

# By the SHA-256 of the definitions: the intervals to which their release applied another rule.
RULES = {
    # 0.1.0
    "8d202f8a6fcfb16d1f0b7d4846ec35ba19258c2e217ac079782168bd2208d624": _OTHER_RULES,
    # 0.2.0.dev0 of 23 November 2026
    "74ccfc13d97f3babe2073fb5871d8d932f9a01531b15d396d80344377be2e217": _OTHER_RULES,
    # 0.2.0.dev0 of 24 and 25 November 2026; with and without “one_question_each”
    "e34acea495e36f8c81c52211f2585e6e8f740751af479335bc8beb79e38cb4e1": frozenset[str](),
    "119981287312273401c88c387f7daa95d46ba22f9392fcac178812ac569ced13": frozenset[str](),
}

# The definitions that lay beside a statement which did not sign them.
STATED = frozenset(list(RULES)[2:])


@cache
def last_unsigned() -> str:
    """The definitions of the last release that signed none, as canonical JSON."""
    return (files("survey.text") / "unsigned_definitions.json").read_text("utf-8").strip()
