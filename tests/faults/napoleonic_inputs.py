"""Mutated inputs of the Napoleonic chapters: records, lines, order sheets, questions, rules and options."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from faults.case import MOST_LINES, NAME, Case, as_json
from faults.mutations import NUMBERS, SIGNS, mutated
from faults.warm import ROOT

RULES = "house.toml"
EVENING = ROOT / "examples" / "napoleonic_evening.txt"
ARMIES = (
    b"Game = napoleonic\nSides = French, English\nMe = French\n"
    b"French = FR formed ground open hold; 3 cav light column 12 other; 5 inf line regular column 18 front 3"
    b"; 6 horse-art limbered 4; 7 inf light militia skirmish 6\n"
    b"English = EN; e2 inf line line 18 regular; k inf square 12; d cav light-dragoon line 12\n\n"
)
ENTRIES = (
    b"5 line takes 2", b"7 about", b"3 forced path open", b"q", b"e2 about 1", b"e2 moved 9 3 wood",
    b"5 surprised course", b"e2 adc harass", b"h", b"3 re-form", b"5 square takes ?", b"5 done",
    b"6 unlimber", b"e2 crossed wall", b"k seen column", b"e2 fired 30 wood", b"k moved 6 2 crops unseen",
    b"h", b"p", b"3 charge k ~25-31", b"q", b"3 touched k", b"3 was 27.5", b"k evade compelled", b"7 moved",
    b"all moved", b"d counter 3", b"e2 house", b"new English e4 cav", b"3 figures 10", b"3 state unformed",
    b"3 ground wood", b"5 is regular hold", b"play quarters", b"e2 gone", b"3 melee", b"3 free",
    b"5 6 7 about !", b"e2 moved 5 1 wood", b"e2 entered wood", b"e2 oblique", b"e2 back",
    b"e2 changed line", b"over draw  # so",
)  # fmt: skip
UMPIRE = (
    b"write French H1 3 charge k; 7 evade", b"write English H1 k evade; d charge 3; e2 order cover",
    b"between 3 k distance 27 bearing ahead visible", b"between 3 k also same", b"between d 3 in_path",
    b"3 charge k", b"d charge 3", b"3 diverted d between", b"q", b"3 stopped evades", b"h",
    b"write French H2 5 order harass",
)  # fmt: skip
SHEETS = (
    b"3 charge k; 7 evade; 5 order harass",
    b"3 charge k; 5 evade; 7 ordre harceler; 6 order cover",
    b"none",
    b"7 evade",
    b"3 charge e2; 3 order other; 6 evade",
)
ENEMY_SHEETS = (b"e2 evade; k order hold; d charge 3", b"none", b"d counter 3; d evade", b"d charge 5")


def _record(entries: Sequence[bytes], headers: bytes = ARMIES) -> bytes:
    return headers + b"".join(b"%d. %b\n" % (number, line) for number, line in enumerate(entries, 1))


@cache
def sealed_record() -> bytes:
    """Return the record of a battle with seals: some lines were opened, in the end all of them."""
    from faults.orders import FILE, Battle

    with tempfile.TemporaryDirectory() as name:
        battle = Battle(Path(name).resolve() / "sealed")
        for line in (
            *("seal French", "3 charge e1; 7 evade; 5 order cover", "3 charge e1; 7 evade; 5 order cover"),
            *(
                "seal English",
                "e1 charge 3; e4 evade",
                "e1 charge 3; e4 evade",
                "3 charge",
                "e4 evade !",
                "q",
            ),
            *("open 3", "open 5/order", "3 touched e1", "h", "open e4", "over draw", "open all", "yes"),
        ):
            battle.obey(line)
        return (battle.folder / FILE).read_bytes()


@cache
def records() -> tuple[bytes, ...]:
    """Return records: the printed one, and others with what it has not."""
    french = (
        b"Game = napoleonic\nLanguage = fr\nRules = house.toml\nHouse = DEC-7=breaks, oblique.angle=50\n"
        b"Sides = Bleus, Rouges\nMe = Bleus\nPlay = quarters\nArmy list = 24 kind line formation line; "
        b"16 kind line column forced\nBleus = FR; 3 cav light colonne 12; 5 infanterie 18 colonne front 3\n"
        b"Rouges = EN; r inf carre 12; s cav ligne\n\n"
    )
    lines = (b"5 ligne prend 2", b"3 demi-tour", b"s bouge 9 3 bois", b"r vu colonne", b"q", b"3 bouge")
    umpires = ARMIES.replace(b"Me = French", b"Me = Umpire")
    return (
        (ROOT / "examples" / "napoleonic_charge.txt").read_bytes(),
        b"",
        b"Game = napoleonic\n\n",
        _record(ENTRIES),
        _record(ENTRIES[:14]),
        _record(ENTRIES[14:30]),
        _record(UMPIRE, umpires),
        _record(lines, french),
        (
            b"Game = napoleonic\nHouse = DEC-6=two, DEC-40=next\nSides = Nord, Sud\nMe = Umpire\n"
            b"Language = fr\nPlay = quarters\nNord = 3 inf regular\nSud = e2 cav\n\n1. 3 demi-tour\n2. p\n"
            b"3. 3 surprise cours\n4. 3 is elite ground slope\n5. new Sud e4 cav 12  # from the wood\n"
            b"6. 3 e2 about !\n7. play halves\n8. e4 gone\n9. 3 line takes ?\n10. 3 done\n11. 3 figures 9\n"
        ),
        sealed_record(),
        sealed_record()[: len(sealed_record()) * 2 // 3],
    )


LAWS = (
    (
        b'format = "deduce.ruling/1"\nname = "ours"\nextends = "printed"\n\n[numbers]\n"oblique.angle" = 60\n'
        b'turn.loose = 3\n[choices]\nDEC-7 = "breaks"\n[features]\n'
        b'nation = { more = { PR = { en = "Prussian", fr = "prussien" } } }\nkind = { more = ["landwehr"] }\n'
        b'[[row]]\ntable = "move"\nwhen = { nation = "PR", arm = "inf", formation = ["column", "line"] }\n'
        b'gives = { per_period = "35/2" }\nrule = "NAP-DIST-2"\n[[row]]\ntable = "times"\n'
        b'when = { nation = "PR", arm = "inf", formation = "column", to = "line" }\ngives = { takes = 2 }\n'
        b'rule = "NAP-DIST-2"\n'
    ),
    (
        b'format = "deduce.ruling/1"\nextends = "printed"\n[actions.oblique.needs]\nangle = { off = true }\n'
        b'[actions.charge.needs.heart]\nfigures = { least = 6 }\nwhen = { arm = ["inf"] }\n'
        b'rule = "NAP-CHARGE-40"\nwanted = { en = "six figures", fr = "six figurines" }\n[needs.brave]\n'
        b'of = ["charge", "counter"]\n'
        b'status = ["regular"]\nrule = "NAP-CHARGE-4"\n'
    ),
)
CHAPTERS = ("base.toml", "printed.toml", "charge/law.toml", "hidden/law.toml", "houses/law.toml")


@cache
def laws() -> tuple[bytes, ...]:
    """Return files of rules: an owner's, and those of the package, from which lines are taken over."""
    return LAWS + tuple((ROOT / "deduce" / "napoleonic" / name).read_bytes() for name in CHAPTERS)


@cache
def typed() -> tuple[bytes, ...]:
    """Return what is typed at the table."""
    evening = EVENING.read_bytes().split(b"\n", 1)[1]
    asked = (
        b"can 3 charge k, path hedge\n? 5 oblique 50\npath 3 2 wood 99\ndesk 3 k ~25-31\ndesk 3\ncheck\nwho\n"
        b"who e2\ntarget d after 1: k 26, 5 ~30-40\nanswer e2 2\ninside e2 after 5: farm 6, inn 20\n"
        b"claim 3 d 13\nwatch wood 0 30: gone 3, deeper 2\nwhy e2 inf\nwhat-if e2 cav\nsuspects\nsheet\n"
    )
    kept = (
        b"5 line\n2\nundo\nredo\nedit 1 7 about\ninsert 1 q\ndelete 2\nat 1\nat\ntry 5 about\nback\nnote x\n"
        b"notes\nmoves\nboard\nexport other.txt\nhelp turns\nrules nap-react-2\n5 lien\n8 about\nresign\n"
    )
    french = (
        b"5 demi-tour\n3 bouge\ntoutes bouge\n5 est garde\nnew English e4 cav\ne4 react\nq\nplay quarts\np\n"
        b"5 about wrong\n5 obliqe\n6 limber\n6 done\n6 drop\n3 surprised course\n5 adc hold\n5 melee !\n"
    )
    return (evening, b"\n".join(ENTRIES) + b"\n", asked, kept, french)


ALONE: tuple[tuple[str, ...], ...] = (
    ("who",), ("who", "e2"), ("target", "d after 1: k 26, 5 ~30-40"), ("answer", "e2 2"), ("check", "H1"),
    ("inside", "e2 after 5: farm 6, inn 20"), ("claim", "3 d 13"), ("watch", "wood 0 30: gone 3, deeper 2"),
    ("watch", "e2"), ("desk", "3 k ~25-31"), ("desk", "5"), ("check",), ("can", "3 charge k, path hedge"),
    ("path", "3 2 wood 99"),
)  # fmt: skip
"""The questions of the game about a record, and what stands behind their names."""
PATHS = (
    b"3 2 wood 99", b"path FR inf of the line column, 2 wood 99", b"3 forced 30 hedge slope ploughed 5",
    b"3 for 8 wood 40", b"3 at 20 wood 9", b"FR inf line column front 3, figures 18, 4 hedge 10 stream 3",
)  # fmt: skip
OPTIONS = {
    "table": ("--rules", "--house", "--sides", "--me", "--play", "--language"),
    "can": ("--rules", "--house", "--lang", "--file"),
    "path": ("--rules", "--house", "--lang", "--file"),
    "rules": ("--lang",),
    "replay": ("--ply",),
    "who": ("--ply",),
    "desk": ("--ply",),
}
WORDS = (
    *NUMBERS, *SIGNS, "", "en", "fr", "printed", RULES, "base", NAME, "DEC-7=breaks", "DEC-7=", "=", "Umpire",
    "oblique.angle=1e9", "French,English", "French", "quarters", "periods", "eighths", "../x.toml",
)  # fmt: skip


def _word(draw: random.Random) -> str:
    return draw.choice(WORDS).replace("\0", "")


def _argument(content: bytes) -> str:
    """Return what can stand on a command line: no NUL, and not without bound; no text stays so."""
    return content.replace(b"\0", b"")[:100_000].decode("utf-8", "surrogateescape")


@cache
def _said() -> tuple[str, ...]:
    """Return words that mean something in a verdict: acts, features, and their words in both languages."""
    from deduce.napoleonic.book import book_of

    law = book_of().law
    words = {*law.actions, *law.features}
    for feature in law.features.values():
        for word in feature.words:
            words |= {word, feature.word_said(word).en, feature.word_said(word).fr}
    return tuple(sorted(words))


def record_case(draw: random.Random) -> Case:
    """A record is asked something."""
    content = mutated(draw, draw.choice(records()), records())
    command: tuple[str, ...]
    if draw.random() < 0.5:
        command = (draw.choice(("replay", "replay", "sheet", "suspects", "what-if")), NAME)
    elif draw.random() < 0.2:
        command = ("why", NAME, draw.choice(("e2", "k", "3")), draw.choice(("inf", "cav", "square")))
    else:
        name, *more = draw.choice(ALONE)
        file = ("--file", NAME) if name in {"can", "path"} else (NAME,)
        command = (name, *file, *more)
    if draw.random() < 0.15:
        command += ("--ply", draw.choice(("0", "1", "3", "99", "-1")))
    files = {NAME: content, RULES: draw.choice(LAWS)}
    return Case(f"napoleonic {command[0]}", ("napoleonic", *command, *as_json(draw)), files)


def lines_case(draw: random.Random) -> Case:
    """Lines are typed at the table, into a new battle or a record."""
    lines = mutated(draw, draw.choice(typed()), typed())
    if draw.random() < 0.3:
        lines = mutated(draw, lines, typed())
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    changed = frozenset({NAME, "other.txt"})
    command = ("napoleonic", "table", NAME)
    if draw.random() < 0.3:
        if draw.random() < 0.3:
            # Where the game is asked for as well, and the units.
            begun = b"".join(EVENING.read_bytes().splitlines(keepends=True)[:5])
            begun = mutated(draw, begun, typed()) if draw.random() < 0.3 else begun
            return Case("new table", ("table", NAME), {}, begun + lines, changed)
        return Case("new napoleonic table", command, {}, draw.choice((b"", b"\n\n\n")) + lines, changed)
    files = {NAME: draw.choice(records()[2:]), RULES: LAWS[0]}
    return Case("napoleonic table", command, files, lines, changed)


def sheet_case(draw: random.Random) -> Case:
    """Order sheets are typed in secret, and opened."""
    ours = mutated(draw, draw.choice(SHEETS), SHEETS)
    theirs = draw.choice(ENEMY_SHEETS) if draw.random() < 0.5 else mutated(draw, draw.choice(SHEETS), SHEETS)
    if draw.random() < 0.7:
        ours = b" ".join(ours.split())
    rest = (
        b"3 charge\nd charge\nq\nopen 3\nopen 5/order\nopen d\n3 diverted d\nundo\nredo\nh\nopen all\nyes\n"
    )
    if draw.random() < 0.5:
        rest = mutated(draw, rest, (*typed(), *SHEETS, sealed_record()))
    lines = b"seal French H1\n%b\n%b\nseal English\n%b\n%b\n%b" % (ours, ours, theirs, theirs, rest)
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    command = ("napoleonic", "table", NAME)
    return Case("order sheets", command, {NAME: ARMIES}, lines, frozenset({NAME}))


def opening_case(draw: random.Random) -> Case:
    """Lines of sealed sheets are opened where the sheets do not lie, as they stand in the record."""
    rows = [row.partition(b". ")[2] for row in sealed_record().splitlines() if b". open" in row]
    lines = mutated(draw, b"\n".join(draw.sample(rows, draw.randint(1, len(rows)))) + b"\n", rows)
    # Up to the first opening: then what is typed are the openings that come.
    begun = sealed_record().split(b"open", 1)[0].rpartition(b"\n")[0] + b"\n"
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    return Case("openings", ("napoleonic", "table", NAME), {NAME: begun}, lines, frozenset({NAME}))


def resumed_case(draw: random.Random) -> Case:
    """A mutated record is gone on with."""
    content = mutated(draw, draw.choice(records()), records())
    lines = draw.choice(
        (b"quit\n", b"undo\nredo\nquit\n", b"note x\nundo\nmoves\nsuspects\nwho\n", b"q\nopen all\nyes\nh\n")
    )
    files = {NAME: content, RULES: draw.choice(LAWS)}
    command = ("napoleonic", "table", NAME)
    return Case("napoleonic table on a mutated record", command, files, lines, frozenset({NAME}))


def law_case(draw: random.Random) -> Case:
    """A file of rules is read."""
    content = mutated(draw, draw.choice(LAWS), laws())
    asked = draw.choice(
        (("can", "FR inf line charge cav, path hedge"), ("path", "FR inf line column, 2 wood 99"))
    )
    # With such a file a battle begins as well, and time passes.
    if draw.random() < 0.3:
        record = records()[3].replace(b"Sides", b"Rules = house.toml\nSides", 1)
        asked = draw.choice((("replay", NAME), ("who", NAME, "e2"), ("desk", NAME, "3 k ~25-31")))
        return Case("napoleonic rules", ("napoleonic", *asked), {RULES: content, NAME: record})
    return Case("napoleonic rules", ("napoleonic", *asked, "--rules", RULES), {RULES: content})


def house_case(draw: random.Random) -> Case:
    """A battle is played by house rules that nobody has thought of."""
    from deduce.napoleonic.book import book_of

    law = book_of().law
    amounts = ("0", "1", "1/3", "7", "1000000", "1/1000000")
    house = [f"{name}={draw.choice(amounts)}" for name in draw.sample([*law.numbers], draw.randrange(3))]
    decisions = draw.sample([*law.decisions], draw.randint(0, 3))
    house += [f"{name}={draw.choice([*dict(law.decisions[name].choices)])}" for name in decisions]
    written = f"House = {', '.join(house)}\nSides = ".encode()
    record = draw.choice((records()[3], records()[5], records()[6])).replace(b"Sides = ", written, 1)
    name, *more = draw.choice((*ALONE, ("replay",), ("suspects",), ("sheet",), ("table",)))
    lines = draw.choice(typed()) if name == "table" else b""
    arguments = ("napoleonic", name, *(("--file", NAME) if name in {"can", "path"} else (NAME,)), *more)
    changed = frozenset({NAME, "other.txt"} if name == "table" else ())
    return Case(f"house rules and napoleonic {name}", arguments, {NAME: record}, lines, changed)


def can_case(draw: random.Random) -> Case:
    """It is asked whether something may be done."""
    if draw.random() < 0.3:
        line = mutated(draw, b"FR light cav column charge inf line, not visible, path hedge wood", PATHS)
    else:
        words = [draw.choice(_said()) for _ in range(draw.randint(1, 7))]
        for _ in range(draw.randint(0, 3)):
            other = draw.choice((*NUMBERS[:20], ",", ",", "not", "at", "3", "k", "their", "no", "cm"))
            words.insert(draw.randrange(len(words) + 1), other)
        line = " ".join(words).encode()
    options = draw.choice(((), ("--file", NAME), ("--lang", "fr"), ("--house", "DEC-7=breaks")))
    arguments = ("napoleonic", "can", _argument(line), *options, *as_json(draw))
    return Case("napoleonic can", arguments, {NAME: records()[0]})


def path_case(draw: random.Random) -> Case:
    """A unit is followed on its way."""
    line = mutated(draw, draw.choice(PATHS), PATHS)
    options = draw.choice(((), ("--file", NAME), ("--file", NAME)))
    arguments = ("napoleonic", "path", _argument(line), *options, *as_json(draw))
    return Case("napoleonic path", arguments, {NAME: records()[0]})


def question_case(draw: random.Random) -> Case:
    """What is asked about a record makes no sense."""
    name, *more = draw.choice([each for each in ALONE if each[0] not in {"can", "path"} and each[1:]])
    pool = [each[1].encode() for each in ALONE if each[1:]]
    words = [_argument(mutated(draw, word.encode(), pool)) for word in more]
    arguments = ("napoleonic", name, NAME, *words, *as_json(draw))
    return Case(f"a question to napoleonic {name}", arguments, {NAME: draw.choice(records()[3:7])})


def options_case(draw: random.Random) -> Case:
    """Something is wrong on the command line."""
    command = draw.choice([*OPTIONS])
    arguments = ["napoleonic", command]
    usual = {"can": ["3 charge k"], "path": ["3 2 wood 9"], "desk": [NAME, "3 k"], "who": [NAME, "e2"]}
    usual |= {"replay": [NAME], "table": [NAME], "rules": [_word(draw)]}
    arguments += usual[command]
    for _ in range(draw.choice((1, 1, 2))):
        arguments += [draw.choice(OPTIONS[command]), _word(draw)]
    files = {RULES: LAWS[0]} | ({} if command == "table" else {NAME: records()[0]})
    changed = frozenset({NAME} if command == "table" else ())
    return Case(f"options of napoleonic {command}", tuple(arguments), files, b"\n\n\nq\nquit\n", changed)


NAPOLEONIC_TARGETS: tuple[tuple[Callable[[random.Random], Case], float], ...] = (
    (record_case, 14), (lines_case, 12), (sheet_case, 5), (opening_case, 3), (resumed_case, 5), (law_case, 6),
    (house_case, 6), (can_case, 6), (path_case, 3), (question_case, 6), (options_case, 4),
)  # fmt: skip
