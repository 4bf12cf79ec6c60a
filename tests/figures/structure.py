"""Counts what somebody new has to find their way through, in one or several revisions.

    .venv/bin/python tests/figures/structure.py v0.1.0 HEAD

Of survey/: folders that hold modules, modules, those under 30 lines, lines, the median and the
largest module, the most modules in one folder, and branches that ask a kind or a class. Of the
rest: lines of templates, scripts and styles, and of tests.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import PurePosixPath
from statistics import median

ROWS = ["folders with modules", "modules", "modules under 30 lines", "lines of Python",
        "median module", "largest module", "most modules in a folder", "branches on kinds",
        "lines of pages and scripts", "lines of tests"]  # fmt: skip

ASKED = re.compile(r"\bisinstance\(\w+, [A-Z]|\.kind (?:==|!=|is|in)\b")


def git(*arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], capture_output=True, text=True, check=True)
    return ran.stdout


def lines(revision: str, path: PurePosixPath) -> int:
    return len(git("show", f"{revision}:{path}").splitlines())


def branches(revision: str, path: PurePosixPath) -> int:
    """How often a module asks which kind or class something is."""
    return len(ASKED.findall(git("show", f"{revision}:{path}")))


def figures(revision: str) -> list[object]:
    """One figure for each of ROWS."""
    listed = git("ls-tree", "-r", "--name-only", revision).splitlines()
    files = [PurePosixPath(each) for each in listed]
    modules = {
        path: lines(revision, path)
        for path in files
        if path.parts[0] == "survey" and path.suffix == ".py"
    }
    folders = Counter(path.parent for path in modules)
    largest = max(modules, key=modules.__getitem__)
    fullest, most = folders.most_common(1)[0]
    shown = [path for path in files if path.parts[0] in {"templates", "static"}]
    tests = [path for path in files if path.parts[0] == "tests" and path.suffix == ".py"]
    text = {".html", ".js", ".css", ".svg"}
    return [
        len(folders), len(modules), sum(size < 30 for size in modules.values()),
        sum(modules.values()), median(modules.values()),
        f"{modules[largest]} ({largest})", f"{most} ({fullest})",
        sum(branches(revision, path) for path in modules),
        sum(lines(revision, path) for path in shown if path.suffix in text),
        sum(lines(revision, path) for path in tests),
    ]  # fmt: skip


def main(revisions: list[str]) -> None:
    columns = [figures(each) for each in revisions]
    for row, name in enumerate(ROWS):
        print(f"| {name} | " + " | ".join(str(column[row]) for column in columns) + " |")


if __name__ == "__main__":
    main(sys.argv[1:] or ["HEAD"])
