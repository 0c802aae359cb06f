#!/bin/sh
# Tapatan and morris on the command line: the contract, analyse, study, and what is refused.
. "$ZM_SOURCE/tests/cli/tap.sh"
run "$ZERMELO" solve tapatan start --json
is "solve ends well" 0 "$code"
has "the first player wins" '"result":"win"' "$out"
has "in nine plies" '"distance":9' "$out"
run "$ZERMELO" solve tapatan start --compute distance --json --check
has "distance" '"result":9' "$out"
has "verified by a pass over all positions" '"verified":true' "$out"
run "$ZERMELO" solve tapatan 267.139.0 --compute distance --json
has "a draw has no distance" '"result":null' "$out"
has "a draw is an outcome" '"outcome":"draw"' "$out"
run "$ZERMELO" analyse tapatan start
is "by the centre only" "  5          wins in 9 plies" "$(printf '%s\n' "$out" | grep wins | tail -n +2)"
run "$ZERMELO" solve tapatan --variant achi --json
has "achi" '"distance":11' "$out"
run "$ZERMELO" study tapatan 267.139.0 --long --json
for part in '"undecided":544' '"kernel":256' '"diameter":12' '"kernel_classes":40' '"undecided_classes":78' \
    '"distances":[1,3,4,8,23,31,36,46,38,28,22,12,4]' '"length":192,"bound":192,"checked":true' \
    '"length":193,"bound":193,"checked":true' '"length":196,"bound":196,"checked":true'; do
    has "study: $part" "$part" "$out"
done
run "$ZERMELO" study tapatan 389.124.1 --quiet --export "$folder/graph.txt" --strip "$folder/strip.svg" \
    --graph "$folder/graph.svg" --classes "$folder/classes.svg"
is "files are written" 0 "$code"
is "the labelled graph" 8060 "$(wc -l <"$folder/graph.txt" | tr -d ' ')"
is "its 2187th line" "12.357.0.0 loss 0" "$(sed -n 2187p "$folder/graph.txt")"
is "a strip of eleven boards" 11 "$(grep '<text' "$folder/strip.svg" | grep -vc 'class="name"')"
for day in 1 2; do
    run "$ZERMELO" study tapatan 348.179.0 --backtrack "$folder/trail" --steps 20000
    has "backtracking, day $day" "at most 193 by a maximum matching; checked" "$out"
done
echo 0.0.0 >"$folder/trail"
run "$ZERMELO" study tapatan --backtrack "$folder/trail"
is "a trail outside the kernel" 2 "$code"
run "$ZERMELO" solve tapatan start --positions reachable --json
has "only what can be reached" '"distance":9' "$out"
run "$ZERMELO" solve morris start --men 3 --labels "$folder/labels" --json
has "labels are written" '"result":"draw"' "$out"
run "$ZERMELO" solve morris start --men 3 --labels "$folder/labels" --json
has "and read again" '"nodes":0' "$out"
run "$ZERMELO" solve morris start --men 4 --labels "$folder/labels"
is "labels of something else are refused" 2 "$code"
run "$ZERMELO" solve morris start --variant nine --json
is "nine men's morris is too large" 3 "$code"
has "and it says what it takes" "MiB" "$err"
for bad in 123.456.0 1.1.0 99 12.3.0; do
    run "$ZERMELO" solve tapatan "$bad"
    is "bad position $bad" 2 "$code"
done
run "$ZERMELO" solve tapatan start --search dfpn
is "a search that walks trees" 2 "$code"
run "$ZERMELO" solve cram 3x3 --search retrograde
is "a search that labels graphs" 2 "$code"
run "$ZERMELO" study cram
is "a game that cannot repeat" 2 "$code"
# Games against somebody who types moves at random, most of them refused; 'again' is one of the words. The
# program never loses when the centre is barred, a repeated position ends the game, the score is kept.
python3 -c '
import random
random.seed(7)
for i in range(500):
    a, b, r = random.randint(1, 9), random.randint(1, 9), random.random()
    print("again" if r < 0.02 else a if r < 0.3 else f"{a}-{b}")' >"$folder/moves"
run "$ZERMELO" play tapatan --mode limited --centre 2 --first either --trace <"$folder/moves"
is "play ends well" 0 "$code"
has "the score" "score: you 0, the program " "$out"
has "a second game" "the program 2" "$out"
has "the trace" "ply 1: " "$out"
case $out in *"you win"*) lost=1 ;; *) lost=0 ;; esac
is "the program does not lose" 0 "$lost"
# Stopped while it looks for long plays: exit status 3.
for mode in --long "--backtrack $folder/stopped"; do
    "$ZERMELO" study tapatan $mode --steps 1000000000000 --json >"$folder/long" 2>/dev/null &
    pid=$!
    sleep 1
    kill -INT $pid
    wait $pid
    is "study ${mode%% *} stopped" 3 $?
    has "and says what it has" '"status":"stopped"' "$(cat "$folder/long")"
done
run test -s "$folder/stopped"
is "the trail is kept" 0 "$code"
run "$ZERMELO" study tapatan --play misere
is "there is nothing to study in misere play" 2 "$code"
end
