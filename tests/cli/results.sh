#!/bin/sh
# The certificates of results/: each proves what its name says. The larger ones with ZM_LONG.
. "$ZM_SOURCE/tests/cli/tap.sh"
# proves FILE CLAIM: checks one, if it is small or there is time.
proves() {
    path="$ZM_SOURCE/results/$1.cert.gz"
    [ -n "${ZM_LONG:-}" ] || [ "$(wc -c <"$path")" -lt 9000 ] || return 0
    gunzip -c "$path" >"$folder/certificate"
    run "$ZERMELO" verify "$folder/certificate"
    is "$1 verifies" 0 "$code"
    has "$1 proves what it says" "$2: proved by" "$out"
}
for entry in 4x10:1 5x8:3 4x11:1 6x7:0 5x9:3 3x16:0 3x17:0 3x18:1; do
    board=${entry%:*}
    proves "cram-$board-misere" "cram $board, misere play: grundy ${entry#*:}"
done
for spots in 12 13; do
    for caps in 1 2 3 4 5 6 7 8; do
        proves "sprouts-$spots-P$caps-misere" "sprouts 0*$spots@-$caps, misere play: loss"
    done
done
for entry in 15:loss 16:win 17:win 18:win 19:loss 20:loss 21:loss; do
    proves "sprouts-${entry%:*}-misere" "sprouts 0*${entry%:*}, misere play: ${entry#*:}"
done
for spots in 15 16 17 21 22 23 27 28 29; do
    proves "sprouts-$spots-nimber" "sprouts 0*$spots, normal play: nimber 1"
done
proves sprouts-11-P7 "sprouts 0*11@-7, normal play: nimber 4"
end
