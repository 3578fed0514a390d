"""Values in text: numerals, units, money, dates, bounds; when two are the same; arithmetic on them."""
