"""A server's statement of a closed survey's results: a checkpoint of its responses' tree.

The text follows C2SP's tlog-checkpoint: origin, size and root of the tree, and one line for each
other value, with its name and the value as JSON:

    deniable/statement/CODE/CLOSING
    98
    <root, base64>
    digest "<64 hex digits>"
    title "After the final"
    class_size 120
    tokens [120,98]
    tallies [[60,38]]
    key "<64 hex digits>"
    fingerprint "<six groups of four>"
    follows "<64 hex digits>"
    definitions "<64 hex digits>"

After `follows` come the terms, see statement_terms. A survey closes once, so CLOSING is 1 and
`follows` null, and the terms say `final true`. Earlier releases could open a survey again: then
each closing has an origin of its own, since its tree does not continue the tree of the one before,
names the statement before it, and is not final.
Leaves are in the order of their hashes, so they show no order of arrival.
"""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from types import MappingProxyType
from typing import Any

from survey.core.instrument.digest_forms import fingerprint, is_digest, short_form
from survey.core.instrument.instrument import Instrument
from survey.core.responses.leaves import Leaves
from survey.core.responses.merkle_tree import leaf_hash, root
from survey.core.responses.reports import Report
from survey.core.responses.statement_terms import (
    TermLines,
    Terms,
    compact_json,
    read_term_lines,
    term_lines,
)
from survey.core.responses.tally import Tally, TallyCounter, asked_each
from survey.errors import DataError

PREFIX = "deniable/statement/"
_ORIGIN = re.compile(rf"\A{PREFIX}([^/\s+]+)/([1-9][0-9]*)\Z")
# Names that no line of the terms may have.
_NAMES = {"digest", "title", "class_size", "tokens", "tallies", "asked", "key", "fingerprint"}
NO_LIMITS: Mapping[str, Any] = MappingProxyType({})
NOT_A_STATEMENT = "This is not a statement of a closed survey's results."
SECOND_FINAL = "It says that closing was final, and is of closing %s: a survey has one closing."


@dataclass(frozen=True)
class Statement:
    """The results of a closing, counted from 1; only earlier releases made a second one.

    `root` is that of the tree of all leaves, in the order of their hashes, `key` the public key
    that signs, both as 64 hex digits. `tokens` are how many were issued and how many spent, None
    where none are needed. `follows` is the SHA-256 of the text of the statement before this one,
    None for the first. `asked` are how many were asked each question, where each was asked one;
    else None. `more` are the lines of the terms.
    """

    code: str
    closing: int
    digest: str
    title: str
    class_size: int
    tokens: tuple[int, int] | None
    tally: Tally
    root: str
    key: str
    follows: str | None = None
    asked: tuple[int, ...] | None = None
    more: TermLines = TermLines()

    @property
    def terms(self) -> Terms:
        return self.more.terms

    @property
    def survey(self) -> tuple[str, str]:
        """Key and code, which name a survey. Its closings have one origin each."""
        return self.key, self.code

    @property
    def origin(self) -> str:
        return f"{PREFIX}{self.code}/{self.closing}"

    @property
    def short_root(self) -> str:
        """The first 120 bits of the root, in the form that people compare."""
        return short_form(self.root)

    @property
    def text(self) -> str:
        """The signed text: all lines with their ends."""
        values = {
            "digest": self.digest,
            "title": self.title,
            "class_size": self.class_size,
            "tokens": self.tokens,
            "tallies": self.tally.counts,
            **({} if self.asked is None else {"asked": self.asked}),
            "key": self.key,
            "fingerprint": fingerprint(self.key),
            "follows": self.follows,
        }
        head = (
            self.origin,
            str(self.tally.responses),
            b64encode(bytes.fromhex(self.root)).decode(),
        )
        told = (f"{name} {compact_json(value)}" for name, value in values.items())
        more = (f"{name} {value}" for name, value in self.more.lines)
        return "".join(f"{line}\n" for line in (*head, *told, *more))

    @property
    def text_hash(self) -> str:
        """SHA-256 of the text, 64 hex digits, by which the next statement names this one."""
        return sha256(self.text.encode()).hexdigest()


def closing_of(text: str) -> int:
    """The number of the closing, from 1, in the first line of a statement; raises DataError."""
    if origin := _ORIGIN.match(text.partition("\n")[0]):
        return int(origin[2])
    raise DataError(NOT_A_STATEMENT)


def leaves(instrument: Instrument, responses: Iterable[tuple[str, Sequence[Report]]]) -> Leaves:
    """The hashes of (response id, reports), sorted, whatever order they came in."""
    return Leaves(leaf_hash(each, reports, instrument.digest) for each, reports in responses)


def state_results(
    code: str,
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    tokens: tuple[int, int] | None,
    key: str,
    definitions: str,
    limits: Mapping[str, Any] = NO_LIMITS,
) -> Statement:
    """The statement of these responses, which are all responses of a closed survey.

    `definitions` is the SHA-256 of those that the survey's exports carry, as 64 hex digits;
    `limits` are the terms `cap` and `figures` of a survey that has them.
    """
    counting = TallyCounter(instrument)

    def as_counted() -> Iterator[tuple[str, Sequence[Report]]]:
        for response_id, reports in responses:
            counting.add(reports)
            yield response_id, reports

    tree = leaves(instrument, as_counted())
    counted = counting.tally()
    return Statement(
        code, 1, instrument.digest, instrument.title, instrument.class_size, tokens,
        counted, root(tree).hex(), key,
        asked=asked_each(instrument, counted),
        more=term_lines(definitions=definitions, **limits, final=True),
    )  # fmt: skip


def parse_statement(text: str) -> Statement:
    """The statement in this text, which must be exact; raises DataError for anything else."""
    try:
        head, told = text.split("\n")[:3], text.split("\n")[3:-1]
        last = next(place for place, line in enumerate(told) if line.startswith("follows "))
        more, told = read_term_lines(told[last + 1 :], besides=_NAMES), told[: last + 1]
        [(code, closing)] = _ORIGIN.findall(head[0])
        values: dict[str, Any] = {
            name: json.loads(value) for name, value in (line.split(" ", 1) for line in told)
        }
        del values["fingerprint"]  # it follows from the key
        tallies = tuple(map(tuple, values.pop("tallies")))
        tokens, asked = values.pop("tokens"), values.pop("asked", None)
        statement = Statement(
            code, int(closing), tally=Tally(int(head[1]), tallies),
            root=b64decode(head[2]).hex(), tokens=tokens and tuple(tokens),
            asked=None if asked is None else tuple(asked), more=more, **values,
        )  # fmt: skip
        if statement.text == text and _is_valid(statement):
            return _of_one_closing(statement)
    except (ValueError, TypeError, KeyError, IndexError, StopIteration, RecursionError):
        pass
    raise DataError(NOT_A_STATEMENT)


def _of_one_closing(statement: Statement) -> Statement:
    """The statement; raises DataError for one that is final, but not of the first closing."""
    if statement.terms.final and statement.closing > 1:
        raise DataError(f"{NOT_A_STATEMENT} {SECOND_FINAL % statement.closing}")
    return statement


def _is_valid(statement: Statement) -> bool:
    """Whether each value has its type; parse_statement finds all else by writing `text` again."""
    statement.text.encode()
    hashes = [statement.digest, statement.root, statement.key, statement.follows or statement.key]
    counts = [statement.class_size, *(statement.tokens or ()), statement.tally.responses]
    counts += statement.asked or ()
    counts += [count for row in statement.tally.counts for count in row]
    return (
        all(map(is_digest, hashes))
        and all(type(each) is int and each >= 0 for each in counts)
        and type(statement.title) is str
        and (statement.tokens is None or len(statement.tokens) == 2)
        and _adds_up(statement)
    )


def _adds_up(statement: Statement) -> bool:
    """Whether each row has a report of every response, or of all who were asked its question."""
    rows = [sum(row) for row in statement.tally.counts]
    responses, asked = statement.tally.responses, statement.asked
    if asked is None:
        return all(each == responses for each in rows)
    # A question's rows stand together, and have equally many.
    runs = [[number for number, _ in groupby(each)] for each in (rows, asked)]
    return runs[0] == runs[1] and sum(asked) == responses and len(asked) <= len(rows)
