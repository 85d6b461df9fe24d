"""Functions that describe verdicts, facts and numbers in the same words everywhere in the app."""
