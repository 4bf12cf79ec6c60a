"""The whole way, from the first start to an export that verifies, where survey/ sees Windows.

No Windows runs these tests: support/windows/sitecustomize.py hides from the app, its workers and
its commands what that system lacks.
"""

import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from draft_forms import form_of
from passwords import PASSWORD
from served import Served

ROOT = Path(__file__).parents[2]
WINDOWS = ROOT / "tests" / "support" / "windows"
NOT_CHECKED = "Windows does not tell by a file's mode which accounts can open it"
CODE_PAGE = "cp1252"
LIST = "Did you copy an answer?\nDid you let others copy?\n"


@pytest.fixture(autouse=True)
def on_windows(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(WINDOWS))
    monkeypatch.setenv("PYTHONIOENCODING", CODE_PAGE)


def run(*arguments: object, typed: str = "") -> str:
    """What a command prints; it has to go well."""
    ran = subprocess.run(
        [sys.executable, "-m", "survey", *map(str, arguments)],
        input=typed.encode(), capture_output=True, timeout=120, start_new_session=True,
    )  # fmt: skip
    out, err = ran.stdout.decode(), ran.stderr.decode()
    assert ran.returncode == 0, out + err
    assert "Traceback" not in err
    return out + err


class Instructor:
    """A browser, as far as an instructor's forms need one."""

    def __init__(self, address: str):
        self._address = address
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self._opened = urllib.request.build_opener(cookies)
        self.page = self.url = ""

    def get(self, path: str) -> str:
        return self._open(path)

    def send(self, path: str, **fields: object) -> str:
        """Sends a form with the token of the page that is shown."""
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.page)[1]
        form = urllib.parse.urlencode({"csrf_token": token} | fields, doseq=True)
        return self._open(path, form.encode())

    def _open(self, path: str, content: bytes | None = None) -> str:
        url = urllib.parse.urljoin(self._address, path)
        try:
            answer = self._opened.open(url, content, timeout=60)
        except urllib.error.HTTPError as refused:
            if refused.code != 422:  # a form that wants something more
                raise
            answer = refused
        with answer:
            self.page, self.url = answer.read().decode(), answer.url
        return self.page


SEEN = """
import os, sys
from pathlib import Path

def run(source):
    try:
        exec(source, {"__package__": "survey", "Path": Path})
    except BaseException as error:
        return type(error).__name__
    return "done"

folder = Path(sys.argv[1])
os.chdir(folder)
open("kept", "w").close()
for line in sys.stdin.read().splitlines():
    print(run(line))
"""
DIFFERS = {
    "import fcntl": "ModuleNotFoundError",
    "import msvcrt; msvcrt.locking": "done",
    "from resource import getrlimit": "ModuleNotFoundError",
    "import os; os.nice(1)": "AttributeError",
    "from os import sysconf": "ImportError",
    "import signal; signal.SIGKILL": "AttributeError",
    "import socket; socket.AF_UNIX": "AttributeError",
    "import multiprocessing; multiprocessing.get_context('fork')": "ValueError",
    "import os; os.open('.', os.O_RDONLY)": "PermissionError",
    "import os; f = open('kept'); os.replace('kept', 'other')": "PermissionError",
    "import os; f = open('kept'); os.unlink('kept')": "PermissionError",
    "open('a:b', 'w')": "OSError",
    "open('text', 'w').write('γ')": "UnicodeEncodeError",
    "Path('text').write_text('γ')": "UnicodeEncodeError",
    "import sys; assert sys.platform == 'win32'": "done",
    "import os; os.chmod('kept', 0o600); assert os.stat('kept').st_mode & 0o777 == 0o666": "done",
    "f = open('text', 'w'); f.write('\\n'); f.close(); "
    "assert Path('text').read_bytes() == b'\\r\\n'": "done",
    "import os; os.replace('kept', 'other')": "done",
}


def test_what_windows_lacks_is_hidden_and_what_it_does_otherwise_is_done_so(tmp_path):
    """Else the whole way below would prove nothing."""
    ran = subprocess.run(
        [sys.executable, "-c", SEEN, tmp_path],
        input="\n".join(DIFFERS), encoding="utf-8", capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert ran.stderr == ""
    assert dict(zip(DIFFERS, ran.stdout.split(), strict=True)) == DIFFERS


FINISHED = """
from pathlib import Path
import os, sys
from survey.store.files import durable_file
folder = Path(sys.argv[1])
with durable_file(folder / "kept.db") as file:
    looked_at = open(f"{file.name}.lock", "rb")
looked_at.close()
print(len(os.listdir(folder)))
with durable_file(folder / "next.db"):
    pass
print(*sorted(os.listdir(folder)))
"""


def test_a_file_is_finished_though_another_process_looks_whether_its_lock_is_held(tmp_path):
    """Its lock stays, and the next that writes there removes it."""
    command = [sys.executable, "-c", FINISHED, tmp_path]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert ran.stderr == ""
    assert ran.stdout.split() == ["2", "kept.db", "next.db"]


def stamp_of(page: str) -> str:
    """What an irreversible button's form says of the survey that its page showed."""
    return re.search(r'name="shown" value="([^"]+)"', page)[1]


@pytest.mark.exhaustive
def test_from_the_first_start_to_an_export_that_verifies(tmp_path, free_port, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    data = tmp_path / "Umfrage γ" / "instance"
    address = f"http://127.0.0.1:{free_port}"
    server = Served(data, free_port, None, "--lan", "127.0.0.2")
    try:
        server.wait_until_it_answers()
        greeting = server.printed()
        assert str(data) in greeting
        assert NOT_CHECKED in greeting
        assert "█" in greeting  # the QR code

        instructor = Instructor(address)
        instructor.get(re.search(r"http\S+/sign-in/\S+", greeting)[0])
        instructor.send(instructor.url, password=PASSWORD, again=PASSWORD)
        instructor.get("/surveys/new")
        # Read in the process beside the server.
        instructor.send("/surveys/new/import", pasted=LIST, gamma="1/4")
        assert "2 questions imported" in instructor.page
        form = form_of(instructor.page) | {"title": ["After the final γ"]}
        instructor.send("/surveys/new", **form, save="")
        code = re.search(r"/surveys/(\w+)", instructor.url)[1]
        instructor.get(f"/surveys/{code}")
        shown = stamp_of(instructor.page)
        instructor.send(f"/surveys/{code}/publish", shown=shown, support="Talk to us: 555 0100.")

        receipt = tmp_path / "receipt.json"
        run("answer", f"{address}/s/{code}", "--receipt", receipt, typed="y\nn\n")
        run("simulate", "--yes", f"{address}/s/{code}", "--respondents", 30, "--truth", 0.3)
        run("backup", tmp_path / "kept.db", "--data", data)
        run("backup", "--keys", tmp_path / "kept.keys", "--data", data)
        said = run("doctor", "--data", data, "--port", free_port)
        assert NOT_CHECKED in said
        assert "by this account alone" not in said
        assert "All is well." in said
        assert "deniable_info" in instructor.get("/metrics")
        assert "resident" not in instructor.page  # what the worker sees is Windows, too

        instructor.get(f"/surveys/{code}/settings")
        for press in ("close", "finish"):
            instructor.send(f"/surveys/{code}/{press}", shown=stamp_of(instructor.page))
        assert "The survey is closed." in instructor.page
        assert server.stop() == 0
        assert "Traceback" not in server.printed()
    finally:
        server.end()
    exported = tmp_path / "everything.json"
    run("export", code, "--data", data, "--output", exported)
    said = run("verify", exported, "--receipt", receipt)
    assert "Everything agrees." in said

    found = tmp_path / "found"
    run("restore", tmp_path / "kept.db", "--keys", tmp_path / "kept.keys", "--data", found)
