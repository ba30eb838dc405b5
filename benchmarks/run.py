"""Measure everything side by side: `python benchmarks/run.py`."""

from __future__ import annotations

import argparse
import os
import sys
import time

import environment


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, fewer games")
    parser.add_argument("--only", metavar="T2,T5", default="", help="only some tables")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--fresh", action="store_true", help="make the environment anew")
    asked = parser.parse_args()
    missing = environment.enter(fresh=asked.fresh)

    # From here on this is the environment of the benchmarks, in which all of this is installed.
    import printing
    import topic_advice
    import topic_clue
    import topic_confusion
    import topic_draws
    import topic_grids
    import topic_napoleonic
    import topic_odds
    import topic_proofs
    import topic_puzzles
    import topic_questions
    import topic_startup
    import topic_table
    from timing import FULL, QUICK

    if os.getloadavg()[0] > 1:
        print("Other programs are busy here; the figures will be too high.", file=sys.stderr)
    for name in missing:
        print(f"{name}: not installed", file=sys.stderr)
    effort = QUICK if asked.quick else FULL
    topics = [
        *topic_grids.TOPICS,
        *topic_proofs.TOPICS,
        topic_startup.TOPIC,
        topic_grids.LARGE_TOPIC,
        topic_clue.TOPIC,
        topic_questions.TOPIC,
        topic_puzzles.TOPIC,
        topic_draws.TOPIC,
        topic_confusion.TOPIC,
        topic_advice.TOPIC,
        topic_table.TOPIC,
        topic_odds.TOPIC,
        topic_napoleonic.TOPIC,
    ]
    wanted = {key.strip().upper() for key in asked.only.split(",")} - {""}
    keys = [topic.key for topic, _ in topics]
    if wanted - set(keys):
        parser.error(f"there is no table {', '.join(wanted - set(keys))}; choose of {', '.join(keys)}")
    for topic, rows in topics:
        if wanted and topic.key not in wanted:
            continue
        begin = time.perf_counter()
        for row in rows(effort):
            topic.rows.append(row)
            print(f"{topic.key}: {row.case}", file=sys.stderr)
        print(f"{topic.key}: {time.perf_counter() - begin:.0f} s", file=sys.stderr)
    measured = [topic for topic, _ in topics if topic.rows]
    if asked.json:
        print(printing.as_json(measured))
    elif asked.markdown:
        print(printing.as_markdown(measured))
    else:
        print(printing.as_text(measured))


if __name__ == "__main__":
    main()
