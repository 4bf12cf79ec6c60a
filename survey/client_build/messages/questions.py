"""What stands on the questions' fields, and where one is not answered."""

from survey.client_build.messages.message import Message, Say


def question_messages(gettext: Say) -> dict[str, Message]:
    return {
        "yes": gettext("Yes"),
        "no": gettext("No"),
        "none_of_these": gettext("None of these"),
        "whole_number": gettext("A whole number from {low} to {high}"),
        "missing": gettext("Please answer this question."),
        "missing_number": gettext("Please give a whole number from {low} to {high}."),
        "missing_of_options": gettext("Please tick what applies, or “None of these”."),
        "deny_any": gettext("You can deny any report."),
        "answered_before": gettext("This device has answered this questionnaire before."),
        "answered": gettext("{done} of {all} answered"),
        "clears": gettext("This clears the answers given so far."),
        "question_drawn": gettext(
            "Your device has picked question {number} of {all} for you, by chance."
        ),
    }
