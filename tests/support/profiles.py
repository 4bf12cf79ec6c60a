"""A profile of Chromium's on the disk: its browser can be killed, and its files be searched."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import chromium
from playwright.sync_api import Browser, Error, Page

PATIENCE = 60  # seconds
WINDOW = 12  # bytes of a text: in compressed files a longer one may stand in pieces


class Profile:
    """The profile in this folder, of a browser with windows, which writes what a person's does."""

    def __init__(self, browser: Browser, folder: Path, address: str):
        self._type = browser.browser_type
        self._folder = folder
        self._address = address

    @contextmanager
    def opened(self, killed: bool = True) -> Iterator[Page]:
        """A page of it; the browser is killed afterwards, or else closed."""
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
        """Waits until no file holds a piece of these; Chromium cleans up behind an open page."""
        end = time.monotonic() + PATIENCE
        while found := [file for text in texts for file in self.files_with(text)]:
            assert time.monotonic() < end, found
            time.sleep(0.2)

    def _kill(self) -> None:
        """As a phone's system does, or its battery: nothing is written any more."""
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if str(self._folder).encode() in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)


def _holds(file: Path, pieces: list[bytes]) -> bool:
    """A folder holds none, nor does a file that is removed meanwhile."""
    with suppress(OSError):
        content = file.read_bytes()
        return any(piece in content for piece in pieces)
    return False
