"""How fast soko is, against its reference and its peers: ``pytest benches`` (docs/performance.md)."""
