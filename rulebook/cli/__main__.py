"""`python -m rulebook.cli`, where the command itself is not on the path."""

from rulebook.cli import main

if __name__ == "__main__":
    main()
