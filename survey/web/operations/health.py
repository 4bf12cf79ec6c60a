"""/health and /ready: what a supervisor or a load balancer asks, again and again.

The two are not the same question. A process that does not answer /health should be
started anew; one that is not ready should get no visitors until it is, and starting it
anew would not bring its database back.
"""

from flask.typing import ResponseReturnValue

from survey.core.instrument.instructor_names import INSTRUCTOR
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store

bp = Pages("health", audience=Audience.MACHINE)

APP = "deniable"


@bp.get("/health")
def alive() -> ResponseReturnValue:
    """The process answers; nothing else is asked, and no database is touched."""
    return {"app": APP, "status": "alive"}


@bp.get("/ready")
def ready() -> ResponseReturnValue:
    """The database can be read; else StoreUnavailable, which is 503 with a sentence."""
    store().instructors.get(INSTRUCTOR)
    return {"app": APP, "status": "ready"}
