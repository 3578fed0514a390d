"""What a question asks for: kind, parts, focus, words; follow-ups; the passages that may answer."""
