#!/bin/sh
# Games drawn by hand, in a real browser: installed and skipped as the tests of the page are.
exec "$(dirname "$0")/page.sh" hand_page.mjs
