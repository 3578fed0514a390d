"""Modals and Home tabs: what each user sees, in which order, and what has been filled in."""

import secrets
from dataclasses import dataclass, field

from bot.localslack.blocks import elements
from bot.localslack.state import Workspace
from bot.localslack.views_check import check_view
from bot.localslack.wire import Json, SlackError

STACK = 3
_KEPT = ("title", "close", "submit", "private_metadata", "callback_id", "external_id")
_CLICKED = ("button", "overflow", "feedback_buttons", "icon_button", "image", "mrkdwn", "plain_text")


@dataclass(slots=True)
class Surfaces:
    """Every view of the workspace by id; each user's open modals, lowest first; each user's Home."""

    workspace: Workspace
    views: dict[str, Json] = field(default_factory=dict)
    stacks: dict[str, list[str]] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)

    def open(self, user: str, view: object) -> Json:
        """Shows a modal, alone."""
        checked = self._checked(view, "modal")
        self.close(user, every=True)
        return self._show(user, checked)

    def push(self, user: str, view: object) -> Json:
        """Shows a modal above the one that is open.

        Raises:
            SlackError: `push_limit_reached` beyond three.
        """
        checked = self._checked(view, "modal")
        if len(self.stacks.get(user, [])) >= STACK:
            raise SlackError("push_limit_reached")
        return self._show(user, checked)

    def update(self, view_id: str, view: object, *, expected_hash: str = "") -> Json:
        """Replaces a modal in place; what was typed stays where block_id and action_id stay.

        Raises:
            SlackError: `not_found` (closed or unknown) or `hash_conflict` (changed since).
        """
        old = self.views.get(view_id)
        if old is None or view_id not in self.stacks.get(str(old["_user"]), []):
            raise SlackError("not_found")
        if expected_hash and expected_hash != old["hash"]:
            raise SlackError("hash_conflict")
        checked = self._checked(view, "modal", besides=view_id)
        fresh = self._full(checked, str(old["_user"]), view_id=view_id)
        fresh |= {key: old[key] for key in ("root_view_id", "previous_view_id")}
        _keep_values(old, fresh)
        self.views[view_id] = fresh
        self.workspace.changes.tell()
        return fresh

    def publish(self, user: str, view: object, *, expected_hash: str = "") -> Json:
        """Shows a Home tab to a user.

        Raises:
            SlackError: `hash_conflict` where it changed since.
        """
        checked = self._checked(view, "home", besides=self.homes.get(user, ""))
        old = self.home(user)
        if expected_hash and old and expected_hash != old["hash"]:
            raise SlackError("hash_conflict")
        fresh = self._full(checked, user, view_id=self.homes.get(user))
        self.homes[user] = str(fresh["id"])
        self.views[str(fresh["id"])] = fresh
        self.workspace.changes.tell()
        return fresh

    def home(self, user: str) -> Json | None:
        """A user's Home tab; None before the first was published."""
        return self.views.get(self.homes.get(user, ""))

    def opened(self, user: str) -> list[Json]:
        """The modals that a user has open; the last is on top."""
        return [self.views[view_id] for view_id in self.stacks.get(user, [])]

    def close(self, user: str, *, every: bool = False) -> list[Json]:
        """Takes the topmost modal away, or all, and returns what was closed."""
        stack = self.stacks.get(user, [])
        keep = 0 if every else max(0, len(stack) - 1)
        closed = [self.views.pop(view_id) for view_id in stack[keep:]]
        del stack[keep:]
        self.workspace.changes.tell()
        return closed

    def by_external(self, external_id: str) -> str:
        """The id of the view with that external_id; empty where there is none."""
        for view_id, view in self.views.items():
            if view.get("external_id") == external_id:
                return view_id
        return ""

    def _checked(self, view: object, kind: str, *, besides: str = "") -> Json:
        checked = check_view(view, kind=kind, limits=self.workspace.config.limits)
        holder = self.by_external(str(checked["external_id"])) if checked.get("external_id") else ""
        if holder and holder != besides:
            raise SlackError("duplicate_external_id")
        return checked

    def _show(self, user: str, checked: Json) -> Json:
        stack = self.stacks.setdefault(user, [])
        fresh = self._full(checked, user)
        fresh["root_view_id"] = stack[0] if stack else fresh["id"]
        fresh["previous_view_id"] = stack[-1] if stack else None
        self.views[str(fresh["id"])] = fresh
        stack.append(str(fresh["id"]))
        self.workspace.changes.tell()
        return fresh

    def _full(self, view: Json, user: str, *, view_id: str | None = None) -> Json:
        config = self.workspace.config
        new_id = view_id or self.workspace.new_id("V")
        return {
            "id": new_id,
            "team_id": config.team_id,
            "type": view["type"],
            "blocks": with_ids(view["blocks"]),
            "state": {"values": {}},
            "hash": f"{int(self.workspace.clock.now())}.{secrets.token_hex(4)}",
            "clear_on_close": bool(view.get("clear_on_close")),
            "notify_on_close": bool(view.get("notify_on_close")),
            "root_view_id": new_id,
            "previous_view_id": None,
            "app_id": config.app_id,
            "app_installed_team_id": config.team_id,
            "bot_id": config.bot_id,
            "_user": user,
            **{key: view.get(key, "" if key.endswith(("_id", "metadata")) else None) for key in _KEPT},
        }


def wire_view(view: Json) -> Json:
    """A view as the app gets it."""
    return {key: value for key, value in view.items() if not key.startswith("_")}


def with_ids(blocks: list[Json]) -> list[Json]:
    """Blocks with a block_id each, and an action_id on every element that acts, as Slack fills them in."""
    filled = []
    for block in blocks:
        full = {**block, "block_id": block.get("block_id") or secrets.token_hex(3)}
        if full["type"] in {"actions", "context_actions"}:
            full["elements"] = [_acting(element) for element in full["elements"]]
        for place in ("accessory", "element"):
            if isinstance(full.get(place), dict) and full[place].get("type") != "image":
                full[place] = _acting(full[place])
        filled.append(full)
    return filled


def _acting(element: Json) -> Json:
    return {**element, "action_id": element.get("action_id") or secrets.token_hex(3)}


def _keep_values(old: Json, fresh: Json) -> None:
    kept = old["state"]["values"]
    for block in fresh["blocks"]:
        for element in elements(block):
            value = kept.get(block["block_id"], {}).get(element.get("action_id"))
            if value and value["type"] == element["type"]:
                fresh["state"]["values"].setdefault(block["block_id"], {})[element["action_id"]] = value


def fillable(view: Json) -> list[tuple[str, Json]]:
    """The elements of a view that hold a value, each with its block_id, in order."""
    return [
        (str(block["block_id"]), element)
        for block in view["blocks"]
        for element in elements(block)
        if "action_id" in element and element.get("type") not in _CLICKED
    ]
