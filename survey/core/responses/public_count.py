"""The count that a room may see while responses come: in steps, never one by one."""

STEP = 10
FIRST = 5  # also how many more must have come before a step is shown


def public_count(responses: int) -> int:
    """The number of responses to show in public: 0, 5, 10, 20, 30, …; never more than have come.

    A step of ten is shown once five more have come. Whoever watches it move still learns that
    somebody has just sent, but no figure that moves with it is one person's.

        responses   0–4   5–14   15–24   25–34   …
        shown        0      5      10      20    …
    """
    if responses < FIRST:
        return 0
    return max(FIRST, (responses - FIRST) // STEP * STEP)
