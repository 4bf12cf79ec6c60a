"""The messages that pybabel extract finds for each catalog."""

import tomllib
from pathlib import Path

from babel.messages.extract import extract_from_dir

ROOT = Path(__file__).parent.parent.parent


Found = dict[str | tuple[str, ...], set[str]]


def extracted(mappings: list[dict[str, str]]) -> Found:
    """Every message that these mappings find in the code and in the templates, with its files."""
    methods = [(each["pattern"], each["method"]) for each in mappings]
    options = {
        each["pattern"]: {"trimmed": each["trimmed"]} for each in mappings if "trimmed" in each
    }
    found: Found = {}
    for folder in ("survey", "templates"):
        here = [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods
                if pattern.startswith(f"{folder}/")]  # fmt: skip
        there = {pattern.removeprefix(f"{folder}/"): each for pattern, each in options.items()}
        for path, _, message, _, _ in extract_from_dir(ROOT / folder, here, there):
            found.setdefault(message, set()).add(f"{folder}/{path}")
    assert found
    return found


def forms_of(message: str | tuple[str, ...]) -> tuple[str, ...]:
    """Both forms of a plural; otherwise the message alone."""
    return (message,) if isinstance(message, str) else message


def of_respondents() -> Found:
    """The messages of messages.po, by the mapping in pyproject.toml."""
    return extracted(
        tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    )


def of_instructors() -> Found:
    """The messages of instructors.po, by survey/translations/instructors.toml."""
    return extracted(
        tomllib.loads((ROOT / "survey/translations/instructors.toml").read_text())["mappings"]
    )


def of_the_lab() -> Found:
    """The messages of lab.po, by survey/translations/lab.toml."""
    return extracted(tomllib.loads((ROOT / "survey/translations/lab.toml").read_text())["mappings"])
