// A line of moves on a board: played on, gone through step by step or by a slider.
import {api} from "./api.js";
import {board} from "./board.js";
import {h, toast} from "./dom.js";
import {about, problem, t} from "./strings.js";

export class Line {
  // `onshow(position, line)` hears of every position that is drawn, an answer of /api/position.
  constructor({game, start = "", moves = [], at = 0, onshow}) {
    Object.assign(this, {game, start, moves, onshow, at: Math.min(at, moves.length), busy: false, again: false, gone: false});
    this.place = h("div", {class: "board-place"});
    this.slider = h("input", {type: "range", min: "0", step: "1", "aria-label": t("moveNumber"), oninput: () => this.go(Number(this.slider.value))});
    this.where = h("p", {class: "where small", role: "status"});
    const step = (id, text, name, to) => h("button", {class: "small", id, title: t(name), "aria-label": t(name), onclick: () => this.go(to())}, text);
    this.element = h("div", {class: "line"}, this.place, h("div", {class: "steps"}, step("line-first", "|◀", "toStart", () => 0), step("line-back", "◀", "back", () => this.at - 1), this.slider,
      step("line-on", "▶", "forward", () => this.at + 1), step("line-last", "▶|", "toEnd", () => this.moves.length)), this.where);
    this.draw();
  }

  get played() {
    return this.moves.slice(0, this.at);
  }

  set({start = this.start, moves, at}) {
    Object.assign(this, {start, moves, at: Math.max(0, Math.min(at, moves.length))});
    this.draw();
  }

  go(at) {
    this.set({moves: this.moves, at});
  }

  play(move) {
    this.set({moves: [...this.played, move], at: this.at + 1});
  }

  // One question at a time: while the slider runs, only where it comes to rest is asked for.
  async draw() {
    this.slider.max = String(this.moves.length);
    this.slider.value = String(this.at);
    this.where.textContent = this.at === 0 ? t("atStart") : t("afterMove", {n: this.at, move: this.moves[this.at - 1]});
    this.again = this.busy;
    if (this.busy) return;
    this.busy = true;
    const asked = this.played;
    try {
      const position = await api.position({game: this.game.name, position: this.start || undefined, moves: asked});
      if (!this.gone && !this.again) this.show(position, asked);
    } catch (error) {
      if (!this.gone) toast(t("error", {text: problem(error)}), true);
    }
    this.busy = false;
    if (this.again && !this.gone) this.draw();
  }

  // A pass that must be made is made at once, when one plays on.
  show(position, asked) {
    if (position.moves?.length === 1 && position.moves[0] === "pass" && asked.length === this.moves.length && !position.over) {
      this.moves = [...this.moves, "pass"];
      this.at++;
      this.again = true;
      return;
    }
    this.place.replaceChildren(board(position, about(this.game).title, position.over ? null : (move) => this.play(move)));
    this.onshow(position, this);
  }
}
