"""R, with the packages that the documentation's programs load: found, or installed from Debian."""

import shutil
import subprocess

import debian

PACKAGES = ("r-base-core", "r-cran-jsonlite", "r-cran-readxl")
COMPLETE = "stopifnot(requireNamespace('jsonlite'), requireNamespace('readxl'))"


def find_or_install() -> str:
    """The path of Rscript; raises FileNotFoundError with advice if there is none."""
    return debian.found_or_installed(_find, *PACKAGES)


def _find() -> str | None:
    rscript = shutil.which("Rscript")
    if rscript is None:
        return None
    ran = subprocess.run([rscript, "-e", COMPLETE], capture_output=True)
    return None if ran.returncode else rscript
