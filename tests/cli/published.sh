#!/bin/sh
# zermelo table against the published tables of tests/oracles, each killed on the way and gone on with
# from its store.
. "$ZM_SOURCE/tests/cli/tap.sh"
oracles=$ZM_SOURCE/tests/oracles

# resumed NAME STORE EXPECTED LONGER -- GAME PATTERN RANGE [OPTIONS]: starts the table with the range
# LONGER, which takes long, kills it when the store has results, and asks for RANGE with that store.
resumed() {
    name=$1 store=$folder/$2 expected=$3 longer=$4 game=$6 pattern=$7 range=$8
    shift 8
    "$ZERMELO" table "$game" "$pattern" "$longer" "$@" --store "$store" --quiet >/dev/null 2>&1 &
    job=$!
    found=0
    while [ "$found" = 0 ] && kill -0 "$job" 2>/dev/null; do
        sleep 0.05
        "$ZERMELO" store info "$store" >"$folder/info" 2>/dev/null || continue
        found=$(grep -cE '^(nimber|lost|bound|tree)[a-z ]* [1-9]' "$folder/info")
    done
    kill -9 "$job" 2>/dev/null
    wait "$job" 2>/dev/null
    code=$?
    is "$name: killed on the way" 137 "$code"
    result "$([ "$found" -gt 0 ] && echo 0 || echo 1)" "$name: the store has results" "$(cat "$folder/info")"
    run "$ZERMELO" table "$game" "$pattern" "$range" "$@" --store "$store" --format csv --quiet
    is "$name" "$expected" "$(printf '%s\n' "$out" | tail -n 1)"
}
# The values of 3xFROM to 3xTO in a file of rows 'BOARD VALUE ...', as a row of CSV.
boards() { # FILE FROM TO
    for m in $(seq "$2" "$3"); do
        awk -v board="3x$m" '$1 == board { printf ",%s", $2; exit }' "$1"
    done
}

sed -n '/^\[nimbers\]/,/^\[misere\]/p' "$oracles/cram.txt" >"$folder/nimbers"
resumed "nimbers of Cram 3xn" cram "$(boards "$folder/nimbers" 3 9)" m=3..30 -- \
    cram '3x{m}' m=3..9 --compute nimber
resumed "misere Grundy values of Cram 3xn" misere "$(boards "$oracles/cram-misere.txt" 3 8)" m=3..30 -- \
    cram '3x{m}' m=3..8 --compute grundy --play misere
# Lemoine and Viennot's thesis, chapter 9: 0 or 1, by the remainder of n by 6.
resumed "nimbers of Sprouts 1 to 7" sprouts ",0,0,1,1,1,0,0" n=1..40 -- sprouts '{n}' n=1..7 --compute nimber

for octal in 0.77 0.17 0.15 0.07 0.137 0.16; do
    values=$(awk -v code="$octal" '$1 == code { for (i = 4; i <= NF && i < 44; i++) printf ",%s", $i }' \
        "$oracles/octal.txt")
    last=$(($(printf %s "$values" | tr -cd , | wc -c) - 1))
    run "$ZERMELO" table octal "$octal:{n}" "n=0..$last" --compute nimber --format csv --quiet
    is "octal $octal" "$values" "$(printf '%s\n' "$out" | tail -n 1)"
done
end
