"""Pictures of the documentation: WebP files in docs/pictures, which a script makes."""

import posixpath
from dataclasses import dataclass
from pathlib import Path

from markdown_it.token import Token

from survey.docs_site.faults import FaultKind
from survey.docs_site.page_links import text_of
from survey.docs_site.render_context import RenderContext

FOLDER, ENDING = "pictures", ".webp"
SCALE = 2  # pixels of a file for one of the page, for screens that have them


@dataclass(frozen=True)
class PictureSize:
    """Width and height as the page shows it, in CSS pixels."""

    width: int
    height: int


def size_of(content: bytes) -> PictureSize:
    """The size of an extended WebP file (RFC 9649, section 2.7), as Chromium writes them.

    Raises ValueError for another file.
    """
    if len(content) < 30 or content[:4] != b"RIFF" or content[8:16] != b"WEBPVP8X":
        raise ValueError("no extended WebP")
    width, height = (1 + int.from_bytes(content[at : at + 3], "little") for at in (24, 27))
    return PictureSize(width // SCALE, height // SCALE)


def place(token: Token, context: RenderContext) -> None:
    """Replaces a picture's file by its address, and adds its size, so that no text jumps."""
    written = str(token.attrGet("src"))
    if not text_of(token):
        context.fault(FaultKind.IMAGE, written)
    elif not written.startswith("/"):
        _place_file(written, token, context)


def _place_file(written: str, token: Token, context: RenderContext) -> None:
    file = posixpath.normpath(posixpath.join(posixpath.dirname(context.file), written))
    folder, name = posixpath.split(file)
    size = context.picture(name) if folder == FOLDER else None
    if size is None:
        context.fault(FaultKind.IMAGE, written)
        return
    token.attrSet("src", f"/docs/{FOLDER}/{name}")
    token.attrSet("width", str(size.width))
    token.attrSet("height", str(size.height))
    token.attrSet("loading", "lazy")


def read_size(folder: Path, name: str) -> PictureSize | None:
    """The size of the picture of this name in the documentation; None if there is none."""
    path = folder / FOLDER / name
    return size_of(path.read_bytes()) if name.endswith(ENDING) and path.is_file() else None
