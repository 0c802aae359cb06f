#!/bin/sh
# The page in a real browser: Debian's Chromium, driven by playwright-core from npm, and axe-core's rules
# (both pinned by the lock file). Where one of them cannot be had the tests are skipped, and the reason is
# said. `page.sh boards.mjs` runs those tests instead of page.mjs.
tests=${1:-page.mjs}
cd "$(dirname "$0")" || exit 1
skip() {
    echo "1..1"
    echo "ok 1 - the page in a browser # SKIP $1"
    exit 0
}
for program in node npm chromium; do
    command -v $program >/dev/null 2>&1 || skip "$program is not installed"
done
log=$(mktemp)
# Two tests may begin at once: one of them installs, the other finds it done.
timeout 300 flock "$PWD/page.sh" sh -c '
    cmp -s package-lock.json node_modules/.installed ||
        { timeout 120 npm ci --ignore-scripts --no-audit --no-fund && cp package-lock.json node_modules/.installed; }
' >"$log" 2>&1 || {
    tail -n 3 "$log" >&2
    rm -f "$log"
    skip "npm cannot fetch what package-lock.json names"
}
rm -f "$log"
limit=600
[ -z "$ZM_LONG" ] || limit=7000 # as tests/run.sh gives it
exec timeout $limit node "$tests"
