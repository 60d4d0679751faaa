"""What an operator looks at, and how the process keeps house: metrics, logs, garbage collection."""
