#!/usr/bin/env python3
"""Writes docs/reference.md from the comments of include/zermelo/zermelo.h: every function, struct and enumeration with
the comment above it, section by section. `reference.py --check` says whether the file is what it would write."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "include/zermelo/zermelo.h"
PAGE = ROOT / "docs/reference.md"
TOKEN = re.compile(r"(?P<rule>/\* -- .*? -+ \*/)|(?P<comment>/\*.*?\*/)|(?P<directive>^#[^\n]*(?:\\\n[^\n]*)*)|"
                   r"(?P<code>[^\s#/][^;{]*(?:\{.*?^\}[^;]*|);)", re.S | re.M)


def plain(comment):
    """The text of a comment on one line, with names marked as code."""
    text = " ".join(line.strip().lstrip("*").strip() for line in comment[2:-2].split("\n")).strip()
    text = re.sub(r"(?<![`\w])(zermelo_\w+|ZERMELO_\w+|NULL)(?!\w)", r"`\1`", text)
    return re.sub(r"`+", "`", text)


def declaration(code):
    """A declaration without what only the compiler needs."""
    return re.sub(r"\n {12}", "\n", code[len("ZERMELO_API "):]) if code.startswith("ZERMELO_API ") else code


def read(header):
    """(title, [(comment, [declarations])]) of each section; declarations without a comment belong to the one above."""
    sections = [("Version and games", [])]
    body = header[header.index('extern "C" {'):header.rindex("#ifdef __cplusplus")]
    comment, fresh = "", False
    for match in TOKEN.finditer(body[body.index("#endif") + 6:]):
        entries = sections[-1][1]
        if match["rule"]:
            sections.append((re.match(r"/\* -- (.*?) -+ \*/", match["rule"])[1], []))
            comment, fresh = "", False
        elif match["comment"]:
            if fresh:  # a comment about the section as a whole
                entries.append((comment, []))
            comment, fresh = match["comment"], True
        elif match["code"]:
            if fresh or not entries:
                entries.append((comment, []))
            entries[-1][1].append(declaration(match["code"]))
            comment, fresh = "", False
    return sections


def write(sections, preface):
    lines = ["# The C library, function by function", "",
             "Written by `tools/reference.py` from the comments of `include/zermelo/zermelo.h`; the tests look whether it is",
             "current. [api-c.md](api-c.md) shows how to use it, with programs.", "", preface, ""]
    for title, entries in sections:
        lines += [f"## {title}", ""]
        for comment, declarations in entries:
            if declarations:
                lines += ["```c", *declarations, "```", ""]
            if comment:
                lines += [plain(comment), ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    header = HEADER.read_text(encoding="utf-8")
    preface = plain(re.search(r"/\* Link with .*?\*/", "/* " + header[header.index("Link with `pkg-config"):], re.S)[0])
    page = write(read(header), preface)
    if "--check" not in sys.argv:
        PAGE.write_text(page, encoding="utf-8")
        return 0
    current = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if current != page:
        print("docs/reference.md is not current: run 'make docs'")
    return int(current != page)


if __name__ == "__main__":
    sys.exit(main())
