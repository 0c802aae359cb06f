#!/bin/sh
# solve --proof, verify, proof shrink, tree: files that work, files that do not.
. "$ZM_SOURCE/tests/cli/tap.sh"
run "$ZERMELO" solve cram 4x5 --compute nimber --search dfpn --proof "$folder/p" --quiet --json
has "an answer with a proof is verified" '"verified":true' "$out"
run "$ZERMELO" verify "$folder/p"
is "the certificate verifies" 0 "$code"
has "and says what it proves" "cram 4x5, normal play: nimber 2: proved by" "$out"
run "$ZERMELO" proof shrink "$folder/p" --passes 5 --quiet
is "it shrinks" 0 "$code"
run "$ZERMELO" proof shrink "$folder/p" --passes 5 --seed 3 -o "$folder/a" --quiet
run "$ZERMELO" proof shrink "$folder/p" --passes 5 --seed 3 -o "$folder/b" --quiet
result "$(cmp -s "$folder/a" "$folder/b" && echo 0 || echo 1)" "the same seed shrinks the same way"
run "$ZERMELO" verify "$folder/a" --json
has "the smaller one verifies" '"verified":true' "$out"
run "$ZERMELO" solve sprouts 6 --search dfpn --store "$folder/pool" --proof "$folder/six" --quiet
run "$ZERMELO" proof shrink "$folder/six" --with "$folder/pool,$folder/six" -o "$folder/fewer"
is "a store and a certificate to shrink with" 0 "$code"
run "$ZERMELO" verify "$folder/fewer"
has "what comes out verifies" "sprouts 0*6, normal play: loss: proved by" "$out"
run "$ZERMELO" proof shrink "$folder/p" --with "$folder/pool" --quiet
is "a store of another game is refused" 2 "$code"
run "$ZERMELO" proof shrink "$folder/p" --with "$folder/six" --quiet
is "and so is a certificate" 2 "$code"
run "$ZERMELO" solve sprouts 8 --play misere --search dfpn --proof "$folder/eight" --quiet
run "$ZERMELO" solve sprouts 8 --play misere --search pn --proof "$folder/other" --quiet
run "$ZERMELO" proof shrink "$folder/eight" -o "$folder/alone"
alone=$out
run "$ZERMELO" proof shrink "$folder/eight" --with "$folder/other" -o "$folder/both"
is "misère play: two certificates are put together" 0 "$code"
run "$ZERMELO" verify "$folder/both"
has "what comes out verifies" "sprouts 0*8, misere play: loss: proved by" "$out"
result "$([ "$(wc -l <"$folder/both")" -lt "$(wc -l <"$folder/alone")" ] && echo 0 || echo 1)" "and is smaller than one alone" "$alone"
run "$ZERMELO" proof shrink "$folder/eight" --with "$folder/six" --quiet
is "a certificate of the other play is refused" 2 "$code"
sed 's/^claim nimber 2/claim nimber 3/' "$folder/p" >"$folder/false"
run "$ZERMELO" verify "$folder/false"
is "a false claim is found" 1 "$code"
sed 's/^claim nimber 2/claim nimber 4294967298/' "$folder/p" >"$folder/false"
run "$ZERMELO" verify "$folder/false"
is "a nimber too large to be one" 2 "$code"
sed '12s/ [0-9]*$/ 7/' "$folder/p" >"$folder/changed"
run "$ZERMELO" verify "$folder/changed"
is "a changed entry is found" 1 "$code"
printf 'zermelo certificate 1\ngame chess\n' >"$folder/bad"
run "$ZERMELO" verify "$folder/bad"
is "a game that does not exist" 2 "$code"
run "$ZERMELO" verify "$folder/missing"
is "a file that does not exist" 2 "$code"
run "$ZERMELO" solve cram 4x4 --play misere --proof "$folder/m" --quiet
run "$ZERMELO" verify "$folder/m" --plug -o "$folder/plugged"
is "misère play" 0 "$code"
run "$ZERMELO" solve graph-octal 0.5:0-1 --play misere --proof "$folder/stuck" --quiet
has "a component without moves is won in misère play" "misere play: win" "$out"
run "$ZERMELO" verify "$folder/stuck"
is "and so is the proof" 0 "$code"
sed 's/^claim win/claim loss/' "$folder/stuck" >"$folder/false"
run "$ZERMELO" verify "$folder/false"
is "which proves nothing else" 1 "$code"
run "$ZERMELO" solve nimstring swedish:2x2 --play misere --proof "$folder/loony" --quiet
has "only loony moves are moves" "misere play: loss" "$out"
run "$ZERMELO" verify "$folder/loony"
is "and the proof says so" 0 "$code"
expect 2 "loony moves are none" solve nimstring swedish:2x2 --play misere --rct-size 100
expect 2 "loony moves are none" solve nimstring swedish:2x2 --play misere --rct-base swedish:2x2
expect 2 "loony moves are none" solve nimstring swedish:2x2 --play misere --quotient 50
expect 2 "loony moves are none" solve nimstring swedish:2x2 --compute genus
expect 2 "loony moves are none" solve sum '[nimstring swedish:2x2] + [nim 2]' --play misere
expect 2 "loony moves are none" quotient nimstring swedish:2x2
expect 2 "loony moves are none" value '[nimstring swedish:2x2]'
expect 2 "loony moves are none" tree nimstring swedish:2x2 --kind game
expect 2 "the position is loony" tree nimstring 'BLC*E'
run "$ZERMELO" tree nimstring swedish:2x2 --play misere
is "a lost position with loony moves only is a leaf" "L CLC*LGLCLCE" "$out"
run "$ZERMELO" solve nimstring 'BLC*E' --proof "$folder/offer" --quiet
has "a loony position is won" "nimstring BLC*E, normal play: win" "$out"
run "$ZERMELO" verify "$folder/offer"
is "whatever else there is" 0 "$code"
for play in normal misere; do
    expect 0 "$play play: win" solve nimstring 'BLC*E' --play $play --quiet
    expect 0 "$play play: value loony, the player to move wins" solve nimstring 'BLC*E' --play $play --compute grundy --quiet
done
expect 0 '"result":"win"' solve nimstring 'BLC*E' --json
expect 0 's2 +wins' analyse nimstring 'BLC*E'
sed 's/^claim win/claim loss/' "$folder/offer" >"$folder/false"
run "$ZERMELO" verify "$folder/false"
is "and not lost" 1 "$code"
run "$ZERMELO" tree cram 3x3
has "a solution as an outline" "L 000*000000E" "$out"
run "$ZERMELO" tree cram 3x4
has "what a rule of the game decides is a leaf" "  L 0000*0GG00000E (by a rule)" "$out"
run "$ZERMELO" tree cram GG/00/00/0G/0G --compute nimber
has "so is a heap larger than a nimber can be" "  W 0000*E + *3 (too few options)" "$out"
run "$ZERMELO" tree cram 3x3 --shared repeat
has "a shared node is named at its first place" "L 000*0GG0GGE #1" "$out"
has "and referred to where it comes again" "L 000*0GG0GGE (see #1)" "$out"
run "$ZERMELO" tree cram 3x3 --shared repeat -o "$folder/t.dot"
is "a tree has one edge less than nodes" "$(grep -c label "$folder/t.dot")" "$(($(grep -c -e '->' "$folder/t.dot") + 1))"
run "$ZERMELO" solve cram 4x5 --play misere --compute grundy --proof "$folder/grundy.proof"
run "$ZERMELO" verify "$folder/grundy.proof"
has "a misère Grundy value is proved" "misere play: grundy 0: proved by" "$out"
run "$ZERMELO" tree cram 3x3 --kind game -o "$folder/t.dot"
has "a game tree as dot" "digraph" "$(cat "$folder/t.dot")"
run "$ZERMELO" tree sprouts 2 --kind rct
has "the reduced tree of two spots" "L 3-1-L" "$out"
run "$ZERMELO" tree cram 3x3 -o "$folder/t.xyz"
is "an unknown kind of file" 2 "$code"
run "$ZERMELO" tree cram 5x5 --kind game --nodes 10
is "too many nodes" 2 "$code"
run "$ZERMELO" solve geography 1-2,2-3@1 --proof "$folder/g" --quiet
is "a certificate of what an engine found" 0 "$code"
run "$ZERMELO" verify "$folder/g"
has "verifies" "geography 1-2,2-3@1, normal play: loss: proved by" "$out"
run "$ZERMELO" tree nim 2,2
is "a solution in which all cancels" 0 "$code"
run "$ZERMELO" tree geography 1-2,2-3@1
is "and so a tree is drawn" 0 "$code"
run "$ZERMELO" cram-table "$folder/table" --cells 9 --quiet
has "a table of small components, with the polyominoes of 9 cells" "    9         1285 " "$out"
run "$ZERMELO" solve cram 4x5 --compute nimber --search dfpn --evaluated 9 --cram-table "$folder/table" --proof "$folder/e" --quiet
is "a search with it" 0 "$code"
run "$ZERMELO" verify "$folder/e"
has "whose certificate verifies without it" "cram 4x5, normal play: nimber 2: proved by" "$out"
sed 's/ evaluated=9//' "$folder/e" >"$folder/all"
run "$ZERMELO" verify "$folder/all"
is "but not when small components are to have entries" 1 "$code"
expect 2 "cram-table: expected --evaluated CELLS" solve cram 3x3 --cram-table "$folder/table"
expect 2 "no table of small Cram components" solve cram 3x3 --evaluated 9 --cram-table "$folder/e"
expect 2 "cannot read" solve cram 3x3 --evaluated 9 --cram-table "$folder/missing"
expect 2 "whole number from 2 to 16" cram-table "$folder/large" --cells 17
expect 2 "option-order: 'height' is no key" solve cram 3x3 --option-order pieces,height
expect 4 "cannot write" cram-table "$folder/no/such" --cells 3
run "$ZERMELO" cram-crackers --cells 4 --quiet
has "a square that hangs by a corner is one cell and a heap" "   A o   + *1
   x x" "$out"
run "$ZERMELO" cram-crackers --cells 5 --terminals 2 --quiet
has "pieces that can be cut" "    5       22         3        1" "$out"
expect 2 "whole number from 2 to 10" cram-crackers --cells 11
run "$ZERMELO" solve cram 4x5 --compute nimber --crackers 6 --proof "$folder/c" --quiet
run "$ZERMELO" verify "$folder/c"
has "a certificate with crackers verifies" "cram 4x5, normal play: nimber 2: proved by" "$out"
run "$ZERMELO" proof shrink "$folder/c" --passes 2 -o "$folder/cs" --quiet
run "$ZERMELO" verify "$folder/cs"
is "and shrinks" 0 "$code"
run "$ZERMELO" tree cram 3x5 --crackers 6
is "a solution with crackers is drawn" 0 "$code"
sed 's/ crackers=6//' "$folder/c" >"$folder/plain"
run "$ZERMELO" verify "$folder/plain"
is "but not by the rules without them" 1 "$code"
run "$ZERMELO" solve cram 4x5 --compute nimber --crackers 6 --search dfpn --store "$folder/cracked" --quiet
run "$ZERMELO" verify "$folder/cracked"
is "nor does a store with them have holes" 0 "$code"
run "$ZERMELO" solve tapatan 589.267.1 --edges '159 357 123 789' --lines '147 258 369 159 357' \
    --centre 1 --repetition never --proof "$folder/t" --quiet
run "$ZERMELO" verify "$folder/t"
has "a strategy comes nearer to its win where positions can repeat" "strategy loss: proved by 13" "$out"
both_verify 16
end
