"""The interface between games and the workbench, and the registry of installed games."""
