#!/bin/sh
# The library as its users see it: installed into an empty folder, found by pkg-config, linked shared and
# static, and run.
. "$ZM_SOURCE/tests/cli/tap.sh"
place=$folder/installed
meson install -C "$ZM_BUILD" --destdir "$place" --no-rebuild >"$folder/log" 2>&1
result $? 'installs' "$(tail -n 5 "$folder/log")"
file=$(find "$place" -name zermelo.pc | head -n 1)
export PKG_CONFIG_SYSROOT_DIR="$place"
PKG_CONFIG_PATH=$(dirname "$file")
export PKG_CONFIG_PATH
library=$(dirname "$(find "$place" -name 'libzermelo.so' | head -n 1)")
${CC:-cc} "$ZM_SOURCE/examples/nimber.c" $(pkg-config --cflags --libs zermelo) \
    -o "$folder/shared" 2>"$folder/log"
result $? 'the example links with the shared library' "$(cat "$folder/log")"
has 'and runs' '4 (win' "$(LD_LIBRARY_PATH="$library" "$folder/shared" cram 3x6 2>&1)"
exported=$(nm -D --defined-only "$library/libzermelo.so" | grep -v ' A ' | sed 's/.* //; s/@.*//' | sort)
declared=$(grep -o 'zermelo_[a-z_]*(' "$ZM_SOURCE/include/zermelo/zermelo.h" | tr -d '(' | grep -v zermelo_plugin | sort -u)
is 'the shared library exports what its header declares, and nothing else' "$declared" "$exported"
package=$(dirname "$(find "$place" -path '*/zermelo/_library.py' | head -n 1)")
is 'the Python package is installed, and asks the library' 2 \
    "$(ZERMELO_LIBRARY="$library/libzermelo.so.0" PYTHONPATH=$(dirname "$package") python3 -c \
        'import zermelo; print(zermelo.solve("cram", "5x6", compute="nimber").result)' 2>&1)"
headers=$(dirname "$(dirname "$(find "$place" -name zermelo.h | head -n 1)")")
others=$(env -u PKG_CONFIG_SYSROOT_DIR pkg-config --static --libs zermelo | tr ' ' '\n' |
    grep -v -e '-lzermelo' -e '^-L' | tr '\n' ' ')
${CC:-cc} "-I$headers" "$ZM_SOURCE/examples/nimber.c" "$library/libzermelo.a" $others -lm -pthread \
    -o "$folder/static" 2>"$folder/log"
result $? 'the example links with the static library' "$(cat "$folder/log")"
has 'and runs' '4 (win' "$("$folder/static" cram 3x6 2>&1)"
has 'an unknown game is an error' 'unknown game' "$("$folder/static" chess e4 2>&1)"
end
