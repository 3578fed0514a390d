"""The gates of verification, one a function, and what they share: what a sentence says and what a block holds."""
