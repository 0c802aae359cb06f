// Playing: against the program, against each other, or watching it play against itself. The game is
// a start position and the moves played; everything else is asked from the server.
import {api, back} from "./api.js";
import {board} from "./board.js";
import {h, fill, picture, toast} from "./dom.js";
import {decodeOptions, encodeOptions, findGame, gamePicker, moreOptions, playPicker, positionField, positionHelp, readOptions, readPosition, sizeButtons} from "./forms.js";
import {starts} from "./early.js";
import {here} from "./here.js";
import {keep} from "./kept.js";
import {History, curve, showMoves} from "./history.js";
import {Owners, markLast, widen} from "./last.js";
import {rulesOf} from "./rules.js";
import {about, problem, readyToTell, said, t} from "./strings.js";
import {askValues, figuresOf, showMarks, showValues, valuesShown, worthOf, worthOfChoice} from "./values.js";
import {verdictBadge} from "./words.js";
import {parseRecord, sgfButton, writeRecord} from "./record.js";
import {shareButtons} from "./share.js";
import {Match, matchPlace} from "./match.js";
import {graphCard, showGraph} from "./graph.js";
import {ownersSwitch, showOwners} from "./owners.js";

const LEVELS = ["easy", "fair", "strong", "perfect"];
const SECONDS = {easy: 0.4, fair: 0.6, strong: 2, perfect: 3}; // that the program may think about a move
const PACE = 350; // milliseconds at least, so that its move can be seen
const FEW_GAMES = 100; // random games that tell no chance yet
const MOST_DRAWN = 120; // moves whose drawings tell who laid what

// What a choice of the program says of its move, in words: what is proved, or what it sees.
function sayWhy(choice, impartial) {
  const chance = choice.chance === undefined ? null : impartial || choice.playouts < FEW_GAMES ? t("byGamesOnly", {n: choice.playouts}) // who moves last at random says nothing
    : t("byGames", {chance: Math.round(100 * choice.chance), n: choice.playouts});
  const worth = Math.round(choice.ahead * 10) / 10; // a judgement has no more digits that mean something
  const ahead = choice.ahead === undefined ? null : t("byLooking", {depth: choice.depth, ahead: worth > 0 ? `+${worth}` : worth});
  const why = choice.proved ? t({win: "provedWin", loss: "provedLoss", draw: "provedDraw"}[choice.fate]) : `${t("notProvedYet")} ${ahead ?? chance ?? ""}`;
  const line = (choice.line || []).slice(1, 6);
  return line.length > 0 ? `${why} ${t("expects", {line: line.join(" ")})}` : why;
}

// "2 to 1": the boxes that the two players have in dots-and-boxes, as the board shows them.
function boxesSoFar(game, place) {
  const owners = game.name === "dots" ? [...place.querySelectorAll("text.piece:not(.gone)")].map((each) => each.textContent) : [];
  const [a, b] = ["1", "2"].map((player) => owners.filter((owner) => owner === player).length);
  return a + b > 0 ? t("points", {a, b}) : null;
}

class Play {
  constructor(main, {catalogue, values, remember}) {
    Object.assign(this, {main, catalogue, remember});
    this.game = findGame(catalogue, values.get("game") || "sprouts");
    this.start = values.get("position") || starts[this.game.name] || this.game.start;
    this.options = decodeOptions(values.get("options"));
    this.you = ["first", "second", "both", "none"].includes(values.get("you")) ? values.get("you") : "first";
    if (this.alone()) this.you = "both";
    this.level = LEVELS.includes(values.get("level")) ? values.get("level") : "fair";
    this.turn = 0; // a number that makes answers to earlier positions void
    this.begin((values.get("moves") || "").split(" ").filter(Boolean));
    this.layout();
    this.refresh();
  }

  begin(moves = []) {
    this.history = new History(moves);
    this.turns = []; // whose turn it was after so many moves
    this.pictures = new Map(); // drawings by the moves before them
    this.paused = false;
    this.match = new Match(this.game.name, moves.length === 0);
  }

  get moves() {
    return this.history.moves;
  }

  alone() {
    return this.game.players === "one";
  }

  // Alone, and nothing is to be reached: as many moves as can be.
  race() {
    return this.alone() && this.game.normal[0]?.name === "longest";
  }

  impartial() {
    return this.game.players === "impartial" && !this.game.scored;
  }

  question(extra) {
    return {game: this.game.name, position: this.start, moves: this.moves, options: this.options, ...extra};
  }

  // Which side is the person's: 0, 1, or null when it is both or neither.
  mine() {
    return this.you === "first" ? 0 : this.you === "second" ? 1 : null;
  }

  layout() {
    const told = about(this.game);
    const setup = h("form", {class: "setup card", onsubmit: (event) => { event.preventDefault(); this.newGame(setup); }},
      h("div", {class: "row"},
        gamePicker(this.catalogue, this.game.name, (name) => this.changeGame(name)),
        positionField(this.game, this.start), playPicker(this.game, this.options.play),
        this.alone() ? null : h("label", {class: "field"}, h("span", null, t("you")), h("select", {id: "you"},
          ["first", "second", "both", "none"].map((value) => h("option", {value, selected: value === this.you}, t(value))))),
        h("label", {class: "field"}, h("span", null, t("strength")), h("select", {id: "level"},
          LEVELS.map((value) => h("option", {value, selected: value === this.level}, t(value))))),
        h("button", {class: "primary", id: "new"}, t("newGame"))),
      sizeButtons(this.game, (size) => { setup.querySelector("#position").value = size; this.newGame(setup); }),
      moreOptions(this.game, this.options), positionHelp(this.game));
    this.boardPlace = h("div", {class: "board-place", tabindex: "-1", "data-game": this.game.name});
    this.status = h("p", {class: "status", id: "status", role: "status", "aria-live": "polite"});
    this.who = h("p", {class: "who", id: "who-you-are"});
    this.note = h("p", {class: "note", id: "note", "aria-live": "polite"});
    this.endPlace = h("div", {class: "end buttons", hidden: true});
    this.buttons = h("div", {class: "buttons"},
      h("button", {id: "undo", onclick: () => this.undo()}, t("undo")),
      h("button", {id: "redo", onclick: () => this.redo()}, t("redo")),
      h("button", {id: "hint", onclick: () => this.hint()}, t("hint")),
      h("button", {id: "who", onclick: () => this.whoWins()}, t(this.race() ? "howFar" : this.alone() ? "canBeWon" : "whoWins")),
      this.alone() ? h("button", {id: "solution", onclick: () => this.showLine()}, t(this.race() ? "showLongGame" : "showSolution")) : null,
      h("button", {id: "pause", hidden: true, onclick: () => this.pause()}, t("pauseGame")));
    this.switch = h("input", {type: "checkbox", role: "switch", id: "values", checked: valuesShown(), onchange: () => { showValues(this.switch.checked); this.values(); }});
    this.moveList = h("ol", {class: "moves", id: "moves", "aria-label": t("moves")});
    this.curvePlace = h("div", {class: "curve-place"});
    this.analysis = h("div", {class: "analysis"});
    this.chooser = h("details", {class: "chooser"});
    this.main.replaceChildren(h("header", {class: "game-title"}, h("h1", null, told.title), h("p", {class: "lead"}, told.line)),
      h("div", {class: "table"}, h("section", {class: "card stage"}, this.boardPlace, this.chooser), this.sideCards()), setup);
  }

  sideCards() {
    this.recordText = h("textarea", {id: "record", rows: 7, spellcheck: "false", "aria-label": t("record")});
    const record = h("details", {class: "record card"}, h("summary", null, t("record")), h("p", {class: "small"}, t("recordHelp")), this.recordText,
      h("div", {class: "buttons"}, h("button", {id: "load", onclick: () => this.load()}, t("load")), sgfButton(this),
        h("button", {onclick: () => navigator.clipboard?.writeText(this.recordText.value).then(() => toast(t("copied")))}, t("copy"))));
    return h("aside", {class: "side"},
      h("section", {class: "card"}, this.status, this.who, this.note, this.endPlace, this.buttons,
        h("label", {class: "check switch"}, this.switch, h("span", null, t("showValues"))), ownersSwitch(this), this.analysis, matchPlace(this)),
      h("section", {class: "card"}, h("h2", null, t("moves")), this.moveList, h("details", {class: "branches", hidden: true}), this.curvePlace),
      graphCard(this), rulesOf(this.game), shareButtons(this), record, h("p", {class: "small keys"}, t("keysHelp")));
  }

  changeGame(name) {
    this.game = findGame(this.catalogue, name);
    this.start = starts[name] ?? this.game.start;
    this.options = {};
    if (this.alone()) this.you = "both";
    this.begin();
    this.layout();
    this.refresh();
    this.toBoard();
  }

  newGame(form) {
    this.start = readPosition(form, this.game);
    this.options = readOptions(form);
    this.you = form.querySelector("#you")?.value || "both";
    this.level = form.querySelector("#level")?.value || "fair";
    this.begin();
    this.refresh();
    this.toBoard();
  }

  // After "new game" on a small screen: to what is new.
  toBoard() {
    if (this.boardPlace.getBoundingClientRect().top < 0 || innerWidth <= 960) scrollTo({top: 0});
  }

  again(you) {
    this.you = you ?? this.you;
    const picker = this.main.querySelector("#you");
    if (picker) picker.value = this.you;
    this.begin();
    this.refresh();
    this.toBoard();
  }

  isYours(turn) {
    return this.you === "both" || turn === this.mine();
  }

  async refresh() {
    const turn = ++this.turn;
    let position;
    try {
      position = await api.position(this.question({past: !this.pictureAt(this.moves.length - 1)}));
      if (position.standing) await readyToTell();
    } catch (error) {
      if (turn === this.turn) this.showProblem(error);
      return;
    }
    if (turn !== this.turn) return;
    this.position = position;
    this.turns[this.moves.length] = position.turn;
    this.keepPictures(position);
    this.remember({game: this.game.name, position: this.start, options: encodeOptions(this.options), you: this.you,
      level: this.level, moves: this.moves.join(" ")});
    Object.assign(here, {game: this.game.name, position: position.position, options: this.options, play: location.hash});
    keep(this.game.name, location.hash, this.moves.length, position.over);
    const yours = !position.over && this.isYours(position.turn) && this.you !== "none";
    await this.draw(position, yours, turn);
    if (turn !== this.turn) return;
    this.show(position, yours);
    this.values();
    showOwners(this);
    showGraph(this);
    if (!position.over && !yours && !this.history.looksBack && !this.paused) await this.reply(turn);
  }

  async draw(position, yours, turn) {
    const room = this.game.name === "sprouts" ? await import("./hand_room.js") : null; // large, and for one game
    if (turn !== this.turn) return;
    const onmove = yours ? (move) => this.play(move) : null, byHand = room?.handBoard(this, position, onmove);
    if (!byHand) this.hand = null;
    const drawn = byHand || board(position, about(this.game).title, onmove);
    drawn.classList.toggle("waiting", !yours && !position.over);
    const svg = drawn.querySelector("svg");
    if (svg && !byHand) this.tellPast(svg);
    const focused = this.boardPlace.contains(document.activeElement) ? document.activeElement : null;
    if (focused && focused !== this.boardPlace) this.wanted = focused.getBoundingClientRect();
    this.boardPlace.replaceChildren(drawn);
    if (focused) this.focusNear(drawn, yours);
  }

  // The focus stays near where it was, also while the program thinks.
  focusNear(drawn, yours) {
    const all = yours ? [...drawn.querySelectorAll(".move, [tabindex]")] : [];
    if (all.length === 0 || !this.wanted) {
      this.boardPlace.focus({preventScroll: true});
      return;
    }
    const far = (element) => { const box = element.getBoundingClientRect(); return Math.hypot(box.x + box.width / 2 - this.wanted.x - this.wanted.width / 2, box.y + box.height / 2 - this.wanted.y - this.wanted.height / 2); };
    const best = all.reduce((one, other) => far(other) < far(one) ? other : one);
    for (const element of drawn.querySelectorAll('.move[tabindex="0"]')) element.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus({preventScroll: true});
  }

  // The drawing after so many moves; undefined when it is not here.
  pictureAt(count) {
    return count < 0 ? undefined : this.pictures.get(this.moves.slice(0, count).join(" "));
  }

  keepPictures(position) {
    const past = position.past || [], from = this.moves.length - past.length;
    past.forEach((each, i) => this.pictures.set(this.moves.slice(0, from + i).join(" "), {svg: picture(each.svg), turn: each.turn}));
    this.pictures.set(this.moves.join(" "), {svg: picture(position.svg), turn: position.turn});
  }

  // Shows on a drawing what the last move did, and who laid what.
  tellPast(svg) {
    const count = this.moves.length, moves = this.moves;
    let from = count;
    while (from > 0 && count - from < MOST_DRAWN && this.pictureAt(from - 1)?.svg) from--;
    if (from === count || svg.querySelector("[data-end]")) return;
    const past = Array.from({length: count - from}, (nothing, i) => this.pictureAt(from + i));
    let turn = past.length - 1; // where the turn that ends here began: a player may move several times
    const ended = this.pictureAt(count).turn !== past[turn].turn;
    while (ended && turn > 0 && past[turn - 1].turn === past[turn].turn) turn--;
    past.push({svg});
    markLast(past[turn].svg, svg, moves[count - 1]);
    const owners = new Owners();
    for (let i = 0; i + 1 < past.length; i++) owners.add(past[i].svg, past[i + 1].svg, past[i].turn);
    if (!this.alone()) owners.show(svg);
    widen(svg, past[0].svg);
  }

  // No position, so nothing to do with one; when it was the server, its return brings the game back.
  showProblem(error) {
    this.lost = Boolean(error.offline);
    this.status.className = "status bad";
    this.status.textContent = error.offline ? t("offline") : problem(error);
    if (error.offline) return;
    for (const place of [this.boardPlace, this.analysis, this.note, this.who]) place.replaceChildren();
    this.chooser.hidden = true;
    for (const id of ["hint", "who", "solution"]) this.buttons.querySelector(`#${id}`)?.toggleAttribute("disabled", true);
  }

  show(position, yours) {
    this.analysis.replaceChildren();
    this.showHistory();
    this.recordText.value = writeRecord(this);
    this.buttons.querySelector("#undo").disabled = this.history.at === 0;
    this.buttons.querySelector("#redo").disabled = !this.history.looksBack;
    const pause = this.buttons.querySelector("#pause");
    pause.hidden = this.you !== "none" || position.over;
    pause.textContent = t(this.paused ? "resumeGame" : "pauseGame");
    for (const id of ["hint", "who", "solution"]) this.buttons.querySelector(`#${id}`)?.toggleAttribute("disabled", position.over);
    this.status.className = "status";
    this.showWho(position);
    if (position.over) this.showEnd(position);
    else if (this.history.looksBack && !yours) this.status.textContent = t("looksBack", {n: this.history.at});
    else if (!yours) this.status.textContent = this.paused ? t("paused") : t("thinking");
    else this.status.textContent = this.you === "both" && !this.alone() ? t("playerTurn", {n: position.turn + 1}) : t("yourTurn");
    const standing = position.standing ? said(position.standing) : boxesSoFar(this.game, this.boardPlace);
    if (standing && !position.over) this.status.textContent += ` (${standing})`;
    if (position.once_more_draws) this.status.textContent += ` ${t("onceMoreDraws")}`;
    this.endPlace.hidden = !position.over;
    this.showChooser(position, yours);
    this.match.show(this);
  }

  // "You are blue: join top and bottom."
  showWho(position) {
    const {sides} = about(this.game);
    if (!sides || this.you === "none") this.who.textContent = "";
    else if (this.you === "both") this.who.textContent = position.over ? "" : t("sideToMove", {side: sides[position.turn]});
    else this.who.textContent = t("youAre", {side: sides[this.mine()]});
  }

  showHistory() {
    showMoves(this.moveList, this.history, this.turns, (count) => this.go(count), (branch) => { this.history.take(branch); this.refresh(); });
    const names = this.mine() === null ? [t("playerN", {n: 1}), t("playerN", {n: 2})] : this.mine() === 0 ? [t("youShort"), t("programShort")] : [t("programShort"), t("youShort")];
    fill(this.curvePlace, this.alone() ? null : curve(this.history, this.turns, names, (count) => this.go(count)));
  }

  go(count) {
    this.history.at = count;
    this.note.textContent = "";
    this.refresh();
  }

  showEnd(position) {
    let text = t("gameOver");
    if (this.alone()) {
      text = t({win: "solved", loss: "stuck"}[position.result] || (position.standing ? "stuck" : "gameOver"), {standing: said(position.standing || "")});
      this.status.classList.add(position.result === "loss" ? "bad" : "good");
    } else if (position.winner === null) text = t("drawn");
    else if (position.winner !== undefined) {
      const yours = this.mine();
      text = yours === null ? t("playerWins", {n: position.winner + 1}) : position.winner === yours ? t("youWin") : t("youLose");
      this.status.classList.add(yours === null || position.winner === yours ? "good" : "bad");
    }
    if (position.points) text += ` ${t("points", {a: position.points[0], b: position.points[1]})}`;
    this.status.textContent = text;
    const why = this.options.play === "misere" ? t("endMisere") : about(this.game).end;
    this.note.className = "note";
    if (why && !this.alone()) this.note.textContent = why;
    if (!this.history.looksBack) this.match.end(position.winner === undefined || position.winner === null ? null : position.winner, this.mine());
    fill(this.endPlace, h("button", {class: "primary", id: "again", onclick: () => this.again(this.match.next(this.you))}, t("playAgain")),
      this.mine() === null ? null : h("button", {id: "other-side", onclick: () => this.again(this.you === "first" ? "second" : "first")}, t("otherSide")));
  }

  // All moves by name: for boards without clickable parts, and for those who like to type.
  showChooser(position, yours) {
    this.chooser.hidden = position.over;
    const open = this.chooser.open || !this.boardPlace.querySelector(".move, .step");
    const list = h("div", {class: "move-buttons"});
    const show = (word) => list.replaceChildren(...position.moves.filter((move) => move.includes(word)).slice(0, 200)
      .map((move) => h("button", {class: "small", "data-name": move, disabled: !yours, onclick: () => this.play(move)}, move)));
    show("");
    fill(this.chooser, h("summary", null, t("allMoves", {n: position.count})),
      position.count > 24 ? h("input", {placeholder: t("findMove"), "aria-label": t("findMove"), oninput: (event) => show(event.target.value.trim())}) : null, list);
    this.chooser.open = open && yours;
  }

  play(move) {
    this.history.play(move);
    this.note.textContent = "";
    this.refresh();
  }

  // What the program chooses, at a level; a proof where the position is solved in time, and said so.
  choose(level) {
    return api.choose(this.question({options: {...this.options, level}, seconds: SECONDS[level]}));
  }

  // The program's move.
  async reply(turn) {
    try {
      const [choice] = await Promise.all([this.choose(this.level), new Promise((done) => setTimeout(done, PACE))]);
      await this.hand?.calm();
      if (turn !== this.turn) return;
      const worth = choice.proved || !this.impartial() ? worthOfChoice(choice, this.position.turn) : null;
      if (worth) this.history.note(this.moves, worth);
      const move = this.hand?.adapt(choice.move) ?? choice.move;
      this.history.play(move);
      await this.refresh();
      if (this.position.over) return;
      if (this.status.textContent === t("yourTurn")) this.status.textContent = t("played", {move});
      this.note.textContent = sayWhy(choice, this.impartial());
      this.note.className = choice.proved ? "note" : "note warning";
    } catch (error) {
      if (turn === this.turn) this.showProblem(error);
    }
  }

  pause() {
    this.paused = !this.paused;
    this.refresh();
  }

  undo() {
    if (this.history.at === 0) return;
    do this.history.at--;
    while (this.history.at > 0 && this.mine() !== null && !this.isYoursAt(this.history.at));
    if (this.you === "none") this.paused = true;
    this.note.textContent = "";
    this.refresh();
  }

  // Whose turn after so many moves: as the server said, or else in turn.
  isYoursAt(count) {
    return this.isYours(this.turns[count] ?? count % 2);
  }

  redo() {
    if (!this.history.looksBack) return;
    do this.history.at++;
    while (this.history.looksBack && this.mine() !== null && !this.isYoursAt(this.history.at));
    this.refresh();
  }

  // What all moves are worth, while the switch is on; then who was winning earlier on.
  async values() {
    const turn = this.turn;
    showMarks(this.boardPlace, new Map());
    if (!this.switch.checked || this.position.over) return;
    try {
      const still = () => turn === this.turn && this.switch.checked;
      await askValues(this.question(), still, (answer) => this.tellValues(answer));
      for (let count = this.history.line.length; count >= 0 && still() && !this.alone(); count--) {
        const moves = this.history.line.slice(0, count);
        if (this.history.worthAt(count) && !this.history.worthAt(count).guess) continue;
        const answer = await api.analyse(this.question({moves, seconds: 0.5, each: false}));
        const worth = worthOf(answer, this.turns[count] ?? count % 2);
        if (worth) this.history.note(moves, worth);
        if (still()) this.showHistory();
      }
    } catch {
      // a position of which nothing can be computed has no values to show
    }
  }

  tellValues(answer) {
    const worth = worthOf(answer, this.position.turn);
    if (worth) this.history.note(this.moves, worth);
    showMarks(this.boardPlace, new Map(answer.moves.map((each) => [each.move, each.verdict])), this.impartial() ? undefined : figuresOf(answer.moves));
    for (const each of answer.moves) this.chooser.querySelector(`[data-name="${CSS.escape(each.move)}"]`)?.setAttribute("data-verdict", each.verdict);
    this.showHistory();
  }

  async analyse(extra) {
    const turn = this.turn;
    this.note.textContent = "…";
    try {
      const answer = await api.analyse(this.question({seconds: 2, ...extra}));
      return turn === this.turn ? answer : null;
    } catch (error) {
      if (turn === this.turn) this.note.textContent = problem(error);
      return null;
    }
  }

  // Alone: the next move of a solution, or what random games like.
  async hintAlone() {
    if (this.race()) return (await import("./farthest.js")).hintFarthest(this);
    const turn = this.turn;
    const answer = await this.analyse({each: false});
    if (!answer) return;
    const move = answer.line?.[0] ?? (await api.choose(this.question({seconds: 1})).catch(() => null))?.move;
    if (turn !== this.turn || !move) return;
    const outcome = answer.outcome ?? answer.result;
    this.note.className = "note";
    this.note.textContent = t({win: "bestMove", loss: "cannotBeWon"}[outcome] || "hintUnknown", {move});
    showMarks(this.boardPlace, new Map([[move, `best ${{win: "wins", loss: "loses"}[outcome] || "unknown"}`]]));
  }

  async hint() {
    if (this.alone()) {
      await this.hintAlone();
      return;
    }
    const turn = this.turn;
    this.note.className = "note";
    this.note.textContent = "…";
    try {
      const choice = await this.choose("perfect");
      if (turn !== this.turn) return;
      const verdict = {win: "wins", loss: "loses", draw: "draws"}[choice.fate] || "unknown";
      this.note.textContent = `${t({loses: "noGoodMove", unknown: "hintUnknown"}[verdict] || "bestMove", {move: choice.move})} ${sayWhy(choice, this.impartial())}`;
      showMarks(this.boardPlace, new Map([[choice.move, `best ${verdict}`]]));
      const reason = await (await import("./reasons.js")).reasonFor(this, choice.move);
      if (reason && turn === this.turn) this.note.textContent += ` ${reason}`;
    } catch (error) {
      if (turn === this.turn) this.note.textContent = problem(error);
    }
  }

  async showLine() {
    if (this.race()) await (await import("./farthest.js")).showFarthest(this);
    else await (await import("./solution.js")).showSolution(this);
  }

  async whoWins() {
    if (this.race()) return (await import("./farthest.js")).tellFarthest(this);
    const answer = await this.analyse();
    if (!answer) return;
    const outcome = answer.outcome ?? (answer.kind === "outcome" ? answer.result : null);
    this.note.className = "note";
    const yours = this.mine() !== null && this.position.turn === this.mine();
    const words = this.alone() ? {win: "canStillBeWon", loss: "cannotBeWon"} : yours ? {win: "youAreWinning", loss: "youAreLosing", draw: "itsDraw"} : {win: "toMoveWins", loss: "toMoveLoses", draw: "itsDraw"};
    this.note.textContent = t(words[outcome] || "notKnown");
    this.tellValues(answer);
    if (!this.alone()) fill(this.analysis, verdictBadge(answer, null), await this.explain(answer));
  }

  // Why: the nimbers of the components where the game splits, the score where there is one, tactics in Go.
  async explain(answer) {
    const score = answer.score ? h("p", {class: "small"}, t("points", {a: answer.score[0], b: answer.score[1]})) : null;
    if (this.game.name === "go") return [score, await (await import("./tactics.js")).listTactics(this)];
    if (score) return score;
    const splits = this.game.normal.some((each) => each.name === "nimber") && answer.play === "normal" && answer.components?.length;
    return splits ? (await import("./components.js")).explainComponents(this, answer) : null;
  }

  async load() {
    const record = await parseRecord(this.recordText.value);
    if (!record || !this.catalogue.games.some((game) => game.name === record.game)) {
      toast(t("badRecord"), true);
      return;
    }
    this.game = findGame(this.catalogue, record.game);
    Object.assign(this, {start: record.position || this.game.start, options: record.options, you: "both"});
    this.begin(record.moves);
    this.layout();
    this.refresh();
  }

  key(event) {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "u") this.undo();
    else if (event.key === "h") this.hint();
    else if (event.key === "w") this.whoWins();
    else if (event.key === "v") this.switch.click();
  }
}

export function playView(main, context) {
  const play = new Play(main, context);
  const key = (event) => play.key(event);
  const away = back(() => { if (play.lost) play.refresh(); });
  document.addEventListener("keydown", key);
  document.title = `${about(play.game).title} · Zermelo`;
  return () => {
    play.turn++;
    away();
    document.removeEventListener("keydown", key);
  };
}
