#!/bin/sh
# zermelo serve as a process: it ends when it is told to, whatever its threads do; it tells addresses at
# which it can be reached.
. "$ZM_SOURCE/tests/cli/tap.sh"
# start NAME OPTIONS...: a server; sets $pid and $url, the first address that it prints
start() {
    printed=$folder/$1
    shift
    rm -f "$printed"
    env --default-signal=HUP "$@" >"$printed" 2>"$printed.err" & # whoever runs the tests under nohup ignores it
    pid=$!
    until [ -s "$printed" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.1; done
    url=$(head -1 "$printed")
}
for signal in INT TERM HUP; do
    start plain "$ZERMELO" serve --port 0
    has "it prints its address ($signal)" 'http://127.0.0.1:' "$url"
    kill -$signal $pid
    wait $pid
    is "SIG$signal ends it in order" 0 $?
done

# Threads that never end: the second signal ends the server at once, and the first one after a while.
hung() { start "$1" env LD_PRELOAD="$ZM_HANG" ASAN_OPTIONS=verify_asan_link_order=0 "$ZERMELO" serve --port 0; }
for signal in INT TERM; do
    case $signal in INT) code=130 ;; *) code=143 ;; esac
    hung hung
    kill -$signal $pid
    until grep -q stopping "$folder/hung.err" || ! kill -0 $pid; do sleep 0.1; done
    kill -0 $pid
    is "it waits for its threads (SIG$signal)" 0 $?
    kill -$signal $pid
    wait $pid
    is "SIG$signal twice ends it at once" $code $?
done
if [ "$ZM_SANITIZE" = none ]; then # it takes ten seconds, and only the clock decides
    hung late
    kill -TERM $pid
    wait $pid
    is 'SIGTERM once ends it in time' 3 $?
    has 'and it says so' 'not all work ended in time' "$(cat "$folder/late.err")"
fi

# Every address of this machine: what is printed can be visited, under that name.
start all "$ZERMELO" serve --listen 0.0.0.0 --port 0
is 'no address that nobody can visit' 0 "$(grep -c 0.0.0.0 "$folder/all")"
if command -v curl >/dev/null 2>&1; then
    while read -r address; do
        said=$(curl -s -o "$folder/page" -w '%{http_code}' --noproxy '*' -L -c "$folder/cookies" "$address")
        is "${address%%\?*} answers" 200 "$said"
    done <"$folder/all"
    port=${url##*:}
    port=${port%%/*}
    said=$(curl -s -o "$folder/page" -w '%{http_code}' --noproxy '*' -H 'Host: evil.example' "http://127.0.0.1:$port/")
    is 'other names are refused' 403 "$said"
fi
kill -TERM $pid
wait $pid
is 'it ends' 0 $?
end
