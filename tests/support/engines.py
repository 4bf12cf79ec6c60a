"""The engines of today's browsers, found or installed, and driven alike."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import chromium
import debian
from ports import unused_port
from webdriver import PATIENCE, Driver, over_http, over_marionette

# The commands that each engine needs, and Debian's packages that have them.
NEEDED = {
    "chromium": {"chromedriver": "chromium-driver"},
    "webkit": {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"},
    "firefox": {"firefox-esr": "firefox-esr"},
}

MINI_BROWSER = "webkit2gtk-*/MiniBrowser"  # WebKit's own, which comes with its driver
PHONE = "360,740"
EVERYWHERE = {
    "timeouts": {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000},
    "acceptInsecureCerts": True,  # certificates of the tests' own authority
}
ENGLISH = {"LC_ALL": "C.UTF-8"}


def find_or_install(engine: str) -> None:
    """Finds or installs the engine's programs; raises FileNotFoundError with advice."""
    for command, package in NEEDED[engine].items():
        debian.found_or_installed(partial(shutil.which, command), package)


@contextmanager
def running(engine: str, folder: Path) -> Iterator[Driver]:
    """Runs a browser with this engine; `folder` holds the files that it writes."""
    find_or_install(engine)
    with ExitStack() as started:
        driver = Driver(engine, STARTS[engine](folder, started))
        yield driver
        driver.send("DeleteSession")


def _start_chromium(folder: Path, started: ExitStack) -> Callable:
    port = unused_port()
    started.enter_context(_process(folder, "chromedriver", f"--port={port}"))
    send = _answering(port)
    options = {
        "binary": chromium.find_or_install(whole=True),
        "args": [*chromium.ARGUMENTS, "--headless", f"--window-size={PHONE}"],
    }
    _new_session(send, {"goog:chromeOptions": options})
    return send


def _start_webkit(folder: Path, started: ExitStack) -> Callable:
    screen = ("Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "800x900x24")
    display = started.enter_context(_process(folder, *screen, stdout=subprocess.PIPE))
    number = display.stdout.readline().decode().strip()
    started.enter_context(closing(display.stdout))
    port = unused_port()
    command = ("WebKitWebDriver", f"--port={port}")
    started.enter_context(_process(folder, *command, DISPLAY=f":{number}"))
    send = _answering(port)
    (binary, *_) = sorted(Path("/usr/lib").glob(f"*/{MINI_BROWSER}"))
    options = {"binary": str(binary), "args": ["--automation"]}
    _new_session(send, {"webkitgtk:browserOptions": options})
    return send


def _start_firefox(folder: Path, started: ExitStack) -> Callable:
    profile = folder / "profile"
    profile.mkdir()
    profile.joinpath("user.js").write_text('user_pref("marionette.port", 0);\n')
    command = ("firefox-esr", "--marionette", "--headless", "--profile", str(profile))
    started.enter_context(_process(folder, *command))
    chosen = profile / "MarionetteActivePort"
    connection = started.enter_context(_once(lambda: _connected(int(chosen.read_text()))))
    send = over_marionette(started.enter_context(connection.makefile("rwb")))
    send("NewSession", **EVERYWHERE)  # Marionette's own has no "alwaysMatch" around them
    return send


STARTS = {"chromium": _start_chromium, "webkit": _start_webkit, "firefox": _start_firefox}


@contextmanager
def _process(folder: Path, *command: str, stdout=None, **environment: str) -> Iterator:
    with (folder / f"{command[0]}.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdout=stdout or log, stderr=log, env={**os.environ, **ENGLISH, **environment}
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def _answering(port: int) -> Callable:
    """A function that sends commands to the driver at this port, once it listens."""
    send = over_http(port)
    _once(lambda: send("Status"))
    return send


def _once(attempt: Callable) -> Callable:
    """Repeats the attempt until the program listens, and returns its result."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return attempt()
        except (OSError, ValueError):
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def _new_session(send: Callable, capabilities: dict) -> None:
    send("NewSession", capabilities={"alwaysMatch": {**capabilities, **EVERYWHERE}})
