"""The lines that survey/docs/deploy.md and how-to/second-machine.md give to an operator run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

DOCS = Path(__file__).parents[3] / "survey" / "docs"
SCRIPT = (DOCS / "deploy" / "deniable.sh").read_text("utf-8")
CLUSTER = (DOCS / "how-to" / "second-machine.md").read_text("utf-8")
ADDRESS = "postgresql://deniable:a&b#c/$x@one,two/deniable?target_session_attrs=read-write&x=y"
SHOW = "import json, os, sys; print(json.dumps([sys.argv[1:], dict(os.environ)]))"


def shell(script: str, *arguments: str, **variables: str) -> str:
    environment = {name: os.environ[name] for name in ("PATH",)} | variables
    ran = subprocess.run(
        ["sh", "-eu", "-c", script, "sh", *arguments],
        env=environment, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def as_the_service(tmp_path, settings: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """What `survey` is given: a program that shows it stands in its place."""
    (tmp_path / "show.py").write_text(SHOW)
    (tmp_path / "deniable.env").write_text(settings)
    script = SCRIPT
    for there, here in (
        ("runuser -u deniable -- /opt/deniable/bin/survey", f"{sys.executable} {tmp_path}/show.py"),
        ("/etc/deniable.env", str(tmp_path / "deniable.env")),
    ):
        assert there in script
        script = script.replace(there, here)
    given, environment = json.loads(shell(script, *arguments))
    return given, environment


@pytest.mark.parametrize("quoted", ["{}", '"{}"', "'{}'"])
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_command_gets_what_the_service_gets(tmp_path, quoted, end):
    settings = f"# secrets\n\nOTHER=1\nSURVEY_DATABASE={quoted.format(ADDRESS)}{end}"
    given, environment = as_the_service(tmp_path, settings, "instructors", "add", "Ada L", "*")
    assert given == ["instructors", "add", "Ada L", "*"]
    assert environment["SURVEY_DATABASE"] == ADDRESS
    assert environment["SURVEY_DATA"] == environment["HOME"] == "/var/lib/deniable"
    assert "OTHER" not in environment


def test_a_command_runs_where_the_service_has_no_settings(tmp_path):
    script = SCRIPT.replace("/etc/deniable.env", str(tmp_path / "none"))
    script = script.replace("runuser -u deniable -- /opt/deniable/bin/survey", "echo")
    assert shell(script, "doctor") == "doctor\n"


def block_with(words: str) -> str:
    (found,) = [each for each in re.findall(r"```sh\n(.*?)```", CLUSTER, re.S) if words in each]
    return found


def files_of_a_machine(tmp_path, name: str) -> tuple[str, str]:
    """etcd's settings and Patroni's, as the page's own lines write them on one machine."""
    password = block_with("openssl rand").replace("/root/patroni-password", f"{tmp_path}/password")
    etcd = re.search(r"^cat > .*?^END\n", block_with("ETCD_NAME"), re.S | re.M)[0]
    patroni = re.search(r"^sed .*?config\.yml\n", block_with("sed "), re.S | re.M)[0]
    own = block_with("name=one").replace("name=one address=$one", f"name={name} address=${name}")
    for there, here in (("10.0.0.1", "192.0.2.11"), ("10.0.0.2", "192.0.2.12"),
                        ("10.0.0.3", "192.0.2.13"), ("10.0.0.0/24", "192.0.2.0/24")):  # fmt: skip
        own = own.replace(there, here)
    for there, here in (("/etc/default/etcd", f"{tmp_path}/etcd"),
                        ("/root/patroni-password", f"{tmp_path}/password"),
                        ("/etc/patroni/config.yml", f"{tmp_path}/config.yml"),
                        ("survey/docs/deploy/", f"{DOCS}/deploy/")):  # fmt: skip
        etcd, patroni = etcd.replace(there, here), patroni.replace(there, here)
    shell(password + own + etcd + patroni)
    assert (tmp_path / "password").stat().st_mode & 0o777 == 0o600
    return (tmp_path / "etcd").read_text(), (tmp_path / "config.yml").read_text()


@pytest.mark.parametrize(("name", "address"), [("one", "192.0.2.11"), ("two", "192.0.2.12")])
def test_every_address_and_the_password_are_those_of_the_operator(tmp_path, name, address):
    etcd, patroni = files_of_a_machine(tmp_path, name)
    password = (tmp_path / "password").read_text().strip()
    assert re.fullmatch("[0-9a-f]{48}", password)
    assert "10.0.0" not in etcd + patroni
    assert f"ETCD_NAME={name}\n" in etcd
    assert f"ETCD_LISTEN_PEER_URLS=http://{address}:2380\n" in etcd
    peers = "one=http://192.0.2.11:2380,two=http://192.0.2.12:2380,three=http://192.0.2.13:2380"
    assert f"ETCD_INITIAL_CLUSTER={peers}\n" in etcd
    settings = "\n".join(line for line in patroni.splitlines() if not line.startswith("#"))
    assert re.findall(r"\b[A-Z]{3,}[A-Z0-9]*\b", settings) == ["UTF8"]
    assert f"name: {name}\n" in settings
    assert settings.count(f"listen: {address}:") == 2
    assert settings.count(f"password: {password}}}") == 3
    assert "hosts: [192.0.2.11:2379, 192.0.2.12:2379, 192.0.2.13:2379]" in settings
    assert settings.count(" 192.0.2.0/24 ") == 2
    assert password not in etcd
