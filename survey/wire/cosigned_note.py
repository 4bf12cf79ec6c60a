"""A signed statement with witnesses' cosignatures: the note with more signature lines."""

from dataclasses import dataclass

from survey.core.responses.statement import NOT_A_STATEMENT, Statement
from survey.errors import DataError
from survey.wire.cosignature import Cosignature, is_cosignature, read_cosignature
from survey.wire.signed_note import read_signed_statement


@dataclass(frozen=True)
class CosignedNote:
    """A note whose server's signature is valid; `cosignatures` are the valid cosignatures.

    `text` has all lines, and `note` the server's alone, as exports have it.

    `broken` are lines of this app's form with an invalid signature. `unknown` are lines of keys
    that the line does not contain: the standard tells every reader to ignore these.
    """

    text: str
    note: str
    statement: Statement
    cosignatures: tuple[Cosignature, ...]
    broken: tuple[str, ...]
    unknown: tuple[str, ...]

    def with_line(self, cosignature: Cosignature) -> str:
        """The text with one more line."""
        return self.text + cosignature.line

    def is_by(self, key: str) -> bool:
        """Whether the witness with this key, 64 hex digits, has cosigned it."""
        return any(each.key == key for each in self.cosignatures)


def read_cosigned_note(text: str) -> CosignedNote:
    """The note in a file; its signature lines may have any order.

    Raises DataError unless it is one statement with its server's signature.
    """
    content, _, signatures = text.rpartition("\n\n")
    origin = content.partition("\n")[0]
    lines = signatures.removesuffix("\n").split("\n")
    own = [line for line in lines if line.startswith(f"— {origin} ")]
    if not text.endswith("\n") or not all(_is_signature(line) for line in lines) or not own:
        raise DataError(f"{NOT_A_STATEMENT} Give the file statement.txt of one closing.")
    note = f"{content}\n\n{own[0]}\n"
    statement = read_signed_statement(note)
    found = [_read(line, statement) for line in lines if is_cosignature(line)]
    return CosignedNote(
        text,
        note,
        statement,
        tuple(each for each in found if isinstance(each, Cosignature)),
        tuple(each for each in found if isinstance(each, str)),
        tuple(line.split(" ")[1] for line in lines if line not in own and not is_cosignature(line)),
    )


def _is_signature(line: str) -> bool:
    """Whether it has the form of a signature line, from any signer."""
    dash, *rest = line.split(" ")
    return dash == "—" and len(rest) == 2 and all(rest) and line.isprintable()


def _read(line: str, statement: Statement) -> Cosignature | str:
    """The cosignature, or the name in a line whose signature is invalid."""
    try:
        cosignature = read_cosignature(line)
    except DataError:
        return line.split(" ")[1]
    return cosignature if cosignature.signs(statement) else line.split(" ")[1]
