#!/usr/bin/env python3
# zermelo play: a full game of Cram through a pseudo-terminal, and the commands through a pipe.
import json, os, re, subprocess, tempfile

from terminal import Terminal, end, program, result


def first_move(text):
    moves = [word for word in text.split() if re.fullmatch(r"[a-z]\d+-[a-z]\d+", word)]
    return moves[0]


def full_game():
    """The program moves first on 3x4, which the first player wins, so it must win."""
    t = Terminal("play", "cram", "3x4", "--first", "program", "--time", "10")
    t.expect("help' lists")
    plies = 0
    unproved = 0
    while True:
        which = t.expect(r"your move> ", r"the game is over: ([a-z ]+)\n", seconds=120)
        plies += t.matched.count("the program plays")
        unproved += t.matched.count("not proved")
        if which == 1:
            break
        t.type("moves")
        t.expect(r"your move> ")
        t.type(first_move(t.matched.split("moves", 1)[-1]))
        plies += 1
    winner = re.search(r"the game is over: ([a-z ]+)\n", t.matched).group(1)
    result(winner == "the program wins", "the program wins a won game", t.matched)
    result(plies >= 4, f"a whole game was played ({plies} plies)", t.matched)
    result(unproved == 0, "every move of the program was proved", t.matched)
    t.expect("over> ")
    t.type("quit")
    result(t.status() == 0, "quit ends with status 0")


def pondered_game():
    """The program thinks on while the person does; the game goes to its end all the same."""
    t = Terminal("play", "hex", "3x3", "--ponder", "--clock", "200ms", "--player", "monte-carlo", "--threads", "2")
    t.expect("help' lists")
    plies = 0
    while True:
        which = t.expect(r"your move> ", r"the game is over: ([a-z ]+)\n", seconds=120)
        if which == 1:
            break
        t.type("moves")
        t.expect(r"your move> ")
        moves = re.findall(r"\b[a-c][1-3]\b", t.matched.split("moves", 1)[-1])
        t.type(moves[0])
        plies += 1
    result(plies >= 2, f"a game with pondering came to its end ({plies} moves of the person)", t.matched)
    t.expect("over> ")
    t.type("quit")
    result(t.status() == 0, "quit after pondering ends with status 0")


def analysed(*arguments):
    done = subprocess.run([program, "analyse", *arguments, "--json", "--quiet"], text=True, capture_output=True,
                          timeout=300)
    return done.returncode, json.loads(done.stdout)


def players():
    for player, pattern in (("monte-carlo", r"the program plays \S+: not proved; it won \d+ % of \d+ random games"),
                            ("alpha-beta", r"the program plays \S+: not proved; \d+ moves ahead \(\d+ positions\) no end is in sight")):
        code, out, _ = piped(["hex", "7x7", "--player", player, "--clock", "300ms", "--first", "program"], ["quit"])
        result(code == 0 and re.search(pattern, out), f"--player {player} says what it sees", out)
    code, out, _ = piped(["morpion", "--time", "0.5"], ["hint", "moves", "quit"])
    result(code == 0 and re.search(r"hint: \S+: not proved; chosen by \d+ random games", out) and "it won" not in out,
           "where it is for points, nothing is won", out)
    result(max(len(line) for line in out.splitlines()) < 80 and "2,0H0 7,0H4" in out, "lists of moves are not broken in names", out)
    code, out, _ = piped(["nim", "30,41,52", "--level", "easy", "--first", "program"], ["quit"])
    result(code == 0 and "proved, it wins" not in out, "an easy opponent does not know what is proved", out)
    code, out, _ = piped(["nim", "30,41,52", "--level", "easy", "--first", "me"], ["hint", "quit"])
    result(code == 0 and "proved, it wins" in out, "a hint does", out)
    code, out, _ = piped(["nim", "3,4", "--level", "1", "--first", "both"], ["1-3", "2-4", "quit"])
    result(code == 0 and "player 2 wins" in out, "levels do not matter when a person plays both sides", out)
    for bad, reason in ((["--level", "11"], "--level: '11' is no level"), (["--clock", "soon"], "clock 'soon'"),
                        (["--player", "nobody"], "--player nobody: there is no such player of hex"),
                        (["--time", "1", "--clock", "1s"], "both say how long")):
        code, _, err = piped(["hex", "3x3", *bad], [])
        result(code == 2 and reason in err and err.count("\n") == 1, f"refused: {' '.join(bad)}", err)
    code, answer = analysed("nim", "3,4,5", "--compute", "outcome")
    best = [move["move"] for move in answer["moves"] if move["verdict"] == "wins"]
    result(code == 0 and best == ["1-2"] and all(move["proved"] for move in answer["moves"]), "analyse proves", answer)
    code, answer = analysed("dots", "swedish:2x2", "--compute", "score")
    result(code == 0 and all(move["margin"] == move["score"][0] - move["score"][1] for move in answer["moves"]),
           "analyse tells the margin", answer)
    code, answer = analysed("dots", "4x4", "--player", "alpha-beta", "--time", "1")
    moves = answer["moves"]
    result(code == 0 and answer["status"] == "guessed" and len(moves) == 40 and all(not move["proved"] and move["depth"] > 0 and move["margin"] is not None
                                                  and move["line"][0] == move["move"] for move in moves),
           "analyse as a player sees it", answer)
    code, answer = analysed("hex", "9x9", "--time", "1.5")
    moves = answer["moves"]
    result(code == 3 and answer["result"] is None and len(moves) == 81
           and all(0 <= move["chance"] <= 1 for move in moves), "analyse guesses what is not solved in time", answer)


def piped(arguments, lines):
    done = subprocess.run([program, "play", *arguments], input="\n".join(lines) + "\n", text=True,
                          capture_output=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def saved_rules(folder):
    """A saved game goes on under the rules that it was saved with."""
    file, again = os.path.join(folder, "rules"), os.path.join(folder, "again")
    hands = "in hand: X 4, O 5"
    piped(["tapatan", "--variant", "tic-tac-toe", "--first", "both", "--play", "misere"],
          ["5", f"save {file}", "quit"])
    record = open(file).read()
    result(record == "# zermelo game\ngame tapatan\nrules variant=tic-tac-toe mode=simple\n"
           "play misere\nstart 0.0.0\n5\n", "a record has the rules", record)
    code, out, err = piped(["tapatan", "--first", "both", "--load", file], [f"save {again}", "quit"])
    result(code == 0 and hands in out and open(again).read() == record,
           "a saved game goes on under its own rules", out + err)
    code, out, err = piped(["tapatan", "--first", "both", "--men", "4"],
                           [f"load {file}", f"save {again}", "quit"])
    result(code == 0 and hands in out and open(again).read() == record,
           "also when other rules were played before", out + err)
    for options, why in ((["--variant", "achi"], "--variant achi: the game was saved with tic-tac-toe"),
                         (["--men", "4"], "--men 4: the game was saved without it"),
                         (["--play", "normal"], "--play normal: the game was saved with misere")):
        code, out, err = piped(["tapatan", "--load", file, *options], [])
        result(code == 2 and why in err, f"other rules are refused: {options[0]}", err)
    code, out, err = piped(["cram", "--load", file], [])
    result(code == 2 and "line 2: this is a game of tapatan, not of cram" in err, "another game", err)
    code, out, err = piped(["tapatan", "1.0.0", "--load", file], [])
    result(code == 2 and "give no position" in err, "another start", err)
    for rules, why in (("store=/tmp/x", "'store' is no rule of tapatan"), ("men=99", "--men: '99'")):
        open(again, "w").write(record.replace("rules ", f"rules {rules} "))
        code, out, err = piped(["tapatan", "--load", again], [])
        result(code == 2 and why in err, f"a record that says {rules}", err)
    open(again, "w", newline="").write(record.replace("\n", "\r\n"))
    code, out, err = piped(["tapatan", "--first", "both", "--load", again], ["quit"])
    result(code == 0 and hands in out, "lines may end with CRLF", out + err)
    open(again, "w").write(record.replace("rules variant=tic-tac-toe mode=simple\n", ""))
    code, out, err = piped(["tapatan", "--first", "both", "--variant", "tic-tac-toe", "--load", again],
                           ["quit"])
    result(code == 0 and hands in out, "a record of old goes on under the rules of the command line",
           out + err)
    piped(["tapatan", "--first", "both", "--lines", "123 456"], ["1", f"save {file}", "quit"])
    code, out, err = piped(["tapatan", "--first", "both", "--load", file], [f"save {again}", "quit"])
    result(code == 0 and "lines=123%20456\n" in open(again).read(), "rules with blanks", out + err)


def seen_for_the_first_time():
    """Whose turn it is, moves typed as the board writes its letters, and whose points are whose."""
    code, out, _ = piped(["domineering", "2x2", "--first", "both"], ["A1V", "quit"])
    result(code == 0 and "Left to move" in out, "Left and Right are told whose turn it is", out)
    result("the game is over: player 1 wins" in out and out.count("to move") == 1,
           "a move in capital letters, and nobody's turn in the end", out)
    code, out, _ = piped(["go", "2x2", "--first", "both"], ["A1", "pass", "pass", "quit"])
    result(code == 0 and "points: player 1 4, player 2 0" in out, "whose points are whose", out)


def commands():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "game")
        code, out, _ = piped(["cram", "2x2", "--first", "both"],
                             ["who-wins", "a1-b1", "undo", "a1-b1", "hint", "nonsense", f"save {file}",
                              "a2-b2", "undo", "undo", "undo", "quit"])
        result(code == 0 and "loss, the player to move loses" in out, "who-wins", out)
        result("hint: a2-b2: proved, it wins" in out, "hint", out)
        result("'nonsense' is not a legal move" in out, "a wrong move is told", out)
        result("the game is over: player 2 wins" in out, "the end of a game for two", out)
        result("nothing to take back" in out, "undo to the start and no further", out)
        record = open(file).read()
        head = "# zermelo game\ngame cram\nrules canon=board\n"
        result(record == head + "play normal\nstart 2x2\na1-b1\n", "save", record)
        code, out, _ = piped(["cram", "--first", "both", "--load", file], ["moves", "quit"])
        result(code == 0 and "a2-b2" in out and "a1-b1" not in out.split("help'")[1], "load", out)
        code, out, err = piped(["cram", "--play", "misere", "--load", file], [])
        result(code == 2 and "--play misere: the game was saved with normal" in err,
               "a record of another play", err)
        open(file, "w").write("nonsense\n")
        code, out, err = piped(["cram", "--load", file], [])
        result(code == 2 and "line 1" in err, "a file that is no record", err)
        saved_rules(folder)
    code, out, _ = piped(["nim", "3,4,5", "--play", "misere", "--first", "program"], ["quit"])
    result(code == 0 and "proved, it wins" in out, "misere play is perfect too", out)
    code, out, _ = piped(["hex", "2x2", "--first", "both", "--play", "misere"], ["a1", "b1", "a2", "quit"])
    result(code == 0 and "the game is over: player 2 wins" in out,
           "who would have won loses in misere play, in games with an ending of their own too", out)
    code, out, _ = piped(["cram", "9x9", "--time", "0.3", "--first", "program"], ["quit"])
    result(code == 0 and "not proved; it won" in out, "a guess says that it is one", out)
    code, out, _ = piped(["dots", "5x5", "--time", "0.3", "--first", "program"], ["quit"])
    result(code == 0 and re.search(r"not proved; \d+ moves ahead \(\d+ positions\) it is judged", out),
           "a judgement says that it is one", out)
    # Two boxes are left, and the program takes both; who wins depends on the four taken before.
    drawn = "swedish:2x3:b1b2,c1c2,b2b3,a2b2,b2c2,c2d2"
    for owners, fate in (("1111", "loses"), ("1112", "draws"), ("1122", "wins")):
        code, out, _ = piped(["dots", f"{drawn}/{owners}--@2", "--first", "program"], ["quit"])
        result(code == 0 and f"proved, it {fate}" in out, f"what is taken counts: it {fate}", out)
    there_and_back = ["7-8", "9-5", "8-7", "5-9"]
    code, out, _ = piped(["tapatan", "267.139.0", "--first", "both", "--repetition", "third"],
                         [*there_and_back, *there_and_back, "quit"])
    warning = "this position has been on the board before; once more is a draw"
    result(out.count(warning) == 4 and "the game is over: a draw" in out.split(warning)[-1],
           "the second time warns, the third is a draw", out)
    code, out, _ = piped(["tapatan", "267.139.0", "--first", "both", "--mode", "limited"],
                         ["again mode=simple", *there_and_back, "again mode=simple",
                          *there_and_back, "quit"])
    result(out.count("options can be changed when the game is over") == 1
           and out.count("the game is over: a draw") == 1 and warning not in out,
           "the mode changes between games only", out)
    code, out, _ = piped(["tapatan", "267.139.0", "--first", "both", "--mode", "limited"],
                         [*there_and_back, "again nonsense", "again mode=wrong", "quit"])
    result(code == 0 and "reads NAME=VALUE" in out and "'wrong'" in out, "a bad change is told", out)
    code, out, err = piped(["cram", "0x0x0"], [])
    result(code == 2, "a bad position", err)
    code, out, _ = piped(["cram", "2x2"], [])
    result(code == 0, "the end of the input ends the game", out)


full_game()
pondered_game()
seen_for_the_first_time()
commands()
players()
end()
