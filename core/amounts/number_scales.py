"""What stands after digits and changes their value: scales (million, k, dozen), ½ and "and a half"."""

from __future__ import annotations

from decimal import Decimal

VULGAR = {
    "½": Decimal("0.5"),
    "¼": Decimal("0.25"),
    "¾": Decimal("0.75"),
    "⅓": Decimal(1) / 3,
    "⅔": Decimal(2) / 3,
    "⅕": Decimal("0.2"),
    "⅛": Decimal("0.125"),
}

SCALES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "k": 10**3,
    "lakh": 10**5,
    "lakhs": 10**5,
    "million": 10**6,
    "millions": 10**6,
    "mil": 10**6,
    "mln": 10**6,
    "mn": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "bln": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
    "tln": 10**12,
    "tn": 10**12,
    "dozen": 12,
    "dozens": 12,
    "dozs": 12,
    "doz": 12,
}

HALVES = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "1/2": Decimal("0.5"), "1/4": Decimal("0.25")}
