"""What people do with what the app has drawn: press, choose, submit, close, command, shortcut."""

from bot.localslack.blocks import elements
from bot.localslack.delivery import Attempt
from bot.localslack.events import interaction
from bot.localslack.people import People
from bot.localslack.responses import answer_command
from bot.localslack.state import Post
from bot.localslack.surfaces import fillable, wire_view
from bot.localslack.values import action_of, state_value, values_of
from bot.localslack.wire import Json, SlackError

TROUBLE = "We had some trouble connecting. Try again?"


class Interactions(People):
    """Each returns the attempt that brought it to the app: `failed` is None where the app has acknowledged it."""

    async def click(self, user: str, message_ts: str, action_id: str, value: str | None = None) -> Attempt:
        """Presses a button of a message, or chooses in one of its menus.

        Args:
            user: who presses; must see the message.
            message_ts: which message, ephemeral ones included.
            action_id: which element; the first with this id.
            value: the value of the chosen option; several for checkboxes, separated by commas.

        Raises:
            SlackError: `message_not_found`, `action_not_found`, `option_not_found`.
        """
        post = self.find(user, message_ts)
        action = self._action(post.body.get("blocks", []), action_id, value)
        payload = self._about_message("block_actions", user, post)
        payload |= {"actions": [action], "state": {"values": {}}, "container": self._container(post)}
        return await self.slack.delivery.interaction("interactive", payload)

    async def click_in_view(self, user: str, view_id: str, action_id: str, value: str | None = None) -> Attempt:
        """Presses or chooses in an open modal or in the Home tab; see `click`."""
        view = self._seen_view(user, view_id)
        action = self._action(view["blocks"], action_id, value)
        if "value" not in action or action["type"] in {"plain_text_input"}:
            view["state"]["values"].setdefault(action["block_id"], {})[action_id] = state_value(action)
        payload = interaction(self.slack.workspace, "block_actions", user) | {
            "trigger_id": self.slack.rights.trigger(user, view_id=view_id),
            "container": {"type": "view", "view_id": view_id},
            "view": wire_view(view),
            "actions": [action],
        }
        return await self.slack.delivery.interaction("interactive", payload)

    async def submit(self, view_id: str, values: dict[str, str] | None = None) -> Attempt:
        """Fills an open modal in and submits it; the app's `response_action` takes effect.

        Args:
            view_id: the topmost modal of somebody.
            values: by action_id or block_id: the text, or the value of the chosen option.

        Raises:
            SlackError: `not_found`, or `missing_input` where Slack's own client would not let it go.
        """
        view = self.slack.surfaces.views.get(view_id)
        if view is None:
            raise SlackError("not_found")
        user = str(view["_user"])
        self._fill(view, values or {})
        payload = interaction(self.slack.workspace, "view_submission", user) | {
            "trigger_id": self.slack.rights.trigger(user, view_id=view_id),
            "view": wire_view(view),
            "response_urls": [],
        }
        attempt = await self.slack.delivery.interaction("interactive", payload)
        self._take_effect(user, view, attempt)
        return attempt

    def _take_effect(self, user: str, view: Json, attempt: Attempt) -> None:
        """Does what the answer to a submission says."""
        surfaces = self.slack.surfaces
        answer = attempt.answer
        view["_errors"] = {}
        if attempt.failed:
            view["_errors"] = {"": TROUBLE}
        elif answer.get("response_action") == "errors":
            view["_errors"] = dict(answer.get("errors", {}))
        elif answer.get("response_action") == "clear":
            surfaces.close(user, every=True)
        else:
            try:
                self._next_view(user, view, answer)
            except SlackError as error:
                view["_errors"] = {"": f"{TROUBLE} ({error.code}: {'; '.join(error.messages)})"}
        self.slack.workspace.changes.tell()

    def _next_view(self, user: str, view: Json, answer: Json) -> None:
        match answer.get("response_action"):
            case "update":
                self.slack.surfaces.update(str(view["id"]), answer.get("view"))
            case "push":
                self.slack.surfaces.push(user, answer.get("view"))
            case _:
                if view["id"] in self.slack.surfaces.stacks.get(user, []):
                    self.slack.surfaces.close(user)

    async def close_view(self, user: str, *, every: bool = False) -> None:
        """Closes the topmost modal of a user, or all, and tells the app where the view asked for it."""
        for view in self.slack.surfaces.close(user, every=every):
            if view["notify_on_close"]:
                payload = interaction(self.slack.workspace, "view_closed", user)
                payload |= {"view": wire_view(view), "is_cleared": every}
                await self.slack.delivery.interaction("interactive", payload)

    async def command(self, user: str, channel: str, command: str, text: str = "") -> Attempt:
        """Types a slash command; what the app answers with is shown.

        Raises:
            SlackError: `unknown_command` for one that the app doesn't have.
        """
        if command not in self.slack.config.commands:
            raise SlackError("unknown_command")
        config = self.slack.config
        room = self._room_of(user, channel)
        payload: Json = {
            "token": "local-verification",
            "team_id": config.team_id,
            "team_domain": "local",
            "channel_id": room.id,
            "channel_name": "directmessage" if room.with_user else room.seed.name,
            "user_id": user,
            "user_name": self.slack.workspace.user(user).name,
            "command": command,
            "text": text,
            "api_app_id": config.app_id,
            "is_enterprise_install": "false",
            "response_url": self._response_url(room.id, user),
            "trigger_id": self.slack.rights.trigger(user),
        }
        attempt = await self.slack.delivery.interaction("slash_commands", payload)
        answer_command(self.slack, room, user, attempt, command)
        return attempt

    async def shortcut(self, user: str, message_ts: str, callback_id: str) -> Attempt:
        """Chooses a message shortcut from a message's menu."""
        post = self.find(user, message_ts)
        payload = self._about_message("message_action", user, post)
        payload |= {"callback_id": callback_id, "message_ts": message_ts, "action_ts": self.slack.workspace.new_ts()}
        return await self.slack.delivery.interaction("interactive", payload)

    def _response_url(self, room: str, user: str, *, ts: str | None = None, thread_ts: str | None = None) -> str:
        return f"{self.slack.base}/hooks/" + self.slack.rights.response_url(
            room, user, message_ts=ts, thread_ts=thread_ts
        )

    def _about_message(self, kind: str, user: str, post: Post) -> Json:
        room = self.slack.workspace.rooms[post.room]
        name = "directmessage" if room.with_user else room.seed.name
        return interaction(self.slack.workspace, kind, user) | {
            "trigger_id": self.slack.rights.trigger(user),
            "response_url": self._response_url(room.id, user, ts=post.ts, thread_ts=post.thread_ts),
            "channel": {"id": room.id, "name": name},
            "message": self.slack.workspace.wire(post),
        }

    def _container(self, post: Post) -> Json:
        found: Json = {"type": "message", "message_ts": post.ts, "channel_id": post.room}
        found["is_ephemeral"] = post.only_for is not None
        return found | ({"thread_ts": post.body["thread_ts"]} if post.body.get("thread_ts") else {})

    def _action(self, blocks: list[Json], action_id: str, value: str | None) -> Json:
        for block in blocks:
            for element in elements(block):
                if element.get("action_id") == action_id:
                    return action_of(element, str(block["block_id"]), value, self.slack.workspace.new_ts())
        raise SlackError("action_not_found")

    def _seen_view(self, user: str, view_id: str) -> Json:
        view = self.slack.surfaces.views.get(view_id)
        if view is None or view["_user"] != user:
            raise SlackError("not_found")
        return view

    def _fill(self, view: Json, given: dict[str, str]) -> None:
        """Puts what was typed into the view's state."""
        state = view["state"]["values"]
        optional = {block["block_id"]: bool(block.get("optional")) for block in view["blocks"]}
        needed = {block["block_id"] for block in view["blocks"] if block["type"] == "input"}
        for block_id, element in fillable(view):
            action_id = element["action_id"]
            typed = given.get(action_id, given.get(block_id))
            kept = state.get(block_id, {}).get(action_id)
            value = kept if typed is None and kept else values_of(element, typed)
            if block_id in needed and not optional[block_id] and not any(list(value.values())[1:]):
                raise SlackError("missing_input", [f"{block_id} must be filled in"])
            state.setdefault(block_id, {})[action_id] = value
