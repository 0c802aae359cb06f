// A move chosen in steps, on a drawing: a spot, another one, then for each boundary that lies loose in
// the region the side of the curve on which it falls. The drawing says where a curve can leave a spot
// (data-end, data-region), and which boundaries a region has (data-boundary, data-walk); the legal
// moves by their names decide what can be chosen next: END-END, perhaps rREGION, perhaps [BOUNDARIES].
import {h, s} from "./dom.js";
import {nearest, directions} from "./nearest.js";
import {t} from "./strings.js";

function parse(name) {
  const found = /^(\d+(?:~\d+)?)-(\d+(?:~\d+)?)(?:r(\d+))?(?:\[([\d,]*)\])?$/.exec(name);
  return found && {name, ends: [found[1], found[2]], region: found[3], list: (found[4] || "").split(",").filter(Boolean)};
}

// Is it a drawing on which moves are chosen so?
export const hasSteps = (svg) => svg.querySelector("[data-end]") !== null;

// What can be clicked is large and of odd shapes; what is seen of it is near the spots only: a copy,
// cut out by a circle round each of them, right after it.
let cuts = 0;
function addMark(path, spots) {
  const circles = spots.map((spot) => path.parentNode.querySelector(`g.spot[data-spot="${spot}"] circle`)).filter(Boolean);
  if (circles.length === 0) return;
  const id = `cut-${++cuts}`;
  const copy = s("path", {class: "mark", d: path.getAttribute("d"), "clip-path": `url(#${id})`});
  path.after(copy, s("clipPath", {id}, circles.map((circle) =>
    s("circle", {cx: circle.getAttribute("cx"), cy: circle.getAttribute("cy"), r: String(2.1 * circle.getAttribute("r"))}))));
}

export class Steps {
  constructor(svg, moves, onmove) {
    Object.assign(this, {svg, onmove});
    this.moves = moves.map(parse).filter(Boolean);
    this.corners = [...svg.querySelectorAll(".corner")];
    this.sides = [...svg.querySelectorAll(".side")];
    for (const corner of this.corners) addMark(corner, [corner.dataset.spot]);
    for (const side of this.sides) addMark(side, [...new Set(side.dataset.walk.split("-"))]);
    this.marks = new Map();
    this.prompt = h("p", {class: "step-prompt", role: "status", "aria-live": "polite"});
    this.choices = h("div", {class: "buttons step-choices"});
    for (const corner of this.corners) {
      corner.addEventListener("click", () => this.choose(corner));
      corner.addEventListener("keydown", (event) => this.key(event, corner, () => this.choose(corner)));
    }
    for (const side of this.sides) {
      side.addEventListener("click", () => this.toggle(side));
      side.addEventListener("keydown", (event) => this.key(event, side, () => this.toggle(side)));
    }
    for (const spot of svg.querySelectorAll("g.spot")) spot.addEventListener("click", (event) => this.chooseSpot(spot, event));
    svg.addEventListener("keydown", (event) => { if (event.key === "Escape") this.back(); });
    this.first = this.second = null;
    this.inside = new Set();
    this.show();
  }

  // The legal moves between two ends in their region, either way round.
  between(one, other) {
    if (one.dataset.region !== other.dataset.region) return [];
    const [a, b] = [one.dataset.end, other.dataset.end];
    return this.moves.filter(({ends, region}) => (region === undefined || region === one.dataset.region) &&
      ((ends[0] === a && ends[1] === b) || (ends[0] === b && ends[1] === a)));
  }

  movesOf(corner) {
    if (this.first) return this.between(this.first, corner);
    return this.corners.flatMap((other) => this.between(corner, other));
  }

  // A spot that has several places for a curve to leave: the one under the pointer.
  chooseSpot(spot, event) {
    if (this.second) return;
    const open = this.corners.filter((corner) => corner.dataset.spot === spot.dataset.spot && this.movesOf(corner).length > 0);
    const under = open.length > 1 ? document.elementsFromPoint(event.clientX, event.clientY).find((element) => open.includes(element)) : open[0];
    if (under) this.choose(under);
  }

  choose(corner) {
    if (this.second || this.movesOf(corner).length === 0) return;
    if (!this.first) this.first = corner;
    else {
      this.second = corner;
      const moves = this.between(this.first, corner);
      if (moves.length === 1) {
        this.onmove(moves[0].name);
        return;
      }
    }
    this.show();
  }

  back() {
    if (this.second) this.second = null;
    else this.first = null;
    this.inside.clear();
    this.show();
  }

  toggle(side) {
    if (!this.loose().includes(side)) return;
    const {boundary} = side.dataset;
    if (!this.inside.delete(boundary)) this.inside.add(boundary);
    this.show();
    side.focus?.({preventScroll: true});
  }

  // The boundaries that the curve does not touch, once it is known where it goes.
  loose() {
    if (!this.second) return [];
    const own = [this.first.dataset.boundary, this.second.dataset.boundary];
    const seen = new Set();
    return this.sides.filter(({dataset}) => dataset.region === this.first.dataset.region && !own.includes(dataset.boundary) && !seen.has(dataset.boundary) && seen.add(dataset.boundary));
  }

  isVirgin(boundary) {
    return this.svg.querySelector(`g.spot[data-spot="${boundary}"]`)?.dataset.lives === "3";
  }

  // Untouched spots are alike, so moves name the lowest ones: what a choice is called.
  listFor(chosen) {
    const all = this.loose().map((side) => side.dataset.boundary);
    const virgin = all.filter((each) => this.isVirgin(each)).sort((a, b) => a - b);
    const count = virgin.filter((each) => chosen.has(each)).length;
    return [...all.filter((each) => chosen.has(each) && !virgin.includes(each)), ...virgin.slice(0, count)].sort((a, b) => a - b).join();
  }

  // The move for the sides chosen. A name tells the boundaries on the way from its first end to its
  // second; round a spot that stands alone both sides are the same.
  chosenMove() {
    const moves = this.between(this.first, this.second);
    const all = new Set(this.loose().map((side) => side.dataset.boundary));
    const others = new Set([...all].filter((each) => !this.inside.has(each)));
    const same = (move, list) => [...move.list].sort((a, b) => a - b).join() === list;
    const forward = (move) => move.ends[0] === this.first.dataset.end;
    const alone = this.walk().length === 1;
    return moves.find((move) => same(move, this.listFor(forward(move) ? this.inside : others))) ||
      (alone ? moves.find((move) => same(move, this.listFor(others)) || same(move, this.listFor(this.inside))) : null);
  }

  walk() {
    const side = this.sides.find(({dataset}) => dataset.region === this.first.dataset.region && dataset.boundary === this.first.dataset.boundary);
    return side ? side.dataset.walk.split("-") : [this.first.dataset.spot];
  }

  // The spots from the first end to the second along their boundary: the side that is being filled.
  way() {
    const walk = this.walk(), [from, to] = [Number(this.first.dataset.place), Number(this.second.dataset.place)];
    const spots = [];
    for (let i = from; ; i = (i + 1) % walk.length) {
      spots.push(walk[i]);
      if (i === to) return spots.join("–");
    }
  }

  // Shows on the drawing what can be chosen now, and says it.
  show() {
    const loose = this.loose();
    this.svg.classList.toggle("choosing-sides", loose.length > 0);
    for (const spot of this.svg.querySelectorAll("g.spot.chosen")) spot.classList.remove("chosen");
    const open = this.second ? loose : this.corners.filter((corner) => this.movesOf(corner).length > 0);
    for (const element of [...this.corners, ...this.sides]) {
      const can = open.includes(element), corner = this.corners.includes(element);
      element.classList.toggle("step", can);
      element.classList.toggle("chosen", element === this.first || element === this.second);
      element.classList.toggle("inside", !corner && can && this.inside.has(element.dataset.boundary));
      element.classList.remove("wins", "loses", "draws", "best");
      if (can && corner) element.classList.add(...this.worth(this.movesOf(element)));
      if (corner && element.classList.contains("chosen")) this.svg.querySelector(`g.spot[data-spot="${element.dataset.spot}"]`)?.classList.add("chosen");
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) element.removeAttribute(name);
      if (!can) continue;
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", element === open[0] ? "0" : "-1");
      element.setAttribute("aria-label", corner ? t("spotIn", {spot: element.dataset.spot, region: element.dataset.region}) : t("boundaryOf", {walk: element.dataset.walk}));
      if (!corner) element.setAttribute("aria-pressed", String(this.inside.has(element.dataset.boundary)));
    }
    this.say();
    if (document.activeElement === document.body && this.first) open[0]?.focus({preventScroll: true});
  }

  say() {
    this.prompt.textContent = !this.first ? t("stepFirst") : !this.second ? t("stepSecond", {spot: this.first.dataset.spot})
      : this.walk().length === 1 ? t("stepInside", {spot: this.first.dataset.spot}) : t("stepSides", {way: this.way()});
    const back = h("button", {class: "small step-back", onclick: () => this.back()}, t("undoStep"));
    if (!this.second) {
      this.choices.replaceChildren(...(this.first ? [back] : []));
      return;
    }
    const move = this.chosenMove();
    this.choices.replaceChildren(h("button", {class: "primary step-play", disabled: !move, onclick: () => this.onmove(move.name)}, t("playMove", {move: move?.name || ""})), back,
      h("span", {class: "small"}, t("orOneOf")), ...this.between(this.first, this.second).slice(0, 40).map(({name}) =>
        h("button", {class: `small step-name ${this.marks.get(name) || ""}`, onclick: () => this.onmove(name)}, name)));
  }

  // What moves are worth, as far as that was asked: a place is as good as the best move through it.
  mark(marks) {
    this.marks = marks;
    this.show();
  }

  worth(moves) {
    const words = moves.map(({name}) => this.marks.get(name) || "");
    if (words.length === 0 || words.every((word) => word === "")) return [];
    const best = words.some((word) => word.includes("best")) ? ["best"] : [];
    const verdict = ["wins", "draws", "unknown", "loses"].find((word) => words.some((each) => each.includes(word)));
    return verdict && verdict !== "unknown" ? [verdict, ...best] : best;
  }

  key(event, element, act) {
    if (event.key === "Enter" || event.key === " ") act();
    else if (directions[event.key]) {
      const next = nearest(element, [...this.svg.querySelectorAll(".step")], directions[event.key]);
      if (next) {
        element.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else return;
    event.preventDefault();
  }
}
