"""An installed wheel starts outside the checkout, with its templates and static files."""

import re
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest
from patience import PATIENCE
from release_client import RELEASE

from survey.client_build.manifest import manifest

pytestmark = pytest.mark.exhaustive
ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A fresh environment with the wheel; dependencies come from this one's."""
    folder = tmp_path_factory.mktemp("wheel")
    run = {"check": True, "capture_output": True, "cwd": folder}
    pip = ["-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run(
        [sys.executable, *pip, "wheel", "--no-deps", "--no-build-isolation", "-w", ".", str(ROOT)],
        **run,
    )
    (wheel,) = folder.glob("deniable-*.whl")
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / "bin" / "python"
    subprocess.run([python, *pip, "install", "--no-deps", str(wheel)], **run)
    place = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    # After the wheel's own folder, so that `survey` is found in the wheel.
    (Path(place) / "zz-dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "env" / "bin"


def test_package_is_the_installed_one(installed):
    where = subprocess.run(
        [installed / "python", "-c", "import survey; print(survey.__file__)"],
        check=True, capture_output=True, text=True, cwd="/",
    ).stdout  # fmt: skip
    assert where.startswith(str(installed.parent))


def test_types_are_promised_to_whoever_imports_the_package(installed):
    where = "import survey, pathlib; print((pathlib.Path(survey.__file__).parent / 'py.typed'))"
    marker = subprocess.run(
        [installed / "python", "-c", where],
        check=True, capture_output=True, text=True, cwd="/",
    ).stdout.strip()  # fmt: skip
    assert marker.startswith(str(installed.parent))
    assert Path(marker).is_file()


def test_client_of_the_wheel_is_that_of_the_checkout_byte_for_byte(installed):
    printed = subprocess.run(
        [installed / "survey", "client", "--manifest"],
        check=True, capture_output=True, text=True, cwd="/",
    ).stdout  # fmt: skip
    assert printed == manifest(RELEASE)


def test_installed_app_serves_pages_and_static_files(installed, tmp_path, free_port):
    process = subprocess.Popen(
        [installed / "survey", "serve", "--data", tmp_path / "data", "--port", str(free_port)],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{free_port}"
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                page = urllib.request.urlopen(address, timeout=PATIENCE).read().decode()
                break
            except urllib.error.URLError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        assert "Join a survey" in page
        style = re.search(r'href="(/static/[^"]+style\.css)"', page)[1]
        for name in ("styles/style.css", "client/mechanism.js", "client/respond.js"):
            path = style.replace("styles/style.css", name)
            assert urllib.request.urlopen(address + path, timeout=PATIENCE).status == 200
        commands = urllib.request.urlopen(address + "/docs/reference/commands", timeout=PATIENCE)
        assert "survey sign-in-link" in commands.read().decode()
        german = urllib.request.urlopen(f"{address}/?lang=de", timeout=PATIENCE).read().decode()
        assert "An einer Umfrage teilnehmen" in german
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
