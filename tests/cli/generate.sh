#!/bin/bash
# The completion for bash works in bash; the manual page is well formed and names everything.
. "$ZM_SOURCE/tests/cli/tap.sh"
"$ZERMELO" completion >"$folder/completion"
. "$folder/completion"
complete_words() { # words so far; the last is the one being completed
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _zermelo
    echo "${COMPREPLY[*]}"
}
is "a command" "solve" "$(complete_words zermelo sol)"
is "a game" "cram" "$(complete_words zermelo solve cr)"
is "an option" "--compute" "$(complete_words zermelo solve cram 3x3 --compu)"
has "an option of a search" "--auto-zap" "$(complete_words zermelo solve cram 3x3 --auto)"
is "an option of an engine" "--small" "$(complete_words zermelo solve domineering 4x4 --sma)"
is "a choice" "misere" "$(complete_words zermelo solve cram 3x3 --play m)"
is "a calculation" "nimber" "$(complete_words zermelo solve cram 3x3 --compute nim)"
has "a search" "depth-first" "$(complete_words zermelo solve cram 3x3 --search d)"
is "a file" "$folder/completion" "$(complete_words zermelo solve cram 3x3 --store "$folder/comp")"
is "formats of a table" "csv" "$(complete_words zermelo table --format c)"
"$ZERMELO" manual >"$folder/zermelo.1"
missing=
for name in $("$ZERMELO" games | sed -n 's/^\([a-z]*\) .*/\1/p'); do
    grep -q "^\.B $name\$" "$folder/zermelo.1" || missing="$missing $name"
done
is "the manual names every game" "" "$missing"
has "the manual has the options of engines" '\-\-small' "$(cat "$folder/zermelo.1")"
run "$ZERMELO" help domineering
has "help of a game lists its engine's options" '--small CELLS' "$out"
run "$ZERMELO" help geography
has "help of a game lists its engine's calculations" 'Made for this game' "$out"
if command -v man >/dev/null; then
    warnings=$(LC_ALL=C.UTF-8 man --warnings -l "$folder/zermelo.1" 2>&1 >/dev/null)
    is "man reads the manual without a warning" "" "$warnings"
fi
end
