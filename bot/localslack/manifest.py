"""Installs the app as its manifest declares it, so that a scope or an event that it lacks is missing here too."""

from dataclasses import replace

from bot.localslack.config import Config
from bot.localslack.wire import Json


def installed(manifest: Json, config: Config | None = None, *, optional: bool = True) -> Config:
    """A configuration with the scopes, events, commands, shortcuts and name of an app manifest.

    Args:
        manifest: the manifest as parsed from its YAML or JSON.
        config: everything else.
        optional: whether the optional scopes were granted too.
    """
    features, settings = manifest.get("features", {}), manifest.get("settings", {})
    scopes = manifest.get("oauth_config", {}).get("scopes", {})
    granted = (*scopes.get("bot", ()), *(scopes.get("bot_optional", ()) if optional else ()))
    messages = [one for one in features.get("shortcuts", ()) if one.get("type") == "message"]
    return replace(
        config or Config(),
        bot_name=features.get("bot_user", {}).get("display_name", Config().bot_name),
        bot_scopes=granted,
        events=tuple(settings.get("event_subscriptions", {}).get("bot_events", ())),
        commands=tuple(one["command"] for one in features.get("slash_commands", ())),
        shortcuts=tuple((one["callback_id"], one["name"]) for one in messages),
    )
