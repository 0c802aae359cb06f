#!/bin/sh
# Archives on the command line: import with names, search, statistics, export, bad input, and an import that is
# killed: what was there stays.
. "$ZM_SOURCE/tests/cli/tap.sh"

printf 'f5d6c3\nf5f6e6\nd3c5\nf5a1\n' >"$folder/lines"
run "$ZERMELO" archive import "$folder/a" "$folder/lines"
is 'import' 0 "$code"
has 'what came in' 'lines: 3 games came in, 1 did not' "$out"
has 'and what did not' "game 4: move 2, 'a1', is not legal for White" "$out"
run "$ZERMELO" archive stats "$folder/a" f5
has 'a position up to symmetry' 'all               3' "$out"
run "$ZERMELO" archive stats "$folder/a" f5 --json
has 'as JSON' '"games":3,"ended":0,"moves":[{' "$out"
run "$ZERMELO" archive search "$folder/a" --moves f5d6
has 'search' '2 games' "$out"
printf 'f5d6 Perpendicular\nf5f6 Diagonal\n' >"$folder/openings"
run "$ZERMELO" archive search "$folder/a" --openings "$folder/openings" --opening Diagonal --json
has 'search by the name of an opening' '{"found":1,"games":[{"game":2,' "$out"
run "$ZERMELO" archive export "$folder/a" -o "$folder/out.ggf"
run "$ZERMELO" archive import "$folder/b" "$folder/out.ggf"
has 'GGF out and in' '3 games came in' "$out"
run "$ZERMELO" archive export "$folder/b"
is 'and the same moves' 'f5 d6 c3
f5 f6 e6
d3 c5' "$out"
run "$ZERMELO" archive duplicates "$folder/a"
has 'duplicates' '0 lines' "$out"
run "$ZERMELO" archive check "$folder/a"
has 'check' '3 games: all replay' "$out"

expect 2 'was imported before, as lines' archive import "$folder/a" "$folder/lines"
expect 2 'there is no archive' archive stats "$folder/none"
expect 2 'is not an archive' archive stats "$folder/lines"
expect 2 'is not one of import' archive burn "$folder/a"
expect 2 'something is missing' archive import "$folder/a"
expect 2 'No such file' archive import "$folder/new" "$folder/none"
expect 2 'expected a year' archive search "$folder/a" --year then
expect 2 "move 1, 'x9'" archive search "$folder/a" --moves x9
expect 2 'which list' archive search "$folder/a" --opening Tiger
expect 2 "no opening 'Tiger'" archive search "$folder/a" --opening Tiger --openings "$folder/openings"
: >"$folder/empty"
expect 2 "this file is empty" archive import "$folder/new" "$folder/empty"
expect 2 'games of one such file alone' archive export "$folder/a" -o "$folder/x.wtb"
expect 2 'came from a file of WTHOR' archive export "$folder/a" -o "$folder/x.jou"
[ ! -e "$folder/new" ]
result $? 'an import that fails leaves no archive behind' "$folder/new is there"

# An import is killed at several moments: afterwards the archive is as it was.
i=0
while [ $i -lt 14 ]; do
    cat "$folder/out.ggf" "$folder/out.ggf" >"$folder/more.ggf" && mv "$folder/more.ggf" "$folder/out.ggf"
    i=$((i + 1))
done
whole=1
for wait in 0.02 0.05 0.1 0.2 0.3; do
    "$ZERMELO" archive import "$folder/a" "$folder/out.ggf" --quiet >/dev/null 2>&1 &
    sleep $wait
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    run "$ZERMELO" archive check "$folder/a"
    case $out in '3 games: all replay'* | '49155 games: all replay'*) ;; *) whole=0 ;; esac
done
is 'an import that is killed leaves all or nothing' 1 "$whole"

base=$ZM_SOURCE/../shared/data/wthor
if [ -d "$base" ]; then
    run "$ZERMELO" archive import "$folder/w" "$base"/WTH_197*.wtb "$base"/WTH.JOU "$base"/WTH.TRN --quiet
    has 'the public base' 'games came in, 0 did not' "$out"
    same=1
    for year in 1977 1978 1979; do
        "$ZERMELO" archive export "$folder/w" --year $year -o "$folder/year.wtb"
        cmp -s "$folder/year.wtb" "$base/WTH_$year.wtb" || same=0
    done
    is 'its files come back byte for byte' 1 $same
    for names in JOU TRN; do
        "$ZERMELO" archive export "$folder/w" -o "$folder/names.$names"
        cmp -s "$folder/names.$names" "$base/WTH.$names" || same=0
    done
    is 'and so do the names' 1 $same
    run "$ZERMELO" archive import "$folder/n" "$base"/WTH_1977.wtb --quiet
    "$ZERMELO" archive export "$folder/n" -o "$folder/made.jou" && "$ZERMELO" archive export "$folder/n" -o "$folder/made.trn"
    run "$ZERMELO" archive import "$folder/n2" "$base"/WTH_1977.wtb "$folder/made.jou" "$folder/made.trn" --quiet
    "$ZERMELO" archive search "$folder/n" --limit 0 >"$folder/one"
    "$ZERMELO" archive search "$folder/n2" --limit 0 >"$folder/two"
    cmp -s "$folder/one" "$folder/two"
    result $? 'names made of games are those of the games' 'they differ'
else
    echo "# no public base at $base"
fi
end
