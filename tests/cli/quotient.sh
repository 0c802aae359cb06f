#!/bin/sh
# zermelo quotient: what it prints and how it ends.
n=0
check() { # name, expected, found
    n=$((n + 1))
    if [ "$2" = "$3" ]; then echo "ok $n - $1"; else
        echo "not ok $n - $1"; echo "# expected: $2"; echo "# found:    $3"; fi
}
echo "1..8"
check "0.123, first line" "octal 0.123, misere quotient: order 20, 5 lost elements" \
    "$("$ZERMELO" quotient octal 0.123 | head -n 1)"
check "0.123, period" "period 5 from heap 5 on: proved, since values repeat up to heap 23" \
    "$("$ZERMELO" quotient octal 0.123 | grep period)"
check "0.77 in JSON" "40 12 71 168 True" "$("$ZERMELO" quotient octal 0.77 --json | python3 -c '
import json, sys
q = json.load(sys.stdin)
print(q["order"], q["period"], q["from"], q["bound"], q["complete"])')"
check "a position" "value of the position: a, lost for the player to move" \
    "$("$ZERMELO" quotient cram 3x4 | grep value)"
"$ZERMELO" quotient octal 0.07 --order 100 >/dev/null 2>&1
check "beyond the limit" 3 $?
"$ZERMELO" quotient octal 0.9 >/dev/null 2>&1
check "no octal code" 2 $?
"$ZERMELO" quotient cram 3xx >/dev/null 2>&1
check "no position" 2 $?
check "help" "zermelo quotient GAME POSITION-OR-CODE [options]" "$("$ZERMELO" help quotient | head -n 1)"
