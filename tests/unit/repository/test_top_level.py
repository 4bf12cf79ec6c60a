"""The top level holds what the README names and what tools need, and no stray file."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[3]
NAMED = {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml"}
NAMED |= {"survey", "templates", "static", "tests", ".ci", ".gitignore"}


def test_nothing_else_lies_there():
    """Of what is committed, and of what would be with the next commit."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {Path(line).parts[0] for line in listed.stdout.splitlines()} == NAMED
