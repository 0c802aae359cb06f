#!/bin/sh
# zermelo check: one line for each promise of a game, and exit statuses. That a broken promise is found, with status 1,
# is tested with a game of its own in tests/games/adding_a_game.sh.
. "$ZM_SOURCE/tests/cli/tap.sh"
run "$ZERMELO" check grundy --rounds 20
is "grundy: status" 0 "$code"
is "grundy: nothing on standard error" "" "$err"
for promise in form texts refusals random moves apply states components options sums pictures bytes; do
    has "grundy: $promise" "$promise " "$out"
done
is "grundy: no promise that it does not give" 0 "$(printf '%s\n' "$out" | grep -c '^scores\|^walk')"
has "counts" "(20 positions" "$out"
run "$ZERMELO" check grundy --rounds 20 --seed 5
first=$out
run "$ZERMELO" check grundy --rounds 20 --seed 5
is "one seed, one run" "$first" "$out"
run "$ZERMELO" check cram --canon ctf --rounds 10
is "options of the game" 0 "$code"
run "$ZERMELO" check nimstring --all --rounds 2
has "all choices" "with --canon exact:" "$out"
run "$ZERMELO" check sprouts --rounds 1000000 --time 0.3
is "stopped by the clock" 3 "$code"
for bad in "" "gruendy" "grundy nim" "grundy --canon ctf" "cram --canon none" "grundy --rounds 0" "grundy --play misere"; do
    run "$ZERMELO" check $bad
    is "'$bad': status" 2 "$code"
    is "'$bad': one line" 1 "$(printf '%s\n' "$err" | wc -l)"
done
run "$ZERMELO" completion
has "completion knows games and their options" "check)" "$out"
end
