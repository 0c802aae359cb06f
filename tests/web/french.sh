#!/bin/sh
# Errors in French: the sources of the library are read, and the page's tables; see french.mjs.
cd "$(dirname "$0")" || exit 1
command -v node >/dev/null 2>&1 || {
    echo "1..1"
    echo "ok 1 - errors in French # SKIP node is not installed"
    exit 0
}
exec node french.mjs
