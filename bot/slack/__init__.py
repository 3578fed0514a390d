"""The bot in Slack: events in, one message a question out."""
