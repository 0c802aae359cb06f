#!/bin/sh
# zermelo help GAME: every option and every calculation is printed once.
. "$ZM_SOURCE/tests/cli/tap.sh"
for game in $("$ZERMELO" games | sed -n 's/^\([a-z][a-z0-9-]*\) .*/\1/p'); do
    run "$ZERMELO" help "$game"
    text=$(printf '%s\n' "$out" | sed '/^Tools of this game/,$d')
    is "$game: options once" "" "$(printf '%s\n' "$text" | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' | sort | uniq -d)"
    names=$(printf '%s\n' "$text" | sed -n '/^What can be computed/,/^$/s/^  \([a-z-]*\)  .*/\1/p')
    is "$game: calculations once" "" "$(printf '%s\n' "$names" | sort | uniq -d)"
    is "$game: something can be computed" 0 "$([ -n "$names" ]; echo $?)"
done
end
