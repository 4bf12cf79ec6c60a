"""Whether each response answers one of several questions, in a file that does not say it."""

from collections.abc import Iterable, Sequence
from typing import Any


def one_each(names: Sequence[Any], rows: Iterable[Sequence[Any]]) -> bool:
    """Whether every row has reports to one question alone, and there are several.

    `names` are the columns, q1, q2, q3_1, …; a cell without a report is None or "".
    """
    questions = [str(name).partition("_")[0] for name in names]
    return len(set(questions)) > 1 and all(
        len({each for each, cell in zip(questions, row, strict=False) if cell not in (None, "")})
        == 1
        for row in rows
    )
