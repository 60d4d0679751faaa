"""One table and its game, without any input or output: what is true, what may happen, what is seen."""
