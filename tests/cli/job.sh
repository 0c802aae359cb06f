#!/bin/sh
# Job files: saved, asked again, overridden, listed by the store that they filled.
. "$ZM_SOURCE/tests/cli/tap.sh"
run "$ZERMELO" solve cram 4x5 --compute nimber --save-job "$folder/job" --author Ada --comment "a test" \
    --store "$folder/s"
is "a job is saved" 0 "$code"
has "with its game" '"game": "cram"' "$(cat "$folder/job")"
has "with its author" '"author": "Ada"' "$(cat "$folder/job")"
has "with its result" '"result": 2' "$(cat "$folder/job")"
run "$ZERMELO" solve --job "$folder/job" --json
has "a job is asked again" '"position":"4x5"' "$out"
has "with its options" '"compute":"nimber"' "$out"
run "$ZERMELO" solve --job "$folder/job" --compute outcome --json
has "the command line is stronger" '"compute":"outcome"' "$out"
run "$ZERMELO" solve cram 3x3 --job "$folder/job" --json
has "another position with the options of a job" '"position":"3x3"' "$out"
run "$ZERMELO" store info "$folder/s"
has "the store lists the job" 'job 1: {"job":1,"game":"cram","position":"4x5"' "$out"
echo '{"job":1,"game":"cram"}' >"$folder/bad"
run "$ZERMELO" solve --job "$folder/bad"
is "a job without a position" 2 "$code"
echo '{' >"$folder/bad"
run "$ZERMELO" solve --job "$folder/bad"
is "not JSON" 2 "$code"
echo '{"job":1,"game":"cram","position":"2x2","options":{"compute":3}}' >"$folder/bad"
run "$ZERMELO" solve --job "$folder/bad"
is "an option that is no text" 2 "$code"
run "$ZERMELO" solve --job "$folder/none"
is "no such file" 2 "$code"
run "$ZERMELO" solve cram 2x2 --save-job /no/such/folder/job
is "a folder that is not there" 4 "$code"
run "$ZERMELO" solve cram 2x2 --watch
is "--watch needs a terminal" 2 "$code"
end
