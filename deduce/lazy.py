"""What is imported when it is first used, so that importing a package or asking for help takes no time."""

import functools
import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["later", "lazy_names"]


def lazy_names(
    package: str, homes: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package.

    Args:
        package: Its name.
        homes: The public names, by the module that each is defined in.
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def get(name: str) -> Any:  # noqa: ANN401 - whatever the public name stands for
        if name not in home_of:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = getattr(importlib.import_module(home_of[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return get, lambda: sorted(home_of)


def later(module: str, name: str) -> Callable[..., Any]:
    """Return a function that is imported when it is first called.

    Args:
        module: The module that it is defined in.
        name: Its name.
    """

    @functools.cache
    def function() -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(importlib.import_module(module), name)
        return found

    def called(*arguments: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
        return function()(*arguments)

    return called
