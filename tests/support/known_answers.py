"""The vectors: known answers, computed independently in exact arithmetic."""

import json
from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "vectors"


def cases(name: str) -> list[dict]:
    """The cases of tests/vectors/<name>.json."""
    return json.loads((_FOLDER / f"{name}.json").read_text())["cases"]
