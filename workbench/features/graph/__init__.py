"""The state graph on a screen of its own."""
