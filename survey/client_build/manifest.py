"""The manifest of the client: the digest of each file that a respondent's browser gets.

Two builds of the same release have the same manifest, byte for byte.
"""

import hashlib
import json

from survey.client_build.build import Client
from survey.client_build.files import SINGLE_FILE, ClientFile


def manifest(client: Client) -> str:
    """JSON with name, address, SHA-256 and integrity of each file, sorted by their names.

    A shell is at every survey's own address; the manifest writes CODE in place of the code.
    """
    entries = [_entry(file, f"/s/CODE?lang={tag}") for tag, file in client.shells.items()]
    entries += [_entry(file, file.address) for file in client.files.values()]
    entries.append(_entry(client.single_file, SINGLE_FILE))
    return json.dumps({"files": sorted(entries, key=lambda each: each["name"])}, indent=1) + "\n"


def manifest_sha256(client: Client) -> str:
    """The SHA-256 of the manifest: one number for all files that respondents' browsers get."""
    return hashlib.sha256(manifest(client).encode()).hexdigest()


def _entry(file: ClientFile, address: str) -> dict[str, str]:
    return {
        "name": file.name,
        "address": address,
        "sha256": file.sha256,
        "integrity": file.integrity,
    }
