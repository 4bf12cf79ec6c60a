"""Finds templates/ and static/: inside an installed package, or beside it in a checkout."""

import hashlib
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    """The folder `name` of this installation."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def content_digest(path: Path) -> str:
    """12 hex digits that change whenever any file in the folder does."""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")):
        if file.is_file():
            digest.update(file.relative_to(path).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]
