"""The version tells the bytes of a release from those that came after it."""

import re
from pathlib import Path

from survey import __version__

CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")


def test_unreleased_changes_do_not_bear_the_last_release_s_version():
    """`survey verify-page` says of which release a page is: changed bytes are of none."""
    newest, released = re.findall(r"^## (\S+)", CHANGELOG, re.M)[:2]
    if newest == "Unreleased":
        numbers, development = __version__.split(".dev")
        assert development.isdecimal()
        assert _numbers(numbers) > _numbers(released)
    else:
        assert __version__ == newest


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
