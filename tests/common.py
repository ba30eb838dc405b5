"""What tests everywhere start from: the project's folder, its printed sample game, and the usual rules."""

from __future__ import annotations

from pathlib import Path

from deduce.confusion import Rules

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
SAMPLE = ROOT / "examples" / "sample_game.txt"
"""The printed sample game, its misprints corrected."""
CLASSIC = Rules.of("classic")
ESPIONAGE = Rules.of("espionage")
TOKENS = Rules.of("espionage", tokens=True)
"""Espionage with action tokens."""
