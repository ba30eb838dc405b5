"""The answer models of a case file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from deduce.casefile.facts import LONGEST_NAME
from deduce.errors import did_you_mean, shortened
from deduce.evidence.models import HONEST, AnswerModel, slips
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from deduce.casefile.facts import Names
    from deduce.casefile.source import Source
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Unknown, Value

__all__ = ["read_models"]

KEYS = {"when_true", "when_false", "exceptions", "slips", "depends_on", "by_value"}


def read_models(source: Source, names: Names, problem: Problem) -> dict[str, AnswerModel]:
    """Return the answer models of a file by name, with the one that is built in.

    Args:
        source: The file.
        names: The names of unknowns and values.
        problem: The problem.

    Raises:
        CaseFileError: If one of them is wrong.
    """
    models = {"honest": HONEST}
    for name, block in source.table(source.data, "model", "").items():
        where = f"model.{name}"
        if name in models:
            raise source.error("the model 'honest' is built in; choose another name", where)
        if not isinstance(block, Mapping):
            raise source.error(f"model {quoted(name)} must be a table", where)
        source.known_keys(block, KEYS, where, f"model {shortened(name)}")
        source.check_length(name, LONGEST_NAME, where)
        exceptions = _exceptions(source, problem, block, where)
        unknown, by_value = _dependence(source, names, block, where, models)
        if "slips" in block and block.keys() & {"when_true", "when_false"}:
            raise source.error("'slips' does not go with when_true and when_false", where, "slips")
        make = partial(_model, name, block, exceptions, unknown, by_value)
        models[name] = source.built(make, where)
    return models


def _exceptions(source: Source, problem: Problem, block: Mapping[str, Any], where: str) -> dict[Value, Any]:
    exceptions = source.table(block, "exceptions", where)
    known = {str(value): value for domain in problem.domains.values() for value in domain}
    strangers = [value for value in exceptions if value not in known]
    if strangers:
        message = f"there is no value {quoted(strangers[0])}; {did_you_mean(strangers[0], known)}"
        raise source.error(message, where, "exceptions")
    return {known[value]: weight for value, weight in exceptions.items()}


def _dependence(
    source: Source, names: Names, block: Mapping[str, Any], where: str, models: Mapping[str, AnswerModel]
) -> tuple[Unknown | None, dict[Value, AnswerModel]]:
    """Return the unknown on whose value a model depends, and the model that holds for some of its values."""
    by_value = source.table(block, "by_value", where)
    if "depends_on" not in block:
        if by_value:
            raise source.error(
                "by_value needs depends_on, the unknown whose values they are", where, "by_value"
            )
        return None, {}
    unknown = source.checked(names.unknown, block["depends_on"], where, "depends_on")
    if not by_value:
        raise source.error("depends_on needs by_value, a model for some of its values", where, "depends_on")
    found: dict[Value, AnswerModel] = {}
    for value, model in by_value.items():
        if not isinstance(model, str) or model not in models:
            known = did_you_mean(model, models)
            message = f"by_value names {quoted(model)}, but no model above is called so; {known}"
            raise source.error(message, where, "by_value")
        found[source.checked(partial(names.value, unknown), value, where, "by_value")] = models[model]
    return unknown, found


def _model(
    name: str,
    block: Mapping[str, Any],
    exceptions: Mapping[Value, Any],
    unknown: Unknown | None,
    by_value: Mapping[Value, AnswerModel],
) -> AnswerModel:
    rates = AnswerModel(name, block.get("when_true", 1), block.get("when_false", 0))
    if "slips" in block:
        rates = slips(block["slips"])
    return AnswerModel(name, rates.when_true, rates.when_false, exceptions, unknown, by_value)
