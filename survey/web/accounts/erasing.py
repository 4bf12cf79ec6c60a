"""What a reply says of deleted bytes that a file still has."""

from flask import flash
from flask_babel import gettext

from survey.translations.marked import N_
from survey.web.http.extensions import store

FORMER_BYTES = N_("The former bytes")


def not_erased_yet(what: str = FORMER_BYTES) -> str:
    """The message that `what` is still in the stored bytes, because of a reader or a full disk."""
    return gettext(
        "%(what)s cannot be erased from the database’s files yet: another program reads them, or "
        "the disk is full. The server tries again until it is done.",
        what=gettext(what),
    )


def flash_if_kept() -> None:
    """Says so on the next page if the log still has what was deleted just now."""
    if store().maintenance.keeps_deleted():
        flash(not_erased_yet())
