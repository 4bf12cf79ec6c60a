"""What the exports of these tests are made of."""

import pytest
from exported import Exported, make_exported


@pytest.fixture
def exported() -> Exported:
    """Sixty responses."""
    return make_exported()
