#!/bin/sh
# `make deb`: the packages, made from this build, hold what they should and no more; dpkg installs them into a scratch
# root, and the program, the library and the Python package of that root work.
. "$ZM_SOURCE/tests/cli/tap.sh"
for tool in dpkg dpkg-deb dpkg-shlibdeps dpkg-architecture strip; do
    command -v "$tool" >/dev/null || {
        echo "1..0 # SKIP $tool is not installed"
        exit 0
    }
done
made=$folder/made
export DPKG_DEB_COMPRESSOR_TYPE=none # to save the time
"$ZM_SOURCE/tools/deb.sh" "$ZM_BUILD" "$made" >"$folder/log" 2>&1
result $? 'the packages are made' "$(tail -n 5 "$folder/log")"
architecture=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" "$ZM_SOURCE/meson.build")

holds() { # package, files: nothing else is in it
    package=$1
    shift
    files=$(dpkg-deb --contents "$made/${package}_${version}_$architecture.deb" | awk '$1 !~ /^d/ {print $6}' |
        sed 's|^\./||' | grep -v '^usr/share/doc/' | sort | tr '\n' ' ')
    is "$package holds its files" "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" "$files"
}
library=usr/lib/$triplet
holds zermelo usr/bin/zermelo usr/bin/zermelo-verify usr/share/man/man1/zermelo.1 \
    usr/share/bash-completion/completions/zermelo.bash
holds libzermelo0 "$library/libzermelo.so.0" "$library/libzermelo.so.$version"
holds libzermelo-dev "$library/libzermelo.so" "$library/libzermelo.a" "$library/pkgconfig/zermelo.pc" \
    usr/include/zermelo/zermelo.h
# shellcheck disable=SC2046 # names without blanks
holds python3-zermelo $(cd "$ZM_SOURCE/python" && git ls-files zermelo | sed 's|^|usr/lib/python3/dist-packages/|')
needs=$(dpkg-deb --field "$made/libzermelo0_${version}_$architecture.deb" Depends)
has 'the library depends on what it links' 'libjansson4' "$needs"
has 'and so does the program' 'libedit2' "$(dpkg-deb --field "$made/zermelo_${version}_$architecture.deb" Depends)"

root=$folder/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
: >"$root/var/lib/dpkg/status"
if [ "$(id -u)" = 0 ]; then # the libraries of others are not in that root, so its dependencies are not asked for
    dpkg --root="$root" --log=/dev/null --force-depends --install "$made"/*.deb >"$folder/log" 2>&1
    result $? 'dpkg installs them' "$(tail -n 5 "$folder/log")"
    is 'and knows them' 4 "$(dpkg --root="$root" --list 2>/dev/null | grep -c '^ii .*zermelo')"
else
    for file in "$made"/*.deb; do
        dpkg-deb --extract "$file" "$root"
    done
fi
has 'the program runs' 'nimber 2' "$("$root/usr/bin/zermelo" solve cram 4x5 --compute nimber 2>&1)"
is 'Python runs' 2 "$(ZERMELO_LIBRARY=$root/$library/libzermelo.so.0 PYTHONPATH=$root/usr/lib/python3/dist-packages \
    python3 -c 'import zermelo; print(zermelo.solve("cram", "4x5", compute="nimber").result)' 2>&1)"
${CC:-cc} "-I$root/usr/include" "$ZM_SOURCE/examples/nimber.c" "-L$root/$library" -lzermelo -o "$folder/nimber" 2>"$folder/log"
result $? 'a program links' "$(cat "$folder/log")"
has 'and runs' '4 (win' "$(LD_LIBRARY_PATH=$root/$library "$folder/nimber" cram 3x6 2>&1)"
is 'pkg-config finds it there' '/usr' "$(PKG_CONFIG_PATH=$root/$library/pkgconfig pkg-config --variable=prefix zermelo)"
end
