"""Does it answer well: readers for labelled rows, metrics, reports."""
