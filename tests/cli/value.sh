#!/bin/sh
# zermelo value: the calculator, its JSON, its errors; values and outcomes of partisan games.
. "$ZM_SOURCE/tests/cli/tap.sh"
run "$ZERMELO" value '{2|-1/2} + {1|-1} + {0|-1} + * + 3/4' --json
has "the course's sum: outcome" '"outcome":"L"' "$out"
has "the course's sum: mean" '"mean":"1"' "$out"
has "the course's sum: left stop" '"left_stop":"7/4"' "$out"
has "the course's sum: right stop" '"right_stop":"1/4"' "$out"
run "$ZERMELO" value '3 + * +- 2' --json
has "the course's question: value" '"result":"{5*|1*}","kind":"value","outcome":"L"' "$out"
for pair in '3/4=3/4' '{0,*|0,*}=*2' '{0|*}=^' 'v + *=v*' '^+^=^^' '{1|-1}=+-1' '{2|-1/2}={2|-1/2}' \
    '[domineering 2x4]={{2|0}|0}' '[domineering 4x3] + [cram 3x3] + *2=3/2*2' '[nim 3,5]=*6' \
    '[hackenbush BRB] + [toads-and-frogs T.F]=3/4*' '[arc-kayles grid:3x6]=*4'; do
    run "$ZERMELO" value "${pair%=*}" --json
    has "value ${pair%=*}" "\"result\":\"${pair##*=}\"" "$out"
done
run "$ZERMELO" value '0:*200' --json
has "a long stalk" '"result":"*200"' "$out"
run "$ZERMELO" value '{1|-1}:*60'
has "a form whose text repeats its parts without end" '(too long to write)' "$out"
run "$ZERMELO" value '^:*40'
has "the weight of a form with many shared parts" 'atomic weight 1' "$out"
run "$ZERMELO" value '^* ? 0'
is "the relation" '||' "$out"
run "$ZERMELO" value '*2 < ^'
is "a comparison" 'true' "$out"
run "$ZERMELO" value '^ < *2' --json
has "a comparison as JSON" '"result":"false","kind":"comparison","relation":">"' "$out"
run "$ZERMELO" value -- '-1/2'
is "a minus sign after --" '-1/2' "$(printf '%s\n' "$out" | head -n 1)"
run "$ZERMELO" value '+-3 + {1|0}' --advise left --json
has "advice" '"exact":{"term":0,"option":"3"' "$out"
has "hottest first" '"hottest":{"term":0' "$out"
picture=$(mktemp)
run "$ZERMELO" value '{2|-1/2}' --thermograph -o "$picture"
is "a thermograph: status" 0 "$code"
has "a thermograph: the picture" '<svg' "$(cat "$picture")"
rm -f "$picture"
run "$ZERMELO" value '{2|-1/2}' --thermograph -o /nowhere/t.svg
is "a picture that cannot be written" 4 "$code"
out=$(printf '1 + 1\n^ + ^\n' | "$ZERMELO" value | grep -v '^ ' | tr '\n' ' ')
is "expressions from standard input" '2 ^^ ' "$out"
for bad in '{1|2' '1/3' 'hello' '[nogame 3]' '[cram]]' '[hex 3x3]' '1 +' '' '[domineering 0x0]'; do
    run "$ZERMELO" value "$bad"
    is "bad expression '$bad': status" 2 "$code"
    is "bad expression '$bad': one line" 1 "$(printf '%s\n' "$err" | wc -l)"
done
run "$ZERMELO" value '[domineering 6x6]' --time 0.3 --json
is "stopped by the clock" 3 "$code"
has "stopped, as JSON" '"result":null' "$out"
run "$ZERMELO" solve domineering 2x3 --compute value --json
has "value of a position" '"result":"{2|-1/2}","kind":"value"' "$out"
has "its temperature" '"temperature":"5/4"' "$out"
run "$ZERMELO" solve domineering 5x5 --json
has "an outcome class" '"result":"P","kind":"outcome"' "$out"
run "$ZERMELO" solve domineering '5x5 R' --json
has "an outcome of the player to move" '"result":"loss","kind":"outcome"' "$out"
run "$ZERMELO" solve geography 'qbf:1,3;2,-3;-1,-2,-3' --json
has "the course's formula as geography" '"result":"win"' "$out"
run "$ZERMELO" solve qbf '1,3;2,-3;-1,-2,-3' --json
has "the course's formula" '"result":"win"' "$out"
run "$ZERMELO" value --loopy 'on + off' --json
has "a loopy sum" '"result":"dud","kind":"loopy","stopper":false,"left_first":"draw"' "$out"
run "$ZERMELO" value --loopy 'over ? ^'
is "loopy comparison" '>' "$out"
run "$ZERMELO" value --loopy 'a{0|'
is "bad loopy text" 2 "$code"
run "$ZERMELO" value --scoring '{3,1|-1} + 1/2' --json
has "a scoring game" '"result":"{7/2|-1/2}","kind":"scoring","outcome":"N","left_stop":"7/2"' "$out"
run "$ZERMELO" value --misere '{0;{2};{3;{2}}} + 2 = {2}'
is "an identity of reduced trees" 'true' "$out"
run "$ZERMELO" value --misere '2 + 2 = 0' --json
has "2 + 2 does not cancel" '"result":"false","kind":"comparison"' "$out"
run "$ZERMELO" value --misere '{1;3;{2}} + 1' --json
has "a reduced tree" '"result":"{0;2;{3;{2}};{1;3;{2}}}","kind":"rct","name":"4-1+1-L","outcome":"loss","height":5,"genus":"3^0531"' "$out"
run "$ZERMELO" value --misere '{2'
is "a brace is missing: status" 2 "$code"
has "a brace is missing" "at character 3: expected ';' or '}'" "$err"
run "$ZERMELO" value --scoring '{0|@0} ? 0'
is "comparison of scoring games" '>' "$out"
run "$ZERMELO" value --scoring '{@5|0} ? 0'
is "only guaranteed games are compared" 2 "$code"
end
