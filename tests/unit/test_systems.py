"""What is done on each system, with what the others lack put in its place."""

import fcntl
import os
import platform
import socket
import subprocess
import sys

import pytest

from survey import systems

FULL_FLUSH = 51  # macOS's F_FULLFSYNC


@pytest.fixture
def flushed(monkeypatch) -> list[tuple]:
    """What was flushed, and how."""
    found = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: found.append((descriptor, "fsync")))
    monkeypatch.setattr(fcntl, "fcntl", lambda *arguments: found.append(arguments))
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", FULL_FLUSH, raising=False)
    return found


def test_a_file_is_flushed_by_fsync(flushed):
    systems.flush(5)
    assert flushed == [(5, "fsync")]


def test_on_macos_it_is_flushed_from_the_disks_own_memory_too(flushed, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    systems.flush(5)
    assert flushed == [(5, FULL_FLUSH)]


def test_where_a_file_system_knows_no_such_flush_fsync_is_left(flushed, monkeypatch):
    def refuse(descriptor, command):
        raise OSError

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "fcntl", refuse)
    systems.flush(5)
    assert flushed == [(5, "fsync")]


def test_a_folders_names_are_flushed_but_on_windows(flushed, monkeypatch, tmp_path):
    systems.flush_names(tmp_path)
    assert [how for _, how in flushed] == ["fsync"]
    monkeypatch.setattr(sys, "platform", "win32")
    systems.flush_names(tmp_path)
    assert len(flushed) == 1


@pytest.mark.parametrize(
    ("mode", "open_", "changeable"),
    [(0o600, False, False), (0o640, True, False), (0o602, True, True), (0o622, True, True)],
)
def test_modes_tell_who_else_may_open_a_file(tmp_path, monkeypatch, mode, open_, changeable):
    file = tmp_path / "file"
    file.touch()
    file.chmod(mode)
    assert systems.open_to_others(file) is open_
    assert systems.changeable_by_others(file) is changeable
    monkeypatch.setattr(systems, "NOT_CHECKED", "It is not checked.")
    assert not systems.open_to_others(file)
    assert not systems.changeable_by_others(file)


@pytest.mark.parametrize(("system", "option"), [("linux", "SO_REUSEADDR"), ("win32", "exclusive")])
def test_a_port_at_which_another_listens_is_not_taken(monkeypatch, system, option):
    asked = []
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", "exclusive", raising=False)

    class Probe:
        def setsockopt(self, level, name, value):
            asked.append(name)

    systems.take_free_port_only(Probe())
    assert asked == [getattr(socket, option, option)]


def test_a_process_in_the_background_waits_for_others_on_windows_too(monkeypatch):
    started = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0x4000, raising=False)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **named: started.append(named))
    systems.start_in_background(["program"], {})
    assert started[0]["creationflags"] == 0x4000


@pytest.mark.parametrize("known", [{}, {platform.machine(): 10**6}])
def test_a_wish_for_short_turns_may_be_refused(monkeypatch, known):
    monkeypatch.setattr(systems, "_SET_SCHEDULING", known)
    before = os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)
    systems.ask_for_short_turns()
    assert (os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)) == before


def test_limits_of_open_files_are_none_on_windows(monkeypatch):
    assert systems.most_open_files() is None or systems.most_open_files() > 0
    monkeypatch.setattr(sys, "platform", "win32")
    assert systems.most_open_files() is None
    systems.allow_open_files(10**9)
    assert systems.resident_memory() is None
