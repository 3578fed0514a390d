"""How a question is answered: pure functions and values; no Slack, network, files, clock, environment or logger."""
