"""Instructors, and who is signed in."""

from typing import Protocol

from survey.store.models import Instructor


class Instructors(Protocol):
    """The instructors of a store."""

    def get(self, name: str) -> Instructor | None:
        """The instructor of this name, if any."""

    def all(self) -> list[Instructor]:
        """All instructors, in the order in which Python sorts their names; there is always one.

        A new store holds the one named INSTRUCTOR, without a password.
        """

    def add(self, instructor: Instructor) -> bool:
        """Adds an instructor; False, and nothing stored, if the name is taken."""

    def save(self, instructor: Instructor) -> None:
        """Replaces the instructor of this name; raises InstructorNotFound if there is none.

        So saving a page while its instructor is being removed brings nobody back.
        """

    def remove(self, name: str, heir: str | None = None) -> bool:
        """Removes an instructor, signs them out everywhere and rewrites the stored bytes.

        Returns False if the bytes could not be rewritten: then that is owed (`Maintenance.wipe`).

        Their surveys become the heir's in the same transaction and keep their order. Raises
        InstructorNotFound for an unknown name or heir. Raises InstructorRefused, with nothing
        changed, for the only instructor, and for one who has surveys and no other heir.
        """

    def link_owner(self, link_hash: str) -> Instructor | None:
        """The instructor whose sign-in link this is, if any."""

    def spend_link(self, link_hash: str, password_hash: str) -> Instructor | None:
        """Sets the password of the instructor whose link this is, and ends the link.

        Returns None if no link has this hash. Of two calls at once, one succeeds.
        """

    def add_sign_in(self, token_hash: str, name: str) -> None:
        """Remembers that whoever holds this token is signed in as this instructor.

        Raises InstructorNotFound if no instructor has this name.
        """

    def signed_in(self, token_hash: str) -> Instructor | None:
        """The instructor who is signed in with this token, if any."""

    def remove_sign_in(self, token_hash: str) -> None:
        """Signs this token out."""

    def remove_sign_ins(self, name: str) -> None:
        """Signs the instructor out everywhere."""
