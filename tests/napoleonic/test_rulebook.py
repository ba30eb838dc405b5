"""The rulebook of the Napoleonic chapters: in both languages, without numbers of its own, on its page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from common import ROOT
from deduce.napoleonic.book import book_of
from deduce.napoleonic.rulebook import kinds, named_places, rules, rules_page
from deduce.napoleonic.wording import worded_ids, worded_rules
from deduce.ruling.errors import RulingError
from deduce.tabletop.rulebook import rules_told
from deduce.tabletop.said import Said
from tabletop.toy import TOY

IDS = (ROOT / "tests" / "data" / "napoleonic-rule-ids.txt").read_text(encoding="utf-8").split()
"""Every id of the digest."""
KIND = replace(TOY, name="napoleonic", rules=rules, languages=("en", "fr"))
"""A kind of game with these rules."""


def test_only_ids_of_the_digest_are_worded_and_each_once() -> None:
    """And the second switches of decisions, such as DEC-16b."""
    worded = Counter(name for _, group in worded_rules() for name in group)
    assert [name for name, times in worded.items() if times > 1] == []
    assert {re.sub("(?<=[0-9])[a-z]$", "", name) for name in rules()} <= {*IDS}
    assert worded_ids() == worded.keys()
    assert kinds().keys() == rules().keys()


def test_every_rule_is_worded_in_both_languages() -> None:
    for name, rule in rules().items():
        french = rule.languages["fr"]
        for said in (rule, french):
            assert said.title, name
            assert said.text.endswith("."), name
            assert "{" not in said.text + said.decision + said.reading, name
        assert french.text != rule.text, name
        assert bool(french.decision) is bool(rule.decision), name
        assert bool(french.reading) is bool(rule.reading), name
        assert (french.option, french.source) == (rule.option, rule.source)


def test_the_words_have_no_numbers_of_their_own() -> None:
    """But those that are in ids and names of sections."""
    for _, group in worded_rules():
        for name, worded in group.items():
            for words in (worded.text, worded.decision):
                for text in (words.en, words.fr):
                    bare = re.sub(r"\{[^}]*\}|\b(?:NAP|DEC)-[A-Z0-9-]+|\b[MO][0-9.]+|\b[HQ][1-4]\b", "", text)
                    assert not re.search(r"\d", bare), name


def test_whatever_the_words_name_is_there() -> None:
    law = book_of().law
    for place in named_places():
        assert place in law.changeable, place


def test_every_option_that_a_rule_names_is_one() -> None:
    for name, rule in rules().items():
        for option in filter(None, rule.option.split("; ")):
            head, house = option.split(" = ", 1)
            assert head == "House", name
            assert book_of("printed", house).house, option


def test_the_page_is_made_of_the_rules() -> None:
    """To make it anew, write what `deduce.napoleonic.rulebook.rules_page` returns into its file."""
    page = (ROOT / "docs" / "napoleonic-rules.md").read_text(encoding="utf-8")
    assert page == rules_page()
    assert re.findall(r"^### (\S+)$", page, re.MULTILINE) == [*rules()]


def test_a_rule_is_told_by_its_id() -> None:
    for name, rule in [*rules().items()][:3]:
        for language in ("en", "fr"):
            heading, text, *_ = (
                each.text
                for each in rules_told(KIND, {"rule": name, "lang": language}).said
                if isinstance(each, Said)
            )
            assert heading == f"{name}: {rule.in_language(language).title}"
            assert text == rule.in_language(language).text


def test_an_owner_names_only_rules_that_there_are(tmp_path: Path) -> None:
    text = (
        'format = "deduce.ruling/1"\nextends = "printed"\n[[row]]\ntable = "speeds"\ngives = { move = 12 }\n'
    )
    (tmp_path / "mine.toml").write_text(text + 'rule = "NAP-DIST-99"\n', encoding="utf-8")
    with pytest.raises(RulingError, match=r"mine\.toml, line 6: .*there is no rule 'NAP-DIST-99'"):
        book_of("mine.toml", folder=tmp_path)
    with pytest.raises(RulingError, match=r"there are no rules 'prinetd'; did you mean 'printed'\?"):
        book_of("prinetd")
