#!/usr/bin/env python3
"""Puts files into the program: tools/embed.py OUTPUT.c ROOT FILE ... writes the table of
src/web/assets.h, each file under its path below ROOT, as it is and packed by gzip."""
import gzip
import hashlib
import os
import sys

TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".json": "application/json",
         ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}


def write_bytes(out, name, data):
    """Writes an array of bytes; the 0 behind it lets an empty file be one too."""
    out.write(f"static const unsigned char {name}[] = {{\n")
    for at in range(0, len(data), 24):
        out.write(",".join(str(byte) for byte in data[at:at + 24]) + ",\n")
    out.write("0};\n\n")


output, root, files = sys.argv[1], sys.argv[2], sys.argv[3:]
entries = []
with open(output, "w", encoding="ascii") as out:
    out.write('/* Made by tools/embed.py; do not edit. */\n#include "web/assets.h"\n\n')
    for number, path in enumerate(files):
        with open(path, "rb") as source:
            data = source.read()
        packed = gzip.compress(data, 9, mtime=0)
        write_bytes(out, f"data{number}", data)
        write_bytes(out, f"packed{number}", packed)
        name = "/" + os.path.relpath(path, root).replace(os.sep, "/")
        tag = hashlib.sha256(data).hexdigest()[:16]
        kind = TYPES[os.path.splitext(path)[1]]
        entries.append(f'    {{"{name}", "{kind}", "W/\\"{tag}\\"", data{number}, {len(data)}, '
                       f'packed{number}, {len(packed)}}},\n')
    out.write("const struct zm_asset zm_assets[] = {\n" + "".join(entries) + "    {0},\n};\n")
