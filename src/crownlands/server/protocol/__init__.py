"""What is said: messages, entries, views, HTTP bodies and refusals, declared once as types."""
