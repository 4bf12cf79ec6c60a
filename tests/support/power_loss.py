"""A disk that loses power: records what SQLite writes and syncs, then replays part of it.

In this model a power cut leaves everything written before a file's last sync; any 512-byte
sectors of later writes; and any first part of the creations and deletions of files since the
folder's last sync. SQLite's unix VFS syncs the folder when it first syncs a new journal, and
after deleting a journal if synchronous is EXTRA.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

import apsw

SECTOR = 512


@dataclass
class Inode:
    """A file's durable content, and the later writes."""

    durable: bytes = b""
    pending: list[tuple[int, bytes] | int] = field(default_factory=list)  # write, or new length

    def sync(self) -> None:
        self.durable = _apply(self.durable, self.pending)
        self.pending = []

    def after_power_loss(self, dice: random.Random) -> bytes:
        kept: list[tuple[int, bytes] | int] = []
        for change in self.pending:
            if isinstance(change, int):
                kept += [change] if dice.random() < 0.5 else []
                continue
            offset, data = change
            for start in range(0, len(data), SECTOR):
                if dice.random() < 0.5:
                    kept.append((offset + start, data[start : start + SECTOR]))
        return _apply(self.durable, kept)


def _apply(content: bytes, changes: list[tuple[int, bytes] | int]) -> bytes:
    result = bytearray(content)
    for change in changes:
        if isinstance(change, int):
            del result[change:]
            continue
        offset, data = change
        if len(result) < offset + len(data):
            result.extend(bytes(offset + len(data) - len(result)))
        result[offset : offset + len(data)] = data
    return bytes(result)


class Disk:
    """Plays events back, and gives the files that a power cut at that moment leaves."""

    def __init__(self, files: dict[str, bytes]):
        self._durable_folder = {name: Inode(content) for name, content in files.items()}
        self._folder = dict(self._durable_folder)
        self._pending_folder: list[tuple[str, Inode | None]] = []

    def play(self, event: tuple) -> None:
        kind, name, *rest = event
        if kind == "open":
            if name not in self._folder:
                self._change_folder(name, Inode())
        elif kind == "write":
            self._folder[name].pending.append((rest[0], rest[1]))
        elif kind == "truncate":
            self._folder[name].pending.append(rest[0])
        elif kind == "sync":
            self._folder[name].sync()
            self._sync_folder()
        elif kind == "delete":
            self._change_folder(name, None)
            if rest[0]:
                self._sync_folder()

    def after_power_loss(self, dice: random.Random) -> dict[str, bytes]:
        """The files that exist when the power returns."""
        folder = dict(self._durable_folder)
        for name, inode in self._pending_folder[: dice.randint(0, len(self._pending_folder))]:
            _change(folder, name, inode)
        return {name: inode.after_power_loss(dice) for name, inode in folder.items()}

    def _change_folder(self, name: str, inode: Inode | None) -> None:
        _change(self._folder, name, inode)
        self._pending_folder.append((name, inode))

    def _sync_folder(self) -> None:
        for name, inode in self._pending_folder:
            _change(self._durable_folder, name, inode)
        self._pending_folder = []


def _change(folder: dict[str, Inode], name: str, inode: Inode | None) -> None:
    if inode is None:
        folder.pop(name, None)
    else:
        folder[name] = inode


class RecordingVFS(apsw.VFS):
    """The unix VFS, which records every change in `events`."""

    def __init__(self, name: str):
        self.events: list[tuple] = []
        super().__init__(name, "unix")

    def xOpen(self, name, flags):  # noqa: N802 - the interface's name
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.events.append(("open", Path(path).name))
        return RecordingFile(self, path, flags)

    def xDelete(self, name, sync_folder):  # noqa: N802
        super().xDelete(name, sync_folder)
        self.events.append(("delete", Path(name).name, bool(sync_folder)))


class RecordingFile(apsw.VFSFile):
    """A file of the unix VFS, which records every change."""

    def __init__(self, vfs: RecordingVFS, path: str, flags):
        self._events, self._name = vfs.events, Path(path).name
        super().__init__("unix", path, flags)

    def xWrite(self, data, offset):  # noqa: N802
        super().xWrite(data, offset)
        self._events.append(("write", self._name, offset, bytes(data)))

    def xTruncate(self, length):  # noqa: N802
        super().xTruncate(length)
        self._events.append(("truncate", self._name, length))

    def xSync(self, flags):  # noqa: N802
        super().xSync(flags)
        self._events.append(("sync", self._name))
