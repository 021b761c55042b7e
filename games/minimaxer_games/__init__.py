"""The games that come with minimaxer, one a file; each imports only the public package, as a stranger's would."""
