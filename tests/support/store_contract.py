"""What every store must do; a test class for a store inherits this and makes `store`."""

from debts_contract import DebtsContract
from instructors_contract import InstructorsContract
from responses_contract import ResponsesContract
from surveys_contract import SurveysContract
from tokens_contract import TokensContract
from withdrawn_contract import WithdrawnContract


class StoreContract(
    SurveysContract,
    ResponsesContract,
    TokensContract,
    InstructorsContract,
    DebtsContract,
    WithdrawnContract,
):
    """Tests of the verbs of survey.store.interface.Store."""
