"""Live tables: people and bots share a game from anywhere, and no move is ever lost."""
