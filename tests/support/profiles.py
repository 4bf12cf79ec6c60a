"""A profile of Chromium on the disk: tests can kill its browser and search its files."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import chromium
from playwright.sync_api import Browser, Error, Page

PATIENCE = 60  # seconds
WINDOW = 12  # bytes of a text: compressed files may split longer ones


class Profile:
    """The profile in this folder; its browser has windows, and writes the same as a person's."""

    def __init__(self, browser: Browser, folder: Path, address: str):
        self._type = browser.browser_type
        self._folder = folder
        self._address = address

    @contextmanager
    def opened(self, killed: bool = True) -> Iterator[Page]:
        """Opens a page; afterwards kills the browser, or closes it if not `killed`."""
        context = self._type.launch_persistent_context(
            self._folder,
            executable_path=chromium.find_or_install(whole=True),
            args=chromium.ARGUMENTS,
            base_url=self._address,
        )
        try:
            yield context.new_page()
        finally:
            if killed:
                self._kill()
            with suppress(Error):  # it is gone
                context.close()

    def files_with(self, text: str) -> list[str]:
        """The files that hold a piece of this text."""
        pieces = [text[start : start + WINDOW].encode() for start in range(len(text) - WINDOW + 1)]
        return [
            str(file.relative_to(self._folder))
            for file in self._folder.rglob("*")
            if _holds(file, pieces)
        ]

    def wait_until_rid_of(self, *texts: str) -> None:
        """Waits until no file holds a piece of these texts; an open page lets Chromium clean up."""
        end = time.monotonic() + PATIENCE
        while found := [file for text in texts for file in self.files_with(text)]:
            assert time.monotonic() < end, found
            time.sleep(0.2)

    def _kill(self) -> None:
        """Kills the browser like a phone's system or empty battery: it writes nothing more."""
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if str(self._folder).encode() in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)


def _holds(file: Path, pieces: list[bytes]) -> bool:
    """Whether a file holds a piece; False for a folder and for a file that is removed meanwhile."""
    with suppress(OSError):
        content = file.read_bytes()
        return any(piece in content for piece in pieces)
    return False
