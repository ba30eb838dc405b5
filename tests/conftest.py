"""What all tests share: the profiles of the property-based tests.

``ci`` is the default: the examples are derived from the tests themselves, so every run on every
machine tries the same ones. ``HYPOTHESIS_PROFILE=explore`` looks for new ones, and for more.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    deadline=None,
    # Half of the usual, so that a whole run stays short; "explore" tries many more.
    max_examples=50,
    derandomize=True,
    print_blob=True,
    # How fast examples are made depends on the machine, and must not decide about a run.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore",
    deadline=None,
    max_examples=2000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile once, before tests and their processes start, what each of them would compile for itself."""
    if not hasattr(config, "workerinput"):
        from deduce.confusion.advice.engines import prepare
        from deduce.confusion.engine.rules import Rules

        prepare(Rules.of("classic"))


@pytest.fixture(scope="session", autouse=True)
def _data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What has no file of its own, such as the keys of matches, is never kept in the real data folder."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
