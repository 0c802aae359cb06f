#!/usr/bin/env python3
"""Puts one file of data into the program: tools/embed_words.py OUTPUT.c NAME FILE writes it as NAME_words, numbers of
eight bytes with the lowest first, and NAME_size, its length in bytes. Compilers read a few hundred thousand numbers in
a second; a file of millions of single bytes takes them a minute."""
import sys

output, name, path = sys.argv[1:]
with open(path, "rb") as source:
    data = source.read()
padded = data + bytes(-len(data) % 8)
with open(output, "w", encoding="ascii") as out:
    out.write("/* Made by tools/embed_words.py; do not edit. */\n#include <stdint.h>\n\n")
    out.write(f"extern const uint64_t {name}_words[];\nextern const uint32_t {name}_size;\n")
    out.write(f"const uint32_t {name}_size = {len(data)};\nconst uint64_t {name}_words[] = {{\n")
    for at in range(0, len(padded), 40):
        words = [padded[i:i + 8] for i in range(at, min(at + 40, len(padded)), 8)]
        out.write("".join(f"0x{int.from_bytes(word, 'little'):x}," for word in words) + "\n")
    out.write("};\n")
