"""What a new installation has in it: a demo to try, which does not come back once it is removed."""

from survey.core.demo.survey import DEMO
from survey.core.responses.join_codes import draw_code
from survey.store import State, Store, Survey


def add_demo_if_new(store: Store) -> bool:
    """Adds the demo, open, to a store in which nobody has done anything yet; whether it did.

    That is before the first sign-in link, so that no later start adds it again; of
    several machines that start on one new database, one adds it.
    """
    return store.surveys.add_first(Survey(draw_code(), DEMO, State.OPEN))
