# Sourced by the shell tests: each check prints one line of TAP. The program is $ZERMELO; files go to
# $folder, which is removed at the end.
set -u
folder=$(mktemp -d /tmp/zermelo-test-XXXXXX)
trap 'rm -rf "$folder"' EXIT
checks=0
result() { # 0 or 1, name, what came
    checks=$((checks + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $checks - $2"
    else
        echo "not ok $checks - $2"
        printf '%s\n' "$3" | sed 's/^/# /'
    fi
}
# is NAME EXPECTED ACTUAL
is() {
    [ "$2" = "$3" ]
    result $? "$1" "expected: $2
came: $3"
}
# has NAME PART WHOLE
has() {
    case $3 in *"$2"*) result 0 "$1" "" ;; *) result 1 "$1" "expected in it: $2
came: $3" ;; esac
}
# run COMMAND...: sets $out, $err, $code
run() {
    out=$("$@" 2>"$folder/.err")
    code=$?
    err=$(cat "$folder/.err")
}
# both_verify LEAST: every certificate in $folder, right or wrong, and what zermelo and zermelo-verify say of it; they
# must agree, and LEAST or more must be there.
both_verify() {
    certificates=0
    for file in "$folder"/*; do
        [ -f "$file" ] && [ "$(head -c 19 "$file" | tr -d '\0')" = "zermelo certificate" ] || continue
        certificates=$((certificates + 1))
        run "$ZERMELO" verify "$file"
        said="$code $out"
        run "$ZM_VERIFY" "$file"
        is "zermelo-verify agrees on $(basename "$file")" "$said" "$code $out"
    done
    [ "$certificates" -ge "$1" ]
    result $? "$certificates certificates are verified twice" "expected $1 or more"
}
end() {
    echo "1..$checks"
}
# expect STATUS PATTERN ARGUMENTS...: runs the program; its exit status and all it says must match, and
# bad input deserves one line.
expect() {
    wanted=$1 pattern=$2
    shift 2
    said=$("$ZERMELO" "$@" 2>&1 </dev/null)
    code=$?
    [ "$code" -eq "$wanted" ] && printf '%s\n' "$said" | grep -qE -- "$pattern" &&
        { [ "$wanted" != 2 ] || [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ]; }
    result $? "$*" "exit status $code, expected $wanted and /$pattern/; said: $said"
}
