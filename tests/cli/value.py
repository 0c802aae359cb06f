#!/usr/bin/env python3
# The prompt of zermelo value on a pseudo-terminal: editing, history, errors, the end.
from terminal import Terminal, end, result

UP, LEFT = "\x1b[A", "\x1b[D"
# The line is emptied first: a control-D typed before the editor listens would stay in it.
CONTROL_D = b"\x15\x04"


def session():
    t = Terminal("value", "--ascii")
    t.expect("an empty line ends")
    t.expect("value> ")
    t.type("{2|-1/2} + 1/4")
    t.expect(r"\n\{9/4\|-1/4\}\n")
    t.expect("value> ")
    result("mean 1," in t.matched, "a value", t.matched)
    t.type("1 + + nonsense")
    t.expect(r"zermelo: [^\n]*\n")
    t.expect("value> ")
    result(True, "an error does not end the prompt")
    t.type("^ ? *")
    t.expect(r"\n\|\|\n")
    t.expect("value> ")
    result(True, "a comparison")
    t.type(UP + UP + UP)
    t.expect(r"\n\{9/4\|-1/4\}\n")
    t.expect("value> ")
    result(True, "the history goes back to the first line")
    t.type("1 + 2" + LEFT + "4")
    t.expect(r"\n43\n")
    t.expect("value> ")
    result(True, "a line can be edited")
    result(t.status(b"\n") == 0, "an empty line ends with status 0")


def end_of_input():
    t = Terminal("value", "--scoring")
    t.expect("value> ")
    t.type("{3,1|-1}")
    t.expect(r"\n\{3\|-1\}\n")
    t.expect("value> ")
    result(t.status(CONTROL_D) == 0, "control-D ends with status 0")


session()
end_of_input()
end()
