"""How the tables of `bot.state` came to be, step by step."""
