#!/bin/sh
# --auto-zap changes the way, never the answer.
. "$ZM_SOURCE/tests/cli/tap.sh"
for question in "cram 4x5 --compute nimber" "cram 3x7 --compute nimber" "cram 5x5 --compute outcome" \
    "cram 4x4 --play misere" "octal 0.07:21,35,18 --compute nimber" "sprouts 6" "nim 3,5,9 --compute nimber"; do
    plain=$("$ZERMELO" solve $question --search depth-first --json | sed 's/.*"result":\([^,]*\),.*/\1/')
    for budget in 1 7 100; do
        zapped=$("$ZERMELO" solve $question --search depth-first --auto-zap $budget --json |
            sed 's/.*"result":\([^,]*\),.*/\1/')
        is "$question with a budget of $budget" "$plain" "$zapped"
    done
done
run "$ZERMELO" solve cram 3x3 --search depth-first --auto-zap x
is "a bad budget" 2 "$code"
end
