#!/bin/sh
# The dependency rule of docs/how-it-works.md, read off the #include lines: what each folder of src/ may use.
cd "$ZM_SOURCE" || exit 4
count=0
failures=0
allow() { # folder, folders it may include
    folder=$1
    shift
    [ -d "src/$folder" ] || return # a room to come
    count=$((count + 1))
    bad=
    for file in $(find "src/$folder" -name '*.[ch]' -o -name '*.inc' | sort); do
        for used in $(sed -n 's/^ *#include "\([a-z]*\)\/.*/\1/p' "$file" | sort -u); do
            case " $folder $* " in
            *" $used "*) ;;
            *) bad="$bad $file->$used" ;;
            esac
        done
    done
    if [ -z "$bad" ]; then
        echo "ok $count - $folder"
    else
        failures=$((failures + 1))
        echo "not ok $count - $folder:$bad"
    fi
}
allow base
allow theory base
allow store base
allow watch base
allow games base theory
below="base theory games store watch"
for room in records solve search think engines proof; do
    allow $room $below
    below="$below $room"
done
allow picture $below
below="$below picture"
allow cluster $below
below="$below cluster"
allow api $below
below="$below api"
allow care $below
allow protocol $below zermelo
below="$below care protocol"
allow web $below
allow library $below zermelo web
allow cli $below library zermelo web bench
allow verify base proof
# What zermelo-verify is linked from includes nothing above games but itself.
count=$((count + 1))
linked=$(sed -n '/^check_sources = files(/,/^)/p' src/meson.build | grep "^  '" | grep -vE "'(base|theory|games|proof/check)/")
bad=$(grep -n '#include "' src/proof/check/*.[ch] src/verify/*.[ch] | grep -vE '"(base|theory|games|proof/check)/')
bad="$linked$bad"
if [ -z "$bad" ]; then
    echo "ok $count - proof/check"
else
    failures=$((failures + 1))
    echo "not ok $count - proof/check: $bad"
fi
# Above the games and their engines nothing knows a game by its name.
count=$((count + 1))
bad=$(cd src && grep -nE '#include "(games|engines)/[a-z_]+/' solve/*.[ch] search/*.[ch] think/*.[ch] proof/*.[ch] proof/check/*.[ch] \
    picture/*.[ch] cluster/*.[ch] api/*.[ch] care/*.[ch] protocol/*.[ch] web/*.[ch] 2>/dev/null)
if [ -z "$bad" ]; then
    echo "ok $count - games are known by their interfaces"
else
    failures=$((failures + 1))
    echo "not ok $count - games are known by their interfaces:" $bad
fi
# Only base/file.c opens a path that a user named. The others open what they name themselves: the lock of a
# store, /dev/null, random numbers, a temporary file.
count=$((count + 1))
doors=$(grep -lrE '(^|[^a-z_.>])(fopen|freopen|open|openat|creat|mkstemp|json_load_file|json_dump_file)\(' src --include='*.[ch]' |
    grep -vxE 'src/(base/file|store/use|cli/main|web/serving|picture/draw)\.c')
if [ -z "$doors" ]; then
    echo "ok $count - files are opened in one place"
else
    failures=$((failures + 1))
    echo "not ok $count - files are opened in one place:" $doors
fi
# docs/tour.md names every room, and no file or folder that is not there.
count=$((count + 1))
bad=
for room in src/*/; do
    grep -qF "\`$room" docs/tour.md || bad="$bad $room is not named;"
done
for path in $(grep -oE '`(src|web|tests|tools|bench|python|include)/[^` ]*`' docs/tour.md | tr -d '`' | sort -u); do
    ls $path >/dev/null 2>&1 || bad="$bad $path is not there;" # $path may be a pattern
done
if [ -z "$bad" ]; then
    echo "ok $count - the tour"
else
    failures=$((failures + 1))
    echo "not ok $count - the tour:$bad"
fi
count=$((count + 1))
if git ls-files '*.c' '*.h' >/dev/null 2>&1 && command -v clang-format >/dev/null 2>&1 &&
    ! git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror >/dev/null 2>&1; then
    failures=$((failures + 1))
    echo "not ok $count - clang-format (run 'make format')"
else
    echo "ok $count - clang-format"
fi
echo "1..$count"
[ "$failures" = 0 ]
