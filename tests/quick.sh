#!/bin/sh
# The tests of the release build alone: what to run before each commit.
set -eu
cd "$(dirname "$0")/.."
[ -f build/test/build.ninja ] || meson setup build/test --werror -Dcontracts=true >/dev/null
ninja -C build/test 2>&1 | grep -E 'error|warning|FAILED' || true
ninja -C build/test >/dev/null
CMOCKA_MESSAGE_OUTPUT=TAP MALLOC_PERTURB_=0 MESON_TESTTHREADS=$(($(nproc) + 1)) \
    meson test -C build/test --no-rebuild --print-errorlogs
