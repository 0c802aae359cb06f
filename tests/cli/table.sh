#!/bin/sh
# zermelo table: the published tables again, formats, going on from a store, candidate periods.
. "$ZM_SOURCE/tests/cli/tap.sh"
run "$ZERMELO" table cram '{n}x{m}' n=3..4 m=3..7 --compute nimber --format csv
is "nimbers of Cram" "m,3,4,5,6,7
n=3,0,1,1,4,1
n=4,1,0,2,0,3" "$out"
run "$ZERMELO" table octal '0.07:{n}' n=0..120 --compute nimber
has "a candidate period with its exceptions" \
    "candidate period 34 in n, except from 0, 15, 17, 32, 35, 52 (not proved)" "$out"
run "$ZERMELO" table octal '0.07:{n}' n=0..59 --compute nimber --quiet
has "a long table is printed in parts" \
    "n              40   41   42   43   44   45   46   47   48   49   50   51   52   53   54   55   56   57   58   59
                3    1    1    0    3    3    2    2    4    4    5    5    2    3    3    0    1    1    3    0" "$out"
run "$ZERMELO" table cram '{n}x{m}' n=2..2 m=2..4 --compute nimber --format markdown
has "Markdown" "| n=2          |    0 |    1 |    0 |" "$out"
run "$ZERMELO" table nim '{a},{b}' a=1..2 b=1..2 --compute nimber --format json
has "JSON" '{"a":1,"b":2,"position":"1,2","result":"3"}' "$out"
run "$ZERMELO" table cram '{n}x{m}' n=5..7 m=5..9 --compute nimber --time 0.3 --store "$folder/s" --format csv
is "stopped by the clock: status" 3 "$code"
has "stopped by the clock: the rest is unknown" "?" "$out"
before=$("$ZERMELO" store info "$folder/s" | sed -n 's/^nimber //p')
run "$ZERMELO" table cram '{n}x{m}' n=5..5 m=5..5 --compute nimber --store "$folder/s" --format csv
is "it goes on from the store" "m,5
n=5,0" "$out"
result "$([ "$before" -gt 0 ] && echo 0 || echo 1)" "what was found before is kept" "$before"
run "$ZERMELO" table montana 'deal:4x5:{n}' n=1..5 --variant common --search class-blocks --store "$folder/deals" --format csv
found="$out"
is "a search by name keeps what it finds as well" "distance 5" "$("$ZERMELO" store info "$folder/deals" | tail -n 1)"
run "$ZERMELO" table montana 'deal:4x5:{n}' n=1..5 --variant common --nodes 1 --store "$folder/deals" --format csv
is "and goes on from there" "$found" "$out"
run "$ZERMELO" table montana 'deal:4x5:{n}' n=1..5 --variant common --search class-blocks --threads 3 --format csv
is "several cells at once: the same" "$found" "$out"
run "$ZERMELO" table montana 'deal:{n}' n=1..500 --variant common --threads 2 --time 0.3 --format csv
is "several cells at once, stopped by the clock: status" 3 "$code"
for bad in "n=x" "n=3..2" "n=3.." "3..4" "n=1..2x"; do
    run "$ZERMELO" table cram '{n}x3' "$bad"
    is "bad range $bad" 2 "$code"
done
run "$ZERMELO" table cram '{n}x{k}' n=3..4
is "an unknown variable" 2 "$code"
run "$ZERMELO" table cram '3x3' n=3..4
is "a variable that is not used" 2 "$code"
run "$ZERMELO" table cram '{n' n=3..4
is "a brace that is not closed" 2 "$code"
run "$ZERMELO" table cram 'q{n}' n=3..4
is "a bad position" 2 "$code"
end
