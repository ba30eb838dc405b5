"""The harnesses fork, which not every system can."""

import sys

collect_ignore = ["test_faults.py"] if sys.platform == "win32" else []
