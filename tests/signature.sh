#!/bin/sh
# The signature of tests/signature.txt: what every search, engine and player looks at on small positions. A
# change that moves a line writes the new one there, with "zermelo bench signature >tests/signature.txt", and
# says why in its message.
. "$ZM_SOURCE/tests/cli/tap.sh"
"$ZERMELO" bench signature >"$folder/found" 2>"$folder/error"
result $? 'bench signature' "$(cat "$folder/error")"
moved=$(diff "$ZM_SOURCE/tests/signature.txt" "$folder/found")
result $? 'as in tests/signature.txt' "$moved"
end
