"""What protects the server and its users: limits, headers, credentials."""
