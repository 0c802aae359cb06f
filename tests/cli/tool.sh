#!/bin/sh
# Tools: what only one game has, under its own command and under older names.
. "$ZM_SOURCE/tests/cli/tap.sh"

expect 0 'cram crackers' tool
expect 0 'cram table FILE' tool cram
expect 0 '4 +5 +3 +1' tool cram crackers --cells 4
expect 0 '4 +5 +3 +1' cram-crackers --cells 4 --quiet
expect 0 'crackers' help cram
expect 0 '2x8 +R +-1/8 +9/8' tool domineering values --cells 16
expect 2 'cells' tool domineering shapes --cells 99
expect 2 "cram has no tool 'cracker'; expected one of: table, crackers" tool cram cracker
expect 2 'nim has no tools of its own' tool nim table
expect 2 "unknown game 'crma'" tool crma table
expect 2 'usage: zermelo tool cram table FILE' tool cram table
expect 2 "'two' is one word too many" tool cram table one two
expect 2 'unknown option --cell' tool cram crackers --cell 4
expect 2 "cram has no tool 'train'" train cram
expect 2 "cram has no tool 'book'" book cram show
expect 2 'usage: zermelo train GAME' train
expect 0 'won by threats of order 1' tool go status '.X.X./.X.X. O' --points b1,d1
expect 0 'X wins it by .*e5' tool go status '9x9 d5 e6 f5 e4' --points d5,f5
expect 0 '<svg' tool go status '.X.X./.X.X. O' --points b1,d1 --picture svg
expect 0 '^winnable; ' tool go status '.OX../OO.X./.OX.. O' --points c1,d2,c3
expect 0 'O prevents it by c2' tool go status '.OX../OO.X./.OX.. O' --points c1,d2,c3
expect 0 'X wins it by b1 c1 c2' tool go status '.X.X./..... O' --goal reach --points b2,c1
expect 0 'O prevents it by c3 a4' tool go status '.XO./XO.O/.XO./.... X' --goal capture --points b3
expect 0 '^won by threats' tool go status '.OOO./XXXX./X..X. X' --goal eye --points b1
expect 0 '^lost' tool go status 'OOO../OX.../OOO.. X' --goal escape --points b2
expect 0 'O prevents it by c1' tool go status '...../OOOOO/XXXXX/X...X O' --goal live --points a1
expect 0 '^ko' tool go status '..O/X.O/.X. X' --goal eye --points a1
expect 0 '^unknown' tool go status '...../...X./.XO../..X../..... X' --goal capture --points c3 --nodes 20
expect 0 '^lost' tool go status '...../...X./.XO../..X../..... X' --goal capture --points c3 --orders 8
for goal in 'connect --points b2' 'reach --points b2' 'capture --points b2,d2' 'eye --points b2,c1' \
    'escape --points b2,d2' 'live --points b2,d2'; do
    # shellcheck disable=SC2086
    expect 2 "goal ${goal%% *}: expected" tool go status '.X.X./..... O' --goal $goal
done
for goal in capture escape live reach; do
    expect 2 'there is no stone on point 1' tool go status '.X.X./..... O' --goal "$goal" --points "a1$([ "$goal" != reach ] || echo ,a2)"
done
expect 2 "points 'zz': expected" tool go status 5x5 --goal eye --points zz
expect 2 'is not one of connect' tool go status 5x5 --goal hope --points a1
# A hint in the terminal says why.
run sh -c "printf 'hint\\nquit\\n' | \"\$0\" play go '.XOX.../.XOX.../.XOX.../.XOX.../.XOX.../.XOX.../.XO.OO. X' --player go --time 1" "$ZERMELO"
has "why a hint is good" "connects b7 and d7; cuts f1 from c7" "$out"
expect 0 'X d5 f5: undecided; connected by e5' tool go chains '9x9 d5 e6 f5 e4'
expect 0 'capturable' analyse go '9x9 e5 e4 d4 d5 f4' --player go --time 0.3 --quiet
expect 2 'no stone of Black on point 2' tool go status '.X.X./.X.X. O' --points b1,c1
expect 2 'expected up to 4 falling numbers' tool go status 5x5 --points a1,b1 --orders 5,9
expect 0 'GN.bamboo joint' tool go problems
run "$ZERMELO" tool go problems
is 'the problem base in SGF is the one that the program has' "$(cat "$ZM_SOURCE/tests/problems/go/tactics.sgf")" "$out"
# Strengths of moves learned from two games, and played by.
expect 0 '^2 games, [0-9]+ moves' train go "$folder/w" --games 2 --nodes 50 --size 5
expect 0 '% of [0-9]+ games' analyse go 5x5 --player go --time 0.1 --weights "$folder/w" --quiet
expect 3 'nothing is written' train go "$folder/none" --time 0.2 --nodes 1000000
[ ! -e "$folder/none" ]
result $? 'a training that is stopped writes nothing' "$(ls "$folder")"
printf 'zermelo go weights 1\ntakes-two 3\n' >"$folder/bad"
expect 2 "line 2 of Go's weights: no feature is called 'takes-two'" analyse go 5x5 --player go --weights "$folder/bad"

end
