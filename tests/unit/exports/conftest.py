"""The survey that these tests export."""

import pytest
from exported import Exported, make_exported


@pytest.fixture
def exported() -> Exported:
    """Sixty responses."""
    return make_exported()
