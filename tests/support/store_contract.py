"""The contract of every store; a test class for a store inherits it and defines `store`."""

from cap_contract import CapContract
from colleagues_contract import ColleaguesContract
from instructors_contract import InstructorsContract
from key_contract import KeyContract
from last_minute_contract import LastMinuteContract
from later_release_contract import LaterReleaseContract
from pending_wipes_contract import PendingWipesContract
from public_steps_contract import PublicStepsContract
from readiness_contract import ReadinessContract
from responses_contract import ResponsesContract
from stamps_contract import StampsContract
from statements_contract import StatementsContract
from surveys_contract import SurveysContract
from tokens_contract import TokensContract
from withdrawn_contract import WithdrawnContract


class StoreContract(
    SurveysContract,
    StatementsContract,
    ResponsesContract,
    CapContract,
    LastMinuteContract,
    PublicStepsContract,
    TokensContract,
    InstructorsContract,
    ColleaguesContract,
    StampsContract,
    PendingWipesContract,
    KeyContract,
    ReadinessContract,
    WithdrawnContract,
    LaterReleaseContract,
):
    """Tests of survey.store.interface."""
