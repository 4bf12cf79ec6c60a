"""The command `survey`: exit code 0 on success, 1 on failure, 2 for wrong usage, 130 if stopped."""

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import click

from survey import __version__
from survey.cli.output import drop_unwritten_output, make_output_portable
from survey.errors import ParameterError, SurveyError, fault_of_system

# The first sentence of each command's help, for the list of all. A command is loaded only when
# asked for, so that `survey plan` does not wait for a web server.
COMMANDS = {
    "serve": "Start the app and print its address.",
    "doctor": "Check this installation and say what to fix.",
    "create": "Create a survey from a file and print its code.",
    "sign-in-link": "Print a link that works once and sets a new password.",
    "tokens": "Print tokens for slips; each response then needs one.",
    "instructors": "Add, list and remove instructors.",
    "answer": "Answer a survey in this terminal, which randomizes.",
    "collect": "Import responses that were gathered without a network.",
    "simulate": "Send simulated responses; compare truth and estimate.",
    "estimate": "Estimate shares or means from columns of reports.",
    "crosstab": "Relate two columns: shares, groups and differences.",
    "pool": "Estimate over several surveys of the same questions.",
    "regress": "Fit a logistic regression to the answers behind reports.",
    "plan": "Give two of class size, margin and γ; get the third.",
    "export": "Write a survey's reports or estimates to a file.",
    "backup": "Write the whole database, or its keys, to a file.",
    "restore": "Replace the database by a backup, or bring back its keys.",
    "rescue": "Save what can be read of a damaged database.",
    "replace-key": "Replace a lost signing key or secret.",
    "copy": "Copy everything from one database to another.",
    "verify": "Check an export, its signed statement and a receipt.",
    "cosign": "Sign as a witness that you have seen this list and no other.",
    "verify-page": "Compare a survey's page with this release, byte for byte.",
    "client": "Print the respondent page's digests, or write it as a file.",
    "lab": "Run an experiment of the privacy lab.",
}

# A command is in the module of its name, except for these.
MODULES = {
    "restore": "backup",
    "replace-key": "backup",
    "rescue": "copy",
    "sign-in-link": "instructors",
}


class LazyGroup(click.Group):
    """Imports a command's module when the command runs or its own help is shown."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        function = name.replace("-", "_")
        module = importlib.import_module(f"survey.cli.commands.{MODULES.get(name, function)}")
        command: click.Command = getattr(module, function)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands with their lines of COMMANDS, so that none is imported."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        with _reader_may_stop():  # --help and --version print already
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, context: click.Context) -> object:
        with _reader_may_stop():
            return super().invoke(context)


@contextmanager
def _reader_may_stop() -> Iterator[None]:
    """Ends the command with exit code 0 if its output's reader stops; click would end it with 1."""
    try:
        yield
    except BrokenPipeError:
        drop_unwritten_output()
        raise click.exceptions.Exit(0) from None


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: survey serve",
)
@click.version_option(__version__, prog_name="survey")
def command_line() -> None:
    """Surveys whose answers are randomized before they leave the respondent."""


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line; says what is wrong, and ends with an exit code."""
    make_output_portable()
    try:
        code = command_line.main(arguments, prog_name="survey", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        _end(error.show, error.exit_code)
    except click.Abort:
        _end(partial(click.echo, "Stopped.", err=True), 130)
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
    _end(partial(click.echo, f"Error: {sentence}", err=True), code)


def _end(tell: Callable[[], None], code: int) -> None:
    with suppress(OSError):  # nobody reads what would be told
        tell()
    drop_unwritten_output()
    sys.exit(code)
