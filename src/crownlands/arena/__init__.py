"""Many games between players: paired deals, win shares and ratings with intervals."""
