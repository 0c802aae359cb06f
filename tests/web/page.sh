#!/bin/sh
# The page in a real browser: Debian's Chromium, driven by playwright-core from npm (pinned by the lock
# file). Where one of them cannot be had the tests are skipped, and the reason is said.
cd "$(dirname "$0")" || exit 1
skip() {
    echo "1..1"
    echo "ok 1 - the page in a browser # SKIP $1"
    exit 0
}
for program in node npm chromium; do
    command -v $program >/dev/null 2>&1 || skip "$program is not installed"
done
wanted=$(sed -n 's/.*"playwright-core": "\(.*\)".*/\1/p' package.json | head -n 1)
found=$(sed -n 's/^ *"version": "\(.*\)".*/\1/p' node_modules/playwright-core/package.json 2>/dev/null | head -n 1)
if [ "$wanted" != "$found" ]; then
    log=$(mktemp)
    timeout 120 npm ci --ignore-scripts --no-audit --no-fund >"$log" 2>&1 || {
        tail -n 3 "$log" >&2
        skip "npm cannot fetch playwright-core $wanted"
    }
    rm -f "$log"
fi
exec timeout 600 node page.mjs
