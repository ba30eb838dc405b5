"""A second nation, typed in by an owner."""

from __future__ import annotations

PRUSSIA = """
format = "deduce.ruling/1"
name = "Prussia 1813"
extends = "printed"

[features]
nation = { more = { PR = { en = "Prussian", fr = "prussien" } } }
kind = { more = { landwehr = { en = "Landwehr", fr = "Landwehr" } } }

[numbers]
"turn.loose" = 3

[[row]]
table = "move"
when = { nation = "PR", arm = "inf", kind = "landwehr", formation = "column" }
gives = { per_period = 16 }
rule = "NAP-DIST-2"

[[row]]
table = "move"
when = { nation = "PR", arm = "inf", formation = "column" }
gives = { per_period = "17.5" }
rule = "NAP-DIST-2"

[[row]]
table = "move"
when = { nation = "PR", arm = "cav", formation = "column" }
gives = { per_period = 32 }
rule = "NAP-DIST-2"

[[row]]
table = "times"
when = { nation = "PR", arm = "inf", formation = "column", to = "line" }
gives = { takes = 2 }
rule = "NAP-DIST-2"

[[row]]
table = "times"
when = { nation = "PR", arm = "horse-art", to = "battery" }
gives = { takes = 2 }
rule = "NAP-ART-11"

[[row]]
table = "times"
when = { nation = "PR", arm = "foot-art", to = "battery" }
gives = { takes = 3 }
rule = "NAP-ART-11"

[[row]]
table = "distance-bonus"
when = { nation = "PR", arm = "inf", formation = "column" }
gives = { bonus = 3 }
rule = "NAP-CHARGE-17"
"""
"""What an owner's file says of a nation that the book does not print."""
