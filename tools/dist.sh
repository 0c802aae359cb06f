#!/bin/sh
# Makes dist/zermelo-VERSION-linux-MACHINE.tar.gz: the program with all libraries that it needs but the C
# library's own, which are found beside it. It runs on any Linux of the same machine kind with a C library
# not older than the one here; nothing is installed.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
name=zermelo-$version-linux-$(uname -m)
[ -f build/dist/build.ninja ] || meson setup build/dist -Dtests=false -Dbundle=true --prefix=/usr --libdir=lib >/dev/null
ninja -C build/dist >/dev/null
rm -rf "dist/$name" build/dist/root
DESTDIR=$PWD/build/dist/root meson install -C build/dist --no-rebuild >/dev/null
mkdir -p "dist/$name/lib"
cp -R build/dist/root/usr/bin build/dist/root/usr/share "dist/$name/"
cp README.md LICENSE "dist/$name/" 2>/dev/null || true
ldd build/dist/zermelo | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | while read -r library; do
    case ${library##*/} in
    libc.so.* | libm.so.* | libpthread.so.* | libdl.so.* | librt.so.* | libresolv.so.* | ld-linux*) ;;
    *) cp -L "$library" "dist/$name/lib/" ;;
    esac
done
tar -C dist -czf "dist/$name.tar.gz" "$name"
"dist/$name/bin/zermelo" --version
echo "dist/$name.tar.gz"
