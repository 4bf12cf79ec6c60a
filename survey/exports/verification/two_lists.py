"""Two exports beside each other: one list, an earlier and a later one, or two stories."""

from dataclasses import dataclass

from survey.exports.verification.verify import Verification


@dataclass(frozen=True)
class Relation:
    """What two exports are to each other; with `fault` one of them is not the true one."""

    sentence: str
    fault: bool = False


def relation_of(first: Verification, second: Verification) -> Relation:
    """Compares two verified exports, whichever of them is the older."""
    if _name(first) != _name(second):
        return Relation("The two are of different surveys or questionnaires.", fault=True)
    if first.statement is None or second.statement is None:
        if first.listed.leaves == second.listed.leaves:
            return Relation("Both have the same responses; not both have a statement.")
        return Relation("The responses differ, and not both have a statement.", fault=True)
    earlier, later = sorted((first, second), key=lambda each: len(each.statements))
    if later.statements[: len(earlier.statements)] != earlier.statements:
        pairs = zip(earlier.statements, later.statements, strict=False)
        one, other = next(pair for pair in pairs if pair[0] != pair[1])
        if one.closing == other.closing:
            return Relation(f"Two statements of closing {one.closing} differ.", fault=True)
        return Relation("The one does not have the statements of the other.", fault=True)
    if len(earlier.statements) == len(later.statements):
        if earlier.listed.leaves == later.listed.leaves:
            return Relation("Both are one list: they have the same root.")
        return Relation("Both have one statement, and two lists.", fault=True)
    closing = earlier.statements[-1].closing
    if missing := set(earlier.listed.leaves) - set(later.listed.leaves):
        return Relation(
            f"{len(missing):,} responses of closing {closing} are missing in the later list.",
            fault=True,
        )
    return Relation(f"The one is that of closing {closing}; the later list has all its responses.")


def _name(found: Verification) -> tuple[object, str]:
    return found.listed.code, found.instrument.digest
