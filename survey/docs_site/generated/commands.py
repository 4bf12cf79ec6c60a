"""A command line as Markdown, from click's own definitions."""

from collections.abc import Iterator

import click

from survey.docs_site.markdown_tables import cell, table


def described_commands(group: click.Group) -> str:
    """A table of all commands, then a section for each, with its options and examples."""
    context = click.Context(group, info_name="survey")
    return "\n\n".join([_overview(group, context), *_sections(group, context)])


def _overview(group: click.Group, context: click.Context) -> str:
    """The overview of commands: the first sentence of each help, with a link to its section."""
    rows = []
    for name in group.list_commands(context):
        if command := group.get_command(context, name):
            path = f"{context.command_path} {name}"
            said = (command.help or "").split("\n\n")[0]
            rows.append((f"[{path}](#{path.replace(' ', '-')})", cell(" ".join(said.split()))))
    return table(("command", "does"), rows)


def _sections(command: click.Command, context: click.Context) -> Iterator[str]:
    if context.parent:
        yield from _section(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below and not below.hidden:
                yield from _sections(below, click.Context(below, info_name=name, parent=context))


def _section(command: click.Command, context: click.Context) -> Iterator[str]:
    level = context.command_path.count(" ") + 1
    yield f"{'#' * level} {context.command_path}"
    yield "\n\n".join(map(_plain, (command.help or "").split("\n\n")))
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```"
    records = [parameter.get_help_record(context) for parameter in command.params]
    if rows := [(cell(f"`{names}`"), cell(help_)) for names, help_ in filter(None, records)]:
        yield table(("option", "does"), rows)
    if command.epilog:
        yield from map(_example, command.epilog.split("\n\n"))


def _plain(paragraph: str) -> str:
    """A paragraph of help; one that click must not rewrap becomes a block of its lines."""
    text = paragraph.strip()
    return _example(text) if text.startswith("\b") else cell(" ".join(text.split()))


def _example(paragraph: str) -> str:
    """A paragraph; indented lines become a block of text after the first line."""
    lines = paragraph.replace("\b", "").strip("\n").splitlines()
    if not any(line.startswith("  ") for line in lines):
        return cell(" ".join(lines))
    head, *rest = lines
    if head.startswith("  "):
        head, rest = "", lines
    return f"{cell(head)}\n\n```text\n" + "\n".join(line[2:] for line in rest) + "\n```"
