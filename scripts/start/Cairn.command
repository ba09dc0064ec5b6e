#!/bin/sh
# A double click in the Finder plays in a window.
exec "$(dirname "$0")/cairn" desktop
