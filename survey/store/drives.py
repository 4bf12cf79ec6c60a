"""What is known of the drive that a folder is on: a network's, or one that is copied elsewhere."""

import os
from collections.abc import Mapping
from pathlib import Path

from survey.systems import file_system

# Drives whose files other machines share: their programs do not see each other's memory.
_NETWORKS = {
    "9p", "afpfs", "afs", "ceph", "cifs", "davfs", "fakeowner", "glusterfs", "network", "nfs",
    "nfs4", "prl_fs", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav",
}  # fmt: skip
_IN_A_PROGRAM = "fuse."  # a drive that a program makes up, such as sshfs

# The folders of programs that copy them to other machines, as their names begin.
_SYNCED = {
    "onedrive": "OneDrive",
    "dropbox": "Dropbox",
    "mobile documents": "iCloud",
    "iclouddrive": "iCloud",
    "icloud drive": "iCloud",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "cloudstorage": "a cloud's program",
    "nextcloud": "Nextcloud",
}
_VARIABLES = {
    "OneDrive": "OneDrive",
    "OneDriveCommercial": "OneDrive",
    "OneDriveConsumer": "OneDrive",
}


def network_of(folder: Path) -> str | None:
    """The kind of drive that the folder is on, if it is one of a network; None otherwise."""
    kind = file_system(folder)
    return kind if kind in _NETWORKS or kind.startswith(_IN_A_PROGRAM) else None


def synced_by(folder: Path, environment: Mapping[str, str] = os.environ) -> str | None:
    """The name of the program that copies this folder to other machines; None if none is known."""
    folder = folder.absolute()
    for variable, program in _VARIABLES.items():
        if (named := environment.get(variable)) and folder.is_relative_to(named):
            return program
    for part in (folder, *folder.parents):
        for name, program in _SYNCED.items():
            if part.name.lower().startswith(name):
                return program
    return None


def warning_of(folder: Path) -> str | None:
    """A sentence on what the drive of an instance folder does to its database; None if nothing."""
    if program := synced_by(folder):
        return (
            f"{folder} is in a folder that {program} copies to other machines. It keeps earlier "
            "states of the database, with the order in which responses came and what was deleted, "
            "and may damage it. Name another folder with --data."
        )
    if kind := network_of(folder):
        return (
            f"{folder} is on a network's drive, or one that another machine shares ({kind}). "
            "That machine may keep earlier states of the database. Start the app on one machine "
            "only."
        )
    return None
