"""Lets a test choose the browser's system font by a fontconfig file, on any machine.

Finds the fonts where systems keep them, or fetches them from Debian's packages without installing
them, since that would change the font of everything else on the machine.
"""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import debian

FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")

ADVICE = (
    "The browser tests need the fonts DejaVu Sans, Noto Sans and Liberation Sans: install them "
    "(Debian: apt-get install fonts-dejavu-core fonts-noto-core fonts-liberation), or name a "
    "folder that holds them in the environment variable SURVEY_FONTS."
)

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{folder}</dir>
<cachedir>{folder}/cache</cachedir>
<match target="pattern">
<test name="family" qual="any"><string>monospace</string></test>
<edit name="family" mode="assign" binding="strong"><string>{mono}</string></edit>
</match>
<match target="pattern">
<test name="family" qual="all" compare="not_eq"><string>{mono}</string></test>
<edit name="family" mode="append_last" binding="strong"><string>{family}</string></edit>
</match>
</fontconfig>
"""


@dataclass(frozen=True)
class Font:
    """A font's family, the beginning of its files' names, and Debian's package that has it."""

    family: str
    beginning: str
    package: str
    mono: str = "DejaVu Sans Mono"

    def files(self) -> dict[str, Path]:
        """Its files by name; raises FileNotFoundError with advice if there are none."""
        folders = [os.environ.get("SURVEY_FONTS"), *map(os.path.expanduser, FOLDERS)]
        files = self._in(*filter(None, folders)) or self._in(_fetched(self.package))
        if not files:
            raise FileNotFoundError(ADVICE)
        return files

    def _in(self, *folders: str) -> dict[str, Path]:
        found = [path for each in folders for path in Path(each).rglob(f"{self.beginning}*.ttf")]
        return {path.name: path for path in found}


DEJAVU = Font("DejaVu Sans", "DejaVuSans", "fonts-dejavu-core")
NOTO = Font("Noto Sans", "NotoSans-", "fonts-noto-core")
LIBERATION = Font("Liberation Sans", "Liberation", "fonts-liberation", "Liberation Mono")


def environment(font: Font, folder: Path) -> dict[str, str]:
    """The environment of a browser with this system font; `folder` gets the font's files.

    DejaVu is beside it, for letters that it lacks. Only Linux asks fontconfig.
    """
    if sys.platform != "linux":
        return dict(os.environ)
    for name, path in {**DEJAVU.files(), **font.files()}.items():
        folder.joinpath(name).symlink_to(path)
    configuration = folder / "fonts.conf"
    configuration.write_text(
        CONFIGURATION.format(folder=folder, family=font.family, mono=font.mono), "utf-8"
    )
    return {**os.environ, "FONTCONFIG_FILE": str(configuration)}


def _fetched(package: str) -> str:
    """The folder of the fetched package of Debian; it does not exist if fetching failed.

    If several test processes call it, one fetches the package and the others wait.
    """
    kept = Path(tempfile.gettempdir(), f"fonts-{os.getuid()}")
    kept.mkdir(mode=0o700, exist_ok=True)
    folder = kept / package
    with debian.one_at_a_time("fonts"):
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=kept) as fetching:
                _fetch(package, fetching)
    return str(folder)


def _fetch(package: str, fetching: str) -> None:
    """Downloads and unpacks a package, and changes nothing else on this machine."""

    def run(*command: str) -> bool:
        try:
            return subprocess.run(command, cwd=fetching, capture_output=True).returncode == 0
        except FileNotFoundError:  # not a Debian
            return False

    download = ("apt-get", "--quiet", "download", package)
    there = run(*download) or (run("apt-get", "--quiet", "update") and run(*download))
    if there and run("sh", "-c", "dpkg-deb --extract ./*.deb unpacked"):
        Path(fetching, "unpacked").rename(Path(fetching).parent / package)
