#!/bin/sh
# Othello's engine on the command line: scores and moves, weights, NBoard's protocol, bad input.
. "$ZM_SOURCE/tests/cli/tap.sh"

# Test 1 of the French federation: 41-23 by g8.
board='--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'
run "$ZERMELO" solve othello --json --quiet -- "$board"
has 'test 1' '"score":[41,23],"margin":18,"outcome":"win","line":["g8",' "$out"
run "$ZERMELO" solve othello --compute outcome --threads 2 --quiet -- "$board"
has 'test 1, outcome' 'wins' "$out"
run "$ZERMELO" analyse othello --json --quiet -- "$board"
has 'the best move' '"move":"g8","verdict":"wins","kind":"score","leaves":"23/41","proved":true,"score":[41,23],"margin":18.0' "$out"
has 'the worst move' '"margin":-24.0' "$out"
run "$ZERMELO" solve othello 4x4 --quiet
has '4x4' 'score 3/13' "$out"
run "$ZERMELO" solve othello 4x4 --count raw --quiet
has '4x4, discs alone' 'the player to move loses' "$out"
run "$ZERMELO" solve othello 8x8 --time 0.2 --quiet
is 'a search that is stopped' 3 "$code"
run "$ZERMELO" analyse othello 10x10 --time 0.5 --quiet
has '10x10 is played by the general player' 'moves ahead' "$out"

# A finished board is no problem to solve; a game that is over can be looked at.
full=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO
wiped=---------------------------XX------XX---------------------------
finished="move on this board: the game is over, Black has"
expect 2 "nobody can $finished 33 and White 31" solve othello "$full X"
expect 2 "nobody can $finished 33 and White 31" analyse othello "$full O"
expect 2 "nobody can $finished 33 and White 31" play othello "$full X"
expect 2 "nobody can $finished 64 and White 0" solve othello -- "$wiped O"
expect 2 "nobody can $finished 4 and White 0" solve othello --count raw -- "$wiped O"
expect 2 "nobody can $finished 4 and White 0" play othello --count raw -- " $wiped O"
short=e6f4e3f6g5d6e7f5c5
run "$ZERMELO" solve othello $short --quiet
has 'a game that is over' 'score' "$out"
is 'it is no mistake' 0 "$code"
run "$ZERMELO" analyse othello $short --quiet
is 'nor to analyse it' 0 "$code"
printf 'quit\n' | "$ZERMELO" play othello $short >"$folder/out" 2>&1
has 'nor to look at it' 'the game is over' "$(cat "$folder/out")"

expect 2 'No such file' solve othello 8x8 --weights "$folder/none"
printf 'ZMOTHEL1' >"$folder/cut"
expect 2 'no file of Othello weights' solve othello 8x8 --weights "$folder/cut"
printf 'ZMOTHEL2xxxxxxxxxxxx' >"$folder/other"
expect 2 'version 2' play othello --player patterns --weights "$folder/other"
expect 2 'no WTHOR file' train othello "$folder/w" "$folder/cut"

game=f5d6c3d3c4f4c5b3c2e3d2c6b4a3b5e6a5a6a4b6f6e2g3d1f3c1f1f2f7e7e1g6e8g5g4h3h6h4h5h7b1d7c8g2h1g1h2g7b7f8d8c7h8g8b8a1a2b2a7a8
run "$ZERMELO" tool othello analyse $game --depth 2 --exact 16 --svg "$folder/g.svg" --record "$folder/g.ggf" --quiet
has 'a whole game' 'lost in all: black' "$out"
has 'its first mistake' 'first mistake: ' "$out"
has 'its graph' '</svg>' "$(cat "$folder/g.svg")"
run "$ZERMELO" archive import "$folder/games" "$folder/g.ggf"
has 'its record can be read' '1 games came in' "$out"
run "$ZERMELO" tool othello probcut "$folder/g.ggf" --positions 10 --depth 8 --ends 1 --exact 15 --selective 1 --write "$folder/margins" --quiet
has 'margins are fitted' 'fitted, before the end:' "$out"
has 'searches to the end' 'to the end of 1 positions' "$out"
has 'the table that the program is built with' '.deviations = {{' "$(cat "$folder/margins")"
printf 'f5d6c3\n' >"$folder/short"
expect 2 'the games have no position with' tool othello probcut "$folder/short" --positions 1
printf '(;GM[1]FF[4]SZ[9];B[aa];W[bb])\n' >"$folder/go.sgf"
expect 2 'there is no game of Othello in these files' tool othello probcut "$folder/go.sgf" --positions 1
run "$ZERMELO" analyse othello f5d6c3d3c4 --player patterns --confidence 87 --time 2 --quiet --json
has 'how sure a line is' '"confidence":87' "$out"
expect 2 "move 2, 'f5', is not legal" tool othello analyse f5f5
expect 2 'move 1' tool othello analyse nonsense

run "$ZERMELO" book othello learn "$folder/book" --games 20 --depth 2 --exact 6 --quiet
has 'a book learns from its own games' '20 games of its own' "$out"
has 'and repeats none' '0 repeat one before' "$out"
run "$ZERMELO" book othello show "$folder/book" f5 --quiet
has 'what it knows' 'it would play' "$out"
run "$ZERMELO" book othello export "$folder/book" "$folder/copy" --quiet
run "$ZERMELO" book othello import "$folder/copy" "$folder/book" --quiet
cmp -s "$folder/book" "$folder/copy"
result $? 'out and in it is the same' "the files differ"
run "$ZERMELO" book othello export "$folder/book" "$folder/edax.dat" --edax --quiet
run "$ZERMELO" book othello import "$folder/from-edax" "$folder/edax.dat" --quiet
is 'as many positions come back from a file of Edax' "$(wc -l <"$folder/book")" "$(wc -l <"$folder/from-edax")"
head -c 100 "$folder/edax.dat" >"$folder/cut.dat"
expect 2 'this book of Edax is cut' book othello import "$folder/from-edax" "$folder/cut.dat"
printf 'f5d6c3\n' >"$folder/lines"
expect 2 'too few games' tool othello learning "$folder/lines"
run "$ZERMELO" book othello learn "$folder/new" --variations "$folder/lines" --depth 2 --quiet
has 'variations' 'the book has 4 positions' "$out"
printf 'quit\n' | "$ZERMELO" play othello --player patterns --book "$folder/book" --first program --time 1 >"$folder/out" 2>&1
has "the player opens by it" "the program plays d3" "$(cat "$folder/out")"
expect 2 'is no book of Othello' book othello show "$folder/lines"
expect 2 'is not one of learn' book othello burn "$folder/book"
expect 2 'No such file' book othello show "$folder/none"
expect 2 'is no book of Othello' play othello --player patterns --book "$folder/lines"

talk() { # lines on standard input; sets $out
    run "$ZERMELO" nboard "$@"
}
talk <<'LINES'
nboard 2
set depth 2
set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3];)
go
move C5/1.00/0.5
move z9
nonsense
learn
quit
LINES
is 'nboard ends' 0 "$code"
has 'its name' 'set myname Zermelo2' "$out"
has 'it says a move' '=== ' "$out"
has 'and does not play it: C5 can be played' "'z9' is not a legal move" "$out"
case $out in *"'c5' is not"*) result 1 'the move is legal' "$out" ;; *) result 0 'the move is legal' '' ;; esac
has 'it learns' learned "$out"
talk <<'LINES'
nboard 2
ping 7
quit
LINES
has 'ping' 'pong 7' "$out"
printf 'set game nonsense\nmove\nhint\ngo x\nset\nset depth\n' >"$folder/in"
head -c 20000 /dev/urandom >>"$folder/in"
talk <"$folder/in"
is 'nonsense does not end it badly' 0 "$code"
expect 2 'usage: zermelo nboard' nboard othello
end
