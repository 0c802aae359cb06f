#!/bin/sh
# Installs what is missing of the packages of the groups given (tools/packages.txt): on Debian and its
# kin by apt-get, as root or through sudo. Elsewhere it says what is needed and lets the build try.
# Usage: tools/install.sh run [test] [lint]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
missing=
for group in "$@"; do
    for package in $(sed -n "s/^$group  *//p" "$here/packages.txt"); do
        if command -v dpkg-query >/dev/null 2>&1 &&
            [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ]; then
            continue
        fi
        # Some are there without their package (a compiler of one's own, say).
        case $package in
        gcc | clang | make | meson | python3 | pkg-config | clang-format | chromium | npm)
            command -v "$package" >/dev/null 2>&1 && continue ;;
        libclang-rt-*) # of another version of clang, perhaps
            find "$(clang -print-resource-dir 2>/dev/null)/lib" -name '*tsan*' 2>/dev/null |
                grep -q . && continue ;;
        nodejs)
            command -v node >/dev/null 2>&1 && continue ;;
        esac
        missing="$missing $package"
    done
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "zermelo: this is no Debian; if the build fails, install the counterparts of:$missing" >&2
    exit 0
fi
if [ "$(id -u)" = 0 ]; then
    sudo=
elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
else
    echo "zermelo: these packages are missing, and this user may not install them:$missing" >&2
    echo "zermelo: as root, run: apt-get install$missing" >&2
    exit 4
fi
echo "zermelo: installing with apt-get:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
if ! { $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing; } \
    >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "zermelo: apt-get could not install:$missing (the whole log is $log)" >&2
    exit 4
fi
rm -f "$log"
