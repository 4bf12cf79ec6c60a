"""Instruments for tests."""

from survey.core.instrument import Instrument
from survey.core.instrument import validate


def make_instrument(*gammas: str, class_size: int = 100, title: str = "Exams") -> Instrument:
    """An instrument with one question a γ."""
    return validate(
        {
            "title": title,
            "introduction": "Please answer as it was.",
            "class_size": class_size,
            "questions": [
                {"text": f"Did you cheat on exam {number}?", "gamma": gamma}
                for number, gamma in enumerate(gammas or ("1/4",), start=1)
            ],
        }
    )
