"""The checks of `survey doctor` on the program and the machine, the same for every instance.

Each returns a sentence if its docstring holds true, and raises ConfigError otherwise.
"""

import platform
import sqlite3
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import survey
from survey.app.folders import folder
from survey.app.server import CONNECTIONS, OPEN_FILES
from survey.errors import ConfigError
from survey.systems import most_open_files

DISTRIBUTION = "deniable"
OLDEST_SQLITE = (3, 38, 0)  # has STRICT tables, and JSON in every build
ONE_OF_EACH = {"templates": "base.html", "static": "client/mechanism.js"}
DAY_SECONDS = 24 * 3600


def python() -> str:
    """The interpreter is one that this release is made for."""
    needed = _distribution().metadata["Requires-Python"]
    version = platform.python_version()
    if not SpecifierSet(needed).contains(version, prereleases=True):
        raise ConfigError(f"Python {version} runs this, but {needed} is needed. Install that.")
    return f"Python {version}."


def dependencies(extras: Iterable[str] = ()) -> str:
    """Every library is installed, in a version that this release takes."""
    needed = [
        requirement
        for requirement in map(Requirement, _distribution().requires or ())
        if any(_applies(requirement, extra) for extra in ("", *extras))
    ]
    faults = [fault for requirement in needed if (fault := _fault(requirement))]
    if faults:
        raise ConfigError(f"{'; '.join(faults)}. Install this release again with pip.")
    return f"All {len(needed)} libraries are there, in versions that this release takes."


def sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """SQLite is recent enough for the schema."""
    said = ".".join(map(str, version))
    if version < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise ConfigError(
            f"SQLite {said} is too old: {oldest} or later is needed. Use a Python that comes "
            "with a newer one."
        )
    return f"SQLite {said}."


def files() -> str:
    """Templates and static files are where the app looks for them."""
    for name, one in ONE_OF_EACH.items():
        if not (folder(name) / one).is_file():
            raise ConfigError(
                f"{folder(name) / one} is missing, so pages could not be shown. Install this "
                "release again with pip."
            )
    return f"Templates and static files of {survey.__version__} are in {folder('static').parent}."


def open_files() -> str:
    """The process may keep as many connections as the server takes."""
    limit = most_open_files()
    if limit is not None and limit < OPEN_FILES:
        raise ConfigError(
            f"Only {limit:,} files may be open at once, so fewer than {CONNECTIONS:,} visitors can "
            f"be connected. Raise the limit: LimitNOFILE={OPEN_FILES} in a systemd unit, or "
            "ulimit -n."
        )
    return f"At least {OPEN_FILES:,} files may be open at once."


def clock(instance_files: Iterable[Path] = (), now: float | None = None) -> str:
    """The clock is at most a day behind the newest file: certificates depend on it."""
    now = time.time() if now is None else now
    today = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d %H:%M UTC")
    written = [Path(survey.__file__), *(file for file in instance_files if file.exists())]
    last = max(written, key=lambda file: file.stat().st_mtime)
    if now < last.stat().st_mtime - DAY_SECONDS:
        raise ConfigError(
            f"The clock says {today}, but {last} is of a later day. Set it, such as with: "
            "timedatectl set-ntp true"
        )
    return f"The clock says {today}."


def _distribution() -> metadata.Distribution:
    try:
        return metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        raise ConfigError(
            "This runs from a folder and is not installed, so what it needs is not known. "
            "Install it: pip install ."
        ) from None


def _applies(requirement: Requirement, extra: str) -> bool:
    if requirement.marker is None:
        return True
    return requirement.marker.evaluate({"extra": extra})


def _fault(requirement: Requirement) -> str:
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return f"{requirement.name} is missing"
    if requirement.specifier.contains(version, prereleases=True):
        return ""
    return f"{requirement.name} is {version}, but {requirement.specifier} is needed"
