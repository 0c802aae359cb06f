#!/bin/sh
# Lines of Action by its commands: training, book, analysis, play under a clock and with pondering; what is bad
# in texts, records and files.
. "$ZM_SOURCE/tests/cli/tap.sh"
cd "$folder" || exit 1
expect 0 '^6 games, [0-9]+ positions: mean error' train loa squares.w --evaluation squares --fresh --games 6 --nodes 200 --passes 2 --keep base
expect 0 '^6 games' train loa network.w --evaluation network --fresh --games 0 --base base --passes 3 --lambda 50 --hidden 1
expect 0 '^2 games' train loa leaf.w --evaluation linear --by own --games 2 --depth 2 --passes 1 --method leaf --learner gradient
expect 0 'loa, 2 games: A wins' match loa player=loa,weights=squares.w,nodes=200 player=loa,weights=network.w,nodes=200 --games 2 --quiet
expect 2 "^zermelo: --fresh: only squares and network" train loa x --evaluation own --fresh --games 1
expect 2 "^zermelo: --from network.w: weights of 'network', not of 'squares'" train loa x --evaluation squares --from network.w --games 1
sed 's/weights 1/weights 2/' squares.w >other.w
expect 2 "other.w: weights of version 2 for 'squares'; expected version 1" match loa player=loa,weights=other.w player=loa --games 2
head -n 20 squares.w >short.w
expect 2 'short.w: weight [0-9]+ of [0-9]+ is no number' match loa player=loa,weights=short.w player=loa --games 2
printf '+ b8-b6 b8-b6\n' >bad.base
expect 2 "game 1: move 2, 'b8-b6', is not legal there" train loa x --games 0 --base bad.base

expect 0 '^[0-9]+ positions, [0-9]+ of them new' book loa learn my.book --games 8 --nodes 300
expect 0 'positions; the best line: [a-h][1-8]-' book loa show my.book
before=$(wc -l <my.book)
expect 0 'positions, [0-9]+ of them new' book loa learn my.book --games 8 --nodes 300
[ "$(wc -l <my.book)" -gt "$before" ]
result $? 'a book goes on growing' "$(cat my.book)"
expect 0 'loa, 2 games' match loa player=loa,book=my.book,nodes=100 player=loa,nodes=100 --games 2 --openings random:0 --quiet
expect 2 "cannot read 'none.book': No such file" match loa player=loa,book=none.book player=loa --games 2
expect 2 'base: no book of loa' book loa show base
expect 2 "book: 'burn' is not one of learn, show" book loa burn my.book

expect 0 '^3 moves; mistakes: Black [0-9], White [0-9]' tool loa analyse 'b8-b6 a3-c3 c8-c5' --nodes 500
expect 2 "move 2, 'b8-b6', is not legal there" tool loa analyse 'b8-b6 b8-b6'

expect 0 'loa, 2 games' match loa player=loa player=loa,evaluation=own --games 2 --clock 1s+1ms --longest 12 --quiet
printf 'b8-b6\nquit\n' | "$ZERMELO" play loa --clock 20ms --ponder >out 2>&1
is 'the program answers under a clock, pondering' 0 $?
has 'it said its move' '-' "$(grep -E '[a-h][1-8][-x][a-h][1-8]' out)"

expect 2 "loa" solve loa '.XX./O..Z/O..O/.XX. X'
expect 2 "loa" solve loa '.XX./O..O/O..O X'
expect 2 "move 2" solve loa '8x8 b8-b6 b8-b6'
expect 2 "loa" solve loa 11x11
expect 2 "move 2|b9-b6" solve loa '(;GM[9]SZ[8];B[b8-b6];W[b9-b6])'
end
