#!/bin/sh
# Sprouts by hand, without a browser: the modules of the page run in Node, the program says what is right.
cd "$(dirname "$0")" || exit 1
command -v node >/dev/null 2>&1 || {
    echo "1..1"
    echo "ok 1 - Sprouts by hand # SKIP node is not installed"
    exit 0
}
exec timeout 3000 node hand.mjs
