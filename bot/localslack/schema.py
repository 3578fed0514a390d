"""Small rules that say what is wrong with a JSON value and where, in the words that Slack uses.

A rule takes a value, its JSON pointer and the list that it adds complaints to.
"""

from collections.abc import Callable, Mapping, Sequence

Rule = Callable[[object, str, list[str]], None]


def complain(found: list[str], what: str, pointer: str) -> None:
    """Adds one complaint."""
    found.append(f"{what} [json-pointer:{pointer}]")


def string(most: int, *, least: int = 0) -> Rule:
    """A string of `least` to `most` characters."""

    def rule(value: object, at: str, found: list[str]) -> None:
        if not isinstance(value, str):
            complain(found, "must provide a string", at)
        elif len(value) < least:
            complain(found, f"must be more than {least - 1} characters", at)
        elif len(value) > most:
            complain(found, f"must be less than {most + 1} characters", at)

    return rule


def boolean(value: object, at: str, found: list[str]) -> None:
    """True or false, not their spelling."""
    if not isinstance(value, bool):
        complain(found, "must provide a boolean", at)


def integer(least: int, most: int) -> Rule:
    """A whole number in a range, both ends included."""

    def rule(value: object, at: str, found: list[str]) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            complain(found, "must provide an integer", at)
        elif not least <= value <= most:
            complain(found, f"must be between {least} and {most}", at)

    return rule


def number(value: object, at: str, found: list[str]) -> None:
    """A number, whole or not."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        complain(found, "must provide a number", at)


def anything(value: object, at: str, found: list[str]) -> None:
    """No check: a kind that Slack knows and this server takes unread."""


def one_of(*values: str) -> Rule:
    """One of these strings."""

    def rule(value: object, at: str, found: list[str]) -> None:
        if value not in values:
            complain(found, f"must be a valid enum value: {', '.join(values)}", at)

    return rule


def array(item: Rule, *, most: int, least: int = 1) -> Rule:
    """A list of `least` to `most` items that each keep a rule."""

    def rule(value: object, at: str, found: list[str]) -> None:
        if not isinstance(value, list):
            complain(found, "must provide an array", at)
            return
        if len(value) < least:
            complain(found, f"no less than {least} items required", at)
        if len(value) > most:
            complain(found, f"no more than {most} items allowed", at)
        for index, one in enumerate(value):
            item(one, f"{at}/{index}", found)

    return rule


def record(required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None) -> Rule:
    """An object with these fields and no others; null counts as absent."""
    optional = optional or {}

    def rule(value: object, at: str, found: list[str]) -> None:
        if not isinstance(value, dict):
            complain(found, "must provide an object", at)
            return
        for name in required:
            if value.get(name) is None:
                complain(found, f"missing required field: {name}", at)
        for name, field in value.items():
            known = required.get(name) or optional.get(name)
            if known is None:
                complain(found, f"invalid additional property: {name}", at)
            elif field is not None:
                known(field, f"{at}/{name}", found)

    return rule


def tagged(kinds: Mapping[str, Rule], *, allowed: Sequence[str] | None = None) -> Rule:
    """An object whose `type` chooses its rule; only the `allowed` types where that is given."""
    names = set(kinds if allowed is None else allowed)

    def rule(value: object, at: str, found: list[str]) -> None:
        if not isinstance(value, dict):
            complain(found, "must provide an object", at)
            return
        kind = value.get("type")
        if not isinstance(kind, str):
            complain(found, "missing required field: type", at)
        elif kind not in names:
            complain(found, f"unsupported type: {kind}", f"{at}/type")
        else:
            kinds[kind](value, at, found)

    return rule


def typed(kind: str, required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None) -> Rule:
    """A record that also has `type`."""
    return record({"type": one_of(kind), **required}, optional)
