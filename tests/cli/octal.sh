#!/bin/sh
# zermelo octal, and octal positions on the command line.
. "$ZM_SOURCE/tests/cli/tap.sh"
run "$ZERMELO" octal 0.07 --period
is "the period of 0.07" "0.07: period 34 from 53, proved" "$out"
run "$ZERMELO" octal 0.77 --period
is "the period of Kayles" "0.77: period 12 from 71, proved" "$out"
run "$ZERMELO" octal 0.16 --period --json
has "the period of 0.16, as JSON" '"period":149459,"from":105351,"proved":true' "$out"
run "$ZERMELO" octal .07 --to 12
is "values" "0 0 1 1 2 0 3 1 1 0 3 3 2" "$out"
run "$ZERMELO" octal 0.6 --to 100000 --last
is "a far value" "38" "$out"
run "$ZERMELO" octal '0.3(3)' --to 9 --last
is "a repeating tail is Nim" "9" "$out"
run "$ZERMELO" octal s1,3,4 --period
is "a subtraction game" "0.3033: period 7 from 0, proved" "$out"
run "$ZERMELO" octal 0.06 --period --to 3000
is "no period" "0.06: no period is proved by the values up to 3000" "$out"
run "$ZERMELO" octal 0.6 --to 90000000 --time 0.2
is "stopped by the clock" 3 "$code"
run "$ZERMELO" octal '0.(3)' --period
is "no certificate for a tail" 2 "$code"
for bad in 0.8 '0.3(' 1.7 s s0 0,07; do
    run "$ZERMELO" octal "$bad"
    is "bad code $bad: status" 2 "$code"
    is "bad code $bad: one line" 1 "$(printf '%s\n' "$err" | wc -l)"
done
run "$ZERMELO" octal
is "a code is needed" 2 "$code"
run "$ZERMELO" solve octal 0.07:20,31 --compute nimber --json
has "heaps as positions" '"position":"0.07:20,31"' "$out"
has "their nimber" '"result":6' "$out"
run "$ZERMELO" solve octal '0.3(7):5' --compute nimber --json
has "a tail in a position" '"result":5' "$out"
run "$ZERMELO" solve octal 0.07
is "heaps are needed" 2 "$code"
end
