"""Drawing with Rich: kingdoms, lines, the builders' board, scores, and the whole table."""
