"""An OpenAPI description and the table of errors as Markdown."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from survey.docs_site.markdown_tables import cell, table


def described_wire(description: Callable[[], Mapping[str, Any]]) -> str:
    """A section for each operation, then one for each schema."""
    document = description()
    parts = ["## Operations"]
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            parts += _operation(f"{method.upper()} {path}", operation)
    parts.append("## Schemas")
    for name, schema in document["components"]["schemas"].items():
        parts += [f"### {name}", *_schema(schema)]
    return "\n\n".join(parts)


def _operation(title: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {cell(title)}"
    yield f"{cell(operation['summary'])}."
    if parameters := operation.get("parameters"):
        names = ", ".join(f"`{_last(each)}`" for each in parameters)
        yield f"Takes {names}."
    if body := operation.get("requestBody"):
        yield f"Body: {_content(body)}."
    yield table(
        ("status", "means", "body"),
        (
            (status, cell(answer["description"]), _content(answer))
            for status, answer in operation["responses"].items()
        ),
    )


def _content(answer: Mapping[str, Any]) -> str:
    """The media type and a link to the schema."""
    return ", ".join(
        f"[{_last(content['schema'])}](#{_last(content['schema']).lower()}) as `{media_type}`"
        for media_type, content in answer.get("content", {}).items()
    )


def _last(reference: Mapping[str, str]) -> str:
    return reference["$ref"].split("/")[-1]


def _schema(schema: Mapping[str, Any]) -> Iterator[str]:
    """A table of an object's fields; for anything else, the schema itself."""
    if not (fields := schema.get("properties")):
        yield f"```json\n{json.dumps(schema, ensure_ascii=False)}\n```"
        return
    required = schema.get("required", ())
    yield table(
        ("field", "value", "must be there"),
        (
            (f"`{name}`", _value(value), "yes" if name in required else "no")
            for name, value in fields.items()
        ),
    )
    if schema.get("additionalProperties"):
        yield "And further fields."


def _value(schema: Mapping[str, Any]) -> str:
    """A link to a schema, or the schema in one line."""
    if "$ref" in schema:
        return f"[{_last(schema)}](#{_last(schema).lower()})"
    if "$ref" in schema.get("items", {}):
        return f"a list of {_value(schema['items'])}"
    return "`" + json.dumps(schema, ensure_ascii=False).replace("|", "\\|") + "`"


def described_statuses(statuses: Mapping[type, tuple[int, str]]) -> str:
    """The errors with their HTTP status and title, in the order of the statuses."""
    rows = sorted(
        (status, cell(title), f"`#{error.__name__}`", cell(_said(error)))
        for error, (status, title) in statuses.items()
    )
    return table(
        ("status", "title", "type", "when"), ((str(status), *rest) for status, *rest in rows)
    )


def _said(error: type) -> str:
    return " ".join((error.__doc__ or "").split("\n\n")[0].split())
