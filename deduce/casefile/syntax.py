"""Conditions as text: how they are parsed, and what is said of those that are none.

The text is parsed with Python's own parser and then only the parts named here are accepted; nothing is ever
handed to `eval`. Names that are neither words nor words with dots between them are written between backticks:
"`Miss Scarlet` != 3".
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.errors import ProblemError, did_you_mean, shortened
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["ALLOWED", "Syntax", "parsed"]

LONGEST = 20_000
"""How many characters a condition may have."""
DEEPEST = 60
"""How deep the parts of a condition may stand in each other; in a long sum each is one deeper."""
_SHOWN = 100
"""How many characters of a condition are quoted in a message."""
ALLOWED = (
    "names, numbers, 'texts', + - * // %, comparisons, in, is, and, or, not, and the functions that the page "
    "of the format lists"
)
"""What a condition may be made of."""


@dataclass(frozen=True)
class Syntax:
    """A condition that was parsed.

    Attributes:
        text: The condition as it was written.
        tree: Its parts.
        bare: The names that stood between backticks, by what stands for them in the tree.
    """

    text: str
    tree: ast.expr
    bare: dict[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The condition as a message quotes it."""
        return quoted(self.text, _SHOWN)

    def written(self, part: ast.expr) -> str:
        """Return a part as it was written."""
        plain = ast.unparse(part)
        for stand_in, name in reversed(self.bare.items()):
            plain = plain.replace(stand_in, f"`{name}`")
        return plain

    def refused(self, part: ast.expr, why: str = "") -> ProblemError:
        """Return the error for a part that is not allowed."""
        used = quoted(self.written(part), _SHOWN)
        return ProblemError(f"the condition {self.shown} uses {used}; {why or f'allowed are {ALLOWED}'}")

    def no_unknown(self, word: str, known: Iterable[str]) -> ProblemError:
        """Return the error for a word that is no unknown.

        Args:
            word: The word.
            known: The names of all unknowns.
        """
        names = list(known)
        longer = next((name for name in names if word in name.split() and name != word), "")
        remedy = (
            f"write a name of several words between backticks, such as `{shortened(longer)}`"
            if longer
            else f"{did_you_mean(word, names)} (write texts between quotes)"
        )
        return ProblemError(
            f"the condition {self.shown} names {quoted(word)}, which is not an unknown; {remedy}"
        )


def parsed(text: str) -> Syntax:
    """Parse a condition.

    Raises:
        ProblemError: If it is none, or too long or too deep to be worked out.
    """
    if len(text) > LONGEST:
        message = f"a condition of {len(text):,} characters is too long; the most is {LONGEST:,}"
        raise ProblemError(message)
    bare: dict[str, str] = {}
    mark = "quoted"
    while mark in text:
        mark += "_"

    def placeholder(found: re.Match[str]) -> str:
        stand_in = f"{mark}{len(bare)}"
        bare[stand_in] = found[1]
        return f" {stand_in} "

    tree = _tree(re.sub(r"`([^`]*)`", placeholder, text).strip(), text)
    return Syntax(text, _Dotted(bare).visit(tree) if "." in text else tree, bare)


class _Dotted(ast.NodeTransformer):
    """Takes words with dots between them for one name, such as that of a cell: left.r1c2.

    Args:
        bare: The names that stood between backticks, by what stands for them in the tree.
    """

    def __init__(self, bare: Mapping[str, str]) -> None:
        self.bare = bare

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Return the name that a word behind a dot makes with what stands before it."""
        before = self.visit(node.value)
        if not isinstance(before, ast.Name):
            return node
        return ast.Name(f"{self.bare.get(before.id, before.id)}.{node.attr}")


def _tree(plain: str, text: str) -> ast.expr:
    """Return the syntax tree of an expression.

    Args:
        plain: The expression.
        text: The condition as it was written.

    Raises:
        ProblemError: If it is none, or too deep to be worked out.
    """
    deep = "it is nested too deeply"
    reason = ""
    try:
        with warnings.catch_warnings():
            # What Python finds odd in a program is refused below, or means nothing here.
            warnings.simplefilter("ignore")
            tree = ast.parse(plain, mode="eval").body
        if _depth(tree) <= DEEPEST:
            return tree
        reason = f"{deep} (the most is {DEEPEST} parts in each other, or in a row)"
    except SyntaxError as error:
        reason = deep if "nested" in error.msg else error.msg
    except ValueError:
        reason = "it has characters that mean nothing"
    except (RecursionError, MemoryError):
        reason = deep
    if re.search(r"(?<![=!<>])=(?!=)", plain):
        reason += "; equal is written =="
    elif re.search(r"\w\s+\w", plain):
        reason += "; a name of several words stands between backticks, such as `orange juice`"
    message = f"{quoted(text, _SHOWN)} is not a condition: {reason}"
    raise ProblemError(message)


def _depth(tree: ast.expr) -> int:
    """Return how deep the parts of an expression stand in each other."""
    depth = 0
    level: list[ast.AST] = [tree]
    while level:
        depth += 1
        level = [
            inner for node in level for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr)
        ]
    return depth
