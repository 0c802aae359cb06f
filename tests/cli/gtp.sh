#!/bin/sh
# GTP, by a script: every command, answers in their form, nonsense of every kind.
. "$ZM_SOURCE/tests/cli/tap.sh"

talk() { # lines on standard input; sets $out
    out=$("$ZERMELO" gtp "$@" 2>"$folder/.err")
    code=$?
    err=$(cat "$folder/.err")
}
answers() { # the answers without empty lines, one a line
    printf '%s\n' "$out" | grep -v '^$'
}

talk hex 3x3 --player exact <<'LINES'
protocol_version
1 name
2 version
known_command genmove
known_command nonsense
# a comment

play b B2
zermelo-moves
play b a1
play w z9
play w b2
play w a1
undo
undo
undo
quit
LINES
is "quit ends well" 0 "$code"
is "answers" "= 2
=1 Zermelo (exact)
=2 $("$ZERMELO" --version | cut -d' ' -f2)
= true
= false
= 
= a1 b1 c1 a2 c2 a3 b3 c3
? it is white's turn
? illegal move
? illegal move
= 
= 
= 
? cannot undo
= " "$(answers)"

talk hex --player exact <<'LINES'
boardsize 2
showboard
boardsize 99
boardsize x
genmove b
time_settings 0 1 1
time_left w 1 1
genmove w
genmove b
final_score
genmove w
clear_board
zermelo-position L./.. R
zermelo-moves
zermelo-position nonsense
zermelo-moves
nonsense
3 play
4 play purple a1
komi 6.5
LINES
is "the end of the input ends it" 0 "$code"
has "boardsize" "? unacceptable size" "$out"
has "a bad size" "? syntax error" "$out"
has "a score" "= B+" "$out"
has "a position of our own grammar" "= b1 a2 b2" "$out"
is "which stays when the next is bad" 2 "$(printf '%s\n' "$out" | grep -c '^= b1 a2 b2$')"
has "unknown commands" "? unknown command" "$out"
has "numbers come back" "?3 syntax error" "$out"
has "also of bad colours" "?4 syntax error" "$out"
is "komi is unknown where there is none" "? unknown command" "$(printf '%s\n' "$out" | grep -v '^$' | tail -n 1)"

# Go: handicaps, a colour twice, komi that keeps the board, dead stones, the score, cleanup.
talk go --player go --time 0.05 <<'LINES'
boardsize 9
fixed_handicap 4
komi 0.5
play w E5
play w c4
undo
undo
undo
clear_board
set_free_handicap A1 B2 J9
fixed_handicap 2
clear_board
fixed_handicap 99999999999
set_free_handicap a1 a1
set_free_handicap pass b1
final_status_list bogus
komi 1000
komi
play b i3
boardsize 20
boardsize 1
LINES
is "handicaps, undo, nonsense" "= 
= C3 G7 C7 G3
= 
= 
= 
= 
= 
? cannot undo
= 
= 
? board not empty
= 
? invalid number of stones
? bad vertex list
? bad vertex list
? syntax error
? --komi '1000': expected whole or half points from -361 to 361, as 7.5, or auto
? syntax error
? illegal move
? unacceptable size
? unacceptable size" "$(answers)"

# White's stone at a1 is dead; Black has 15 points, White 10 and komi.
talk go --player go --time 0.05 <<'LINES'
zermelo-position ..XO./..XO./..XO./..XO./O.XO. X
komi 3.5
final_score
final_status_list dead
final_status_list alive
final_status_list seki
play b pass
play w pass
final_score
kgs-genmove_cleanup b
LINES
is "dead stones" "= 
= 
= B+1.5
= A1
= C1 C2 C3 C4 C5
D1 D2 D3 D4 D5
= 
= 
= 
= B+1.5" "$(answers | head -n 10)"
move=$(answers | tail -n 1)
[ "$move" = "= a2" ] || [ "$move" = "= b1" ]
result $? "cleanup takes them" "$move"

# reg_genmove plays nothing, also where the other had to pass first.
talk go 5x5 --player go --time 0.05 <<'LINES'
reg_genmove b
reg_genmove w
undo
genmove b
reg_genmove b
undo
undo
reg_genmove x
LINES
is "reg_genmove leaves the board" "? cannot undo = = ? cannot undo ? syntax error" \
    "$(answers | sed -n '3p; 5,8p' | sed 's/^= [a-e][1-5]$/=/; s/^= pass$/=/' | tr -s '\n ' ' ' | sed 's/ $//')"

talk go 5x5 --player go --time 0.05 <<'LINES'
play b c3
komi 2.5
showboard
3 lz-analyze w 10
name
LINES
has "komi keeps the board" "(X)" "$out"
has "analysis ends with the next command" "=3
" "$out"
has "after it has said something" "info move" "$out"
has "which is obeyed" "= Zermelo (go)" "$out"

# Two programs play a whole game against each other through it.
printf 'genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\ngenmove w\n' | "$ZERMELO" gtp nim 1,1,1 --player exact >"$folder/out"
has "the game ends" "? the game is over" "$(cat "$folder/out")"
# An opening of a file is a board and moves: a program that knows no position texts is told them.
cat >"$folder/other" <<'PROGRAM'
#!/bin/sh
while read -r command rest; do
    echo "$command${rest:+ $rest}" >>"$1"
    case $command in
    protocol_version) printf '= 2\n\n' ;;
    known_command) printf '= false\n\n' ;;
    genmove) printf '= resign\n\n' ;;
    quit) printf '=\n\n'; exit ;;
    *) printf '=\n\n' ;;
    esac
done
PROGRAM
printf '5x5 c3 d2 b2\n' >"$folder/openings"
out=$("$ZERMELO" match go player=go,nodes=20 "gtp:sh $folder/other $folder/heard" --start 5x5 --games 2 \
    --openings "$folder/openings" --json 2>"$folder/.err")
has "both games are played" '"games":2' "$out"
is "without faults" 0 "$(grep -c fault "$folder/.err")"
has "the board is told, and the moves on it" "boardsize 5
clear_board
komi 0
play b c3
play w d2
play b b2
" "$(cat "$folder/heard")"
printf '..X../...../...../...../..... O\n' >"$folder/openings"
"$ZERMELO" match go player=go,nodes=20 "gtp:sh $folder/other $folder/heard" --start 5x5 --games 2 \
    --openings "$folder/openings" >"$folder/out" 2>"$folder/.err"
has "what cannot be told is a fault of the program" "fault" "$(cat "$folder/.err")"
# A real program on the other side, where there is one.
gnugo=$(PATH=$PATH:/usr/games command -v gnugo)
if [ -n "$gnugo" ]; then
    out=$("$ZERMELO" match go player=go,nodes=200 "gtp:$gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead" \
        --start 5x5 --games 2 --openings random:1 --json 2>"$folder/.err")
    has "two games against GNU Go" '"games":2' "$out"
    is "without faults" 0 "$(grep -c fault "$folder/.err")"
else
    echo "# gnugo is not installed: no games against it"
fi
head -c 100000 /dev/urandom | "$ZERMELO" gtp hex 2x2 >"$folder/out" 2>"$folder/.err"
is "noise" 0 $?
expect 2 "one player" gtp peg
expect 2 "unknown game" gtp nogame
expect 2 "usage: zermelo gtp GAME" gtp
end
