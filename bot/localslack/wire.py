"""What travels: JSON objects, a caller's arguments in any of the three encodings, and Slack's way to say no."""

import json
from collections.abc import Sequence
from typing import Any

from aiohttp import web

Json = dict[str, Any]


class SlackError(Exception):
    """A refusal that Slack would answer with `{"ok": false, "error": code}`."""

    def __init__(self, code: str, messages: Sequence[str] = (), **extra: object) -> None:
        super().__init__(code)
        self.code = code
        self.messages = list(messages)
        self.extra = extra

    def body(self) -> Json:
        """The answer as Slack words it: the code, and each message with its `[ERROR]` in the metadata."""
        body: Json = {"ok": False, "error": self.code, **self.extra}
        if self.messages:
            body["errors"] = self.messages
            body["response_metadata"] = {"messages": [f"[ERROR] {message}" for message in self.messages]}
        return body


class RateLimited(SlackError):
    """Too many calls; `retry_after_s` is a whole number of seconds, at least 1."""

    def __init__(self, retry_after_s: int) -> None:
        super().__init__("ratelimited")
        self.retry_after_s = retry_after_s


class Args:
    """The arguments of one call. Forms and queries carry strings, with JSON inside where a value is a list."""

    def __init__(self, values: Json) -> None:
        self.values = values

    def has(self, name: str) -> bool:
        """Was it given, and not as null?"""
        return self.values.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        """A string; numbers are written out."""
        value = self.values.get(name)
        return default if value is None else str(value)

    def required(self, name: str) -> str:
        """A string that must be there.

        Raises:
            SlackError: `invalid_arguments`, naming the field.
        """
        if not self.text(name):
            raise SlackError("invalid_arguments", [f"missing required field: {name}"])
        return self.text(name)

    def flag(self, name: str) -> bool:
        """True for true, 1, "1" and "true"."""
        return str(self.values.get(name)).lower() in {"true", "1"}

    def number(self, name: str, default: int) -> int:
        """A whole number.

        Raises:
            SlackError: `invalid_arguments` where it isn't one.
        """
        try:
            return int(self.text(name, str(default)))
        except ValueError:
            raise SlackError("invalid_arguments", [f"must be an integer [json-pointer:/{name}]"]) from None

    def structure(self, name: str, code: str) -> Any:
        """A list or object, given as such or as JSON text; None where it is absent or empty text.

        Raises:
            SlackError: `code` where the text is no JSON.
        """
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise SlackError(code) from None


async def read_args(request: web.Request) -> Args:
    """The query and the body of a call, as JSON or form.

    Raises:
        SlackError: `invalid_json`, `json_not_object` or `invalid_form_data`.
    """
    values: Json = dict(request.query)
    if request.method == "POST":
        if request.content_type == "application/json":
            values |= _json_object(await request.read())
        else:
            values |= dict(await request.post())
    return Args(values)


def _json_object(body: bytes) -> Json:
    try:
        found = json.loads(body or b"{}")
    except ValueError:
        raise SlackError("invalid_json") from None
    if not isinstance(found, dict):
        raise SlackError("json_not_object")
    return found


def bearer(request: web.Request, args: Args) -> str:
    """The token of a call, from the header or the `token` field; empty where there is none."""
    header = request.headers.get("Authorization", "")
    return header.removeprefix("Bearer ").strip() if header.startswith("Bearer ") else args.text("token")
