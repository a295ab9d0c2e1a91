"""python -m windrow: the command line."""

from windrow.cli import main

main()
