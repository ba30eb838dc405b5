"""What all tests share: the profiles of the property-based tests.

``ci`` is the default: the examples are derived from the tests themselves, so every run on every
machine tries the same ones. ``HYPOTHESIS_PROFILE=explore`` looks for new ones, and for more.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    deadline=None,
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
