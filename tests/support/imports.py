"""The modules that a source imports."""

import ast


def imported(source: str) -> set[str]:
    """Every module that this source imports; a relative import begins with its dots."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return names
