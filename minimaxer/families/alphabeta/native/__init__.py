"""The compiled tier of the alpha-beta family: searches, kernel interface, tables and reports."""
