"""The table for people: in a terminal with Rich, and as a picture."""
