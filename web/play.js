// Playing: against the program, against each other, or watching it play against itself. The game is
// a start position and the moves played; everything else is asked from the server.
import {api} from "./api.js";
import {board, ghost, mark} from "./board.js";
import {h, fill, toast} from "./dom.js";
import {decodeOptions, encodeOptions, findGame, gamePicker, moreOptions, playPicker, positionField, positionHelp, readOptions, readPosition, starts} from "./forms.js";
import {t} from "./strings.js";
import {verdictBadge} from "./words.js";
import {parseRecord, writeRecord} from "./record.js";

const LEVELS = ["easy", "fair", "strong", "perfect"];
const SECONDS = 3; // that the program may think about a move

// What a choice of the program says of its move, in words: what is proved, or what it sees.
function sayWhy(choice) {
  const chance = choice.chance === undefined ? null : t("byGames", {chance: Math.round(100 * choice.chance), n: choice.playouts});
  const ahead = choice.ahead === undefined ? null : t("byLooking", {depth: choice.depth, ahead: choice.ahead > 0 ? `+${choice.ahead}` : choice.ahead});
  const why = choice.proved ? t({win: "provedWin", loss: "provedLoss", draw: "provedDraw"}[choice.fate]) : `${t("notProvedYet")} ${ahead ?? chance ?? ""}`;
  const line = (choice.line || []).slice(1, 6);
  return line.length > 0 ? `${why} ${t("expects", {line: line.join(" ")})}` : why;
}

class Play {
  constructor(main, {catalogue, values, remember}) {
    Object.assign(this, {main, catalogue, remember});
    this.game = findGame(catalogue, values.get("game") || "cram");
    this.start = values.get("position") || starts[this.game.name] || this.game.start;
    this.options = decodeOptions(values.get("options"));
    this.you = values.get("you") || (this.game.players === "one" ? "both" : "first");
    this.level = LEVELS.includes(values.get("level")) ? values.get("level") : "perfect";
    this.moves = (values.get("moves") || "").split(" ").filter(Boolean);
    this.undone = [];
    this.turns = []; // whose turn it was after so many moves
    this.turn = 0; // a number that makes answers to earlier positions void
    this.layout();
    this.refresh();
  }

  alone() {
    return this.game.players === "one";
  }

  question(extra) {
    return {game: this.game.name, position: this.start, moves: this.moves, options: this.options, ...extra};
  }

  layout() {
    const setup = h("form", {class: "setup card", onsubmit: (event) => { event.preventDefault(); this.newGame(setup); }},
      h("div", {class: "row"},
        gamePicker(this.catalogue, this.game.name, (name) => this.changeGame(name)),
        positionField(this.game, this.start), playPicker(this.game, this.options.play),
        this.alone() ? null : h("label", {class: "field"}, h("span", null, t("you")), h("select", {id: "you"},
          ["first", "second", "both", "none"].map((value) => h("option", {value, selected: value === this.you}, t(value))))),
        h("label", {class: "field"}, h("span", null, t("strength")), h("select", {id: "level"},
          LEVELS.map((value) => h("option", {value, selected: value === this.level}, t(value))))),
        h("button", {class: "primary", id: "new"}, t("newGame"))),
      moreOptions(this.game, this.options), positionHelp(this.game));
    this.boardPlace = h("div", {class: "board-place"});
    this.status = h("p", {class: "status", id: "status", role: "status", "aria-live": "polite"});
    this.note = h("p", {class: "note", id: "note", "aria-live": "polite"});
    this.buttons = h("div", {class: "buttons"},
      h("button", {id: "undo", onclick: () => this.undo()}, t("undo")),
      h("button", {id: "redo", onclick: () => this.redo()}, t("redo")),
      h("button", {id: "hint", onclick: () => this.hint()}, t("hint")),
      h("button", {id: "who", onclick: () => this.whoWins()}, t(this.alone() ? "canBeWon" : "whoWins")));
    this.moveList = h("ol", {class: "moves", id: "moves", "aria-label": t("moves")});
    this.analysis = h("div", {class: "analysis"});
    this.chooser = h("details", {class: "chooser"});
    this.recordText = h("textarea", {id: "record", rows: 7, spellcheck: "false", "aria-label": t("record")});
    const record = h("details", {class: "record card"}, h("summary", null, t("record")), h("p", {class: "small"}, t("recordHelp")), this.recordText,
      h("div", {class: "buttons"}, h("button", {id: "load", onclick: () => this.load()}, t("load")),
        h("button", {onclick: () => navigator.clipboard?.writeText(this.recordText.value).then(() => toast(t("copied")))}, t("copy"))));
    this.main.replaceChildren(setup, h("div", {class: "table"},
      h("section", {class: "card stage"}, this.boardPlace, this.chooser),
      h("aside", {class: "side"}, h("section", {class: "card"}, this.status, this.note, this.buttons, this.analysis),
        h("section", {class: "card"}, h("h2", null, t("moves")), this.moveList), record,
        h("p", {class: "small keys"}, t("keysHelp")))));
  }

  changeGame(name) {
    this.game = findGame(this.catalogue, name);
    this.start = starts[name] ?? this.game.start;
    this.options = {};
    this.moves = [];
    this.undone = [];
    this.turns = [];
    if (this.alone()) this.you = "both";
    this.layout();
    this.refresh();
  }

  newGame(form) {
    this.start = readPosition(form, this.game);
    this.options = readOptions(form);
    this.you = form.querySelector("#you")?.value || "both";
    this.level = form.querySelector("#level")?.value || "perfect";
    this.moves = [];
    this.undone = [];
    this.turns = [];
    this.refresh();
  }

  isYours(turn) {
    return this.you === "both" || (this.you === "first" && turn === 0) || (this.you === "second" && turn === 1);
  }

  async refresh(played) {
    const turn = ++this.turn;
    let position;
    try {
      position = await api.position(this.question());
    } catch (error) {
      if (turn === this.turn) this.showProblem(error.message);
      return;
    }
    if (turn !== this.turn) return;
    this.position = position;
    this.turns[this.moves.length] = position.turn;
    this.remember({game: this.game.name, position: this.start, options: encodeOptions(this.options), you: this.you,
      level: this.level, moves: this.moves.join(" ")});
    const yours = !position.over && this.isYours(position.turn);
    const before = this.boardPlace.firstChild;
    const focused = this.boardPlace.contains(document.activeElement);
    const drawn = board(position, this.game.title, yours ? (move) => this.play(move) : null);
    drawn.classList.toggle("waiting", !yours && !position.over);
    if (played) ghost(before, drawn, played);
    this.boardPlace.replaceChildren(drawn);
    if (focused) (drawn.querySelector('[tabindex="0"]') || this.boardPlace).focus?.();
    this.show(position, yours);
    if (!position.over && !yours) this.reply(turn);
  }

  // No position, so nothing to do with one.
  showProblem(text) {
    this.status.className = "status bad";
    this.status.textContent = text;
    for (const place of [this.boardPlace, this.analysis, this.note]) place.replaceChildren();
    this.chooser.hidden = true;
    for (const id of ["hint", "who"]) this.buttons.querySelector(`#${id}`).disabled = true;
  }

  show(position, yours) {
    this.analysis.replaceChildren();
    this.moveList.replaceChildren(...this.moves.map((move) => h("li", null, move)));
    if (this.moves.length === 0) this.moveList.append(h("li", {class: "none"}, t("noMovesYet")));
    this.recordText.value = writeRecord(this);
    this.buttons.querySelector("#undo").disabled = this.moves.length === 0;
    this.buttons.querySelector("#redo").disabled = this.undone.length === 0;
    for (const id of ["hint", "who"]) this.buttons.querySelector(`#${id}`).disabled = position.over;
    this.status.className = "status";
    if (position.over) this.showEnd(position);
    else if (!yours) this.status.textContent = t("thinking");
    else this.status.textContent = this.you === "both" && !this.alone() ? t("playerTurn", {n: position.turn + 1}) : t("yourTurn");
    if (position.standing && !position.over) this.status.textContent += ` (${position.standing})`;
    if (position.once_more_draws) this.status.textContent += ` ${t("onceMoreDraws")}`;
    this.showChooser(position, yours);
  }

  showEnd(position) {
    let text = t("gameOver");
    if (this.alone()) {
      text = t({win: "solved", loss: "stuck"}[position.result] || "gameOver", {standing: position.standing || ""});
      this.status.classList.add(position.result === "loss" ? "bad" : "good");
    } else if (position.winner === null) text = t("drawn");
    else if (position.winner !== undefined) {
      const yours = this.you === "first" ? 0 : this.you === "second" ? 1 : null;
      text = yours === null ? t("playerWins", {n: position.winner + 1}) : position.winner === yours ? t("youWin") : t("youLose");
      this.status.classList.add(yours === null || position.winner === yours ? "good" : "bad");
    }
    if (position.points) text += ` ${t("points", {a: position.points[0], b: position.points[1]})}`;
    this.status.textContent = text;
  }

  // All moves by name: for boards without clickable parts, and for those who like to type.
  showChooser(position, yours) {
    this.chooser.hidden = false;
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
    this.moves.push(move);
    this.undone = [];
    this.note.textContent = "";
    this.refresh(move);
  }

  // What the program chooses, at a level; a proof where the position is solved in time, and said so.
  choose(level) {
    return api.choose(this.question({options: {...this.options, level}, seconds: SECONDS}));
  }

  // The program's move.
  async reply(turn) {
    try {
      const [choice] = await Promise.all([this.choose(this.level), new Promise((done) => setTimeout(done, 350))]);
      if (turn !== this.turn) return;
      this.moves.push(choice.move);
      await this.refresh(choice.move);
      this.note.textContent = sayWhy(choice);
      this.note.className = choice.proved ? "note" : "note warning";
    } catch (error) {
      if (turn === this.turn) this.status.textContent = error.message;
    }
  }

  undo() {
    if (this.moves.length === 0) return;
    do this.undone.push(this.moves.pop());
    while (this.moves.length > 0 && this.you !== "both" && this.you !== "none" && !this.isYoursAt(this.moves.length));
    if (this.you === "none") this.you = "both";
    this.note.textContent = "";
    this.refresh();
  }

  // Whose turn after so many moves: as the server said, or else in turn.
  isYoursAt(count) {
    return this.isYours(this.turns[count] ?? count % 2);
  }

  redo() {
    if (this.undone.length === 0) return;
    this.moves.push(this.undone.pop());
    while (this.undone.length > 0 && !this.isYoursAt(this.moves.length)) this.moves.push(this.undone.pop());
    this.refresh();
  }

  async analyse(extra) {
    const turn = this.turn;
    this.note.textContent = "…";
    try {
      const answer = await api.analyse(this.question({seconds: 2, ...extra}));
      return turn === this.turn ? answer : null;
    } catch (error) {
      if (turn === this.turn) this.note.textContent = error.message;
      return null;
    }
  }

  // Alone: the next move of a solution, or what random games like.
  async hintAlone() {
    const turn = this.turn;
    const answer = await this.analyse({each: false});
    if (!answer) return;
    const move = answer.line?.[0] ?? (await api.choose(this.question({seconds: 1})).catch(() => null))?.move;
    if (turn !== this.turn || !move) return;
    const outcome = answer.outcome ?? answer.result;
    this.note.className = "note";
    this.note.textContent = t({win: "bestMove", loss: "cannotBeWon"}[outcome] || "hintUnknown", {move});
    mark(this.boardPlace, new Map([[move, `best ${{win: "wins", loss: "loses"}[outcome] || "unknown"}`]]));
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
      this.note.textContent = `${t({loses: "noGoodMove", unknown: "hintUnknown"}[verdict] || "bestMove", {move: choice.move})} ${sayWhy(choice)}`;
      mark(this.boardPlace, new Map([[choice.move, `best ${verdict}`]]));
    } catch (error) {
      if (turn === this.turn) this.note.textContent = error.message;
    }
  }

  async whoWins() {
    const answer = await this.analyse();
    if (!answer) return;
    const outcome = answer.outcome ?? (answer.kind === "outcome" ? answer.result : null);
    this.note.className = "note";
    const words = this.alone() ? {win: "canStillBeWon", loss: "cannotBeWon"} : {win: "toMoveWins", loss: "toMoveLoses", draw: "itsDraw"};
    this.note.textContent = t(words[outcome] || "notKnown");
    mark(this.boardPlace, new Map(answer.moves.map((each) => [each.move, each.verdict])));
    if (!this.alone()) fill(this.analysis, verdictBadge(answer), await this.explain(answer));
  }

  // Why: the nimbers of the components where the game splits, the score where there is one.
  async explain(answer) {
    if (answer.score) return h("p", {class: "small"}, t("points", {a: answer.score[0], b: answer.score[1]}));
    const several = this.game.normal.some((each) => each.name === "nimber") && answer.play === "normal" && answer.components?.length;
    if (!several) return null;
    let components = answer.components;
    if (components.some((each) => each.nimber === undefined)) {
      const nimbers = await api.analyse(this.question({options: {...this.options, compute: "nimber"}, seconds: 1, each: false})).catch(() => null);
      components = nimbers?.components || components;
    }
    const known = components.every((each) => each.nimber !== undefined);
    return h("table", {class: "components"}, h("caption", null, t("components")),
      h("tbody", null, components.slice(0, 12).map((each) => h("tr", null, h("td", {class: "mono"}, each.position), h("td", null, each.nimber === undefined ? "?" : `*${each.nimber}`)))),
      known ? h("tfoot", null, h("tr", null, h("td", null, t("nimSum")), h("td", null, `*${components.reduce((sum, each) => sum ^ each.nimber, 0)}`))) : null);
  }

  load() {
    const record = parseRecord(this.recordText.value);
    if (!record || !this.catalogue.games.some((game) => game.name === record.game)) {
      toast(t("error", {text: t("record")}), true);
      return;
    }
    this.game = findGame(this.catalogue, record.game);
    Object.assign(this, {start: record.position || this.game.start, options: record.options, moves: record.moves, undone: [], you: "both"});
    this.layout();
    this.refresh();
  }

  key(event) {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "u") this.undo();
    else if (event.key === "h") this.hint();
    else if (event.key === "w") this.whoWins();
  }
}

export function playView(main, context) {
  const play = new Play(main, context);
  const key = (event) => play.key(event);
  document.addEventListener("keydown", key);
  return () => {
    play.turn++;
    document.removeEventListener("keydown", key);
  };
}
