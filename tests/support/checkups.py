"""The checks of `survey doctor` in their order, and the bytes that it must not change."""

import hashlib

CHECKS = ["python", "libraries", "sqlite", "files", "open files", "clock", "folder",
          "secret", "signing key", "database", "disk", "port", "holders"]  # fmt: skip


def bytes_of(folder) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
