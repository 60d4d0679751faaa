"""Tables that are looked at: rooms, connections, presence, bots, hints."""
