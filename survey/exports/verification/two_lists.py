"""Compares two exports: the same list, an earlier and a later one, or a contradiction."""

from dataclasses import dataclass

from survey.exports.verification.verify import Verification


@dataclass(frozen=True)
class ListRelation:
    """The relation of two exports, in a sentence; with `fault` they contradict each other."""

    sentence: str
    fault: bool = False


def relation_of(first: Verification, second: Verification) -> ListRelation:
    """Compares two verified exports, whichever of them is the older."""
    if _have_two_lists(first, second):
        return ListRelation(
            f"One key has signed two lists of the survey {first.listed.code}. Keep both files: "
            "they prove it.",
            fault=True,
        )
    if _name(first) != _name(second):
        return ListRelation("The two are of different surveys or questionnaires.", fault=True)
    if first.statement is None or second.statement is None:
        if first.listed.leaves.packed == second.listed.leaves.packed:
            return ListRelation("Both have the same responses; not both have a statement.")
        return ListRelation("The responses differ, and not both have a statement.", fault=True)
    earlier, later = sorted((first, second), key=lambda each: len(each.statements))
    if later.statements[: len(earlier.statements)] != earlier.statements:
        return ListRelation("The two are signed by two keys.", fault=True)
    if len(earlier.statements) == len(later.statements):
        if earlier.listed.leaves.packed == later.listed.leaves.packed:
            return ListRelation("Both are one list: they have the same root.")
        return ListRelation("Both have one statement, and two lists.", fault=True)
    closing = earlier.statements[-1].closing
    if missing := sum(each not in later.listed.leaves for each in earlier.listed.leaves):
        return ListRelation(
            f"{missing:,} responses of closing {closing} are missing in the later list.",
            fault=True,
        )
    return ListRelation(
        f"The one is that of closing {closing}; the later list has all its responses."
    )


def _have_two_lists(first: Verification, second: Verification) -> bool:
    """Whether one key has signed both for one survey, and neither continues the other."""
    pairs = list(zip(first.statements, second.statements, strict=False))
    return any(one != other and one.survey == other.survey for one, other in pairs)


def _name(found: Verification) -> tuple[object, str]:
    return found.listed.code, found.instrument.digest
