"""The count shown in public moves in steps."""

import pytest

from survey.core.responses.public_count import public_count


@pytest.mark.parametrize(
    ("responses", "shown"),
    [(0, 0), (4, 0), (5, 5), (14, 5), (15, 10), (24, 10), (25, 20), (34, 20), (104, 90),
     (105, 100), (1_000_005, 1_000_000)],
)  # fmt: skip
def test_the_steps(responses, shown):
    assert public_count(responses) == shown


def test_it_never_moves_with_one_response_after_another_nor_tells_more_than_have_come():
    shown = [public_count(responses) for responses in range(500)]
    moves = [n for n in range(1, 500) if shown[n] != shown[n - 1]]
    assert all(later - earlier == 10 for earlier, later in zip(moves, moves[1:], strict=False))
    assert moves[0] == 5
    assert all(public <= exact for exact, public in enumerate(shown))
    assert shown == sorted(shown)
