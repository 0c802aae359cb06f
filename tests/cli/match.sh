#!/bin/sh
# Matches: any two players, other programs by GTP, records that go on, bad input.
. "$ZM_SOURCE/tests/cli/tap.sh"

m() { run "$ZERMELO" match "$@"; }

# A player that solves beats random-like play on a board that the first player wins; colours are swapped.
m hex player=exact level=1 --start 3x3 --games 20 --openings random:0 --json --quiet
is "a match ends" 0 "$code"
has "all games are counted" '"games":20' "$out"
has "the keys of the contract" '{"game":"hex","a":"player=exact","b":"level=1","games":20,"wins":[' "$out"
has "Elo with its interval" '"elo":{"estimate":' "$out"
wins=$(printf '%s' "$out" | sed 's/.*"wins":\[\([0-9]*\),\([0-9]*\)\].*/\1 \2/')
[ "${wins% *}" -gt "${wins#* }" ]
result $? "the stronger player wins more" "$out"

# The same seed, the same games; other openings, others.
m cram player=monte-carlo,nodes=50 player=monte-carlo,nodes=20 --start 4x4 --games 6 --quiet --records "$folder/one"
m cram player=monte-carlo,nodes=50 player=monte-carlo,nodes=20 --start 4x4 --games 6 --quiet --records "$folder/two" --parallel 2
is "the seed decides all" "$(sort "$folder/one")" "$(sort "$folder/two")"
# Both colours of one opening.
is "pairs share their opening" "$(sed -n 's/^1 .*; \(\S* \S* \S* \S*\) .*/\1/p' "$folder/one")" "$(sed -n 's/^2 .*; \(\S* \S* \S* \S*\) .*/\1/p' "$folder/one")"
has "colours are swapped" "2 b" "$(grep '^2 ' "$folder/one")"

# A record goes on: cut in the middle of a line, the rest is played again.
size=$(wc -c <"$folder/one")
head -c $((size - 5)) "$folder/one" >"$folder/cut"
m cram player=monte-carlo,nodes=50 player=monte-carlo,nodes=20 --start 4x4 --games 6 --quiet --records "$folder/cut" --json
is "a cut record is completed" "$(sort "$folder/one")" "$(sort "$folder/cut")"
has "with all games in the tally" '"games":6' "$out"
m cram player=monte-carlo,nodes=50 player=monte-carlo,nodes=20 --start 4x4 --games 8 --quiet --records "$folder/cut" --json
has "and longer matches go on from it" '"games":8' "$out"
m cram player=monte-carlo,nodes=60 player=monte-carlo,nodes=20 --start 4x4 --games 8 --quiet --records "$folder/cut"
is "a record of another match: status" 2 "$code"
has "is refused" "something else than this match" "$err"

# Scored games have a margin.
m dots player=alpha-beta,nodes=300 level=1 --start 2x2 --games 8 --quiet --json
has "margins" '"margin":{"mean":' "$out"

# A record that somebody else has written in: no game counts twice, and a margin is a number.
set -- match dots level=1,nodes=5 level=1,nodes=5 --start 2x2 --openings random:0 --games 2 --quiet
run "$ZERMELO" "$@" --records "$folder/dots"
sed 'p' "$folder/dots" | awk '!seen[$0]++ || /^1 /' >"$folder/twice"
expect 2 "game 1 is there twice" "$@" --records "$folder/twice"
for margin in nan inf 1e999 4x x; do
    sed "s/^1 \([^ ]* [^ ]* [^ ]*\) [^ ]*/1 \1 $margin/" "$folder/dots" >"$folder/margin"
    expect 2 "is no game of a match" "$@" --records "$folder/margin"
done

# Openings from a file; the sequential test.
printf '# openings\n3x3\n\n0G0/000/000\n' >"$folder/openings"
m cram player=exact level=1 --openings "$folder/openings" --games 4 --quiet --records "$folder/three"
has "openings of a file" "G" "$(grep '^3 ' "$folder/three")"
is "every opening twice" "2" "$(grep -c '^[34] .* rules ' "$folder/three")"
m nim player=exact level=1 --start 3,4,5,6,7 --sprt 0,50 --games 2000 --quiet --json
has "the sequential test ends" '"sprt":"H1"' "$out"
games=$(printf '%s' "$out" | sed 's/.*"games":\([0-9]*\).*/\1/')
[ "$games" -lt 2000 ]
result $? "before all games are played" "$out"

# Our own GTP at the other end of a pipe; a position that only zermelo-position can set.
m hex "gtp:$ZERMELO gtp hex --player exact" level=1 --start 3x3 --games 4 --openings random:1 --json --quiet
is "a program by GTP" 0 "$code"
has "plays all games" '"games":4' "$out"
m cram "gtp:$ZERMELO gtp cram --player exact" level=1 --start '0G0/000/000' --games 2 --openings random:0 --json --quiet
is "from a position of the game's own" 0 "$code"

# Programs that die, hang or talk nonsense lose their games; nothing is left running.
m hex "gtp:sh -c 'read x; echo = 2; echo; read x; exit'" level=1 --start 3x3 --games 2 --json --quiet
has "a program that dies loses, and says so" '"faults":' "$out$err"
m hex "gtp:sh -c 'while read x; do echo \"= z9\"; echo; done'" level=1 --start 3x3 --games 2 --openings random:0 --json --quiet
has "an illegal move loses" '"faults":2' "$out"
hangs() { # at the command that begins so
    m hex "gtp:sh -c 'while read x; do case \$x in $1*) sleep 1000; esac; echo = 2; echo; done'" \
        level=1 --start 3x3 --games 1 --openings random:0 --clock 100ms --json --quiet
    has "a program that hangs at $1 loses" '"faults":1' "$out"
}
hangs genmove
[ -z "${ZM_LONG:-}" ] || hangs clear_board # it gets 20 s for what needs no thinking
is "nothing is left running" "" "$(pgrep -f 'sleep 1000' || true)"
m hex 'gtp:yes' level=1 --start 3x3 --games 1 --quiet
has "a program that writes for ever is left" "lines without end" "$err"
m hex 'gtp:/no/such/program' level=1 --start 3x3 --games 1 --quiet
is "no such program: status" 4 "$code"

expect 2 "usage: zermelo match GAME A B" match hex player=exact
expect 2 "there is no such player" match hex player=nobody level=1
expect 2 "level" match hex player=exact level=11
expect 2 "expected random:K" match hex player=exact level=1 --openings random:x
expect 2 "cannot read" match hex player=exact level=1 --openings "$folder/none"
: >"$folder/nothing"
expect 2 "no position in it" match hex player=exact level=1 --openings "$folder/nothing"
expect 2 "clock" match hex player=exact level=1 --clock 5x
expect 2 "sprt" match hex player=exact level=1 --sprt 5
expect 2 "one player" match peg player=exact level=1
expect 2 "unknown game" match hexx a b
end
