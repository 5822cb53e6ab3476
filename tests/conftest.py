"""Settings that all tests share."""

import signal

import pytest
from hypothesis import settings

# Machines that run tests are shared and slow at times: an example has no deadline.
settings.register_profile("soko", deadline=None, print_blob=True)
settings.load_profile("soko")


@pytest.fixture(autouse=True, scope="session")
def _answer_ctrl_c() -> None:
    """Let Ctrl-C raise here and in children, also where the tests run in the background, which ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
