"""A C2SP tlog-proof: the path from one leaf of a tree to the root of a signed note.

c2sp.org/tlog-proof@v1
extra <base64>
index 7
<hash, base64>, one per line

<the signed note>
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from survey.errors import DataError

HEADER = "c2sp.org/tlog-proof@v1"
_FORM = re.compile(
    rf"{HEADER}\nextra ([A-Za-z0-9+/=]+)\nindex (0|[1-9][0-9]{{0,17}})\n"
    r"((?:[A-Za-z0-9+/=]+\n)*)\n(.+)",
    re.S,
)


@dataclass(frozen=True)
class TlogProof:
    """`extra` is the leaf's own hash, `path` the sibling hashes up to the root, lowest first."""

    extra: bytes
    index: int
    path: Sequence[bytes]
    note: str

    @property
    def text(self) -> str:
        beside = "".join(f"{b64encode(each).decode()}\n" for each in self.path)
        extra = b64encode(self.extra).decode()
        return f"{HEADER}\nextra {extra}\nindex {self.index}\n{beside}\n{self.note}"


def read_tlog_proof(text: str) -> TlogProof:
    """The proof in this text; raises DataError for anything else."""
    found = _FORM.fullmatch(text)
    try:
        if found:
            extra, index, path, note = found.groups()
            hashes = tuple(b64decode(line) for line in path.splitlines())
            proof = TlogProof(b64decode(extra), int(index), hashes, note)
            if proof.text == text:
                return proof
    except ValueError:
        pass
    raise DataError(f"This is no proof of the form {HEADER}.")
