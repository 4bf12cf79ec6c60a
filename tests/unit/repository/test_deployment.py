"""What survey/docs/deploy.md hands to an operator fits the app: options, variables, paths."""

import ast
import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path

import click
import debian
import pytest
from patience import PATIENCE
from sources import files_of

from survey.app import LARGEST_BODY
from survey.app.server import CONNECTIONS
from survey.cli import COMMANDS, command_line

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "survey" / "docs" / "deploy"
PAGE = (ROOT / "survey" / "docs" / "deploy.md").read_text("utf-8")
UNITS = ["deniable.service", "deniable-backup.service", "deniable-backup.timer"]
INSTALLED = "/opt/deniable/bin/survey"
FOLDER = "/var/lib/deniable"


class Several(dict):
    """An option that is given twice has both values, a line each."""

    def __setitem__(self, key, value):
        if isinstance(value, list) and key in self:
            value = self[key] + value
        super().__setitem__(key, value)


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(dict_type=Several, strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string((DEPLOY / name).read_text("utf-8"))
    return parser


def parsed(arguments: list[str]) -> click.Context:
    """A command with its options as the command line itself reads them; or a click exception."""
    command = command_line.get_command(click.Context(command_line), arguments[0])
    assert command is not None, arguments
    return command.make_context(arguments[0], arguments[1:])


def commands_in(text: str) -> list[list[str]]:
    """The arguments of every `survey COMMAND …` in a shell's lines."""
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        for part in re.split(r"&&|;", line):
            words = shlex.split(part)
            # Behind sudo, a container's exec, or a variable; `podman … deniable serve` has none.
            at = [i for i, word in enumerate(words) if word in {"survey", INSTALLED}]
            if words[:1] == ["deniable"]:  # which runs `survey` as the service does
                found.append(words[1:])
            elif at:
                found.append(words[at[0] + 1 :])
            elif words[:2] == ["podman", "run"]:
                found.append(words[len(words) - words[::-1].index("deniable") :])
    return found


def blocks(text: str) -> str:
    return "\n".join(re.findall(r"```sh\n(.*?)```", text, re.S))


def test_every_command_on_the_page_is_one(monkeypatch):
    monkeypatch.delenv("SURVEY_DATABASE", raising=False)
    asked = commands_in(blocks(PAGE))
    assert {each[0] for each in asked} >= {"serve", "doctor", "restore", "copy", "sign-in-link"}
    for arguments in asked:
        parsed(arguments)


@pytest.mark.parametrize("line", ["survey serve --prot 1", "x && survey doctor --port many",
                                  "podman run x deniable serve --nosuch"])  # fmt: skip
def test_a_wrong_command_is_caught(line):
    (arguments,) = commands_in(line)
    with pytest.raises(click.UsageError):
        parsed(arguments)


def test_the_service_starts_the_app_as_it_can_be_started():
    service = unit("deniable.service")["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert program == INSTALLED
    assert arguments[0] == "serve"
    options = parsed(arguments).params
    assert (options["proxies"], options["host"]) == (1, "127.0.0.1")
    assert options["url"].startswith("https://")
    assert int(service["LimitNOFILE"]) >= CONNECTIONS + 1024


def test_the_backup_is_one_and_is_made_where_old_ones_are_deleted():
    service = unit("deniable-backup.service")["Service"]
    shell = shlex.split(service["ExecStart"])
    assert shell[:2] == ["/bin/sh", "-c"]
    program, *arguments = shell[2].removeprefix("exec ").split(" ", 4)
    assert program == INSTALLED
    assert arguments[0] == "backup"
    options = parsed(arguments).params
    assert options["file"].parent == Path(FOLDER, "backup")
    assert options["keep"] == 14
    assert f"{FOLDER}/backup" in shlex.split(service["ExecStartPre"])


@pytest.mark.parametrize("name", UNITS[:2])
def test_services_may_write_one_folder_and_gain_nothing(name):
    service = unit(name)["Service"]
    assert service["User"] == "deniable"
    assert f"/var/lib/{service['StateDirectory']}" == FOLDER
    assert service["Environment"] == f"SURVEY_DATA={FOLDER}"
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077")
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices",
                 "RestrictNamespaces", "RestrictSUIDSGID", "ProtectKernelTunables"):  # fmt: skip
        assert service[name] == "yes"
    assert "ReadWritePaths" not in service


def test_systemd_understands_every_line(tmp_path):
    analyze = debian.found_or_installed(partial(shutil.which, "systemd-analyze"), "systemd")
    program = shutil.which("true")
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8").replace(INSTALLED, program)
        (tmp_path / name).write_text(text)

    def complaints() -> str:
        done = subprocess.run(
            [analyze, "verify", *(tmp_path / name for name in UNITS)],
            capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        return done.stdout + done.stderr

    assert complaints() == ""
    broken = (tmp_path / UNITS[0]).read_text().replace("NoNewPrivileges", "NoNewPrivilege")
    (tmp_path / UNITS[0]).write_text(broken)
    assert "NoNewPrivilege" in complaints()


def instructions(text: str) -> list[tuple[str, str]]:
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line and line[0] != "#"]
    return [tuple(line.split(" ", 1)) for line in lines]


def test_the_container_runs_unprivileged_and_as_the_app_can_be_started(app):
    told = instructions((DEPLOY / "Containerfile").read_text("utf-8"))
    last = dict(told)
    user, group = last["USER"].split(":")
    assert int(user) > 0
    assert int(group) > 0
    assert f"-m 0700 -o {user} -g {group} {last['VOLUME']}" in " ".join(each for _, each in told)
    assert f"SURVEY_DATA={last['VOLUME']}" in last["ENV"].split()
    assert ast.literal_eval(last["ENTRYPOINT"]) == [INSTALLED]
    options = parsed(ast.literal_eval(last["CMD"])).params
    assert str(options["port"]) == last["EXPOSE"]
    (asked,) = re.findall(r"http://127\.0\.0\.1:(\d+)(/\w+)", last["HEALTHCHECK"])
    assert asked == (last["EXPOSE"], "/health")
    assert asked[1] in {rule.rule for rule in app.url_map.iter_rules()}


def test_the_container_is_built_from_what_there_is():
    told = instructions((DEPLOY / "Containerfile").read_text("utf-8"))
    copied = {
        source
        for name, each in told
        if name == "COPY" and not each.startswith("--from")
        for source in each.split()[:-1]
    }
    assert all((ROOT / source).exists() for source in copied)
    # What the wheel is built from: pyproject.toml names them.
    assert copied == {"pyproject.toml", "README.md", "LICENSE", "survey", "templates", "static"}


def test_nginx_writes_nothing_down_and_hands_on_what_the_app_believes():
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.M)
    servers = text.split("server {")[1:]
    assert len(servers) == 3
    for server in servers:
        assert "access_log off;" in server
        assert re.search(r"error_log \S+ emerg;", server)
    directives = dict(re.findall(r"^\s*(proxy_set_header \S+|\w+) +(.+);$", servers[1], re.M))
    assert directives["proxy_set_header X-Forwarded-Proto"] == "$scheme"
    assert directives["proxy_set_header X-Forwarded-Host"] == "$http_host"
    assert directives["proxy_set_header X-Forwarded-For"] == "$network"
    assert directives["gzip"] == "off"
    assert directives["client_max_body_size"] == f"{LARGEST_BODY // 1024**2}m"
    options = parsed(shlex.split(unit("deniable.service")["Service"]["ExecStart"])[1:]).params
    assert directives["proxy_pass"] == f"http://{options['host']}:{options['port']}"
    assert re.search(r"location = /metrics \{\s*return 404;", servers[1])
    listening = re.findall(r"^\s*listen (.+);$", servers[1], re.M)
    assert listening == [f"{place} ssl http2 backlog=4096" for place in ("443", "[::]:443")]


@pytest.mark.exhaustive
def test_gunicorn_serves_the_app_by_the_lines_that_are_shipped(tmp_path, free_port):
    """With the page's own options; another address and folder are all that differs."""
    shutil.copy(DEPLOY / "wsgi.py", tmp_path)
    (line,) = [line for line in PAGE.splitlines() if "bin/gunicorn " in line]
    _, _, options = line.partition("bin/gunicorn ")
    options = options.replace("/opt/deniable", str(tmp_path)).replace("8000", str(free_port))
    data = tmp_path / "instance"
    gunicorn = [sys.executable, "-m", "gunicorn", *shlex.split(options)]
    environment = os.environ | {"SURVEY_DATA": str(data)}
    with subprocess.Popen(gunicorn, env=environment, stderr=subprocess.PIPE, text=True) as server:
        try:
            deadline = time.monotonic() + PATIENCE
            while (answer := asked(f"http://127.0.0.1:{free_port}/ready")) is None:
                assert server.poll() is None, server.stderr.read()
                assert time.monotonic() < deadline
                time.sleep(0.2)
        finally:
            server.terminate()
        said = server.stderr.read()
    assert answer == 200
    assert (data / "survey.db").is_file()
    assert "Traceback" not in said
    assert "GET /ready" not in said


def asked(address: str) -> int | None:
    """The status that the address answers with; None while nobody listens."""
    request = urllib.request.Request(address, headers={"Host": "survey.example.org"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def variables_of(source: str) -> set[str]:
    """Every variable of the environment that Python source names."""
    tree = ast.parse(source)
    named = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and re.fullmatch(r"SURVEY_[A-Z_]+", str(node.value))
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call | ast.Subscript):
            continue
        read = re.match(r"os\.(?:environ(?:\.get|\.pop)?|getenv)[\[(](['\"])(\w+)\1",
                        ast.unparse(node))  # fmt: skip
        if read:
            named.add(read[2])
    return named


def documented() -> set[str]:
    table = PAGE.partition("## Environment variables")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)`", table, re.M))


def test_every_environment_variable_of_the_code_is_on_the_page_and_no_other():
    named = set()
    for path in files_of("survey", "*.py"):
        named |= variables_of(path.read_text("utf-8"))
    assert documented() == named


@pytest.mark.parametrize(
    "source",
    ["x = os.environ['SURVEY_NEW']", "os.environ.get('NEW')", "os.getenv('NEW', 'x')",
     'NAME = "SURVEY_NEW"'],
)  # fmt: skip
def test_a_variable_that_is_not_on_the_page_is_noticed(source):
    (name,) = variables_of(source)
    assert name not in documented()


def test_what_units_and_image_set_is_on_the_page():
    for path in DEPLOY.iterdir():
        named = set(re.findall(r"SURVEY_[A-Z_]+", path.read_text("utf-8")))
        assert named <= documented(), path


def test_every_path_on_the_page_exists_and_every_file_is_on_it():
    paths = set(re.findall(r"survey/docs/[\w./-]*\w|survey/\w+/\w+\.py", PAGE))
    assert paths
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
    assert all(path.stem in PAGE for path in DEPLOY.iterdir())
    assert "survey/docs/deploy.md" in (ROOT / "README.md").read_text("utf-8")


def test_every_command_named_in_the_text_exists():
    assert set(re.findall(r"`survey ([a-z][a-z-]+)", PAGE)) <= set(COMMANDS)
