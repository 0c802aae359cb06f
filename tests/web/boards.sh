#!/bin/sh
# Every game of the registry, played on its board in a real browser; see boards.mjs.
exec "$(dirname "$0")/page.sh" boards.mjs
