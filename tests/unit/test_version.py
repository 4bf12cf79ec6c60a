"""The version tells the bytes of a release from those that came after it."""

import re
from pathlib import Path

from release_client import RELEASE

from survey import __version__
from survey.client_build.manifest import manifest_sha256

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


def test_each_release_from_now_on_names_the_client_that_it_serves():
    """Whoever has the CHANGELOG from elsewhere can tell a client that is another."""
    for version, section in re.findall(r"^## (\S+)(.*?)(?=^## |\Z)", CHANGELOG, re.M | re.S):
        named = re.findall(r"SHA-256 of the client's manifest: `([0-9a-f]{64})`", section)
        if version == __version__:
            assert named == [manifest_sha256(RELEASE)]
        elif version not in {"Unreleased", "0.1.0"}:
            assert len(named) == 1


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
