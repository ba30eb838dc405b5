"""The findings of `deduce solve` as JSON, version deduce.solve/1."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from .numbers import long_numbers
from .output import dump
from .solve_grid import certain_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce import Confirmation, Conflict, Grade, Lesson, Proof, Rating, Step, Suspect
    from deduce.problem.statements import Unknown, Value

    from .report import Findings, Why

FORMAT = "deduce.solve/1"


def document(findings: Findings) -> str:
    """Return the document."""
    with long_numbers():
        return dump(_findings(findings))


def _findings(findings: Findings) -> dict[str, Any]:
    belief = findings.belief
    counted = not findings.not_counted
    open_worlds = counted and belief.is_consistent
    probabilities = belief.probabilities if open_worlds else None
    certain = belief.certain if belief.is_consistent else {}
    drawn = {grid.called: certain_rows(grid, certain) for grid in findings.case.grids}
    data: dict[str, Any] = {
        "format": FORMAT,
        "file": findings.case.path,
        "title": findings.case.problem.title,
        "entries": [{"id": entry.id, "text": entry.text} for entry in findings.log],
        "engine": belief.engine,
        "models": list(findings.log.models),
        "hidden": [str(unknown) for unknown in belief.problem.unknowns if unknown in belief.problem.hidden],
        "consistent": belief.is_consistent,
        "worlds": belief.count if counted else None,
        "not_counted": findings.not_counted or None,
        "bits": belief.bits if open_worlds else None,
        "certain": {str(u): str(v) for u, v in certain.items()},
        "possible": {str(u): list(map(str, values)) for u, values in belief.possible.items()},
        "probabilities": probabilities
        and {str(u): {str(v): float(p) for v, p in probabilities[u].items()} for u in probabilities},
        "fractions": probabilities
        and {str(u): {str(v): str(p) for v, p in probabilities[u].items()} for u in probabilities},
        "grid": drawn.pop("", None),
        "grids": drawn,
        "conflicts": {
            "all": findings.conflicts.is_all,
            "smallest": findings.conflicts.is_smallest,
            "found": [_conflict(conflict) for conflict in findings.conflicts],
        },
        "unanswered": list(findings.unanswered),
        "stopped": list(findings.stopped),
    }
    if findings.suspects is not None:
        data["suspects"] = [_suspect(suspect) for suspect in findings.suspects]
        data["confirming"] = [_confirmation(one) for one in findings.confirming]
    if findings.why:
        data["why"] = [_why(why) for why in findings.why]
    if findings.steps is not None:
        data["steps"] = [_step(step) for step in findings.steps]
        data["grade"] = findings.grade and _grade(findings.grade)
    if findings.ratings is not None:
        settled = itertools.chain(findings.settled, itertools.repeat(None))
        data["questions"] = list(map(_rating, findings.ratings, settled))
    if findings.lessons is not None:
        data["review"] = [_lesson(lesson) for lesson in findings.lessons]
    if findings.worlds is not None:
        data["most_probable"] = [
            {
                "world": {str(u): str(v) for u, v in world.items()},
                "probability": float(share),
                "fraction": str(share),
            }
            for world, share in findings.worlds
        ]
    return data


def _conflict(conflict: Conflict) -> dict[str, Any]:
    return {"entries": list(conflict.ids), "sentence": conflict.sentence}


def _suspect(suspect: Suspect) -> dict[str, Any]:
    return {
        "entry": suspect.entry.id,
        "probability": None if suspect.probability is None else float(suspect.probability),
        "fraction": None if suspect.probability is None else str(suspect.probability),
        "worlds_if_reversed": suspect.worlds_if_reversed,
        "worlds_if_removed": suspect.worlds_if_removed,
    }


def _confirmation(confirmation: Confirmation) -> dict[str, Any]:
    return {
        "question": confirmation.question.text,
        "bits": confirmation.bits,
        "slip_after": {answer: float(share) for answer, share in confirmation.slip_after.items()},
    }


def _why(why: Why) -> dict[str, Any]:
    if why.proof is None:
        return {"asked": why.asked, "proof": None, "answer": why.answer}
    return {
        "asked": why.asked,
        "proof": _proof(why.proof),
        "steps": [_step(step) for step in why.steps],
    }


def _proof(proof: Proof) -> dict[str, Any]:
    group = proof.confinement
    return {
        "claim": str(proof.claim),
        "unknown": str(proof.claim.unknown),
        "value": str(proof.claim.value),
        "holds": proof.claim.holds,
        "kind": proof.kind,
        "entries": list(proof.ids),
        "confined": group
        and {"unknowns": list(map(str, group.unknowns)), "values": list(map(str, group.values))},
        "sentence": proof.sentence,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "conclusions": [str(claim) for claim in step.conclusions],
        "entries": [entry.id for entry in step.entries],
        "rules": list(step.rules),
        "uses": list(step.uses),
        "difficulty": step.difficulty,
        "kind": step.kind,
        "level": step.level,
        "sentence": step.sentence,
    }


def _grade(grade: Grade) -> dict[str, Any]:
    return {
        "level": grade.level,
        "name": grade.name,
        "hardest": grade.hardest,
        "rounds": dict(grade.rounds),
        "effort": grade.effort,
    }


def _lesson(lesson: Lesson) -> dict[str, Any]:
    return {
        "entry": lesson.entry.id,
        "bits": lesson.bits,
        "expected": lesson.expected,
        "best": lesson.best and {"question": lesson.best.question.text, "bits": lesson.best.bits},
        "regret": lesson.regret,
    }


def _rating(rating: Rating, settled: Mapping[str, Mapping[Unknown, Value]] | None) -> dict[str, Any]:
    return {
        "question": rating.question.text,
        "bits": rating.bits,
        "probabilities": {answer: float(p) for answer, p in rating.probabilities.items()},
        "fractions": {answer: str(p) for answer, p in rating.probabilities.items()},
        "worst_case": {"answer": rating.worst_answer, "bits": rating.worst_bits},
        "settles": None
        if settled is None
        else {answer: {str(u): str(v) for u, v in certain.items()} for answer, certain in settled.items()},
        "useless": rating.is_useless,
        "dominated_by": rating.dominated_by and rating.dominated_by.text,
    }
