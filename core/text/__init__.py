"""How text is read: scripts, words, stems, boundaries of sentences, synonyms, and how much a word tells."""
