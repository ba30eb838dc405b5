"""The command `deduce` for tests that start it in a process of its own."""

COMMAND = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from deduce_cli.main import main; main()"
)
"""What `python -c` runs. Ctrl-C stops it even where the tests themselves were started with Ctrl-C ignored,
as a shell does for everything in the background."""
