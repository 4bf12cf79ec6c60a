"""Instructors, and who is signed in."""

from typing import Protocol

from survey.store.models import Instructor


class Instructors(Protocol):
    """The instructors of a store."""

    def get(self, name: str) -> Instructor | None:
        """The instructor of this name."""

    def all(self) -> list[Instructor]:
        """All instructors, in the order in which Python sorts their names; there is always one.

        A new store holds the one named INSTRUCTOR, without a password.
        """

    def add(self, instructor: Instructor) -> bool:
        """Adds an instructor; False, and nothing stored, if the name is taken."""

    def save(self, instructor: Instructor) -> None:
        """Replaces the instructor of this name; raises InstructorNotFound if there is none.

        So a page that is saved while its instructor is removed brings nobody back.
        """

    def remove(self, name: str, heir: str | None = None) -> bool:
        """Removes an instructor, signed out everywhere, and rewrites the stored bytes.

        False if that could not be yet: then it is owed (`Maintenance.wipe`).

        Their surveys become the heir's, in the same transaction, and keep their
        order. Raises InstructorNotFound for either name, and InstructorRefused,
        with nothing changed, while they have surveys and no heir but
        themselves, and for the only instructor.
        """

    def link_owner(self, link_hash: str) -> Instructor | None:
        """Whose sign-in link this is."""

    def spend_link(self, link_hash: str, password_hash: str) -> Instructor | None:
        """Sets the password of whoever holds this link, and the link no longer works.

        None if no link has this hash. Two at once: one succeeds.
        """

    def add_sign_in(self, token_hash: str, name: str) -> None:
        """Remembers that whoever holds this token is signed in as this instructor.

        Raises InstructorNotFound if no instructor has this name.
        """

    def signed_in(self, token_hash: str) -> Instructor | None:
        """Who is signed in with this token."""

    def remove_sign_in(self, token_hash: str) -> None:
        """Signs this token out."""

    def remove_sign_ins(self, name: str) -> None:
        """Signs the instructor out everywhere."""
