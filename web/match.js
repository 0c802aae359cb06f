// Games one after the other: the score, and in Tapatan who begins (the loser of the last game, by lot
// after a draw) and its three modes, which change between games only.
import {h} from "./dom.js";
import {t} from "./strings.js";

const read = (name) => { try { return JSON.parse(sessionStorage.getItem(`score-${name}`)) || {you: 0, program: 0, draws: 0}; } catch { return {you: 0, program: 0, draws: 0}; } };

export class Match {
  constructor(name, fresh) {
    Object.assign(this, {name, counted: !fresh, score: read(name), loser: undefined});
  }

  // A game has ended: `mine` is the person's side; null when there is none.
  end(winner, mine) {
    if (mine === null) return;
    this.loser = winner === null ? null : winner === mine ? "program" : "you";
    if (this.counted) return;
    this.counted = true;
    this.score[winner === null ? "draws" : winner === mine ? "you" : "program"]++;
    sessionStorage.setItem(`score-${this.name}`, JSON.stringify(this.score));
  }

  // Which side the person has in the next game.
  next(you) {
    if (this.name !== "tapatan" || this.loser === undefined || (you !== "first" && you !== "second")) return you;
    if (this.loser === null) return Math.random() < 0.5 ? "first" : "second";
    return this.loser === "you" ? "first" : "second";
  }

  show(play) {
    const place = play.main.querySelector("#score");
    if (!place) return;
    const {you, program, draws} = this.score;
    place.textContent = you + program + draws === 0 || play.mine() === null ? "" : t("score", {you, program, draws});
    for (const button of play.main.querySelectorAll(".mode")) button.disabled = play.history.line.length > 0 && !play.position?.over;
  }
}

// Where the score stands, and the modes of Tapatan with what they mean.
export function matchPlace(play) {
  const modes = play.game.name === "tapatan" ? ["simple", "constrained", "limited"] : [];
  const told = h("p", {class: "small", id: "mode-told"}, modes.length ? t(`mode_${play.options.mode || "simple"}`) : "");
  return h("div", {class: "match"}, h("p", {class: "score", id: "score"}), modes.length === 0 ? null : h("div", {class: "buttons modes", role: "group", "aria-label": t("modes")}, modes.map((mode) =>
    h("button", {class: "small mode", "data-mode": mode, "aria-pressed": String((play.options.mode || "simple") === mode), onclick: () => {
      play.options = mode === "simple" ? {} : {mode};
      play.again();
      play.layout();
    }}, t(`modeName_${mode}`)))), modes.length ? told : null);
}
