#!/bin/sh
# The command line of the core: answers, JSON, bad input, limits.
. "$ZM_SOURCE/tests/cli/tap.sh"

expect 0 'zermelo [0-9]+\.[0-9]+' --version
expect 0 'solve' --help
expect 0 'solve' help
expect 0 'rows and 6 columns' help cram
expect 0 '--compute WHAT' help solve
expect 0 '--compute WHAT' solve --help
expect 0 'cram' games
expect 0 '^\{"games":\[' games --json

expect 0 'cram 5x6, normal play: nimber 2, the player to move wins' solve cram 5x6 --compute nimber --quiet
expect 0 '^cram 3x3, normal play: loss' solve cram 3x3
expect 0 '^cram 5x5, misere play: win' solve cram 5x5 --play misere
# A ring of eight cells: its only option is 1x6, of nimber 3.
expect 0 'nimber 0' solve cram '000/0G0/000' --compute=nimber
expect 0 'nimber 2' solve nim 3,4,5 --compute nimber
expect 0 'nimber 2' solve nim --compute nimber
expect 0 'a1-b1' analyse cram 2x3
expect 0 'a2-b2 +wins' analyse cram 3x2
expect 3 'd4-e4 +wins' analyse cram 7x8 --time 5 # known at once by symmetry, after many that are hard
expect 0 '"moves":\[\{"move":"1-3","verdict":"wins"' analyse nim 3 --json
expect 0 '^\{"game":"cram","position":"3x4","play":"normal","compute":"nimber","result":1,"kind":"nimber","verified":false,.*"nodes":[0-9]+,"stored":[0-9]+,"seconds":[0-9.e-]+\}$' solve cram 3x4 --compute nimber --json --search depth-first
expect 0 '"result":"loss","kind":"outcome"' solve cram 4x4 --play misere --json
expect 0 'nimber 2' solve cram 4x5 --compute nimber --search dfpn --leaf size
# Numbers that change in every node above, of which there are 2^55 ways up: each node is computed a few times.
expect 0 'grundy 61' solve nim 55,10 --compute grundy --search pn --automatic --time 20
expect 2 'leaf size: .* expected auto, one or children' solve hex 2x2 --search dfpn --leaf size
expect 0 'store' bench

expect 3 '"result":null,.*"lower":[0-9]+,"status":"stopped"' solve cram 9x9 --compute nimber --time 0.2 --json --search depth-first
expect 3 'stopped before the answer' solve cram 9x9 --time 0.1

expect 2 "unknown command 'slove'; did you mean 'solve'" slove cram 3x3
expect 2 "unknown game 'crma'; did you mean 'cram'" solve crma 3x3
expect 2 'unknown option --compote; did you mean --compute' solve cram 3x3 --compote nimber
expect 2 'nothing here computes .*; expected one of outcome, nimber' solve cram 3x3 --compute wisdom
expect 2 'usage: zermelo store compact STORE GAME POSITION' store compact results
expect 2 'normal play only' solve cram 3x3 --compute nimber --play misere
expect 2 'not one of normal\|misere' solve cram 3x3 --play mis
expect 2 'did you mean .depth-first' solve cram 3x3 --search depth-frist
expect 2 'rows of the same length' solve cram '000/00'
expect 2 'row 2 has 2 cells, and the first one 3' solve domineering '###/##'
expect 2 'row 3 has 0 cells' solve domineering '##/##/'
expect 0 '^sum .*: R' solve sum --quiet -- '- [domineering 2x1]'
expect 0 '^sum .*: R' solve sum --quiet -- '-[domineering 2x1]'
expect 0 '^sum .*: L' solve sum --quiet -- '- -[domineering 2x1]'
expect 0 '^sum .*: R' solve sum --quiet -- '- 1 + [nim 0]'
expect 3 'more memory than --memory allows' solve domineering 8x8 --compute value --memory 1M --quiet
# Distances are those of the play that is asked for, also where a game ends by a rule of its own.
expect 0 'win in 5' solve hex 3x3 --compute distance --quiet
expect 0 'loss in 9' solve hex 3x3 --compute distance --play misere --quiet
expect 0 'loss in 1' solve qbf '1;-1' --compute distance --quiet
expect 0 'win in 1' solve qbf '1;-1' --compute distance --play misere --quiet
expect 2 'too large' solve cram 20x20
expect 2 'too large' solve cram 99999999999x2
expect 2 'expected rows x columns' solve cram 3x-4
expect 2 'not a cell' solve cram -- -3x4
expect 2 'from 1 to 256' solve cram 3x3 --threads 0
expect 2 'is not a size' solve cram 3x3 --memory lots
expect 2 'positive number' solve cram 3x3 --time -1
expect 2 'a value is missing' solve cram 3x3 --time
expect 2 'takes no value' solve cram 3x3 --json=yes
expect 2 'something is missing' solve
expect 2 'one word too many' solve cram 3x3 4x4
expect 2 'expected a heap size' solve nim 3,x
expect 2 'expected 1 to 200 squares' solve toads-and-frogs ' '
expect 2 'nested too deeply' solve sum '^:50:55'
expect 2 'unknown benchmark' bench nothing
expect 2 "no command 'chess': unknown game 'chess'" help chess

# Standard output that cannot be written is an error of the machine.
if [ -e /dev/full ]; then
    "$ZERMELO" solve cram 3x3 --quiet >/dev/full 2>/dev/null
    is 'a full disk is exit status 4' 4 $?
fi

# Moves of Sprouts that are too many to list are left out, and it says which.
pairs=1a1a.1a1a.1a1a.1a1a.1a1a.1a1a
said=$(printf 'moves\nquit\n' | "$ZERMELO" play sprouts "$pairs.$pairs" 2>&1)
has 'too many moves' 'not all moves: region r1 has 12 boundaries' "$said"
said=$(printf 'moves\nquit\n' | "$ZERMELO" play sprouts "$pairs" 2>&1 | grep -c 'not all moves')
is 'few moves are all listed' 0 "$said"

# A signal stops a run with what is known so far.
"$ZERMELO" solve cram 11x11 --compute nimber --search depth-first --json >"$folder/signal" 2>/dev/null &
pid=$!
sleep 0.5
kill -INT "$pid"
wait "$pid"
is 'a signal stops with exit status 3' 3 $?
has 'a signal leaves an answer' '"status":"stopped"' "$(cat "$folder/signal")"
# Equivalences that keep reduced trees only: whoever wants whole trees is told so.
for command in 'solve sprouts 3 --compute tree' 'tree sprouts 3 --kind canonical' 'equivalences sprouts 3'; do
    # shellcheck disable=SC2086
    expect 2 'keep the reduced canonical tree only' $command --equivalences all
done
expect 0 'rct' solve sprouts 3 --compute rct --equivalences all --json

run "$ZERMELO" solve peg '.o./___' --compute count --threads 2 --quiet
has "two threads where there is nothing for the second" "count 1" "$out"
# An outcome of boxes still open does not compare moves that take boxes.
expect 2 'still on the board' analyse dots 2x2:b1b2,a2b2,a1b1 --compute outcome
expect 2 'still on the board' play dots 2x2:b1b2,a2b2,a1b1 --compute outcome --contract 2

# an option may be a flag of one command and have a value in another
has 'a rule of Go that is a flag of value' 'score 2/2' "$("$ZERMELO" solve go 2x2 --scoring territory --compute score --quiet 2>&1)"
has 'and the flag itself' '{1|0}' "$("$ZERMELO" value '{1|0}' --scoring 2>&1)"
end
