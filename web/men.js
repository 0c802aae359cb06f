// Moves of men, point by point: a man, where it goes, a man to take; by clicks, by dragging, by keys.
// The drawing names its points (data-at), and the names of the legal moves say which point may come
// next: d2-d3, e1xd4, a1-d1xc3, G-5,2.
import {h} from "./dom.js";
import {directions, nearest} from "./nearest.js";
import {t} from "./strings.js";

// The points of a move by its name. b3v and b3h are dominoes: the cell below, the cell on the right.
export function pointsOf(name) {
  const [, prefix = "", rest] = /^(\d+:)?(.*)$/.exec(name);
  const domino = /^(z?)([a-z])(\d+)([vh])$/.exec(rest);
  if (!domino) return rest.split(/[-x]/).map((point) => prefix + point);
  const [, far, letter, row, way] = domino;
  const column = (far ? 26 : 0) + letter.charCodeAt(0) - 97 + (way === "h" ? 1 : 0);
  return [far + letter + row, `${column >= 26 ? "z" : ""}${String.fromCharCode(97 + column % 26)}${Number(row) + (way === "v" ? 1 : 0)}`];
}

// The moves that can be played so on a drawing, each with its points.
export function pathsOn(svg, moves) {
  const points = new Set([...svg.querySelectorAll("[data-at]")].map((element) => element.dataset.at));
  return moves.map((name) => ({name, points: pointsOf(name)})).filter((path) => path.points.every((point) => points.has(point)));
}

export class Men {
  constructor(svg, paths, onmove) {
    Object.assign(this, {svg, onmove, chosen: [], marks: new Map(), dragged: null});
    this.bars = svg.querySelector(".domino") !== null; // bars can be clicked too, and have the keys
    this.paths = this.bars ? [...paths, ...paths.map(({name, points}) => ({name, points: [...points].reverse()}))] : paths;
    this.points = [...svg.querySelectorAll("[data-at]")];
    this.prompt = h("p", {class: "aloud", role: "status", "aria-live": "polite"});
    for (const element of this.points) {
      element.addEventListener("click", () => this.choose(element.dataset.at));
      element.addEventListener("pointerdown", (event) => this.grasp(element, event));
      if (!this.bars) element.addEventListener("keydown", (event) => this.key(event, element));
    }
    svg.addEventListener("pointermove", (event) => this.drag(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("keydown", (event) => { if (event.key === "Escape") this.release(); });
    this.show();
  }

  // The moves that go on from the points chosen.
  open(chosen = this.chosen) {
    return this.paths.filter(({points}) => chosen.every((point, i) => points[i] === point));
  }

  next(chosen = this.chosen) {
    return new Set(this.open(chosen).map(({points}) => points[chosen.length]).filter(Boolean));
  }

  choose(point) {
    const done = this.open().find(({points}) => points.length === this.chosen.length);
    if (this.chosen.at(-1) === point) { // again: a move that could go on stops here, or nothing is chosen
      if (done) this.onmove(done.name);
      else this.release();
      return;
    }
    if (!this.next().has(point)) {
      this.chosen = [];
      if (!this.next().has(point)) {
        this.show();
        return;
      }
    }
    this.chosen.push(point);
    const open = this.open();
    if (open.every(({points}) => points.length === this.chosen.length)) this.onmove(open[0].name);
    else this.show();
  }

  release() {
    this.chosen = [];
    this.show();
  }

  grasp(element, event) {
    this.dragged = this.next([]).has(element.dataset.at) && event.isPrimary ? {from: element.dataset.at, x: event.clientX, y: event.clientY} : null;
  }

  // Drawn away from its point, a man shows where it can go.
  drag(event) {
    if (!this.dragged || this.dragged.moved || Math.hypot(event.clientX - this.dragged.x, event.clientY - this.dragged.y) < 8) return;
    this.dragged.moved = true;
    if (this.chosen.length > 0) return;
    this.chosen = [this.dragged.from];
    this.show();
  }

  // Let go over another point: the man goes there; elsewhere: it stays where it was.
  drop(event) {
    const moved = this.dragged?.moved, at = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-at]")?.dataset.at;
    const from = this.dragged?.from;
    this.dragged = null;
    if (!moved || at === from) return;
    if (at && this.next().has(at)) this.choose(at);
    else this.release();
  }

  key(event, element) {
    const go = directions[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(element.dataset.at);
    else if (go) {
      const next = nearest(element, this.points.filter((point) => point.classList.contains("step")), go);
      next?.focus();
    } else return;
    event.preventDefault();
  }

  show() {
    const next = this.next(), focused = this.svg.contains(document.activeElement);
    const steps = this.points.filter(({dataset}) => next.has(dataset.at));
    for (const element of this.points) {
      const {at} = element.dataset, step = next.has(at), chosen = this.chosen.includes(at);
      element.classList.remove("step", "chosen", "goal", "wins", "loses", "draws", "best");
      if (step) element.classList.add("step", ...this.worth(at));
      element.classList.toggle("goal", step && this.chosen.length > 0);
      element.classList.toggle("chosen", chosen);
      if (this.bars) continue;
      if (!step && !chosen) {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) element.removeAttribute(name);
        continue;
      }
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "0");
      element.setAttribute("aria-label", this.chosen.length === 0 ? t("pointStart", {point: at}) : t("pointGo", {point: at}));
      element.setAttribute("aria-pressed", String(chosen));
    }
    this.prompt.textContent = this.chosen.length === 0 ? "" : t("pointsNext", {chosen: this.chosen.join(" "), points: [...next].join(" ")});
    if (focused && !this.bars && !document.activeElement?.classList.contains("step")) steps[0]?.focus({preventScroll: true});
  }

  mark(marks) {
    this.marks = marks;
    this.show();
  }

  // A point is worth the best move through it.
  worth(point) {
    const words = this.open([...this.chosen, point]).map(({name}) => this.marks.get(name) || "");
    const verdict = ["wins", "draws", "unknown", "loses"].find((word) => words.some((each) => each.includes(word)));
    return [verdict === "unknown" ? null : verdict, words.some((word) => word.includes("best")) ? "best" : null].filter(Boolean);
  }
}
