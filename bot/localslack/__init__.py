"""A Slack that runs on this machine, for trying the bot and for its tests. It imports nothing of the other rooms."""
