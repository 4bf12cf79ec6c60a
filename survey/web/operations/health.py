"""/health and /ready, for a supervisor or a load balancer.

They differ. A process that does not answer /health should be restarted; one
that is not ready should get no visitors until it is, and restarting it would not bring
its database back.
"""

from flask.typing import ResponseReturnValue

from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store

bp = Pages("health", audience=Audience.MACHINE)

APP = "deniable"


@bp.get("/health")
def alive() -> ResponseReturnValue:
    """Says that the process answers, without touching the database."""
    return {"app": APP, "status": "alive"}


@bp.get("/ready")
def ready() -> ResponseReturnValue:
    """Replies that the database can store; otherwise raises StoreUnavailable (a 503)."""
    store().maintenance.check_ready()
    return {"app": APP, "status": "ready"}
