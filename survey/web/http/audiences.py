"""Whom a route is for, by its blueprint."""

MACHINES = frozenset({"health", "metrics", "openapi"})
INSTRUCTORS = frozenset(
    {
        "account",
        "closing",
        "compose",
        "dashboard",
        "demo",
        "imports",
        "lifecycle",
        "planner",
        "presenter",
        "relations",
        "report",
        "settings",
        "shortcuts",
        "tokens",
        "translations",
        "what_if",
    }
)


def kind_of(blueprint: str | None) -> str:
    """Whose a route is; what is not known to be another's is a respondent's."""
    if blueprint in MACHINES:
        return "machine"
    return "instructor" if blueprint in INSTRUCTORS else "respondent"
