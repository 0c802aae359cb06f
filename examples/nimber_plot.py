"""A table of nimbers as a plot: Kayles (0.77) heap by heap, as an SVG file of our own making. Run it with a name of a
file; where matplotlib is installed, `--matplotlib` draws the same with it."""
import sys

import zermelo

LONGEST, STEP, TALL = 84, 8, 12


def picture(nimbers):
    """Bars, one for each heap."""
    width, height = STEP * len(nimbers) + 40, TALL * max(nimbers) + 40
    bars = "".join(f'<rect x="{30 + STEP * n}" y="{height - 20 - TALL * nimber}" width="{STEP - 2}" '
                   f'height="{TALL * nimber}"><title>heap {n}: {nimber}</title></rect>\n'
                   for n, nimber in enumerate(nimbers))
    scale = "".join(f'<text x="24" y="{height - 16 - TALL * n}" text-anchor="end">{n}</text>\n'
                    for n in range(max(nimbers) + 1))
    heaps = "".join(f'<text x="{33 + STEP * n}" y="{height - 6}" text-anchor="middle">{n}</text>\n'
                    for n in range(0, len(nimbers), 12))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
            f'font-size="9" fill="#356">\n{bars}{scale}{heaps}</svg>\n')


table = zermelo.table("octal", "0.77:{n}", "nimber", n=range(LONGEST + 1))
print("Kayles, heaps 0 to 11:", *table.results[:12])
if "--matplotlib" in sys.argv:
    from matplotlib import pyplot
    pyplot.bar(range(len(table)), table.results)
    pyplot.savefig(sys.argv[1])
elif len(sys.argv) > 1:
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(picture(table.results))
