"""All ready-made surveys, in the order of their page."""

from survey.core.ready_made.ai_in_coursework import AI_IN_COURSEWORK
from survey.core.ready_made.exam_misconduct import EXAM_MISCONDUCT
from survey.core.ready_made.harassment import HARASSMENT
from survey.core.ready_made.study_load import STUDY_LOAD
from survey.core.ready_made.substance_use import SUBSTANCE_USE
from survey.core.ready_made.understanding_and_trust import UNDERSTANDING_AND_TRUST

READY_MADE = {
    each.name: each
    for each in (
        EXAM_MISCONDUCT, AI_IN_COURSEWORK, SUBSTANCE_USE, HARASSMENT, STUDY_LOAD,
        UNDERSTANDING_AND_TRUST,
    )
}  # fmt: skip
