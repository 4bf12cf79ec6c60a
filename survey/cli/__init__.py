"""The command `survey`: exit code 0 on success, 1 if it could not be done, 2 for wrong usage."""

import importlib
import os
import sys

import click

from survey import __version__
from survey.errors import ParameterError, SurveyError, fault_of_system

# Loaded only when asked for, so that `survey plan` does not wait for a web server: for each its
# place, and what the list of all of them says of it.
COMMANDS = {
    "serve": ("survey.cli.commands.serve:serve", "Start the survey app."),
    "doctor": (
        "survey.cli.commands.doctor:doctor",
        "Check this installation and say what to mend.",
    ),
    "create": (
        "survey.cli.commands.create:create",
        "Create a survey from a file and print its code.",
    ),
    "sign-in-link": (
        "survey.cli.commands.sign_in_link:sign_in_link",
        "Print a link that works once and sets a new password.",
    ),
    "tokens": (
        "survey.cli.commands.tokens:tokens",
        "Issue tokens; from the first on, each response needs one.",
    ),
    "instructors": (
        "survey.cli.commands.instructors:instructors",
        "Add, list and remove instructors.",
    ),
    "answer": (
        "survey.cli.commands.answer:answer",
        "Answer a survey here; what is typed is randomized first.",
    ),
    "simulate": (
        "survey.cli.commands.simulate:simulate",
        "Post simulated respondents; compare truth and estimate.",
    ),
    "estimate": (
        "survey.cli.commands.estimate:estimate",
        "Debias any randomized-response data in a CSV.",
    ),
    "crosstab": (
        "survey.cli.commands.crosstab:crosstab",
        "Relate two columns: joint and conditional shares.",
    ),
    "regress": (
        "survey.cli.commands.regress:regress",
        "Logistic regression of the answers behind the reports.",
    ),
    "plan": ("survey.cli.commands.plan:plan", "Work out the third of class size, margin and γ."),
    "export": ("survey.cli.commands.export:export", "Write the reports and estimates of a survey."),
    "backup": (
        "survey.cli.commands.backup:backup",
        "Copy the whole database to a file while the app runs.",
    ),
    "restore": ("survey.cli.commands.backup:restore", "Make the database what a backup holds."),
    "copy": ("survey.cli.commands.copy:copy", "Copy everything from one database to another."),
    "verify": (
        "survey.cli.commands.verify:verify",
        "Recompute an export from itself; find a receipt in it.",
    ),
    "verify-page": (
        "survey.cli.commands.verify_page:verify_page",
        "Compare a page's scripts with this release's.",
    ),
    "study": ("survey.cli.commands.study:study", "Study how the intervals behave."),
    "lab": ("survey.cli.commands.lab:lab", "Run an experiment of the privacy lab."),
}


class LazyGroup(click.Group):
    """Imports a command's module when the command runs or its own help is shown."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name][0].split(":")
        return getattr(importlib.import_module(module), attribute)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands by what COMMANDS says of them, so that none is imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in COMMANDS.items()])

    def invoke(self, context: click.Context) -> object:
        """Runs the command; whoever stops reading its output has seen enough.

        Caught here, since click itself would end a broken pipe with exit code 1.
        """
        try:
            return super().invoke(context)
        except BrokenPipeError:
            # Keeps Python from complaining when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(0) from None


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: survey serve",
)
@click.version_option(__version__, prog_name="survey")
def commands() -> None:
    """Surveys whose answers are randomized before they leave the respondent."""


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line; every fault is one sentence and an exit code."""
    try:
        code = commands.main(arguments, prog_name="survey", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except ParameterError as error:
        _fail(error.message, 2)
    except SurveyError as error:
        _fail(error.message, 1)
    except OSError as error:
        _fail(fault_of_system(error), 1)
    except Exception as error:
        if os.environ.get("SURVEY_DEBUG"):
            raise
        _fail(f"Unexpected {type(error).__name__}. Set SURVEY_DEBUG=1 to see where.", 1)


def _fail(sentence: str, code: int) -> None:
    click.echo(f"Error: {sentence}", err=True)
    sys.exit(code)
