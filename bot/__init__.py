"""Where the bot speaks: Slack, HTTP, the command line, configuration, and the model's adapter."""
