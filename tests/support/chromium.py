"""Finds a Chromium or Chrome for the browser tests, or installs one."""

import os
import shutil
import subprocess
import sys

import debian

# This browser has no windows, which tests do not need, and takes a third of the time for a page.
# But it does not keep a left page for the back button, as a phone's browser does.
SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

ADVICE = (
    "The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium), "
    "or name it in the environment variable SURVEY_CHROMIUM."
)

ARGUMENTS = [
    "--no-sandbox",  # Chromium refuses its sandbox to root, and containers run tests as root
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",  # to imitate a graphics card takes a seventh of the tests' time
]


def find_or_install(whole: bool = False) -> str:
    """The path of a browser; if `whole`, of one with windows.

    Raises FileNotFoundError with advice if there is none. If several test processes call it, one
    installs the browser and the others wait.
    """
    with debian.one_at_a_time("chromium"):
        if named := os.environ.get("SURVEY_CHROMIUM"):
            return shutil.which(named) or _give_up()
        shell = None if whole else shutil.which(SHELL) or _install_with_apt(SHELL)
        return shell or _find() or _install_with_playwright() or _install_whole() or _give_up()


def _find() -> str | None:
    return next(filter(None, map(shutil.which, WHOLE)), None)


def _install_whole() -> str | None:
    return _install_with_apt(WHOLE[0])


def _install_with_playwright() -> str | None:
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(install, capture_output=True).returncode != 0:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def _install_with_apt(package: str) -> str | None:
    debian.install(package)
    return shutil.which(package)


def _give_up() -> None:
    raise FileNotFoundError(ADVICE)
