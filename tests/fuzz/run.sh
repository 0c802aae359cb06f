#!/bin/sh
# Fuzzes every parser for ZM_FUZZ_SECONDS (60) each, from the committed seeds; a crash ends with status 1.
set -eu
cd "$(dirname "$0")/../.."
seconds=${ZM_FUZZ_SECONDS:-60}
[ -f build/fuzz/build.ninja ] || CC=clang meson setup build/fuzz -Dfuzz=true -Dtests=false \
    -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
ninja -C build/fuzz >build/fuzz/build.log 2>&1 || {
    tail -n 30 build/fuzz/build.log
    exit 4
}
failed=0
count=0
for target in build/fuzz/tests/fuzz/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    name=${target##*/fuzz_}
    count=$((count + 1))
    mkdir -p "build/fuzz/corpus/$name"
    if UBSAN_OPTIONS=halt_on_error=1 "$target" -max_total_time="$seconds" -max_len=2000 -rss_limit_mb=1500 \
        -timeout=20 -artifact_prefix="build/fuzz/$name-" "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name" \
        >"build/fuzz/$name.log" 2>&1; then
        echo "ok $count - $name: $(grep -c . "build/fuzz/$name.log") lines, $(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "build/fuzz/$name.log") runs"
    else
        echo "not ok $count - $name"
        tail -n 30 "build/fuzz/$name.log" | sed 's/^/# /'
        failed=1
    fi
done
echo "1..$count"
exit $failed
