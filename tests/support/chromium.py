"""Finds a Chromium or Chrome for the browser tests, or installs one."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

ADVICE = (
    "The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium), "
    "or name it in the environment variable SURVEY_CHROMIUM."
)

# --no-sandbox: Chromium refuses its sandbox to root, and containers run tests as root.
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]


def find_or_install() -> str:
    """The path of a browser; raises FileNotFoundError with advice if there is none to be had.

    Of several test processes one installs it, and the others wait.
    """
    with open(os.path.join(tempfile.gettempdir(), f"chromium-{os.getuid()}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _find() or _install_with_playwright() or _install_with_apt() or _give_up()


def _find() -> str | None:
    named = os.environ.get("SURVEY_CHROMIUM")
    if named:
        return shutil.which(named) or _give_up()
    return next(filter(None, map(shutil.which, NAMES)), None)


def _install_with_playwright() -> str | None:
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(install, capture_output=True).returncode != 0:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def _install_with_apt() -> str | None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "--quiet", *command], capture_output=True, env=environment)
    return _find()


def _give_up() -> None:
    raise FileNotFoundError(ADVICE)
