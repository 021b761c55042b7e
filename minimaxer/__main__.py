"""`python -m minimaxer`: the command, with the current folder taken off the search path, where Python has put it first."""

import os
import sys

if __name__ == "__main__":
    # no file that lies in the folder takes the place of an installed module, unless the package itself is run from there
    folder = os.getcwd() if sys.path and os.path.isabs(sys.path[0]) else ""
    holds_package = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) == folder
    if not sys.flags.safe_path and sys.path[:1] == [folder] and not holds_package:
        del sys.path[0]

    from minimaxer_command import main

    sys.exit(main())
