#!/bin/sh
# Runs all tests: a release build by gcc, then one with the address and undefined-behaviour sanitizers, then the
# tests that use threads with the thread sanitizer, built by clang, so that both compilers see the sources. Of the
# last two only what their tests need is built. Ends with "N passed, N failed, N skipped".
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here" || exit 4
logs=
failed=0
run() { # directory, meson options, meson test options, with or without a suite
    directory=$1 options=$2 selection=$3 which=${4:-}
    [ -f "$directory/build.ninja" ] || meson setup "$directory" $options >"$directory.setup.log" 2>&1 || {
        cat "$directory.setup.log"; failed=1; return; }
    targets=
    [ -z "$which" ] || targets=$(python3 tests/targets.py "$directory" $which) || { failed=1; return; }
    ninja -C "$directory" $targets >"$directory.build.log" 2>&1 || { tail -n 40 "$directory.build.log"; failed=1; return; }
    # the long rows of a test take more than ten minutes together
    meson test -C "$directory" --no-rebuild --print-errorlogs ${ZM_LONG:+-t 12} $selection >"$directory.test.log" 2>&1 || {
        tail -n 80 "$directory.test.log"; failed=1; }
    logs="$logs $directory/meson-logs/testlog.json"
}
mkdir -p build
# Many tests wait (for servers, workers, browsers, clocks): one more at a time than there are cores keeps these busy.
export MESON_TESTTHREADS=$(($(nproc) + 1))
export CMOCKA_MESSAGE_OUTPUT=TAP
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
# meson would have every block of memory filled, tables of hundreds of megabytes that hardly anybody looks into among
# them: the player of Go took 15 s in its test instead of 1. The address sanitizer fills what is new as well.
export MALLOC_PERTURB_=0
contracts=-Dcontracts=true # every promise of src/base/require.h is looked at
run build/test "--werror $contracts" ""
# Optimised a little and with line numbers only: builds take less than half of what -O2 -g takes, tests a tenth more.
# gcc warns there of what it sees to be impossible when it optimises more, so warnings are errors in the others alone.
sanitized="-Dbuildtype=debugoptimized -Doptimization=1 -Dc_args=-g1 -Db_lundef=false"
run build/asan "$sanitized $contracts -Db_sanitize=address,undefined" "--no-suite release" "without release"
export CC=clang
run build/tsan "--werror $sanitized -Db_sanitize=thread" "--suite threads" "with threads"
python3 tests/sum.py $failed $logs
