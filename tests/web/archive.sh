#!/bin/sh
# Archives, books and whole games on the page, in a real browser; see archive.mjs.
exec "$(dirname "$0")/page.sh" archive.mjs
