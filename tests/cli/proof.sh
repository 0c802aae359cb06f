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
run "$ZERMELO" tree cram 3x3
has "a solution as an outline" "L 000*000000E" "$out"
run "$ZERMELO" tree cram 3x4
has "what a rule of the game decides is a leaf" "  L 0000*0GG00000E (by a rule)" "$out"
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
end
