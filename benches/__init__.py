"""How fast soko is, against its reference and its peers: ``python -m benches`` prints the ratios."""
