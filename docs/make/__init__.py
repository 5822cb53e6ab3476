"""What makes the site out of the pages in docs: ``python -m docs.make``."""
