"""Drives of a network, and folders that a program copies elsewhere, are known by their names."""

from pathlib import Path

import pytest

from survey.store import drives
from survey.systems import file_system, mounts_of_bsd, mounts_of_linux

LINUX = r"""
22 27 0:21 / /proc rw,nosuid shared:13 - proc proc rw
27 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
60 27 0:50 / /srv/the\040class rw shared:30 master:1 - nfs4 host:/export rw,vers=4.2
62 27 0:52 / /mnt/Büro\134a rw - cifs //host/share rw
61 27 0:51 / /home/ada/far rw - fuse.sshfs ada@far: rw
"""
MAC = """
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//ada@host/share on /Volumes/the share (smbfs, nodev, nosuid, mounted by ada)
"""


def test_the_systems_lists_are_read():
    assert mounts_of_linux(LINUX) == {
        "/proc": "proc", "/": "ext4", "/srv/the class": "nfs4", "/mnt/Büro\\a": "cifs",
        "/home/ada/far": "fuse.sshfs",
    }  # fmt: skip
    assert mounts_of_linux("9 1 0:9 / /a\u00a0b\u2028c rw - nfs host rw") == {
        "/a\u00a0b\u2028c": "nfs"
    }
    assert mounts_of_bsd(MAC) == {"/": "apfs", "/Volumes/the share": "smbfs"}


def test_a_folder_s_own_drive_is_found():
    assert file_system(Path("/proc/self")) == "proc"
    assert file_system(Path("/")) not in {"", "proc"}


@pytest.mark.parametrize(
    "kind", ["nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "fuse.sshfs", "fakeowner"]
)
def test_drives_of_a_network_are_known(monkeypatch, kind):
    monkeypatch.setattr(drives, "file_system", lambda folder: kind)
    assert drives.network_of(Path("/srv")) == kind
    assert kind in drives.warning_of(Path("/srv"))


@pytest.mark.parametrize("kind", ["", "ext4", "tmpfs", "apfs", "overlay", "fuseblk"])
def test_a_machine_s_own_drives_are_not(monkeypatch, kind):
    monkeypatch.setattr(drives, "file_system", lambda folder: kind)
    assert drives.network_of(Path("/srv")) is None
    assert drives.warning_of(Path("/srv")) is None


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        ("/home/ada/OneDrive - The University/instance", "OneDrive"),
        ("/home/ada/Dropbox/instance", "Dropbox"),
        ("/home/ada/Dropbox (The Lab)/class/instance", "Dropbox"),
        ("/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/instance", "iCloud"),
        ("/Users/ada/Library/CloudStorage/Box-Box/instance", "a cloud's program"),
        ("/home/ada/instance", None),
        ("/srv/one/drive", None),
    ],
)
def test_folders_that_are_copied_elsewhere_are_known(folder, program):
    assert drives.synced_by(Path(folder), {}) == program
    if program:
        assert program in drives.warning_of(Path(folder))


def test_a_folder_that_a_variable_names_is_known():
    assert drives.synced_by(Path("/data/work/instance"), {"OneDrive": "/data/work"}) == "OneDrive"
