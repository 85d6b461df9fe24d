"""Why conclusions follow: evidence, hints, traces, leaks, and verdicts in words."""
