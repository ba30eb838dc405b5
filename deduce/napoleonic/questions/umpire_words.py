"""What follows from two sheets, in words."""

from __future__ import annotations

from deduce.ruling.languages import Words, filled

__all__ = ["say"]

SAID = {
    "void": Words(
        "{one} declared {deed}, and its sheet does not have that: void",
        "{one} a déclaré {deed}, ce que sa feuille n'a pas : nul",
    ),
    "not yet": Words(
        "{one} has not declared {deed} yet: void unless it does now",
        "{one} n'a pas encore déclaré {deed} : nul si elle ne le fait pas maintenant",
    ),
    "silent": Words(
        "{one} has {deed} written and did not declare it: void", "{one} : {deed}, écrit et non déclaré : nul"
    ),
    "allowed": Words("{one} may charge {other}", "{one} peut charger {other}"),
    "refused": Words("{one} may not charge {other}: {why}", "{one} ne peut pas charger {other} : {why}"),
    "no evade": Words("{one} may not evade: {why}", "{one} ne peut pas esquiver : {why}"),
    "unknown": Words(
        "{one} charges {other}, and nobody said: {why}", "{one} charge {other}, sans qu'on sache : {why}"
    ),
    "same side": Words(
        "{one} and {third} charge {other} on the same side: only one of them may",
        "{one} et {third} chargent {other} du même côté : un seul le peut",
    ),
    "which side": Words(
        "{one} and {third} charge {other}: on the same side only one may, on two sides it depends on what "
        "that is; say between {one} {other} also same, opposite or adjoining",
        "{one} et {third} chargent {other} : du même côté un seul le peut, de deux côtés cela dépend de ce "
        "que c'est ; dites between {one} {other} also same, opposite ou adjoining",
    ),
    "two sides": Words(
        "{one} and {third} charge {other} on two sides, which may be",
        "{one} et {third} chargent {other} de deux côtés, ce qui se peut",
    ),
    "two sides refused": Words(
        "{one} and {third} charge {other} on two sides, which is refused",
        "{one} et {third} chargent {other} de deux côtés, ce qui est refusé",
    ),
    "evades": Words(
        "{one} must evade the charge of {other}, as its sheet has it",
        "{one} doit esquiver la charge de {other}, ce que sa feuille prévoit",
    ),
    "perhaps": Words(
        "{one} must evade the charge of {other}, unless it is in a wood, in a village or behind cover, which "
        "nobody said",
        "{one} doit esquiver la charge de {other}, sauf dans un bois, un village ou derrière un abri, ce que "
        "nul n'a dit",
    ),
    "unwarned": Words(
        "{one} must evade the charge of {other}, and did not write it: its reaction quarter comes first",
        "{one} doit esquiver la charge de {other} sans l'avoir écrit : d'abord son quart de réaction",
    ),
    "screen": Words(
        "{one} does not mask {third} from {other}: skirmishers evade, and are charged through",
        "{one} ne masque pas {third} à {other} : des tirailleurs esquivent, on charge à travers",
    ),
    "between": Words(
        "{one} stands between {other} and {third}: {other} may leave its target for it",
        "{one} est entre {other} et {third} : {other} peut s'en prendre à elle",
    ),
    "gives way": Words(
        "{one} is in the way of {other}, whose charge goes first: {one} takes what is left",
        "{one} est sur le chemin de {other}, dont la charge passe d'abord : {one} prend le reste",
    ),
    "masks": Words(
        "{one} masks the charge of {other} with its own: neither goes first, so the table decides",
        "{one} masque la charge de {other} par la sienne : aucune ne prime, la table décide",
    ),
}
"""{one}, {other} and {third} are units, {deed} what is written, {why} the reasons."""


def say(what: str, **names: str | Words) -> Words:
    """Return what follows, with the units that it is about.

    Examples:
        >>> say("allowed", one="3", other="k").en
        '3 may charge k'

    Args:
        what: What follows.
        names: The units, and what else has a place in the sentence.
    """
    meant = {name: each if isinstance(each, Words) else Words(each, each) for name, each in names.items()}
    return filled(SAID[what], meant)
