"""The contents of a form that was refused, to give them back to the instructor."""

import json
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import g, request
from werkzeug.exceptions import HTTPException

from survey.web.http.audiences import needs_sign_in

SIGN_IN = "account.sign_in"
CARRIED = "refused_form"  # the field of the sign-in form in which a refused one is carried

# Nobody types these fields, so a reader would not know their text.
_NOT_TYPED = re.compile(
    r"csrf_token|shown|draft|phrases|removed|code|again|autosave|slide|left_out|zone|closes|figures"
    r"|(original|context|leave-out)-.*|.*-original|.*-(level|kind)"
)


_OWN_PATH = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")  # printable, no backslash


@dataclass(frozen=True)
class RefusedForm:
    """A form sent to `address`: names and values of its fields, in their order.

    `with_file` is true if it had a file, which only the instructor can choose again.
    """

    address: str
    fields: tuple[tuple[str, str], ...]
    with_file: bool = False

    @property
    def typed(self) -> list[str]:
        """The typed texts to show; the names of their fields would tell a reader nothing."""
        return [
            value for name, value in self.fields if value.strip() and not _NOT_TYPED.fullmatch(name)
        ]

    def to_json(self) -> str:
        """The form as JSON, which the sign-in form carries."""
        return json.dumps([self.address, self.fields, self.with_file], ensure_ascii=False)


def refused_form() -> RefusedForm | None:
    """The form that this request sent, or carried along; None without a form to give back."""
    if "refused_form" not in g:
        g.refused_form = _sent() if request.method == "POST" and _is_from_here() else None
    found: RefusedForm | None = g.refused_form
    return found


def _sent() -> RefusedForm | None:
    try:
        form, files = request.form, request.files
    except HTTPException:  # too large to be read
        return None
    if request.endpoint == SIGN_IN:
        return _carried(form.get(CARRIED, ""))
    if not needs_sign_in(request.endpoint) or "password" in form:
        return None
    fields = tuple(each for each in form.items(multi=True) if each[0] != "csrf_token")
    with_file = any(file.filename for file in files.values())
    return RefusedForm(request.full_path.rstrip("?"), fields, with_file)


def _carried(written: str) -> RefusedForm | None:
    """The form that `to_json` wrote; None for any other text."""
    try:
        address, fields, with_file = json.loads(written)
        pairs = tuple((_text(name), _text(value)) for name, value in fields)
    except (ValueError, TypeError, RecursionError):
        return None
    if not isinstance(address, str) or not is_own_path(address):
        return None
    return RefusedForm(address, pairs, bool(with_file))


def _text(sent: object) -> str:
    return str(sent).encode(errors="replace").decode()  # JSON may hold half a character


def _is_from_here() -> bool:
    """Whether a page of this site has sent the form, by its browser's headers."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site == "same-origin"
    sender = request.headers.get("Origin") or request.headers.get("Referer") or ""
    return urlsplit(sender).netloc == request.host


def is_own_path(target: str) -> bool:
    """Whether every browser reads the target as a path of this site."""
    return _OWN_PATH.fullmatch(target) is not None
