// The moves of a game: the line played, where in it one looks, lines that were left, and who was
// winning at each point, drawn as a curve.
import {h, s} from "./dom.js";
import {pictureButtons} from "./share.js";
import {t} from "./strings.js";

const MOST_BRANCHES = 12;

export class History {
  constructor(moves) {
    this.line = [...moves];
    this.at = moves.length;
    this.branches = [];
    this.worths = new Map(); // by the moves played: 1 the first player wins, -1 the second, between: a guess
  }

  get moves() {
    return this.line.slice(0, this.at);
  }

  get looksBack() {
    return this.at < this.line.length;
  }

  play(move) {
    if (this.line[this.at] !== move) {
      if (this.looksBack) this.leave();
      this.line = [...this.moves, move];
    }
    this.at++;
  }

  // Keeps the line as it is, since another takes its place.
  leave() {
    const text = this.line.join(" ");
    if (!this.branches.some((branch) => branch.join(" ") === text)) this.branches.unshift(this.line);
    this.branches.length = Math.min(this.branches.length, MOST_BRANCHES);
  }

  take(branch) {
    this.leave();
    const text = branch.join(" ");
    this.branches = this.branches.filter((each) => each.join(" ") !== text);
    this.line = branch;
    this.at = branch.length;
  }

  note(moves, worth) {
    this.worths.set(moves.join(" "), worth);
  }

  worthAt(count) {
    return this.worths.get(this.line.slice(0, count).join(" "));
  }

  // Did move number `count` (from 1) throw a proved win, or a draw, away? `turn`: who made it.
  isMistake(count, turn) {
    const before = this.worthAt(count - 1), after = this.worthAt(count);
    if (before === undefined || after === undefined || before.guess || after.guess) return false;
    return (turn === 0 ? before.value - after.value : after.value - before.value) > 0;
  }
}

const sign = (worth) => worth === undefined ? "" : worth.value > 0.2 ? "first" : worth.value < -0.2 ? "second" : "even";

// Fills the list of moves: each can be clicked, mistakes are marked, lines that were left come after.
export function showMoves(list, history, turns, go, take) {
  const items = history.line.map((move, i) => {
    const mistake = history.isMistake(i + 1, turns[i] ?? i % 2);
    return h("li", {class: `${i >= history.at ? "ahead " : ""}${i + 1 === history.at ? "current " : ""}${mistake ? "mistake" : ""}`.trim(), "data-worth": sign(history.worthAt(i + 1))},
      h("button", {class: "plain", title: mistake ? t("mistake") : null, "aria-current": i + 1 === history.at ? "step" : null, onclick: () => go(i + 1)}, move));
  });
  if (history.at === 0) items.unshift(h("li", {class: "none"}, t("noMovesYet")));
  list.replaceChildren(...items);
  const current = list.querySelector(".current");
  if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  const branches = list.parentElement.querySelector(".branches");
  branches.hidden = history.branches.length === 0;
  branches.replaceChildren(h("summary", null, t("branches", {n: history.branches.length})), ...history.branches.map((branch) =>
    h("button", {class: "small mono branch-line", onclick: () => take(branch)}, branch.length > 8 ? `… ${branch.slice(-8).join(" ")}` : branch.join(" "))));
}

// The curve of who was winning; nothing while too little is known.
export function curve(history, turns, names, go) {
  const count = history.line.length, wide = 300, high = 70;
  const known = [];
  for (let i = 0; i <= count; i++) {
    const worth = history.worthAt(i);
    if (worth) known.push({i, ...worth});
  }
  if (known.length < 2) return null;
  const x = (i) => 6 + (wide - 12) * i / Math.max(count, 1), y = (value) => high / 2 - (high / 2 - 8) * value;
  const step = known.map((each, k) => `${k === 0 ? "M" : `H${x(each.i).toFixed(1)}V`}${k === 0 ? `${x(each.i).toFixed(1)} ` : ""}${y(each.value).toFixed(1)}`).join("");
  const dots = known.map((each) => {
    const mistake = each.i > 0 && history.isMistake(each.i, turns[each.i - 1] ?? (each.i - 1) % 2);
    return s("circle", {class: `${each.guess ? "guess" : "sure"}${mistake ? " mistake" : ""}`, cx: x(each.i).toFixed(1), cy: y(each.value).toFixed(1), r: mistake ? 5 : 3});
  });
  const svg = s("svg", {viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": t("curveHelp"), class: "worth-curve"},
    s("path", {class: "middle", d: `M0 ${high / 2}H${wide}`}), s("path", {class: "run", d: step}), dots,
    s("path", {class: "here", d: `M${x(history.at).toFixed(1)} 2V${high - 2}`}));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.max(0, Math.min(count, Math.round(((event.clientX - box.left) / box.width * wide - 6) / (wide - 12) * count))));
  });
  return h("figure", {class: "worth"}, h("figcaption", null, h("span", null, `▲ ${names[0]}`), h("span", null, `▼ ${names[1]}`)), svg, h("div", {class: "buttons"}, pictureButtons("curve", () => svg)));
}
