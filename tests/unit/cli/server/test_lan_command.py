"""The command that a page gives to type is the one that was typed, with --lan."""

import pytest
from click import Context

from survey.cli.commands.serve import serve
from survey.cli.server.greeting import lan_command


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ([], "survey serve --lan"),
        (["--port", "8123"], "survey serve --port 8123 --lan"),
        (["--data", "my class"], "survey serve --data 'my class' --lan"),
        (["--host", "127.0.0.1", "--log", "json"], "survey serve --log json --lan"),
        (["--client-at", "https://union.example/c.html"],
         "survey serve --client-at https://union.example/c.html --lan"),
        (["--trust-host", "a.example", "--trust-host", "b"],
         "survey serve --trust-host a.example --trust-host b --lan"),
        (["--database", "postgresql://me:secret@db/survey"],
         "survey serve --database postgresql://me@db/survey --lan"),
    ],
)  # fmt: skip
def test_what_was_given_is_kept_but_no_password(typed, command):
    context: Context = serve.make_context("serve", typed)
    assert lan_command(context) == command
