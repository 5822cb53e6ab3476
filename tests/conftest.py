"""Settings that all tests share."""

from hypothesis import settings

# Machines that run tests are shared and slow at times: an example has no deadline.
settings.register_profile("soko", deadline=None, print_blob=True)
settings.load_profile("soko")
