"""The feedback of the page of assignments; static/pages/lab/assignment_tasks.js chooses it."""

from survey.translations.marked import N_

HINTS = (
    N_("That is the share of the reports that say yes. The coins are still in it."),
    N_("Look at the sign of 1/2: it is subtracted."),
    N_("Look at the sign of γ: it is added."),
    N_("Divide by 2γ: the coins have shrunk the differences by that."),
    N_("Divide by 2γ, and not by γ."),
    N_("That is the share of no: 1/2 + γ is the chance of the truth, and not of the lie."),
    N_("That is the share of yes among the reports, which is no probability of the answer."),
    N_("That is what one report says. There are more."),
    N_("Each no divides the odds, as each yes multiplies them."),
    N_("That is the chance of no: turn the odds round."),
    N_("Those are the odds. The chance is odds / (1 + odds)."),
    N_("All turned round: 1 is yes."),
    N_("The right bits from the wrong end: person 1 comes first."),
    N_("Type a number, such as 31.5."),
    N_("Right."),
    N_("Right as a share; in percent, please."),
    N_("Not yet. Give one decimal, and look at the formula of the lesson."),
    N_("Type eight digits 0 or 1, person 1 first."),
    N_("Right: no other eight bits fit all sums."),
    N_("Not yet: {misfits} of {sums} sums do not fit these bits."),
)
