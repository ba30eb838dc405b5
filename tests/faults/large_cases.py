"""Case files of any size: for each key and each form of the format one that has much of it.

What a reader does in more than linear time shows here. To measure all of them, doubling the size:

    python -m faults.large_cases [BYTES]
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable

LARGE: dict[str, Callable[[int], str]] = {}
"""What makes a text of about so many bytes, by what there is much of."""
TWO = '[[unknowns]]\nnames = ["A", "B"]\nvalues = ["rook", "king", "crab"]\n'
TEN = f"[[unknowns]]\nnames = {json.dumps([f'u{n}' for n in range(10)])}\nvalues = {list(range(10))}\n"


def large(name: str) -> Callable[[Callable[[int], str]], Callable[[int], str]]:
    """Name a kind of large case."""

    def noted(make: Callable[[int], str]) -> Callable[[int], str]:
        LARGE[name] = make
        return make

    return noted


def filled(head: str, unit: str, size: int, tail: str = "") -> str:
    """A unit again and again, its number in place of NUMBER, up to a size."""
    parts, length, number = [head], len(head) + len(tail), 0
    while length < size:
        part = unit.replace("NUMBER", str(number))
        parts.append(part)
        length += len(part)
        number += 1
    return "".join((*parts, tail))


def names(prefix: str, size: int) -> str:
    """A list of names in TOML."""
    return filled(f'["{prefix}"', f', "{prefix}NUMBER"', size, "]")


FORMS: dict[str, tuple[str, str]] = {
    "facts": (TWO, '[[entry]]\nfact = "A is not rook"\n'),
    "texts": (TWO, '[[entry]]\ntext = "what was heard"\nfact = "A is one of rook, king"\n'),
    "ids": (TWO, '[[entry]]\nid = "turn NUMBER"\nfact = "A is rook"\n'),
    "ids, each twice": (TWO, '[[entry]]\nid = "turn"\nfact = "A is rook"\n'),
    "numbers as ids": (TWO, '[[entry]]\nid = 1NUMBER\nfact = "A is rook"\n'),
    "among": (TWO, '[[entry]]\nunknown = "A"\namong = ["rook", "king"]\n'),
    "not_among": (TWO, '[[entry]]\nunknown = "A"\nnot_among = ["rook"]\n'),
    "any_of": (TWO, '[[entry]]\nany_of = ["A is rook", "B is king"]\n'),
    "none_of": (TWO, '[[entry]]\nnone_of = ["A is rook", "B is king"]\n'),
    "exactly": (TWO, '[[entry]]\nexactly = 1\nof = ["A is rook", "B is king"]\n'),
    "at_most": (TWO, '[[entry]]\nat_most = 1\nof = ["A is rook", "B is king"]\n'),
    "if": (TWO, '[[entry]]\nif = "A is rook"\nthen = { all_of = ["B is king", "A is not crab"] }\n'),
    "all_different": (TWO, '[[entry]]\nall_different = ["A", "B"]\n'),
    "where": (TWO, '[[entry]]\nwhere = "A != B"\n'),
    "where on ten": (TEN, '[[entry]]\nwhere = "u0 + u1 + u2 + u3 == u4"\n'),
    "where with texts": (TWO, """[[entry]]\nwhere = "A == 'rook' or B in ['king', 'crab']"\n"""),
    "rows": (TWO, '[[entry]]\nunknowns = ["A", "B"]\nrows = [["rook", "king"], ["crab", "rook"]]\n'),
    "weights": (TWO, "[[entry]]\nweights = { A = { rook = 2 } }\n"),
    "entries with a model": (
        f"{TWO}[model.m]\nslips = 0.1\n",
        '[[entry]]\nfact = "A is rook"\nmodel = "m"\n',
    ),
    "models": (TWO, "[model.mNUMBER]\nwhen_true = 0.9\nwhen_false = 0.1\nexceptions = { rook = 0.5 }\n"),
    "rules": (TWO, '[[rule]]\nname = "rule NUMBER"\nany_of = ["A is rook", "B is king"]\n'),
    "rules of one name": (TWO, '[[rule]]\nname = "rule"\nfact = "A is rook"\n'),
    "rules without a name": (TWO, '[[rule]]\nfact = "A is rook"\n'),
    "questions": (TWO, '[[question]]\nfact = "A is rook"\nwrong = "1/20"\n'),
    "questions with answers": (
        TWO,
        '[[question]]\n[question.answers]\na = "A is rook"\nb = "A is not rook"\n',
    ),
    "blocks of unknowns": ("", '[[unknowns]]\nnames = ["uNUMBER"]\nvalues = ["a", "b"]\n'),
    "blocks that differ": (
        "",
        '[[unknowns]]\nnames = ["aNUMBER", "bNUMBER"]\nvalues = [1, 2]\ndifferent = true\n',
    ),
    "blocks of values": ("", '[[unknowns]]\nnames = ["uNUMBER"]\nvalues = ["vNUMBER"]\n'),
    "keys that are unknown": (TWO, "keyNUMBER = 1\n"),
    "blocks that are unknown": (TWO, "[[stuff]]\nkey = 1\n"),
    "tables that are unknown": (TWO, "[tableNUMBER]\n"),
    "comments": (TWO, "# a comment\n"),
    "empty lines": (TWO, "\n"),
    "empty entries": (TWO, "[[entry]]\n"),
    "garbage": ("", "x!\x01 [ \" ' }\n"),
    "dotted keys": (TWO, "a.b.NUMBER = 1\n"),
}  # fmt: skip
"""What comes again and again behind a head."""
for _name, (_head, _unit) in FORMS.items():
    LARGE[_name] = lambda size, head=_head, unit=_unit: filled(head, unit, size)  # type: ignore[misc]

INSIDE: dict[str, tuple[str, str, str]] = {
    "a title": ("title = '", "many words ", f"'\n{TWO}"),
    "a title of one word": ("title = '", "x", f"'\n{TWO}"),
    "a title of spaces": ("title = '", " ", f"'\n{TWO}"),
    "a title of escapes": ('title = "', "\\n", f'"\n{TWO}'),
    "a title of backslashes": ("title = '''", "\\", f"'''\n{TWO}"),
    "a name": ('[[unknowns]]\nnames = ["', "x", '"]\nvalues = [1]\n'),
    "a value": ('[[unknowns]]\nnames = ["x"]\nvalues = ["', "x", '"]\n'),
    "a name that is declared twice": ('[[unknowns]]\nnames = ["', "x", '", "x", "x"]\nvalues = [1]\n'),
    "a text": (f"{TWO}[[entry]]\nfact = 'A is rook'\ntext = '", "x", "'\n"),
    "an id": (f"{TWO}[[entry]]\nfact = 'A is rook'\nid = '", "x", "'\n"),
    "a model's name": (f"{TWO}[model.", "x", "]\nslips = 0.1\n"),
    "a model that is unknown": (f"{TWO}[[entry]]\nfact = 'A is rook'\nmodel = '", "x", "'\n"),
    "a rule's name": (f"{TWO}[[rule]]\nfact = 'A is rook'\nname = '", "x", "'\n"),
    "a format": ("format = '", "x", f"'\n{TWO}"),
    "a key": ("", "x", f" = 1\n{TWO}"),
    "a key of digits": ("", "1", f" = 1\n{TWO}"),
    "a header": (f"{TWO}[", "x", "]\n"),
    "a header of spaces": (f"{TWO}[", " ", "x]\n"),
    "a header of spaces that does not end": (f"{TWO}[[", " ", "x\n"),
    "a header of dots": (f"{TWO}[x", ".x", "]\n"),
    "a dotted key": ("x", ".x", f" = 1\n{TWO}"),
    "spaces": (TWO, " ", "\n"),
    "carriage returns": (TWO, "\r\n", "\n"),
    "a comment": (f"{TWO}# ", "x", "\n"),
    "a number": (f"{TWO}[[entry]]\nexactly = ", "9", "\nof = ['A is rook']\n"),
    "a number in hex": (f"{TWO}[[entry]]\nexactly = 0x", "f", "\nof = ['A is rook']\n"),
    "a decimal": (f"{TWO}[priors]\nA.rook = 0.", "1", "\n"),
    "a fraction": (f"{TWO}[priors]\nA.rook = '1/", "7", "'\n"),
    "a weight of spaces": (f"{TWO}[priors]\nA.rook = '1", " ", "1'\n"),
    "an exponent": (f"{TWO}[priors]\nA.rook = '1e", "1", "'\n"),
    "brackets": (f"{TWO}x = ", "[", "\n"),
    "braces": (f"{TWO}x = ", "{x=", "\n"),
    "quotes": (f"{TWO}x = ", '"', "\n"),
    "empty texts": (f"{TWO}x = [", '"",', "]\n"),
    "a multi-line text without an end": (f'{TWO}x = """', "x\n", ""),
    "a fact that names nobody": (f"{TWO}[[entry]]\nfact = '", "x", "'\n"),
    "a fact of is": (f"{TWO}[[entry]]\nfact = '", "A is ", "rook'\n"),
    "a fact with a value that is unknown": (f"{TWO}[[entry]]\nfact = 'A is ", "x", "'\n"),
    "a fact with spaces": (f"{TWO}[[entry]]\nfact = 'A is rook", " ", "or king'\n"),
    "a fact with spaces at its end": (f"{TWO}[[entry]]\nfact = 'A is rook or king", " ", "'\n"),
    "one of the same": (f"{TWO}[[entry]]\nfact = 'A is one of rook", ", rook", "'\n"),
    "one of commas": (f"{TWO}[[entry]]\nfact = 'A is one of ", ",", "'\n"),
    "one of or": (f"{TWO}[[entry]]\nfact = 'A is one of rook", " or king", "'\n"),
    "among the same": (f"{TWO}[[entry]]\nunknown = 'A'\namong = ['rook'", ", 'king'", "]\n"),
    "any_of the same": (f"{TWO}[[entry]]\nany_of = ['A is rook'", ", 'B is king'", "]\n"),
    "exactly of the same": (f"{TWO}[[entry]]\nexactly = 1\nof = ['A is rook'", ", 'B is king'", "]\n"),
    "any_of tables": (
        f"{TWO}[[entry]]\nany_of = ['A is rook'",
        ", { all_of = ['B is king'] }",
        "]\n",
    ),
    "all_different the same": (f"{TWO}[[entry]]\nall_different = ['A'", ", 'B'", "]\n"),
    "rows of two": (
        f"{TWO}[[entry]]\nunknowns = ['A', 'B']\nrows = [['rook', 'king']",
        ", ['king', 'crab']",
        "]\n",
    ),
    "rows of one": (f"{TWO}[[entry]]\nunknowns = ['A']\nrows = [['rook']", ",['crab']", "]\n"),
    "minus": (f"{TWO}[[entry]]\nwhere = '", "-", "A == 1'\n"),
    "not": (f"{TWO}[[entry]]\nwhere = '", "not ", "A == 1'\n"),
    "plus": (f"{TWO}[[entry]]\nwhere = 'A", "+A", " == 1'\n"),
    "times": (f"{TWO}[[entry]]\nwhere = 'A", "*A", " == 1'\n"),
    "parentheses": (f"{TWO}[[entry]]\nwhere = '", "(", "A == 1'\n"),
    "backticks": (f"{TWO}[[entry]]\nwhere = '", "`A`", "'\n"),
}  # fmt: skip
"""What comes again and again between a head and a tail."""
for _name, (_head, _unit, _tail) in INSIDE.items():
    LARGE[_name] = lambda size, head=_head, unit=_unit, tail=_tail: filled(head, unit, size, tail)  # type: ignore[misc]


def within(most: int, head: str, unit: str, tail: str) -> Callable[[int], str]:
    """The same, but what comes again and again is only so long."""
    return lambda size: filled(head, unit, min(size, most), tail)


for _unit in (
    "-",
    "not ",
    "A+",
    "A*",
    "(",
    "A==",
    "A and ",
    "abs(",
    "A if ",
    "[",
    "1_",
    "`A` <",
    "\\t",
    "A//",
):
    LARGE[f"a condition of {_unit}"] = within(2_000, f'{TWO}[[entry]]\nwhere = "', _unit, 'A == 1"\n')


@large("names")
def _(size: int) -> str:
    return f"[[unknowns]]\nnames = {names('u', size)}\nvalues = [1, 2]\n"


@large("values")
def _(size: int) -> str:
    return f"[[unknowns]]\nnames = ['A', 'B']\nvalues = {names('v', size)}\n"


@large("names and values")
def _(size: int) -> str:
    return f"[[unknowns]]\nnames = {names('u', size // 2)}\nvalues = {names('v', size // 2)}\n"


@large("names that differ")
def _(size: int) -> str:
    return (
        f"[[unknowns]]\nnames = {names('u', size // 2)}\nvalues = {names('v', size // 2)}\ndifferent = true\n"
    )


@large("names that do not exist")
def _(size: int) -> str:
    declared = f"[[unknowns]]\nnames = {names('some unknown ', size)}\nvalues = [1]\n"
    return f"{declared}[[entry]]\nfact = 'sum unknwon is 1'\n"


@large("facts about many unknowns")
def _(size: int) -> str:
    head = f"[[unknowns]]\nnames = {names('u', size // 2)}\nvalues = [1, 2]\n"
    return filled(head, '[[entry]]\nfact = "uNUMBER is 1"\n', size)


@large("conditions about many unknowns")
def _(size: int) -> str:
    head = f"[[unknowns]]\nnames = {names('u', size // 2)}\nvalues = [1, 2]\n"
    return filled(head, '[[entry]]\nwhere = "uNUMBER == 1"\n', size)


@large("a sum of many unknowns")
def _(size: int) -> str:
    return filled(
        hundred(3), f"[[entry]]\nwhere = 'sum({', '.join(f'u{n}' for n in range(100))}) == NUMBER'\n", size
    )


@large("formulas")
def _(size: int) -> str:
    said = "says(u1, u2 is 1 or not u3 is 2, honest=1) == (u4 in {1, u5} and next_to(u6, u7))"
    unit = f'[[entry]]\nwhere = "{said}"\n'
    return filled(hundred(3), unit, size)


@large("pictures")
def _(size: int) -> str:
    picture = "\n".join(["xo" * 50] * 100)
    head = f'[grid]\nvalues = ["x", "o"]\ngiven = """\n{picture}\n"""\n[grid.maps]\n'
    return filled(head, f'mNUMBER = """\n{picture}\n"""\n', size)


@large("blocks that go through a grid")
def _(size: int) -> str:
    head = '[grid]\nrows = 9\ncolumns = 9\nvalues = ["x", "o"]\n'
    return filled(head, '[[entry]]\neach = "row"\nexactly = 3\nvalue = "x"\n', size)


@large("things in a list")
def _(size: int) -> str:
    things = filled("[1", ", NUMBER", min(size, 500_000), "]")
    return f"{hundred(3)}[[entry]]\neach_of = {things}\nwhere = 'u1 != {{it}}'\n"


@large("every two things in a list")
def _(size: int) -> str:
    return filled(
        hundred(3), "[[entry]]\neach_pair = ['u1', 'u2', 'u3', 'u4', 'u5']\nwhere = '{a} != {b}'\n", size
    )


@large("facts that are true or false")
def _(size: int) -> str:
    return f"[[unknowns]]\nfacts = {names('f', size // 2)}\n" + filled(
        "", "[[entry]]\nfact = 'not fNUMBER'\n", size // 2
    )


@large("a deal")
def _(size: int) -> str:
    supply = filled("{ a = 9", ", cNUMBER = 9", size // 2, " }")
    hands = filled("{ a = 1", ", hNUMBER = 1", min(size // 2, 50_000), " }")
    return f"[deal]\nsupply = {supply}\nhands = {hands}\n"


@large("priors of many unknowns")
def _(size: int) -> str:
    head = f"[[unknowns]]\nnames = {names('u', size // 2)}\nvalues = [1, 2]\n[priors]\n"
    return filled(head, "uNUMBER.1 = 3\n", size)


@large("priors as tables")
def _(size: int) -> str:
    head = f"[[unknowns]]\nnames = {names('u', size // 2)}\nvalues = [1, 2]\n"
    return filled(head, "[priors.uNUMBER]\n1 = 3\n", size)


def hundred(count: int) -> str:
    """A hundred unknowns with many values."""
    return (
        f"[[unknowns]]\nnames = {json.dumps([f'u{n}' for n in range(100)])}\nvalues = {list(range(count))}\n"
    )


@large("facts among many values")
def _(size: int) -> str:
    return filled(hundred(5_000), '[[entry]]\nfact = "u7 is not NUMBER"\n', min(size, 200_000))


@large("one of many values")
def _(size: int) -> str:
    count = min(size // 16, 9_000)
    values = [f"value {number}" for number in range(count)]
    declared = f"[[unknowns]]\nnames = ['A']\nvalues = {json.dumps(values)}\n"
    return f"{declared}[[entry]]\nfact = 'A is one of {', '.join(values)}'\n"


@large("one of 625 values, often")
def _(size: int) -> str:
    values = [f"value {number}" for number in range(625)]
    head = f"[[unknowns]]\nnames = ['A']\nvalues = {json.dumps(values)}\n"
    return filled(head, f"[[entry]]\nfact = 'A is one of {', '.join(values)}'\n", size)


@large("values with commas in them")
def _(size: int) -> str:
    value = ",".join("a" * 90)
    head = f"[[unknowns]]\nnames = ['A']\nvalues = ['a', '{value},b']\n"
    return filled(head, f"[[entry]]\nfact = 'A is one of {', '.join('a' * 1_000)}'\n", size)


@large("weights on many values")
def _(size: int) -> str:
    return filled(hundred(5_000), "[[entry]]\nweights = { u7 = { NUMBER = 2 } }\n", min(size, 200_000))


@large("models on many values")
def _(size: int) -> str:
    head = f"{hundred(5_000)}[model.m]\nslips = 0.1\n"
    return filled(head, '[[entry]]\nfact = "u7 is NUMBER"\nmodel = "m"\n', min(size, 200_000))


@large("priors on many values")
def _(size: int) -> str:
    return filled(f"{hundred(5_000)}[priors]\n", "uNUMBER = { 1 = 2 }\n", min(size, 40_000))


@large("a condition on many values")
def _(_: int) -> str:
    return f"{hundred(1_000)}[[rule]]\nwhere = 'u1 + 1 == u2'\n"


@large("conditions on many values")
def _(size: int) -> str:
    return filled(hundred(1_000), "[[rule]]\nname = 'NUMBER'\nwhere = 'u1 + NUMBER == u2'\n", size)


@large("a long condition on many values")
def _(_: int) -> str:
    return f"{hundred(1_000)}[[rule]]\nwhere = '{' + '.join(['u1'] * 300)} == u2'\n"


@large("a product in a condition")
def _(_: int) -> str:
    values = (
        f"[[unknowns]]\nnames = ['A', 'B']\nvalues = [{', '.join(str(10**17 + n) for n in range(1_000))}]\n"
    )
    return f"{values}[[rule]]\nwhere = '{'*'.join(['A'] * 80)} == B'\n"


@large("values that are misspelt in conditions")
def _(size: int) -> str:
    return f"{hundred(9_000)[:-1]}\n[[rule]]\nwhere = \"u1 == '{'x' * min(size, 1_900)}'\"\n"


@large("rows of many unknowns")
def _(size: int) -> str:
    unknowns = [f"u{number}" for number in range(100)]
    row = json.dumps(["a"] * 100)
    head = f"[[unknowns]]\nnames = {json.dumps(unknowns)}\nvalues = ['a', 'b']\n"
    return filled(
        f"{head}[[entry]]\nunknowns = {json.dumps(unknowns)}\nrows = [{row}", f", {row}", size, "]\n"
    )


@large("different rows")
def _(size: int) -> str:
    head = f'{hundred(10_000)}[[entry]]\nunknowns = ["u1", "u2"]\nrows = [[1, 1]'
    return filled(head, ", [NUMBER, 1]", min(size, 180_000), "]\n")


@large("all different names")
def _(size: int) -> str:
    listed = names("u", size // 2)
    return f"[[unknowns]]\nnames = {listed}\nvalues = [1, 2]\n[[rule]]\nall_different = {listed}\n"


@large("lists in lists")
def _(size: int) -> str:
    inner = "'A is rook', " * (size // 300)
    opened = "{ any_of = [" * 8
    return f"{TWO}[[entry]]\nany_of = [{f'{opened}{inner}' + ']}' * 8}]\n"


@large("statements in statements")
def _(size: int) -> str:
    def nested(depth: int) -> str:
        if not depth:
            return "'A is rook', 'B is king', 'A is not crab'"
        return f"{{ at_least = 1, of = [{nested(depth - 1)}] }}, {{ none_of = [{nested(depth - 1)}] }}"

    return filled(TWO, f"[[entry]]\nany_of = [{nested(6)}]\n", size)


@large("a thousand answers")
def _(size: int) -> str:
    return filled(
        f"{hundred(1_000)}[[question]]\n[question.answers]\n", "NUMBER = 'u1 is NUMBER'\n", min(size, 24_000)
    )


@large("questions on many unknowns")
def _(size: int) -> str:
    head = f"[[unknowns]]\nnames = {names('u', size // 2)}\nvalues = [1, 2]\n"
    return filled(head, '[[question]]\nfact = "uNUMBER is 1"\n', size)


_MEASURED = """
import sys, time, resource
resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9))
from deduce import DeduceError, parse_case
text = sys.stdin.buffer.read().decode()
began = time.process_time()
try:
    parse_case(text)
    said = "read"
except DeduceError as error:
    said = str(error)
except BaseException as error:
    said = f"!!! {type(error).__name__}: {str(error)[:100]}"
took = time.process_time() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
print(f"{took:7.2f} s {peak:6.0f} MB  {len(said):6d} signs: {said[:110]}".encode("ascii", "replace").decode())
"""


def measure(size: int, patience: float, only: str) -> None:
    """Read all of them in processes of their own, and print how long it takes."""
    for name, make in LARGE.items():
        if only not in name:
            continue
        for part in (size // 2, size):
            text = make(part)
            began = time.perf_counter()
            try:
                done = subprocess.run(
                    [sys.executable, "-c", _MEASURED],
                    input=text.encode(),
                    capture_output=True,
                    timeout=patience,
                    check=False,
                )
                said = done.stdout.decode().strip() or f"!!! {done.stderr.decode()[-100:]}"
            except subprocess.TimeoutExpired:
                said = f"!!! over {time.perf_counter() - began:.0f} s"
            sys.stdout.write(f"{name:42} {len(text):8} {said}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    arguments = [*sys.argv[1:], "", "", ""]
    measure(int(arguments[0] or 1_000_000), float(arguments[1] or 30), arguments[2])
