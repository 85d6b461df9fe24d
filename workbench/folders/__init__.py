"""The user's folders: configuration, state, and the themes and levels that come along."""
