"""What the verbs of the command line do: plain functions that return values.

Nothing here parses arguments, prints, or ends the program; that is for `cli` and `terminal`.
"""
