"""views.*: modals and the Home tab."""

from bot.localslack.slack import Method, Slack
from bot.localslack.surfaces import wire_view
from bot.localslack.wire import Args, Json, SlackError


def _view(args: Args) -> object:
    found: object = args.structure("view", "invalid_arguments")
    if found is None:
        raise SlackError("invalid_arguments", ["missing required field: view"])
    return found


def _trigger_id(args: Args) -> str:
    return args.text("trigger_id") or args.required("interactivity_pointer")


def _open(slack: Slack, args: Args) -> Json:
    trigger = slack.rights.spend(_trigger_id(args))
    return {"view": wire_view(slack.surfaces.open(trigger.user, _view(args)))}


def _push(slack: Slack, args: Args) -> Json:
    trigger = slack.rights.spend(_trigger_id(args))
    if trigger.view_id is None or not slack.surfaces.opened(trigger.user):
        raise SlackError("invalid_trigger_id")
    return {"view": wire_view(slack.surfaces.push(trigger.user, _view(args)))}


def _update(slack: Slack, args: Args) -> Json:
    view_id = args.text("view_id") or slack.surfaces.by_external(args.required("external_id"))
    updated = slack.surfaces.update(view_id, _view(args), expected_hash=args.text("hash"))
    return {"view": wire_view(updated)}


def _publish(slack: Slack, args: Args) -> Json:
    user = slack.workspace.user(args.required("user_id"))
    shown = slack.surfaces.publish(user.id, _view(args), expected_hash=args.text("hash"))
    return {"view": wire_view(shown)}


METHODS = {
    "views.open": Method(_open, 4),
    "views.push": Method(_push, 4),
    "views.update": Method(_update, 4),
    "views.publish": Method(_publish, 4),
}
