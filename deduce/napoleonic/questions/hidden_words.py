"""What is said of what is hidden, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deduce.ruling.languages import Words, filled

if TYPE_CHECKING:
    from typing import TypeAlias

    from deduce.napoleonic.battle import Battle
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["WORDS", "say"]

WORDS = {
    "nothing": Words("Nothing was noted of any enemy yet.", "Rien n'est encore noté d'aucun ennemi."),
    "likelier": Words(
        "Likelier, of what a table has the speed of, under the pace model (a share of {pace.full} goes as "
        "far as it can, any less is even; measured to {measure.tolerance}) and {priors}:",
        "Plus probable, de ce dont un tableau donne la vitesse, selon le modèle d'allure (une part de "
        "{pace.full} va aussi loin que possible, le reste au hasard ; mesuré à {measure.tolerance} près) et "
        "{priors} :",
    ),
    "equal": Words("equal weights of everything", "des poids égaux pour tout"),
    "army": Words("the weights of the army list", "les poids de la liste d'armée"),
    "by rule": Words("by rule", "par règle"),
    "by model": Words("likelier", "probable"),
    "excluded": Words("excluded", "exclu"),
    "left": Words("left", "reste"),
    "no data": Words("no data", "sans données"),
    "another": Words("another kind", "autre type"),
    "forced": Words("forced march", "marche forcée"),
    "inside": Words("by {ground}", "par {ground}"),
    "no odds": Words("No odds: nothing says whom he prefers.", "Pas de cote : rien ne dit qui il préfère."),
    "nobody": Words(
        "Nobody of these can be the target: the list is not complete, a distance is wrong, or the "
        "charge is void.",
        "Aucun de ceux-là ne peut être la cible : la liste est incomplète, une distance est fausse ou "
        "la charge est nulle.",
    ),
    "still": Words("Still possible: {who}.", "Encore possible : {who}."),
    "out": Words("{who} is out: {why} ({rules}).", "{who} est exclu : {why} ({rules})."),
    "touched": Words("he would have been touched in Q{quarter}", "il aurait été touché en Q{quarter}"),
    "axis": Words(
        "the first quarter shows whether he is on the axis", "le premier quart montre s'il est dans l'axe"
    ),
    "reach": Words("out of reach until the period ends", "hors d'atteinte d'ici la fin de la période"),
    "rules": Words("the rules forbid it", "les règles l'interdisent"),
    "can": Words(
        "{who}: touched in Q{contact}, fires in {fires} quarters, a change of one quarter after its "
        "reaction is {change}",
        "{who} : touché en Q{contact}, tire pendant {fires} quarts, un changement d'un quart après sa "
        "réaction est {change}",
    ),
    "in time": Words("in time", "à temps"),
    "late": Words("too late", "trop tardif"),
    "open": Words("open", "incertain"),
    "no speed": Words(
        "No table has the speed or the distance bonus of {unit}: nobody is excluded by his distance.",
        "Aucun tableau ne donne la vitesse ou le bonus de {unit} : personne n'est exclu par sa distance.",
    ),
    "no claim": Words(
        "No table has the speed of {unit}, so the claim cannot be checked.",
        "Aucun tableau ne donne la vitesse de {unit} : la demande ne peut être vérifiée.",
    ),
    "means": Words(
        "{unit} {answer}. Left: {count} of {first}.", "{unit} {answer}. Restent : {count} sur {first}."
    ),
    "if even": Words(
        "Excluded by rule: a dot. The others in percent if all were equally likely before (DEC-32):",
        "Exclu par règle : un point. Les autres en pour cent si tout était également probable (DEC-32) :",
    ),
    "untold": Words(
        "No table says what these orders permit, so they stay: {orders}.",
        "Aucun tableau ne dit ce que permettent ces ordres, ils restent : {orders}.",
    ),
    "in house": Words("{house}: ready after {needs}: {can}", "{house} : prête après {needs} : {can}"),
    "in growth": Words(
        "{house}, {what}: at its edge after {needs}: {can}",
        "{house}, {what} : à la lisière après {needs} : {can}",
    ),
    "possible": Words("possible", "possible"),
    "by road": Words("possible along a road", "possible par une route"),
    "bonus": Words(
        "From {least} cm on a counter-charge of {counter} has its bonuses against {charger} (NAP-COUNTER-7).",
        "À partir de {least} cm, une contre-charge de {counter} contre {charger} a ses bonus "
        "(NAP-COUNTER-7).",
    ),
    "holds": Words("At {distance} cm the claim holds.", "À {distance} cm la demande est fondée."),
    "fails": Words("At {distance} cm the claim is refused.", "À {distance} cm la demande est refusée."),
    "unsure": Words("At {distance} cm it is open.", "À {distance} cm c'est incertain."),
    "bits": Words("{bits:.3f} bits: {what}", "{bits:.3f} bits : {what}"),
    "assumed": Words(
        "Assumed (DEC-32): who may fire does so in {tell.fires}, who is deeper inside is met in "
        "{tell.met}; {priors}.",
        "Supposé (DEC-32) : qui peut tirer le fait dans {tell.fires}, qui est plus au fond est "
        "rencontré dans {tell.met} ; {priors}.",
    ),
    "assumed of pace": Words(
        "Assumed (DEC-32): a share of {pace.full} goes as far as it can, any less is even, measured to "
        "{measure.tolerance}; {priors}.",
        "Supposé (DEC-32) : une part de {pace.full} va aussi loin que possible, le reste au hasard, mesuré à "
        "{measure.tolerance} près ; {priors}.",
    ),
    "given": Words("the weights that were said", "les poids qui ont été dits"),
    "silence": Words(
        "Silence excludes nothing: it is a choice.", "Le silence n'exclut rien : c'est un choix."
    ),
    "next": Words(
        "{unit}: its next whole quarter on open ground tells {bits:.3f} bits: {distances} cm at full pace.",
        "{unit} : son prochain quart entier sur le plat apprend {bits:.3f} bits : {distances} cm à "
        "pleine allure.",
    ),
    "tells nothing": Words(
        "{unit}: its pace tells nothing more of what is left.",
        "{unit} : son allure n'apprend plus rien de ce qui reste.",
    ),
}


def say(battle: Battle, name: str, **given: object) -> str:
    """Return a sentence in the language of the battle, with what stands in its places."""
    law = battle.book.law
    numbers = {
        each: law.declared[each].unit.said(law.numbers[each])
        for each in ("pace.full", "measure.tolerance", "tell.fires", "tell.met")
    }
    text = filled(WORDS[name], numbers).said(battle.language)
    return text.format(**given) if given else text
