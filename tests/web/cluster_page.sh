#!/bin/sh
# The tab of a cluster, in a real browser: installed and skipped as the tests of the page are.
command -v redis-server >/dev/null 2>&1 || {
    echo "1..0 # SKIP there is no redis-server"
    exit 0
}
exec "$(dirname "$0")/page.sh" cluster_page.mjs
