"""What a new installation has in it: a demo to try, which does not come back once it is removed."""

from datetime import UTC, datetime

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.language_tags import MOST_LANGUAGES
from survey.core.ready_made.demo_survey import make_demo
from survey.core.responses.join_codes import draw_code
from survey.store import State, Store, Survey
from survey.translations.catalogs import gettexts


def translated_demo() -> Instrument:
    """The demo in the languages of the pages, as many as an instrument may have."""
    return make_demo(gettexts(MOST_LANGUAGES))


def add_demo_if_new(store: Store) -> bool:
    """Adds the demo, open, to a store in which nobody has done anything yet; whether it did.

    That is before the first sign-in link, so that no later start adds it again; of
    several machines that start on one new database, one adds it.
    """
    today = datetime.now(UTC).date()
    return store.surveys.add_first(Survey(draw_code(), translated_demo(), State.OPEN, since=today))
