"""The reference page, made of the sources: every public name with its signature and its docstring.

Run as a program, it writes docs/reference.md anew.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference.md"
PACKAGES = {
    "deduce": "The core",
    "deduce.confusion": "Confusion",
    "deduce.cards": "Cards and Confusion",
    "deduce.napoleonic": "The Napoleonic chapters",
}
"""The packages with public names, and what they are about."""
SECTION = re.compile(r"(Args|Attributes|Returns|Raises|Yields|Examples):")
ITEM = re.compile(r"(?P<name>[*\w.]+)(?: \((?P<kind>[^)]*)\))?: (?P<text>.*)")
WIDTH = 100
HEAD = """# Reference

What `deduce` offers to programs: every name in `__all__` of its packages. Names that are not listed here are
private and may change without notice. This page is made of the docstrings (`python tests/reference_page.py`),
whose examples are run by the tests.
"""


@dataclass(frozen=True)
class Section:
    """A part of a docstring: its heading (none for the text at the beginning), and its lines."""

    heading: str
    lines: tuple[str, ...]


def sections_of(docstring: str) -> Iterator[Section]:
    """Take a docstring apart."""
    heading, lines = "", list[str]()
    for line in docstring.splitlines():
        found = SECTION.fullmatch(line)
        if found is None:
            lines.append(line)
            continue
        yield Section(heading, tuple(lines))
        heading, lines = found[1], []
    yield Section(heading, tuple(lines))


def shown(section: Section) -> str:
    """Return a part of a docstring as it stands on the page."""
    if not section.heading:
        return "\n".join(section.lines).strip()
    text = "\n".join(line.removeprefix("    ") for line in section.lines).strip("\n")
    if section.heading == "Examples":
        return f"```py\n{text}\n```"
    items: list[str] = []
    for line in text.splitlines():
        item = ITEM.fullmatch(line)
        if item is not None and not line.startswith(" "):
            items.append(f"- `{item['name']}`: {item['text']}")
        elif line.strip():
            items.append(f"  {line.strip()}" if items else line.strip())
    return f"**{section.heading}**\n\n" + "\n".join(items)


def described(node: ast.ClassDef | ast.FunctionDef) -> str:
    """Return what the docstring of something says."""
    docstring = ast.get_docstring(node) or ""
    return "\n\n".join(filter(None, map(shown, sections_of(docstring))))


def parameters(arguments: ast.arguments) -> list[str]:
    """Return what a function takes, each as it is written."""

    def written(arg: ast.arg, default: ast.expr | None, stars: str = "") -> str:
        annotation = f": {ast.unparse(arg.annotation)}" if arg.annotation else ""
        equals = " = " if annotation else "="
        return f"{stars}{arg.arg}{annotation}{equals + ast.unparse(default) if default else ''}"

    positional = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(positional) - len(arguments.defaults))
    found = [written(*pair) for pair in zip(positional, [*missing, *arguments.defaults], strict=True)]
    if arguments.posonlyargs:
        found.insert(len(arguments.posonlyargs), "/")
    if arguments.vararg:
        found.append(written(arguments.vararg, None, "*"))
    elif arguments.kwonlyargs:
        found.append("*")
    found += [written(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg:
        found.append(written(arguments.kwarg, None, "**"))
    return found


def called(name: str, takes: list[str], returns: ast.expr | None) -> str:
    """Return how something is called, on several lines where one would be too long."""
    gives = f" -> {ast.unparse(returns)}" if returns is not None else ""
    line = f"{name}({', '.join(takes)}){gives}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {each}," for each in takes), f"){gives}"])


def decorators(node: ast.ClassDef | ast.FunctionDef) -> set[str]:
    """Return the names of what decorates something."""
    return {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list}


def members(node: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the public methods and properties of a class that say what they are."""
    return [
        each
        for each in node.body
        if isinstance(each, ast.FunctionDef)
        and not each.name.startswith("_")
        and ast.get_docstring(each)
        and "overload" not in decorators(each)
    ]


def made(node: ast.ClassDef) -> str | None:
    """Return how an object of a class is made; None where nobody makes one."""
    begin = next(
        (each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None
    )
    if begin is not None:
        return called(node.name, parameters(begin.args)[1:], None)
    if "dataclass" not in decorators(node):
        return None
    fields = [
        f"{ast.unparse(each.target)}: {ast.unparse(each.annotation)}"
        + (f" = {default(each.value)}" if each.value is not None else "")
        for each in node.body
        if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each.annotation)
    ]
    return called(node.name, [each for each in fields if not each.startswith("_")], None)


def default(value: ast.expr) -> str:
    """Return the default of a field of a dataclass, where it is short to say."""
    return ast.unparse(value) if isinstance(value, ast.Constant | ast.Name) else "..."


def member(node: ast.FunctionDef, owner: str) -> str:
    """Return a method or a property as it stands on the page."""
    found = decorators(node)
    if found & {"property", "cached_property"}:
        kind = f": {ast.unparse(node.returns)}" if node.returns else ""
        line = f"{node.name}{kind}"
    elif "staticmethod" in found:
        line = called(f"{owner}.{node.name}", parameters(node.args), node.returns)
    else:
        prefix = f"{owner}." if "classmethod" in found else ""
        line = called(f"{prefix}{node.name}", parameters(node.args)[1:], node.returns)
    return f"#### {owner}.{node.name}\n\n```py\n{line}\n```\n\n{described(node)}"


def entry(package: str, name: str, body: list[ast.stmt]) -> str:
    """Return a public name as it stands on the page.

    Args:
        package: Where it can be had.
        name: The name.
        body: The module in which it is defined.
    """
    head = f'<a id="{package}.{name}"></a>\n\n### {name}'
    for number, node in enumerate(body):
        if isinstance(node, ast.FunctionDef) and node.name == name and "overload" not in decorators(node):
            line = called(name, parameters(node.args), node.returns)
            return f"{head}\n\n```py\n{line}\n```\n\n{described(node)}"
        if isinstance(node, ast.ClassDef) and node.name == name:
            how = made(node)
            parts = [head, f"```py\n{how}\n```" if how else "", described(node)]
            parts += [member(each, name) for each in members(node)]
            return "\n\n".join(filter(None, parts))
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets += [node.target] if isinstance(node, ast.AnnAssign) else []
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            after = body[number + 1 : number + 2]
            said = [
                each.value.value
                for each in after
                if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            ]
            parts = [head, f"```py\n{ast.unparse(node)}\n```", *(str(text) for text in said)]
            return "\n\n".join(parts)
    for node in ast.walk(ast.Module(body, [])):
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            # It only passes through here.
            return entry(package, name, parsed(str(node.module)))
    message = f"{package}.{name} is defined nowhere"
    raise LookupError(message)


def parsed(module: str) -> list[ast.stmt]:
    """Return the source of a module, read."""
    path = ROOT / Path(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8")).body


def chapter(package: ModuleType, about: str) -> str:
    """Return all public names of a package, in alphabetical order."""
    homes = {name: home for home, names in package._HOMES.items() for name in names}
    names = sorted(package.__all__, key=str.casefold)
    entries = [entry(package.__name__, name, parsed(homes[name])) for name in names]
    links = ", ".join(f"[{name}](#{package.__name__}.{name})" for name in names)
    return "\n\n".join([f"## {about}: `{package.__name__}`", links, *entries])


def reference_page() -> str:
    """Return the whole page."""
    chapters = [chapter(importlib.import_module(name), about) for name, about in PACKAGES.items()]
    return "\n\n".join([HEAD.strip(), *chapters]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(reference_page(), encoding="utf-8")
