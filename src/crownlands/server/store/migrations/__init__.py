"""Steps from one shape of the database to the next; they run by themselves when a server starts."""
