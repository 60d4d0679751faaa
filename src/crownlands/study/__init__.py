"""What can be learned from a game that is over: a review that tells skill from luck ([study.md])."""
