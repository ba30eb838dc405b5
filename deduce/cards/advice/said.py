"""What advice says, in words and as data: the answers to `odds`, `suggest`, `threat` and `review`."""

from __future__ import annotations

from deduce.cards.advice.said_odds import odds_told
from deduce.cards.advice.said_review import review_told
from deduce.cards.advice.said_suggestions import suggest_told
from deduce.cards.advice.said_threats import threat_told

__all__ = ["odds_told", "review_told", "suggest_told", "threat_told"]
