#!/bin/sh
# What comes in: files that the command line names, and that nothing else may name; descriptors that are
# closed; signals; files that are whole or not there.
. "$ZM_SOURCE/tests/cli/tap.sh"
mkfifo "$folder/pipe"
# Nobody ever writes to the pipe: whoever opens it to read waits for ever.
bounded() { timeout 60 "$@"; }

# @FILE is a position of any game, on the command line.
printf '000/0G0/000\n' >"$folder/board"
expect 0 '^cram .*nimber 0' solve cram "@$folder/board" --compute nimber --quiet
printf '3,4,5\r\n' >"$folder/heaps"
expect 0 'nim 3,4,5, .*nimber 2' solve nim "@$folder/heaps" --compute nimber --quiet
printf '# a path of four\n1 2\n2 3\n3 4\n' >"$folder/edges"
expect 0 'node-kayles 1-2,2-3,3-4, ' solve node-kayles "@$folder/edges" --quiet
expect 0 '' analyse node-kayles "@$folder/edges" --quiet
expect 0 '' tree node-kayles "@$folder/edges"
printf 'Dhc\n' >"$folder/graph6"
expect 0 'arc-kayles 0-1,0-4,1-2,2-3,3-4, ' solve arc-kayles "@$folder/graph6" --quiet
printf '1>2,2>3@1\n' >"$folder/arcs"
expect 0 'geography 1>2,2>3@1, ' solve geography "@$folder/arcs" --quiet
printf '[nim 3] + [nim 3]' >"$folder/sum"
expect 0 '^sum .*: P' solve sum "@$folder/sum" --quiet
run "$ZERMELO" solve cram "@$folder/board" --quiet --save-job "$folder/job"
has 'a job keeps the position, not the file' '000/0G0/000' "$(cat "$folder/job")"
"$ZERMELO" solve cram "@$folder/board" --compute nimber --quiet --store "$folder/board.store" >/dev/null
expect 0 'entries' store compact "$folder/board.store" cram "@$folder/board"

# Only plain files, and not too large ones.
expect 2 'not a plain file' solve node-kayles @/dev/zero
run bounded "$ZERMELO" solve node-kayles "@$folder/pipe"
is 'a pipe is no position' 2 "$code"
expect 2 'not a plain file' solve node-kayles "@$folder"
expect 2 'No such file' solve cram "@$folder/none"
expect 2 'cannot read' solve cram @
truncate -s 17M "$folder/large"
expect 2 'larger than 16 MiB' solve cram "@$folder/large"
printf '3x3\0' >"$folder/nul"
expect 2 'not a text file' solve cram "@$folder/nul"

# A position within another text names no file.
expect 2 'expected edges' solve sum "[node-kayles @$folder/edges]"
expect 2 'expected edges' solve graph-octal "0.33:@$folder/edges"
expect 2 'expected edges' value "[node-kayles @$folder/edges]"

# A position that stands for several, of which one has nimber 2 and the others 4, is no term of a sum.
expect 2 'stands for' solve sum '[sprouts 0.2.2@all] + *4'
expect 2 'there is no one answer' value '[sprouts 0.2.2@all] + *4'
printf '{"job":1,"game":"node-kayles","position":"@%s","options":{}}' "$folder/edges" >"$folder/job"
expect 2 'expected edges' solve --job "$folder/job"

# An option that names a file is for the command line alone: not for jobs, certificates, stores.
printf '{"job":1,"game":"cram","position":"3x3","options":{"cram-table":"%s"}}' "$folder/pipe" >"$folder/job"
expect 2 "option 'cram-table', which names a file" solve --job "$folder/job"
printf '{"job":1,"game":"nim","position":"3","options":{"labels":"%s"}}' "$folder/pipe" >"$folder/job"
expect 2 "option 'labels', which names a file" solve --job "$folder/job"
printf '{"job":1,"game":"nim","position":"3","options":{"store":"%s"}}' "$folder/pipe" >"$folder/job"
expect 2 "option 'store', which names a file" solve --job "$folder/job"
"$ZERMELO" solve tapatan --labels "$folder/labels" --save-job "$folder/job" --quiet >/dev/null
is 'a job is saved without the files of its run' 0 "$(grep -c labels "$folder/job")"
expect 0 'tapatan' solve --job "$folder/job" --quiet
"$ZERMELO" solve cram 3x4 --compute nimber --proof "$folder/proof" --quiet >/dev/null
sed "s|^rules.*|& cram-table=$folder/pipe|" "$folder/proof" >"$folder/rules.proof"
run bounded "$ZERMELO" verify "$folder/rules.proof"
is 'a certificate whose rules name a file: status' 2 "$code"
has 'and why' "'cram-table' names a file" "$err"
run bounded "$ZERMELO" proof shrink "$folder/rules.proof"
is 'it is not shrunk either' 2 "$code"
"$ZERMELO" solve node-kayles path:5 --compute nimber --proof "$folder/graph.proof" --quiet >/dev/null
sed "s|^position.*|position @$folder/pipe|" "$folder/graph.proof" >"$folder/position.proof"
run bounded "$ZERMELO" verify "$folder/position.proof"
is 'a certificate whose position names a file: status' 2 "$code"
has 'and why' 'expected edges' "$err"
for name in rules position; do
    run bounded "$ZM_VERIFY" "$folder/$name.proof"
    is "nor does zermelo-verify open what the $name of a certificate name" 2 "$code"
done
"$ZERMELO" solve dots 2x2 --compute score --proof "$folder/score.proof" --quiet >/dev/null
sed "s|^rules.*|& store=$folder/pipe|" "$folder/score.proof" >"$folder/score-rules.proof"
run bounded "$ZERMELO" verify "$folder/score-rules.proof"
is 'nor may a certificate of a score' 2 "$code"
"$ZERMELO" solve cram 3x4 --compute nimber --store "$folder/store" --quiet >/dev/null
"$ZERMELO" store export "$folder/store" | sed "s|^rules.*|& cram-table=$folder/pipe|" >"$folder/store.text"
run bounded "$ZERMELO" store import "$folder/store2" "$folder/store.text"
is 'a store whose rules name a file: status' 2 "$code"
has 'and why' "'cram-table' names a file" "$err"
run bounded "$ZERMELO" verify "$folder/pipe" --time 1
is 'a pipe that nobody writes to is waited for no longer than --time' 3 "$code"

# An empty text never means the usual start: a position left out does. It is bad input, or, where help
# says so, the position with nothing left.
for game in $("$ZERMELO" games | sed -n 's/^\([a-z][a-z-]*\) .*/\1/p'); do
    help=$("$ZERMELO" help "$game")
    has "help $game tells the usual start" 'left out:' "$help"
    case $help in
    *"'': nothing left"*) expect 0 "^$game , .*(loss|score 0/0)" solve "$game" '' --quiet ;;
    *) expect 2 '.' analyse "$game" '' ;;
    esac
done
expect 0 'sprouts 0\*8, ' solve sprouts --quiet
expect 0 'cram 5x6, ' solve cram --quiet
sed 's|^position.*|position |' "$folder/proof" >"$folder/empty.proof"
expect 2 '.' verify "$folder/empty.proof"

# Lines may end as in other systems.
for name in proof score.proof; do
    sed 's/$/\r/' "$folder/$name" >"$folder/crlf.$name"
    expect 0 'proved by' verify "$folder/crlf.$name"
done
"$ZERMELO" store export "$folder/store" | sed 's/$/\r/' >"$folder/crlf.text"
run "$ZERMELO" store import "$folder/store3" "$folder/crlf.text"
is 'a store as text with CRLF' 0 "$code"
"$ZERMELO" store export "$folder/store" >"$folder/plain.text"
"$ZERMELO" store export "$folder/store3" | cmp -s - "$folder/plain.text"
is 'reads as the same store' 0 $?
printf 'a1-b1\nsave %s\nquit\n' "$folder/game" | "$ZERMELO" play cram 2x3 --first both >/dev/null 2>&1
sed 's/$/\r/' "$folder/game" >"$folder/crlf.game"
has 'a saved game with CRLF' 'a2-b2' "$(printf 'moves\nquit\n' | "$ZERMELO" play cram --first both --load "$folder/crlf.game" 2>&1)"
sed "s|^rules.*|& cram-table=$folder/pipe|" "$folder/game" >"$folder/rules.game"
run bounded "$ZERMELO" play cram --load "$folder/rules.game" </dev/null
is 'a saved game whose rules name a file: status' 2 "$code"
has 'and why' "'cram-table' is no rule" "$err"
sed "s|^game.*|game node-kayles|; s|^rules.*|rules|; s|^start.*|start @$folder/pipe|" "$folder/game" >"$folder/start.game"
run bounded "$ZERMELO" play node-kayles --load "$folder/start.game" </dev/null
is 'a saved game whose start names a file' 2 "$code"
sed 's/$/\r/' "$folder/job" >"$folder/crlf.job"
expect 0 'tapatan' solve --job "$folder/crlf.job" --quiet

# Error lines: the reason stays in sight, and nothing that a terminal would obey is repeated.
run "$ZERMELO" solve grundy "$(seq -s, 1 1000)"
has "a long position" "expected up to" "$err"
run "$ZERMELO" "$(seq -s, 1 1000)"
has "a long command" "lists them" "$err"
said=$("$ZERMELO" solve nim "$(printf '3,\033[31m\n4')" 2>&1)
is 'control characters are escaped' "zermelo: nim position '3,\\x1b[31m\\n4', character 3: expected a heap size, as in 3,4,5" "$said"
said=$("$ZERMELO" "$(printf 'so\033lve')" 2>&1)
has 'also in a command' 'so\x1blve' "$said"
said=$("$ZERMELO" solve nim 3 "$(printf -- '--\033x')" 2>&1)
has 'and in an option' '--\x1bx' "$said"

# Standard input, output and error closed: the store is whole.
"$ZERMELO" solve cram 4x5 --compute nimber --search dfpn --store "$folder/closed" <&- >&- 2>&-
is 'an answer that cannot be printed' 4 $?
expect 0 'entries are right' verify "$folder/closed"
"$ZERMELO" solve cram 3x5 --compute nimber --search dfpn --store "$folder/closed" --proof "$folder/closed.proof" <&- 2>&- >/dev/null
is 'with standard output it is printed' 0 $?
expect 0 'entries are right' verify "$folder/closed"
expect 0 'proved by' verify "$folder/closed.proof"
"$ZERMELO" solve cram bad <&- >&- 2>&-
is 'bad input is still bad input' 2 $?

# A file that may not grow: an error, and nothing is left of it.
(
    ulimit -f 1
    "$ZERMELO" solve cram 4x5 --compute nimber --proof "$folder/cut.proof" >"$folder/cut.out" 2>"$folder/cut.err"
    echo $? >"$folder/cut.code"
)
is 'a proof that does not fit: status' 4 "$(cat "$folder/cut.code")"
has 'and why' 'File too large' "$(cat "$folder/cut.err")"
is 'and nothing is left' '' "$(ls "$folder" | grep cut.proof)"
(
    ulimit -f 64
    "$ZERMELO" solve cram 5x5 --compute nimber --store "$folder/cut.store" >"$folder/cut.out" 2>"$folder/cut.err"
    echo $? >"$folder/cut.code"
)
is 'a store that may not grow: status' 4 "$(cat "$folder/cut.code")"
expect 0 '' store info "$folder/cut.store"
cp "$folder/proof" "$folder/kept.proof"
(
    ulimit -f 0
    "$ZERMELO" proof shrink "$folder/kept.proof" >/dev/null 2>&1
)
cmp -s "$folder/proof" "$folder/kept.proof"
is 'a proof that cannot be replaced stays' 0 $?

# A terminal that goes away stops a run as Ctrl-C does.
env --default-signal=HUP "$ZERMELO" solve cram 11x11 --compute nimber --search depth-first --json >"$folder/hup" 2>/dev/null &
pid=$!
sleep 0.5
kill -HUP "$pid"
wait "$pid"
is 'SIGHUP stops with exit status 3' 3 $?
has 'and leaves an answer' '"status":"stopped"' "$(cat "$folder/hup")"
is 'no temporary file is left' '' "$(ls "$folder" | grep '\.part$')"
end
