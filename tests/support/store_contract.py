"""The contract of every store; a test class for a store inherits it and defines `store`."""

from debts_contract import DebtsContract
from instructors_contract import InstructorsContract
from key_contract import KeyContract
from public_steps_contract import PublicStepsContract
from responses_contract import ResponsesContract
from statements_contract import StatementsContract
from surveys_contract import SurveysContract
from tokens_contract import TokensContract
from withdrawn_contract import WithdrawnContract


class StoreContract(
    SurveysContract,
    StatementsContract,
    ResponsesContract,
    PublicStepsContract,
    TokensContract,
    InstructorsContract,
    DebtsContract,
    KeyContract,
    WithdrawnContract,
):
    """Tests of survey.store.interface."""
