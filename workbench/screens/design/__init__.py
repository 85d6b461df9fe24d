"""The design screen, a file for each thing that is done on it."""

from workbench.screens.design.screen import DesignScreen

__all__ = ["DesignScreen"]
