"""Its presence puts this folder on the import path: helpers here are for every test."""
