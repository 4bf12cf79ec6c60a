"""The repository's own files, for tests that read them all."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def files_of(folder: str, *patterns: str) -> list[Path]:
    """All files below this folder of the repository, sorted, that a pattern names.

    A pattern that names none is a fault, since a test over nothing passes whatever is broken. How
    many there are is no test's business: another file is no fault, nor is one fewer.
    """
    found: set[Path] = set()
    for pattern in patterns or ("*",):
        named = {path for path in (ROOT / folder).rglob(pattern) if path.is_file()}
        assert named, f"{folder} has no {pattern}"
        found |= named
    return sorted(path for path in found if path.suffix != ".pyc")
