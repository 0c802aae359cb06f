#!/bin/sh
# Proofs about scores: certificates, and the files of the thesis's program in and out of stores.
. "$ZM_SOURCE/tests/cli/tap.sh"
table="$ZM_SOURCE/tests/oracles/dots-table-8.2.txt"
run "$ZERMELO" solve dots 2x3 --compute score --proof "$folder/p" --quiet --json
has "a score with a proof is verified" '"verified":true' "$out"
run "$ZERMELO" verify "$folder/p"
is "the certificate verifies" 0 "$code"
has "and says what it proves" "dots 2x3, normal play: score 2: proved by" "$out"
run "$ZERMELO" verify "$folder/p" --json
has "also as JSON" '"verified":true' "$out"
run "$ZERMELO" proof shrink "$folder/p" --passes 5 -o "$folder/small" --quiet
is "it shrinks" 0 "$code"
result "$([ "$(wc -l <"$folder/small")" -lt "$(wc -l <"$folder/p")" ] && echo 0 || echo 1)" "by some lines"
run "$ZERMELO" verify "$folder/small"
has "and proves the same" "dots 2x3, normal play: score 2: proved by" "$out"
sed 's/^claim score 2/claim score 3/' "$folder/p" >"$folder/false"
run "$ZERMELO" verify "$folder/false"
is "a false claim is found" 1 "$code"
run "$ZERMELO" proof shrink "$folder/false" --quiet
is "and does not shrink" 1 "$code"
sed '$d' "$folder/p" >"$folder/changed"
run "$ZERMELO" verify "$folder/changed"
is "a line less is found" 1 "$code"
run "$ZERMELO" verify "$folder/p" --plug
is "holes of a score are not plugged" 2 "$code"
run "$ZERMELO" solve dots 2x3 --compute outcome --contract 3 --search depth-first --proof "$folder/c" --quiet
run "$ZERMELO" verify "$folder/c"
has "a contract, from the store of a search" "contract 3 lost: proved by" "$out"
run "$ZERMELO" solve dots 2x3 --compute outcome --proof "$folder/o" --quiet
run "$ZERMELO" verify "$folder/o"
has "who wins, as a contract" "contract 3 lost: proved by" "$out"
run "$ZERMELO" verify "$table" --as 'dots 2x2' --contract 2 --export "$folder/again"
has "the printed file is a proof" "proved by 8 entries: contract 2 is won" "$out"
result "$(cmp -s "$table" "$folder/again" && echo 0 || echo 1)" "and is written back byte for byte"
run "$ZERMELO" store import "$folder/store" "$table" --as 'dots 2x2'
has "it goes into a store" "8 results read" "$out"
run "$ZERMELO" store export "$folder/store" --as 'dots 2x2' -o "$folder/out"
result "$(cmp -s "$table" "$folder/out" && echo 0 || echo 1)" "and comes out byte for byte"
run "$ZERMELO" store export "$folder/store" --as 'dots 2x2' --contract 2 -o "$folder/tree"
is "its solution tree has six positions" 7 "$(wc -l <"$folder/tree" | tr -d ' ')"
run "$ZERMELO" verify "$folder/tree" --as 'dots 2x2' --contract 2
has "which prove the contract" "proved by 6 entries" "$out"
run "$ZERMELO" store export "$folder/store" --as 'dots 2x2' --contract 3
is "another contract is not proved" 1 "$code"
run "$ZERMELO" solve dots 2x2 --compute score --search depth-first --store "$folder/store" --quiet
has "a search goes on from the store" "score 3/1" "$out"
run "$ZERMELO" solve dots 2x2 --compute outcome --contract 3 --store "$folder/store" --quiet
is "contracts and scores share a store" 0 "$code"
run "$ZERMELO" store import "$folder/store" "$table"
is "without --as it is no text of a store" 2 "$code"
run "$ZERMELO" store import "$folder/other" "$table" --as 'cram 2x2'
is "a game without scores" 2 "$code"
printf '[Positions+Score]\nA*E 0\nX*E 1\n' >"$folder/bad"
run "$ZERMELO" store import "$folder/other" "$folder/bad" --as 'dots 2x2'
is "a position that is none" 2 "$code"
run "$ZERMELO" store export "$folder/missing" --as 'dots 2x2'
is "a store that does not exist" 2 "$code"
both_verify 3
end
