#!/bin/sh
# Stores on the command line: going on, refusing, export, purge, import, merge, contradictions.
. "$ZM_SOURCE/tests/cli/tap.sh"
s=$folder/store
run "$ZERMELO" solve cram 4x5 --compute nimber --store "$s" --json
has "a solve with a store" '"result":2' "$out"
run "$ZERMELO" solve cram 4x5 --compute nimber --store "$s" --json
has "the second time there is nothing to search" '"nodes":0' "$out"
run "$ZERMELO" solve cram 4x5 --compute outcome --store "$s" --json
has "outcomes share the store of nimbers" '"result":"win"' "$out"
run "$ZERMELO" solve cram 4x5 --play misere --store "$s"
is "another play is refused" 2 "$code"
has "and says why" "has the play 'normal', and 'misere' is needed" "$err"
run "$ZERMELO" solve nim 3,4 --store "$s"
has "another game is refused" "has the game 'cram', and 'nim' is needed" "$err"

run "$ZERMELO" store info "$s"
has "info tells the game" "game cram" "$out"
entries=$(printf '%s\n' "$out" | sed -n 's/^nimber //p')
"$ZERMELO" store export "$s" >"$folder/text"
is "export gives every result" "$entries" "$(sed '1,/^\[nimber\]/d' "$folder/text" | wc -l)"
sed '1,/^\[nimber\]/d' "$folder/text" | LC_ALL=C sort -c
is "export is sorted" 0 $?
has "export is readable" "000*0G0E 0" "$(cat "$folder/text")"
run "$ZERMELO" store purge "$s"
is "purge" 0 "$code"
"$ZERMELO" store export "$s" | grep -c E >"$folder/count"
is "a purged store is empty" 0 "$(cat "$folder/count")"
run "$ZERMELO" store import "$s" "$folder/text"
is "import" "$entries results read" "$out"
"$ZERMELO" store export "$s" -o "$folder/again"
cmp -s "$folder/text" "$folder/again"
is "export, purge, import gives the same store" 0 $?
"$ZERMELO" store import "$folder/fresh" <"$folder/text" >/dev/null
"$ZERMELO" store export "$folder/fresh" | cmp -s - "$folder/text"
is "import from standard input makes a store" 0 $?

run "$ZERMELO" solve cram 4x5 --play misere --store "$folder/misere"
"$ZERMELO" store export "$folder/misere" >"$folder/misere.text"
is "sums are readable" 0 "$(grep -c "^=" "$folder/misere.text")"
"$ZERMELO" store import "$folder/misere2" "$folder/misere.text" >/dev/null
"$ZERMELO" store export "$folder/misere2" | cmp -s - "$folder/misere.text"
is "sums read back" 0 $?

run "$ZERMELO" solve cram 3x6 --compute nimber --store "$folder/other"
run "$ZERMELO" store merge "$folder/both" "$s" "$folder/other"
is "merge" 0 "$code"
has "without contradictions" ", 0 contradictions" "$out"
sed 's/^000\*00GE 0$/000*00GE 5/' "$folder/text" >"$folder/planted"
"$ZERMELO" store import "$folder/wrong" "$folder/planted" >/dev/null
run "$ZERMELO" store merge "$folder/both" "$folder/wrong"
is "a planted contradiction: status" 1 "$code"
has "a planted contradiction: one is counted" ", 1 contradictions" "$out"
has "a planted contradiction is named" "nimber of '000*00GE': one store says 0, the other 5" "$err"
run "$ZERMELO" store import "$folder/both" "$folder/planted"
is "import finds it too" 1 "$code"
has "and names the line" "'000*00GE': '5' contradicts the store" "$err"

# A key that is no position of the game is refused where it would come in.
{ head -7 "$folder/text"; echo '[nimber]'; echo '=%FF%FF%01 1'; } >"$folder/no-position"
run "$ZERMELO" store import "$folder/refused" "$folder/no-position"
is "a key that is no position: status" 2 "$code"
is "a key that is no position: one line" 1 "$(printf '%s\n' "$err" | wc -l)"
has "a key that is no position: where" "line 9: '=%FF%FF%01' is not a key" "$err"
run "$ZERMELO" store merge "$s" "$folder/misere"
is "merge refuses another play" 2 "$code"

run "$ZERMELO" verify "$s"
is "every entry of a store follows from the others" "$s: all $entries entries are right" "$out"
"$ZERMELO" store export "$s" | sed 's/^000\*0G0E 0$/000*0G0E 1/' >"$folder/wrong.txt"
"$ZERMELO" store import "$folder/false" "$folder/wrong.txt" >"$folder/out"
run "$ZERMELO" verify "$folder/false"
is "a planted wrong entry: status" 1 "$code"
has "it is named" "000*0G0E: an option has the nimber that it is said to have itself" "$err"
{ "$ZERMELO" store export "$s"; echo "00*00E 1"; } >"$folder/ruled.txt"
"$ZERMELO" store import "$folder/ruled" "$folder/ruled.txt" >"$folder/out"
run "$ZERMELO" verify "$folder/ruled"
is "an entry that a rule contradicts: status" 1 "$code"
has "it is named" "00*00E: a rule gives it another nimber" "$err"
"$ZERMELO" store export "$s" | grep -v '^00\*E ' >"$folder/hole.txt"
"$ZERMELO" store import "$folder/hole" "$folder/hole.txt" >"$folder/out"
run "$ZERMELO" verify "$folder/hole" --json
is "an entry that is missing: status" 1 "$code"
has "and what needs it" '"verified":false' "$out"
"$ZERMELO" solve hex 3x3 --store "$folder/hex" >"$folder/out" 2>&1
run "$ZERMELO" verify "$folder/hex"
has "lost positions are checked too" "entries are right" "$out"
{ "$ZERMELO" store export "$folder/hex" && echo '=%00%00%03%03.........'; } >"$folder/hex.txt"
"$ZERMELO" store import "$folder/hex" "$folder/hex.txt" >"$folder/out"
run "$ZERMELO" verify "$folder/hex"
is "a position said to be lost that is won: status" 1 "$code"
has "it is named" ".../.../... L: said to be lost" "$err"
run "$ZERMELO" verify "$folder/misere"
has "misère sums are checked too" "entries are right" "$out"
sed '/^\[lost\]/a 0000000*000000000000000000000E_0_' "$folder/misere.text" >"$folder/false.text"
"$ZERMELO" store import "$folder/misere3" "$folder/false.text" >"$folder/out"
run "$ZERMELO" verify "$folder/misere3"
is "a misère sum said to be lost that is won: status" 1 "$code"
has "it is named" "0000000*000000000000000000000E: said to be lost" "$err"
run "$ZERMELO" solve cram 4x7 --play misere --search dfpn --store "$folder/misere4"
before=$("$ZERMELO" store info "$folder/misere4" | awk '/^(lost|tree) / { n += $2 } END { print n }')
run "$ZERMELO" store compact "$folder/misere4" cram 4x7
has "misère stores are made compact too" "entries, $before before" "$out"
kept=${out%% entries*}
run "$ZERMELO" verify "$folder/misere4"
is "and stay coherent" "$folder/misere4: all $kept entries are right" "$out"
run "$ZERMELO" solve dots 2x3 --store "$folder/dots"
run "$ZERMELO" verify "$folder/dots"
has "the engine of dots leaves its answer, which is proved anew" "1 of them are not carried by the others and were proved anew" "$out"
run "$ZERMELO" store compact "$folder/dots" dots 2x3
is "and is kept" "nothing can go: all 1 entries are right and kept" "$out"
"$ZERMELO" store export "$folder/dots" | awk '/^=/ { $2++; $3++ } { print }' >"$folder/dots.txt"
"$ZERMELO" store import "$folder/dots2" "$folder/dots.txt" >"$folder/out"
run "$ZERMELO" verify "$folder/dots2"
is "a wrong score: status" 1 "$code"
has "it is named" "its score is less than the bounds say" "$err"
run "$ZERMELO" solve dots 2x3 --compute score --search dfpn --store "$folder/dots3"
run "$ZERMELO" verify "$folder/dots3"
is "bounds of a search carry one another" 1 "$(printf '%s\n' "$out" | wc -l)"
run "$ZERMELO" store compact "$folder/dots3" dots 2x3
has "and are made compact" "entries, " "$out"
run "$ZERMELO" solve nim 3,4,5 --compute distance --store "$folder/distance"
run "$ZERMELO" verify "$folder/distance"
has "distances are checked" "all 13 entries are right" "$out"
run "$ZERMELO" solve cram 3x4 --compute tree --store "$folder/tree"
run "$ZERMELO" verify "$folder/tree"
has "strong solutions are checked" "entries are right" "$out"
run "$ZERMELO" store compact "$folder/tree" cram 3x4
has "and kept whole" "nothing can go" "$out"
"$ZERMELO" store export "$folder/tree" | sed '$ { s/0$/1/; t; s/.$/0/; }' >"$folder/tree.txt"
"$ZERMELO" store import "$folder/tree2" "$folder/tree.txt" >"$folder/out"
run "$ZERMELO" verify "$folder/tree2"
is "a wrong tree is found" 1 "$code"
run "$ZERMELO" solve cram 4x5 --play misere --rct-size 4 --store "$folder/small"
run "$ZERMELO" verify "$folder/small"
has "misère stores with other trees are checked" "entries are right" "$out"
run "$ZERMELO" solve domineering 3x3 --compute value --store "$folder/empty"
run "$ZERMELO" verify "$folder/empty"
is "an empty store is right" 0 "$code"

run "$ZERMELO" store compact "$s" nim 4x5
is "compact: another game" 2 "$code"
run "$ZERMELO" store compact "$s" cram 9z
is "compact: no position" 2 "$code"
run "$ZERMELO" store compact "$s" cram 4x5
has "compact keeps what a proof needs" "entries, $entries before" "$out"
kept=${out%% entries*}
is "which is less" 1 "$([ "$kept" -lt "$entries" ] && echo 1)"
run "$ZERMELO" verify "$s"
is "a compact store is coherent" "$s: all $kept entries are right" "$out"
run "$ZERMELO" solve cram 4x5 --compute nimber --store "$s" --json
has "and still answers without search" '"result":2,"kind":"nimber","verified":false,"outcome":"win","nodes":0' "$out"
has "and keeps its jobs" "job 1" "$("$ZERMELO" store info "$s")"

# A store that another process fills is neither replaced nor emptied; a second process may fill it too.
"$ZERMELO" solve cram 7x9 --compute nimber --search dfpn --store "$folder/used" --quiet >"$folder/out" 2>&1 &
filling=$!
until "$ZERMELO" store info "$folder/used" >"$folder/out2" 2>&1 && grep -q '^nimber' "$folder/out2"; do
    kill -0 $filling || break
    sleep 0.1
done
run "$ZERMELO" store compact "$folder/used" cram 3x4
is "compact refuses a store that is being filled: status" 4 "$code"
has "and says why" "another process has it open for writing" "$err"
run "$ZERMELO" store purge "$folder/used"
is "purge refuses it: status" 4 "$code"
has "and says why" "another process has it open for writing" "$err"
run "$ZERMELO" solve cram 3x4 --compute nimber --search dfpn --store "$folder/used"
is "a second writer is welcome" 0 "$code"
kill -9 $filling
wait $filling 2>/dev/null
run "$ZERMELO" verify "$folder/used"
is "nothing is lost" 0 "$code"
run "$ZERMELO" store compact "$folder/used" cram 3x4
is "when it is dead, the store is free" 0 "$code"
run "$ZERMELO" store purge "$folder/used"
is "to be emptied too" 0 "$code"

# Domineering: boards that took long to lose; a full board that is not lost is found out
d="$folder/domineering"
"$ZERMELO" solve domineering '6x8 L' --store "$d" --quiet >"$folder/out"
run "$ZERMELO" solve domineering '6x8 L' --store "$d" --json --quiet
has "the outcome of a board is known again" '"result":"loss"' "$out"
has "without a search" '"nodes":0,' "$out"
run "$ZERMELO" verify "$d"
has "its boards are solved again" "are right" "$out"
"$ZERMELO" store export "$d" | sed 's/^=%00%06%08/=%01%06%08/' >"$folder/turned.txt"
"$ZERMELO" store import "$folder/turned" "$folder/turned.txt" >"$folder/out"
run "$ZERMELO" verify "$folder/turned"
is "a board that the other side does not lose" 1 "$code"

run "$ZERMELO" store info "$folder/none"
is "no such store" 2 "$code"
echo text >"$folder/junk"
run "$ZERMELO" store info "$folder/junk"
is "not a store" 2 "$code"
run "$ZERMELO" store import "$folder/x" "$folder/junk"
is "not a text of a store" 2 "$code"
run "$ZERMELO" store frobnicate "$s"
is "unknown action" 2 "$code"
run "$ZERMELO" solve cram 3x3 --store /no/such/folder/store
is "a folder that is not there" 4 "$code"
is "and one clear line" 1 "$(printf '%s\n' "$err" | wc -l)"
(
    trap '' XFSZ
    ulimit -f 64
    "$ZERMELO" solve cram 5x5 --compute nimber --store "$folder/full" >"$folder/full.out" 2>"$folder/full.err"
    echo $? >"$folder/full.code"
)
is "a full disk: status" 4 "$(cat "$folder/full.code")"
has "a full disk: one clear line" "cannot write" "$(cat "$folder/full.err")"
run "$ZERMELO" store info "$folder/full"
is "a full disk: what is there is whole" 0 "$code"

# A folder that cannot be written: the system's administrator can write everywhere, so try as nobody.
mkdir "$folder/locked"
"$ZERMELO" solve cram 3x4 --compute nimber --store "$folder/locked/kept" --quiet >/dev/null
chmod 755 "$folder"
chmod 444 "$folder/locked"/*
chmod 555 "$folder/locked"
nobody=
if [ "$(id -u)" -ne 0 ]; then
    nobody=env
elif setpriv --reuid=65534 --regid=65534 --clear-groups "$ZERMELO" --version >/dev/null 2>&1; then
    nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
if [ -n "$nobody" ]; then
    run $nobody "$ZERMELO" solve cram 3x3 --store "$folder/locked/new"
    is "a read-only folder: status" 4 "$code"
    is "a read-only folder: one line" 1 "$(printf '%s\n' "$err" | wc -l)"
    has "a read-only folder: which" "$folder/locked/new" "$err"
    run $nobody "$ZERMELO" solve cram 3x5 --compute nimber --store "$folder/locked/kept"
    is "a read-only store: status" 4 "$code"
    has "a read-only store: which" "$folder/locked/kept" "$err"
    has "a read-only store: why" "can only be read" "$err"
    is "a read-only store: one line" 1 "$(printf '%s\n' "$err" | wc -l)"
    is "nothing is half-written" "kept kept-lock" "$(echo $(ls "$folder/locked"))"
    run $nobody "$ZERMELO" verify "$folder/locked/kept"
    has "a read-only store is verified" "entries are right" "$out"
    run $nobody "$ZERMELO" store info "$folder/locked/kept"
    has "a read-only store is inspected" "game cram" "$out"
    $nobody "$ZERMELO" store export "$folder/locked/kept" >"$folder/locked.text"
    is "a read-only store is exported" "$("$ZERMELO" store export "$folder/locked/kept")" "$(cat "$folder/locked.text")"
    run $nobody "$ZERMELO" store compact "$folder/locked/kept" cram 3x4
    is "a read-only store is not compacted" 4 "$code"
    chmod 755 "$folder/locked"
    rm "$folder/locked/kept-lock"
    chmod 555 "$folder/locked"
    run $nobody "$ZERMELO" verify "$folder/locked/kept"
    has "nor is its lock file needed" "entries are right" "$out"
else
    checks=$((checks + 1))
    echo "ok $checks - a read-only folder # SKIP the tests run as root and cannot become another user"
fi
chmod 755 "$folder/locked"
end
