#!/usr/bin/env python3
"""Makes measure_table.inc: the advance widths that measure.c works with.

    python3 render/measure_table.py FONTDIR > render/measure_table.inc

FONTDIR holds LiberationSans-Regular.ttf and LiberationSans-Bold.ttf (Debian: fonts-liberation,
/usr/share/fonts/truetype/liberation), whose widths are Arial's. Only cmap and hmtx are read, so
the standard library is enough. Marks come from unicodedata. The result is committed: run this
again only for a new version of the fonts or of Unicode.
"""
import struct
import sys
import unicodedata

# What of the font is kept: blocks that names of functions, files and threads are written in.
BLOCKS = [
    (0x20, 0x7E),  # ASCII
    (0xA0, 0x24F),  # Latin-1, Latin Extended-A and -B
    (0x250, 0x2FF),  # IPA, modifier letters
    (0x370, 0x3FF),  # Greek
    (0x400, 0x52F),  # Cyrillic
    (0x5D0, 0x5F4),  # Hebrew
    (0x1E00, 0x1FFF),  # Latin Extended Additional, Greek Extended
    (0x2000, 0x214F),  # punctuation, superscripts, currency, letterlike
    (0x2150, 0x22FF),  # fractions, arrows, mathematics
    (0x2500, 0x25FF),  # box drawing, shapes
    (0xFB01, 0xFB02),  # fi, fl
    (0xFFFD, 0xFFFD),  # replacement character
]
# Spaces that the fonts lack, so every browser takes them from elsewhere: their nominal widths.
SPACES = {
    0x2000: 1024, 0x2001: 2048, 0x2002: 1024, 0x2003: 2048, 0x2004: 683, 0x2005: 512,
    0x2006: 342, 0x2007: 1139, 0x2008: 569, 0x2009: 410, 0x200A: 205, 0x202F: 410, 0x205F: 456,
}  # fmt: skip
NARROW_HOLE = 8  # holes up to this many code points don't end a range


def tables(data):
    n = struct.unpack_from(">H", data, 4)[0]
    rows = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(n))
    return {tag.decode(): data[at : at + length] for tag, _, at, length in rows}


def cmap(table):
    """Code point -> glyph, from the format 4 subtable of platform 3, encoding 1."""
    for i in range(struct.unpack_from(">H", table, 2)[0]):
        platform, encoding, at = struct.unpack_from(">HHI", table, 4 + 8 * i)
        if (platform, encoding) == (3, 1):
            break
    n = struct.unpack_from(">H", table, at + 6)[0] // 2
    ends = struct.unpack_from(f">{n}H", table, at + 14)
    starts = struct.unpack_from(f">{n}H", table, at + 16 + 2 * n)
    deltas = struct.unpack_from(f">{n}h", table, at + 16 + 4 * n)
    offsets = struct.unpack_from(f">{n}H", table, at + 16 + 6 * n)
    glyphs = {}
    for k in range(n):
        for code in range(starts[k], ends[k] + 1):
            glyph = code
            if offsets[k]:
                where = at + 16 + 6 * n + 2 * k + offsets[k] + 2 * (code - starts[k])
                glyph = struct.unpack_from(">H", table, where)[0]
                if glyph == 0:
                    continue
            glyph = (glyph + deltas[k]) & 0xFFFF
            if glyph:
                glyphs[code] = glyph
    return glyphs


def widths(path):
    """Code point -> advance in font units."""
    t = tables(open(path, "rb").read())
    assert struct.unpack_from(">H", t["head"], 18)[0] == 2048
    n = struct.unpack_from(">H", t["hhea"], 34)[0]
    advance = [struct.unpack_from(">H", t["hmtx"], 4 * i)[0] for i in range(n)]
    return {code: advance[min(glyph, n - 1)] for code, glyph in cmap(t["cmap"]).items()}


def is_mark(code):
    """Part of the character before it: marks, joiners, variation selectors, skin tones, tags."""
    char = chr(code)
    if 0x1F3FB <= code <= 0x1F3FF or 0x1160 <= code <= 0x11FF or 0xE0020 <= code <= 0xE007F:
        return True
    if code == 0xAD:  # soft hyphen: shown as a hyphen in a line of its own
        return False
    return unicodedata.category(char) in ("Mn", "Me", "Mc", "Cf")


def mark_width(code):
    """Marks with a place of their own take an em, the others nothing."""
    return 2048 if unicodedata.category(chr(code)) == "Mc" else 0


def runs(codes, hole=0):
    first = last = None
    for code in codes:
        if last is not None and code > last + 1 + hole:
            yield first, last
            first = None
        if first is None:
            first = code
        last = code
    yield first, last


def print_rows(name, kind, rows, per_line):
    print(f"static const {kind} {name}[] = {{")
    for i in range(0, len(rows), per_line):
        print("    " + " ".join(row + "," for row in rows[i : i + per_line]))
    print("};\n")


def main(folder):
    regular = widths(f"{folder}/LiberationSans-Regular.ttf")
    bold = widths(f"{folder}/LiberationSans-Bold.ttf")
    for code, advance in SPACES.items():
        regular.setdefault(code, advance)
        bold.setdefault(code, advance)
    codes = [
        code
        for first, last in BLOCKS
        for code in range(first, last + 1)
        if code in regular and code in bold and not is_mark(code)
    ]
    ranges, table = [], []
    for first, last in runs(codes, NARROW_HOLE):
        ranges.append(f"{{0x{first:04x}, 0x{last:04x}, {len(table)}}}")
        for code in range(first, last + 1):
            known = code in codes
            table.append((regular[code], bold[code]) if known else (0, 0))
    marks = sorted(
        f"{{0x{first:05x}, 0x{last:05x}, {width}}}"
        for width in (0, 2048)
        for first, last in runs(
            [c for c in range(0x300, 0xE0200) if is_mark(c) and mark_width(c) == width]
        )
    )
    print(f"/* Made by measure_table.py; Unicode {unicodedata.unidata_version}. */")
    print("/* clang-format off */")
    print_rows("ranges", "code_range", ranges, 4)
    print("/* Regular and bold, in 1/2048 em; 0: no glyph. */")
    print_rows("advances", "uint16_t", [f"{r}, {b}" for r, b in table], 8)
    print_rows("marks", "code_range", marks, 4)
    print("/* clang-format on */")


main(*sys.argv[1:])
