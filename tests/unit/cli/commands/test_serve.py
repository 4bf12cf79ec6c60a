"""survey serve as its operator meets it: a process, what it prints, how it refuses and ends."""

import io
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, suppress
from dataclasses import replace

import pytest
import segno
from dripping import dripping
from holder import PAGE as HELD
from holder import Holder
from live_server import serving
from patience import PATIENCE
from ports import unused_port

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.cli import main
from survey.cli.commands import serve as serve_module
from survey.cli.server.addresses import check_port
from survey.core.responses.response import Response
from survey.errors import ConfigError
from survey.store import State, Survey
from survey.store.models import INSTRUCTOR, LAST_MINUTE
from survey.store.sqlite.engine import SQLiteStore
from survey.store.sqlite.faults import DAMAGED
from survey.systems import TURN_NANOSECONDS
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.running.holder_comparisons import HolderComparisons

LINK = re.compile(r"http\S+/sign-in/\S+")


class Served:
    """`survey serve` in a folder of its own, outside the checkout."""

    def __init__(self, folder, port: int, *arguments: object):
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "survey", "serve", "--port", port, *arguments]
        environment = {key: value for key, value in os.environ.items() if key != "SURVEY_DATA"}
        self.process = subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text, as soon as the server answers."""
        deadline = time.monotonic() + PATIENCE
        request = urllib.request.Request(self.address + path, headers=headers)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                    return response.status, response.read().decode()
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.read().decode()
            except (urllib.error.URLError, ConnectionError):
                assert self.process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def printed(self, sentence: str) -> str:
        """What it prints until this sentence, at the latest when it ends."""
        said = ""
        late = threading.Timer(PATIENCE, self.process.kill)
        late.start()
        while sentence not in said and (line := self.process.stdout.readline()):
            said += line
        late.cancel()
        return said

    def stop(self, number: int = signal.SIGTERM) -> str:
        """All that it has printed; it must end by itself, with exit code 0."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in out + err
        assert self.process.returncode == 0
        return out + err


@pytest.fixture
def serve(tmp_path, free_port):
    started: list[Served] = []

    def run(*arguments: object) -> Served:
        started.append(Served(tmp_path, free_port, *arguments))
        return started[-1]

    yield run
    for served in started:
        # The whole group: a worker that outlives its server would hold port and pipes open.
        with suppress(ProcessLookupError):
            os.killpg(served.process.pid, signal.SIGKILL)
        served.process.communicate(timeout=PATIENCE)


@pytest.fixture
def instance(tmp_path, instrument):
    """An instance folder with an open survey at /s/bcd234."""
    folder = tmp_path / "instance"
    store = open_instance(Config(folder))
    store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    store.close()
    return folder


def group_of(pid: int) -> int | None:
    """The process's group; None if it has just ended."""
    with suppress(ProcessLookupError):
        return os.getpgid(pid)
    return None


def kernel() -> tuple[int, int]:
    """The first two numbers of the kernel's version."""
    major, minor, *_ = os.uname().release.split(".")
    return int(major), int(minor)


def turn_of(thread: int) -> int:
    """The nanoseconds for which the kernel lets a thread run before others that wait."""
    with open(f"/proc/{thread}/sched") as told:
        return int(next(line for line in told if line.startswith("se.slice")).split()[-1])


def refusal(served: Served) -> str:
    """The one sentence with which a server refuses to start."""
    out, err = served.process.communicate(timeout=PATIENCE)
    assert (served.process.returncode, out) == (1, "")
    assert err.startswith("Error: ")
    assert err.count("\n") == 1
    return err


def test_the_first_start_makes_a_shut_folder_and_prints_one_link(serve, tmp_path):
    served = serve()
    assert served.get("/")[0] == 200
    printed = served.stop()
    (link,) = LINK.findall(printed)
    assert link.startswith(served.address)
    folder = tmp_path / "instance"
    assert str(folder) in printed
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == {"secret": 0o600, "signing_key": 0o600, "survey.db": 0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.exhaustive
def test_the_demo_of_the_first_start_stays_away_once_it_is_removed(serve, tmp_path):
    served = serve()
    served.get("/")
    store = SQLiteStore(tmp_path / "instance" / "survey.db")
    (demo,) = store.surveys.all()
    assert demo.instrument.is_demo
    assert "Demo with simulated students" in served.get(f"/s/{demo.code}")[1]
    served.stop()
    served = serve()
    assert served.get(f"/s/{demo.code}")[0] == 200
    assert store.surveys.all() == [demo]
    served.stop()
    store.surveys.delete(demo.code)
    served = serve()
    served.get("/")
    assert store.surveys.all() == []
    store.close()


@pytest.mark.exhaustive
def test_a_restart_keeps_secret_and_surveys_and_prints_another_link(serve, instance, instrument):
    secret = (instance / "secret").read_bytes()
    links = []
    for ended_by in (signal.SIGTERM, signal.SIGINT):  # as by a service manager, and by Ctrl-C
        served = serve()
        assert served.get("/s/bcd234/instrument.json") == (200, instrument.canonical_json)
        links += LINK.findall(served.stop(ended_by))
    assert len(set(links)) == 2
    assert (instance / "secret").read_bytes() == secret


@pytest.mark.exhaustive
def test_no_link_is_printed_once_a_password_is_set(serve, instance):
    served = serve()
    served.get("/")
    served.stop()
    store = SQLiteStore(instance / "survey.db")
    store.instructors.save(replace(store.instructors.get(INSTRUCTOR), password_hash="scrypt:x"))
    store.close()
    served = serve()
    served.get("/")
    printed = served.stop()
    assert "Deniable runs at" in printed
    assert LINK.findall(printed) == []


def test_a_survey_closes_at_its_time_though_nobody_asks_and_after_a_restart(serve, instance):
    store = SQLiteStore(instance / "survey.db")
    served = serve()
    served.get("/")
    closes_at = int(time.time()) + 2
    store.surveys.begin_last_minute("bcd234", closes_at - LAST_MINUTE)
    while store.surveys.get("bcd234").state is State.OPEN:
        assert time.time() < closes_at + 1.5
        time.sleep(0.05)
    served.stop()
    store.surveys.add(replace(store.surveys.get("bcd234"), code="bcd235", state=State.OPEN))
    store.surveys.begin_last_minute("bcd235", 1)
    assert serve().get("/s/bcd235")[0] == 200
    assert store.surveys.get("bcd235").state is State.CLOSED
    store.close()


def test_nothing_about_a_respondent_is_printed(serve, instance, instrument):
    """Access logs are off, also for what is refused: only the greeting is printed."""
    served = serve()
    canary = {"User-Agent": "canary-agent", "X-Forwarded-For": "203.0.113.77"}
    served.get("/s/bcd234", **canary)
    served.get("/s/nosuch", **canary)
    response = Response(instrument.digest, "c0ffee" * 5 + "00", (1, 0, 1))
    for body in (response.body(), b"{}"):
        request = urllib.request.Request(
            f"{served.address}/s/bcd234/responses",
            body,
            {"Content-Type": "application/json", **canary},
        )
        try:
            urllib.request.urlopen(request, timeout=PATIENCE).close()
        except urllib.error.HTTPError as error:
            assert error.code == 422
            error.close()
    printed = served.stop()
    assert "Deniable runs at" in printed
    for trace in ("canary", "203.0.113.77", "bcd234", "nosuch", "responses", "c0ffee"):
        assert trace not in printed
    store = SQLiteStore(instance / "survey.db")
    assert store.responses.tally("bcd234").responses == 1
    store.close()


@pytest.mark.exhaustive
def test_faults_are_json_lines_if_asked_for_and_hold_nothing_of_a_request(serve, instance):
    """A database that goes away: a monitor's 503 is one line, and a respondent's is none."""
    served = serve("--log", "json")
    assert served.get("/ready")[0] == 200
    content = (instance / "survey.db").read_bytes()
    # With SQLite's counter of changes (24 to 27), so that no page is taken from memory.
    damaged = content[:24] + b"\xff" * 4 + content[28:100] + b"\xff" * (len(content) - 100)
    (instance / "survey.db").write_bytes(damaged)
    assert served.get("/s/bcd234?x=canary", **{"User-Agent": "canary-agent"})[0] == 503
    assert served.get("/ready")[0] == 503
    served.process.send_signal(signal.SIGTERM)
    out, err = served.process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in err.splitlines()]
    assert [(each["level"], each["logger"]) for each in lines] == [
        ("warning", "survey.web.http.errors")
    ]
    for each in lines:
        assert each["message"] == DAMAGED
        assert set(each) == {"level", "logger", "process", "message"}
    assert "Deniable runs at" in out
    for trace in ("canary", "bcd234", "127.0.0.1"):
        assert trace not in err


def test_threads_wait_for_no_long_turn_of_another_program(serve, instance):
    """Policy for batches: a busy browser beside it halved the durable rate; usual turns: a third.

    Linux has told and heeded the length of a turn since 6.12.
    """
    served = serve()
    assert served.get("/health")[0] == 200
    group = served.process.pid
    running = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    own = [each for each in running if group_of(each) == group]
    threads = {int(tid) for each in own for tid in os.listdir(f"/proc/{each}/task")}
    assert len(own) > 1  # the server, and its worker
    assert {os.sched_getscheduler(tid) for tid in threads} == {os.SCHED_OTHER}
    if kernel() >= (6, 12):
        assert {turn_of(tid) for tid in threads} == {TURN_NANOSECONDS}


@pytest.mark.exhaustive
def test_the_links_address_is_the_public_one(serve):
    served = serve("--url", "https://survey.example.org/", "--proxies", 1)
    served.get("/")
    (link,) = LINK.findall(served.stop())
    assert link.startswith("https://survey.example.org/sign-in/")


@pytest.mark.exhaustive
def test_the_client_that_somebody_else_holds_is_compared_at_the_start(serve):
    with serving(Holder()) as origin:
        server = serve("--client-at", origin + HELD)
        assert server.get("/health")[0] == 200
        sentence = "is this release's file (SHA-256 "
        assert sentence in server.printed(sentence)


def test_the_holder_that_a_survey_names_is_compared_too(serve, instance, instrument):
    with serving(Holder()) as origin:
        with closing(open_instance(Config(instance))) as store:
            store.surveys.add(Survey("hld234", instrument, client_at=origin + HELD))
        sentence = f"The client at {origin}{HELD} is this release's file"
        assert sentence in serve().printed(sentence)
    assert HolderComparisons(instance).last(origin + HELD)


def test_a_holder_that_drips_bytes_keeps_no_server_from_starting(serve):
    with dripping() as origin:
        server = serve("--client-at", origin + HELD)
        assert server.get("/health")[0] == 200
        assert "Stop with Ctrl-C." in server.stop()


def test_a_holder_that_is_down_keeps_no_server_from_starting(serve):
    server = serve("--client-at", f"http://127.0.0.1:{unused_port()}{HELD}")
    assert server.get("/health")[0] == 200
    assert "was not compared" in server.printed("was not compared")


def test_a_second_server_on_the_same_port_is_refused_and_the_first_goes_on(serve, instance):
    first = serve()
    first.get("/")
    assert "Choose another with --port" in refusal(serve())
    assert first.get("/s/bcd234/instrument.json")[0] == 200


def test_a_damaged_page_of_the_database_is_said(serve, instance):
    """The header is whole, so that only reading finds the damage."""
    database = instance / "survey.db"
    content = database.read_bytes()
    database.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    assert "damaged" in refusal(serve())


def test_a_folder_that_cannot_be_read_is_said(serve, tmp_path):
    """A link to itself cannot be read by anyone, the superuser included."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    served = serve("--data", tmp_path / "loop" / "instance")
    assert "cannot be used" in refusal(served)


def test_a_secret_that_others_can_read_is_refused(serve, instance):
    """In every way that they can: test_instance_folder.py."""
    secret = (instance / "secret").read_text().strip()
    (instance / "secret").chmod(0o640)
    sentence = refusal(serve())
    assert "chmod 600" in sentence
    assert secret not in sentence


def test_several_workers_are_refused_where_only_one_would_start(monkeypatch, capsys):
    monkeypatch.setattr(serve_module, "SEVERAL_WORKERS", False)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--workers", "2", "--database", "postgresql://127.0.0.1/survey"])
    assert ended.value.code == 1
    assert (
        capsys.readouterr().err == "Error: On Windows one process answers. Leave --workers at 1.\n"
    )


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_an_impossible_port_is_wrong_usage(port, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--port", port])
    assert ended.value.code == 2


def test_the_network_gets_respondents_pages_and_the_instructor_stays_here(serve, instance):
    """127.0.0.2 stands for the network: another address, another socket."""
    served = serve("--lan", "127.0.0.2")
    assert served.get("/surveys")[0] == 200  # the page for signing in
    here, port = served.address, served.address.rpartition(":")[2]
    there = f"http://127.0.0.2:{port}"
    shared = sign_in_and_get(served, instance, "/surveys/bcd234/present?slide=0")
    assert f"{there}/s/bcd234" in shared
    assert "127.0.0.1" not in shared
    served.address = there
    for path in ("/", "/s/bcd234", "/s/bcd234/instrument.json"):
        assert served.get(path)[0] == 200, path
    for path in ("/sign-in", "/surveys", "/surveys/bcd234", "/metrics", "/health"):
        assert served.get(path)[0] == 403, path
        for forged in (here, f"http://localhost:{port}"):
            name = forged.removeprefix("http://")
            sent = {"Host": name, "X-Forwarded-Host": name, "X-Forwarded-For": "127.0.0.1"}
            assert served.get(path, **sent)[0] == 403, path
            sent["Host"] = f"127.0.0.2:{port}"
            assert served.get(path, **sent)[0] == 403, path
    assert served.get("/s/bcd234", Host=f"127.0.0.1:{port}")[0] == 400
    printed = served.stop()
    assert f"Phones in the same network join at {there}/\n" in printed
    drawn = io.StringIO()
    segno.make(f"{there}/", error="m", micro=False).terminal(drawn, border=2, compact=True)
    assert drawn.getvalue() in printed


def sign_in_and_get(served: Served, instance, path: str) -> str:
    """The page that an instructor sees who has chosen a password here."""
    store = SQLiteStore(instance / "survey.db")
    link = served.address + make_sign_in_link(store)
    store.close()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(link, timeout=PATIENCE) as page:
        (token,) = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', page.read().decode())
    form = {"csrf_token": token, "password": "a long password", "again": "a long password"}
    browser.open(link, urllib.parse.urlencode(form).encode(), timeout=PATIENCE).close()
    with browser.open(served.address + path, timeout=PATIENCE) as page:
        return page.read().decode()


def test_a_port_that_is_taken_in_the_network_is_said(serve, free_port):
    with socket.create_server(("127.0.0.2", free_port)):
        assert "Cannot listen at 127.0.0.2" in refusal(serve("--lan", "127.0.0.2"))


@pytest.mark.parametrize(
    "option", ["--host=0.0.0.0", "--url=https://survey.example.org", "--proxies=1"]
)
def test_the_network_goes_with_no_other_address(option, tmp_path, capsys):
    arguments = ["serve", "--data", str(tmp_path / "new"), "--lan", "127.0.0.2", option]
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 1
    assert "--lan cannot be combined with" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_an_address_of_another_machine_is_said(serve):
    assert "Cannot listen at 192.0.2.1" in refusal(serve("--host", "192.0.2.1"))


def test_a_name_that_is_no_address_is_said_with_the_reason(monkeypatch):
    """A name that cannot be looked up has an error of its own, which is none of the system's."""

    def unknown(self, place):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket.socket, "bind", unknown)
    with pytest.raises(ConfigError, match="Cannot listen at nosuch, port 1: Name or service not"):
        check_port("nosuch", 1)
