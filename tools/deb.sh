#!/bin/sh
# Makes Debian packages in dist/: zermelo (the program), libzermelo0 (the library), libzermelo-dev (header, pkg-config
# file, static library) and python3-zermelo. What they depend on is found by dpkg-shlibdeps from what the files link, so
# they fit the release of Debian on which they are made. `apt install ./dist/*.deb` installs them.
#     tools/deb.sh [BUILD [OUT]]     from a build directory that is ready, into another folder than dist/
set -eu
cd "$(dirname "$0")/.."
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v "$tool" >/dev/null || {
        echo "deb: $tool is missing: install dpkg-dev" >&2
        exit 4
    }
done
build=${1:-build/deb}
out=${2:-dist}
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
architecture=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
if [ $# = 0 ]; then
    [ -f "$build/build.ninja" ] ||
        meson setup "$build" -Dtests=false --prefix=/usr "--libdir=lib/$triplet" >/dev/null
    ninja -C "$build" >/dev/null
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work/all meson install -C "$build" --no-rebuild >/dev/null
if [ -d "$work/all/usr/local" ]; then # a build for another place
    mv "$work/all/usr/local" "$work/local"
    cp -R "$work/local/." "$work/all/usr/"
    sed -i 's|^prefix=/usr/local$|prefix=/usr|' "$work/all/usr/lib/$triplet/pkgconfig/zermelo.pc"
fi
strip --strip-unneeded "$work"/all/usr/bin/* "$work/all/usr/lib/$triplet/libzermelo.so.$version"
mkdir -p "$work/debian" "$out"
: >"$work/debian/control" # dpkg-shlibdeps wants a source package around it

take() { # package, path below the root: moves a file or folder into the package
    mkdir -p "$work/$1/$(dirname "$2")"
    mv "$work/all/$2" "$work/$1/$2"
}

linked() { # package, its programs and libraries: what they need, as a list for Depends
    package=$1
    shift
    (cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -x"$package" -xlibzermelo0 "$@" 2>/dev/null) |
        sed 's/^shlibs:Depends=//'
}

pack() { # package, section, depends, short description, long description
    root=$work/$1
    mkdir -p "$root/DEBIAN" "$root/usr/share/doc/$1"
    cp LICENSE "$root/usr/share/doc/$1/copyright"
    {
        printf 'Package: %s\nVersion: %s\nArchitecture: %s\nSection: %s\nPriority: optional\n' \
            "$1" "$version" "$architecture" "$2"
        printf 'Maintainer: the authors of Zermelo <zermelo@localhost>\nInstalled-Size: %s\n' \
            "$(du -sk "$root" | cut -f1)"
        [ -z "$3" ] || printf 'Depends: %s\n' "$3"
        printf 'Description: %s\n %s\n' "$4" "$5"
    } >"$root/DEBIAN/control"
    if [ "$1" = libzermelo0 ]; then
        printf 'libzermelo 0 libzermelo0 (>= %s)\n' "$version" >"$root/DEBIAN/shlibs"
        printf 'activate-noawait ldconfig\n' >"$root/DEBIAN/triggers"
    fi
    find "$root/usr" -type d -exec chmod 755 {} +
    dpkg-deb --root-owner-group --build "$root" "$out/$1_${version}_$architecture.deb" >/dev/null
    echo "$out/$1_${version}_$architecture.deb"
}

library=usr/lib/$triplet
take zermelo usr/bin
take zermelo usr/share
take libzermelo0 "$library/libzermelo.so.0"
take libzermelo0 "$library/libzermelo.so.$version"
take libzermelo-dev "$library/libzermelo.so"
take libzermelo-dev "$library/libzermelo.a"
take libzermelo-dev "$library/pkgconfig"
take libzermelo-dev usr/include
# Debian's Python looks in dist-packages, whatever version of it meson found.
mkdir -p "$work/python3-zermelo/usr/lib/python3/dist-packages"
cp -R python/zermelo "$work/python3-zermelo/usr/lib/python3/dist-packages/"
rm -rf "$work/python3-zermelo/usr/lib/python3/dist-packages/zermelo/__pycache__"

# What the static library needs, and pkg-config names: the libraries of the build but the terminal's.
libraries=$(sed -n 's/^run  *\(lib.*-dev\)$/\1/p' tools/packages.txt | grep -v -e libedit -e libc6 | sed 's/^/, /' | tr -d '\n')
program_needs=$(linked zermelo zermelo/usr/bin/zermelo zermelo/usr/bin/zermelo-verify)
library_needs=$(linked libzermelo0 "libzermelo0/$library/libzermelo.so.$version")
pack libzermelo0 libs "$library_needs" 'solves and plays games of perfect information: library' \
    'Outcomes, nimbers, Conway values, scores, proofs, boards and players behind one C interface.'
pack libzermelo-dev libdevel "libzermelo0 (= $version)$libraries" \
    'solves and plays games of perfect information: development files' \
    'The header, the pkg-config file and the static library; games of your own as callbacks and plugins.'
pack zermelo games "$program_needs" 'solves and plays games of perfect information' \
    'Decides who wins, by how much, proves it, keeps the proof, and plays perfectly from it.'
pack python3-zermelo python "python3 (>= 3.9), libzermelo0 (>= $version)" \
    'solves and plays games of perfect information: Python' \
    'The library from Python: questions, boards, values, proofs, and games of your own as classes.'
