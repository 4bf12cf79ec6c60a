"""The instance folder: the first start makes it, and only its owner can read it.

A new instance has a demo to try; once removed, it does not come back.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from survey.app.configuration import DATABASE_FILE, Config
from survey.app.instance_keys import KEY_FILE, instance_keys
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.language_tags import MOST_LANGUAGES
from survey.core.ready_made.demo_survey import make_demo
from survey.core.responses.join_codes import draw_code
from survey.errors import ConfigError, StoreUnavailable
from survey.store import State, Store, Survey, open_store
from survey.store.files import make_private_folder, remove_abandoned
from survey.store.maintenance.open import open_served
from survey.store.sqlite.engine import REHEARSALS_FILE
from survey.store.sqlite.serving import begin, claimed
from survey.systems import changeable_by_others, open_to_others
from survey.translations.catalogs import gettexts

RUNS_ALREADY = (
    "The app runs on the folder {folder} already. Use that, or stop it first: two servers on one "
    "database would not know of each other."
)


@contextmanager
def claimed_folder(config: Config) -> Iterator[None]:
    """Keeps other servers off the folder's database during the block; raises ConfigError.

    Then nothing is left that a killed command was writing there, nor, once the server ends, a log
    in which the last responses stand in order.
    """
    if config.database_url is not None:
        yield
        return
    refusal = RUNS_ALREADY.format(folder=config.data)
    with prepared_folder(config.data), claimed(config.database, refusal):
        remove_abandoned(config.data)
        yield
        if config.database.exists():
            with suppress(StoreUnavailable):
                begin(config.database)


def open_instance(config: Config, serving: bool = False) -> Store:
    """Opens the store of an instance for the app; the first start creates the store and its keys.

    Raises ConfigError and StoreUnavailable, before anything listens, if the folder, the file,
    its pages, its schema or the keys that it belongs to are not as they must be.
    """
    with prepared_folder(config.data):
        if config.database_url is None:
            check_kept(config.data)
        store = (open_served if serving else open_store)(config.place)
        try:
            store.maintenance.check_sound()
            instance_keys(config.data, store)
        except BaseException:
            store.close()
            raise
        return store


def prepare_folder(folder: Path) -> None:
    """Creates the folder (mode 700) if it is missing.

    Raises ConfigError if it cannot be used, if others can put files into it, or if they can read
    a database in it.
    """
    try:
        make_private_folder(folder)
        _check_shut(folder)
    except OSError as error:
        raise ConfigError(
            f"The folder {folder} cannot be used: {error.strerror}. "
            "Give another with --data, or fix its permissions."
        ) from error


@contextmanager
def prepared_folder(folder: Path) -> Iterator[None]:
    """Prepares the folder; a block that fails leaves no empty folder that was not there before."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    prepare_folder(folder)
    try:
        yield
    except BaseException:
        with suppress(OSError):  # a folder that holds something stays, and those above it
            for each in made:
                each.rmdir()
        raise


def check_kept(folder: Path) -> None:
    """Raises ConfigError if the folder has the signing key, but the database is missing.

    It cannot be a first start, since that makes the key after the database.
    """
    database = folder / DATABASE_FILE
    lost = not database.exists() or (database.is_file() and not database.stat().st_size)
    if lost and (folder / KEY_FILE).exists():
        found = "is empty" if database.exists() else "is missing"
        raise ConfigError(
            f"The database {database} {found}, though a signing key that had one is beside it. "
            "Bring it back with survey restore; to begin again, move the files of this folder to "
            "another one."
        )


def _check_shut(folder: Path) -> None:
    if changeable_by_others(folder):
        raise ConfigError(f"Other accounts can change the folder {folder}. Run: chmod 700 {folder}")
    for name in (DATABASE_FILE, REHEARSALS_FILE):
        file = folder / name
        if file.is_file() and open_to_others(file):
            raise ConfigError(f"Other accounts can open the file {file}. Run: chmod 600 {file}")


def translated_demo() -> Instrument:
    """The demo in the languages of the pages, as many as an instrument may have."""
    return make_demo(gettexts(MOST_LANGUAGES))


def add_demo_if_new(store: Store) -> bool:
    """Adds the demo, open, to a store that nobody has used yet; returns whether it did.

    A store counts as used from the first sign-in link on, so no later start adds the demo again. Of
    several machines that start on one new database, one adds it.
    """
    today = datetime.now(UTC).date()
    return store.surveys.add_first(Survey(draw_code(), translated_demo(), State.OPEN, since=today))
