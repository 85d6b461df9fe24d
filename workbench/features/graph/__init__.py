"""The screen that shows a level's state graph."""
