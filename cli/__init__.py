"""The command line: parse, call the library, render. Nothing is worked out here."""
