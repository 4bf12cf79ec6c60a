"""The same questions, asked of several groups: their exports added up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from survey.core.estimates.quantity import Quantity
from survey.core.instrument.same_questions import questions_digest
from survey.core.intervals.counts import check_confidence
from survey.core.library.exported import ExportTable
from survey.core.library.html_table import HtmlTable
from survey.core.pooling.pooled import Group, Pooled, PooledQuestion
from survey.core.pooling.pooled import pool as pooled
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.errors import DataError, ParameterError


@dataclass(frozen=True, repr=False)
class PooledGroups(HtmlTable):
    """The pooled means and shares, shown as a table in a notebook; `questions` has all details."""

    groups: tuple[Group, ...]
    questions: tuple[PooledQuestion, ...]
    confidence: float

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each group of each mean and share, then one for all these people together."""
        names = [*(group.name for group in self.groups), "together"]
        rows = []
        for question in self.questions:
            for figure in question.figures:
                of: list[Quantity | Pooled] = [*figure.groups, figure]
                rows += [
                    {"question": question.result.name, "of": figure.option, "group": name}
                    | {"respondents": each.respondents, "estimate": each.estimate}
                    | {"interval": each.ends}
                    for name, each in zip(names, of, strict=True)
                ]
        return rows

    @property
    def _caption(self) -> str:
        people = sum(group.counted.responses for group in self.groups)
        return f"{len(self.groups)} groups, {people:,} people; {100 * self.confidence:g}% intervals"


def pool(exports: Sequence[ExportTable], confidence: float = 0.95) -> PooledGroups:
    """The means and shares of each group by itself, and of all these people together.

    Only verified JSON shows that figures waited until a group had closed; other files are pooled as
    if somebody had looked. Raises DataError for a file without its questions, another set of
    questions, an open survey, and a response that two files hold; ParameterError for fewer than two
    files.
    """
    check_confidence(confidence)
    exports = list(exports)
    if len(exports) < 2 or not all(isinstance(each, ExportTable) for each in exports):
        raise ParameterError("Give two or more exports that read_export has read.", "exports")
    groups = groups_of(exports)
    return PooledGroups(tuple(groups), tuple(pooled(groups, confidence)), confidence)


def groups_of(exports: Sequence[ExportTable]) -> list[Group]:
    """The groups in the order of the exports; raises DataError as `pool` does."""
    groups: list[Group] = []
    known: dict[str, str] = {}
    names = _names(exports)
    for number, (each, name) in enumerate(zip(exports, names, strict=True), start=1):
        instrument = each.instrument
        file = each.file or f"Export {number}"
        if instrument is None:
            raise DataError(
                f"{file} does not hold all of the questions' texts: give its codebook, or "
                "another format."
            )
        if groups and questions_digest(instrument) != questions_digest(groups[0].instrument):
            first = exports[0].file or "Export 1"
            raise DataError(f"{file} does not ask the same questions as {first}.")
        if each.still_open:
            raise DataError(f"{file} is of an open survey: export it once that has closed.")
        for response_id in each.response_ids:
            if other := known.get(response_id):
                raise DataError(f"{file} and {other} hold the same response: pool each once.")
            known[response_id] = file
        limits = {"cap": each.cap} | ({"figures": FIGURES_ONCE_CLOSED} if each.hidden else {})
        group = Group.under(name, instrument, each.tally, limits)
        groups.append(replace(group, root=each.root, key=each.key))
    return groups


def _names(exports: Sequence[ExportTable]) -> list[str]:
    """The titles of the surveys, and where several have one, also what tells their files apart.

    Sections on two servers may have one title; a CSV has only its file's name.
    """
    named = Counter(each.name for each in exports)
    alike = [Path(each.file) for each in exports if named[each.name] > 1]
    deepest = max((len(path.parts) for path in alike), default=1)
    found = []
    for each in exports:
        path = Path(each.file)
        tails = (_tail(path, depth) for depth in range(1, deepest + 1))
        own = next((tail for depth, tail in enumerate(tails, start=1)
                    if [_tail(other, depth) for other in alike].count(tail) < 2), "")  # fmt: skip
        if named[each.name] == 1:
            found.append(each.name)
        elif each.name == path.stem or not own:
            found.append(own or each.name)
        else:
            found.append(f"{each.name} · {own}")
    return found


def _tail(path: Path, depth: int) -> str:
    """The last `depth` parts of a file's place, without its ending."""
    return "/".join(path.with_suffix("").parts[-depth:])
