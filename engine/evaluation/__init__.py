"""What can be said of a level: verdicts, ratings, relevance, mechanics, intentions."""
