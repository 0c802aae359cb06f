// The drawing room of Sprouts: a fixed sheet on which people draw and the program answers. Press on a spot
// and draw to another one; the line turns red where it crosses; let go, and it is a move. The program's
// curve finds its way through its region and is drawn in half a second. Where it gets tight the drawing
// makes room, slowly. Tapping spots and the keyboard work as on the server's chart (steps.js).
import {h} from "./dom.js";
import {SCALE, Paper, spotSize} from "./hand_paper.js";
import {distance, middleOf} from "./hand_points.js";
import {pathOf} from "./hand_picture.js";
import {MOST_SPOTS, Sheet} from "./hand_sheet.js";
import {firstCrossing, spotAt} from "./hand_stroke.js";
import {nameOf} from "./hand_words.js";
import {Steps} from "./steps.js";
import {t} from "./strings.js";

const GRIP = 24; // pixels from a spot within which a curve begins and ends
const KEEP = "sprouts-drawing"; // where the drawing outlives a reload
const UNROLL = 520; // milliseconds in which a reply is drawn
const SLIDE = 900; // milliseconds in which the new spot can be taken hold of

// Moves by tapping: those chosen are those enclosed, whatever their numbers.
class HandSteps extends Steps {
  constructor(svg, moves, onmove, sheet) {
    super(svg, moves, onmove);
    this.sheet = sheet;
    this.say();
  }

  chosenMove() {
    const {words} = this.sheet, ends = [this.first, this.second].map(({dataset}) => ({region: dataset.region - 1, boundary: words[dataset.region - 1].findIndex((each) => Math.min(...each) === Number(dataset.boundary)), place: Number(dataset.place)}));
    let [from, to] = ends, chosen = this.inside;
    if (from.place > to.place) {
      [from, to] = [to, from];
      chosen = new Set(this.loose().map((side) => side.dataset.boundary).filter((each) => !this.inside.has(each)));
    }
    const inside = words[from.region].map((unused, i) => i).filter((i) => chosen.has(String(Math.min(...words[from.region][i]))));
    return {name: nameOf(words, {region: from.region, from, to, inside})};
  }

  say() {
    if (!this.sheet) return;
    super.say();
    if (!this.first) this.prompt.textContent = t("handDraw");
  }
}

export class Room {
  constructor(spots) {
    this.begun = spots;
    this.paper = new Paper();
    this.line = h("p", {class: "hand-line", role: "status", "aria-live": "polite"});
    this.prompt = h("div", {class: "hand-prompt"});
    this.choices = h("div", {class: "hand-choices"});
    this.element = h("div", {class: "board hand-board"}, this.prompt, h("div", {class: "hand-frame"}, this.paper.holder, this.line), this.choices);
    this.element.steps = this; // what marks moves speaks to this
    this.removed = new Map(); // curves taken back, for those who want them again
    this.pointers = new Map();
    this.restore();
    for (const [name, act] of [["pointerdown", this.press], ["pointermove", this.drag], ["pointerup", this.release], ["pointercancel", this.cancel]]) this.paper.holder.addEventListener(name, act.bind(this));
    this.paper.holder.addEventListener("click", (event) => { if (this.drew && !event.target.closest("button")) event.stopPropagation(); }, true);
    this.paper.holder.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
  }

  restore() {
    let kept = null;
    try {
      kept = Sheet.restore(JSON.parse(sessionStorage.getItem(KEEP)));
    } catch { /* nothing was kept, or nothing that can be read */ }
    this.sheet = kept?.drawing.begun === this.begun ? kept : new Sheet(this.begun);
  }

  keep() {
    try {
      sessionStorage.setItem(KEEP, JSON.stringify(this.sheet.kept()));
    } catch { /* full or forbidden: then a reload draws anew */ }
  }

  // Brings the sheet to the moves of the game; false when it cannot.
  follow(moves) {
    const {sheet} = this;
    let same = 0;
    while (same < moves.length && same < sheet.names.length && moves[same] === sheet.names[same]) same++;
    if (same < sheet.names.length) this.takeBack(same);
    this.fresh = moves.length === sheet.names.length + 1;
    for (const name of moves.slice(sheet.names.length)) if (!this.again(name) && !sheet.play(name)) return false;
    return true;
  }

  takeBack(count) {
    const {sheet} = this, names = [...sheet.names];
    while (sheet.names.length > count) {
      this.removed.set(sheet.names.join(" "), sheet.drawing.takeBack());
      sheet.names.pop();
    }
    sheet.words = Sheet.wordsAfter(this.begun, names.slice(0, count));
  }

  // A curve that was taken back, if there is still room for it where it was.
  again(name) {
    const way = this.removed.get([...this.sheet.names, name].join(" ")), {drawing} = this.sheet;
    if (!way) return false;
    const points = [{...drawing.spots[way.from]}, ...way.points.slice(1, -1), {...drawing.spots[way.to]}], next = drawing.copy();
    next.add(way.from, way.to, points, way.middle);
    return !next.crossing() && this.sheet.accept(name, next);
  }

  // Shows a position: `onmove` null when it is not the person's turn.
  show(position, moves, onmove) {
    const byHand = this.sheet.names.length === moves.length;
    if (!this.follow(moves)) return null;
    Object.assign(this, {position, onmove});
    this.stop();
    this.keep();
    this.line.textContent = "";
    this.render();
    if (this.fresh && !byHand) this.unroll();
    this.pause = setTimeout(() => this.settle(), this.fresh && !byHand ? UNROLL : 0);
    return this.element;
  }

  render() {
    this.paper.draw(this.sheet, Boolean(this.onmove));
    this.paper.svg.classList.toggle("open", Boolean(this.onmove));
    this.steps = this.onmove ? new HandSteps(this.paper.svg, this.position.moves || [], this.onmove, this.sheet) : null;
    this.prompt.replaceChildren(...(this.steps ? [this.steps.prompt] : [h("p", {class: "step-prompt"}, this.sliding() ? t("handSlide") : "")]));
    this.choices.replaceChildren(...(this.steps ? [this.steps.choices] : []));
    if (this.sliding()) this.paper.spots.at(-1).classList.add("loose");
  }

  // Draws the last curve, from its beginning to its end.
  unroll() {
    const [first, second] = this.paper.curves.slice(-2), spot = this.paper.spots.at(-1);
    const roll = (path, delay) => {
      const length = (path.getTotalLength?.() || 1) * SCALE / this.paper.pixel(); // on the screen
      path.style.strokeDasharray = `${length}`;
      path.animate?.([{strokeDashoffset: length}, {strokeDashoffset: 0}], {duration: UNROLL / 2, delay, fill: "backwards"}).finished.then(() => { path.style.strokeDasharray = ""; }, () => {});
    };
    roll(first, 0);
    roll(second, UNROLL / 2);
    spot.animate?.([{opacity: 0}, {opacity: 1}], {duration: UNROLL / 4, delay: UNROLL / 2, fill: "backwards"});
  }

  // Makes room, a little with each frame, until it is not tight any more.
  settle() {
    let frames = 0;
    const step = () => {
      if (this.raw || this.slide || this.steps?.first || frames++ > 90 || !this.sheet.settle()) {
        if (frames > 1) this.keep();
        if (frames > 1 && !this.raw && !this.slide && !this.steps?.first) this.render();
        return;
      }
      if (this.paper.curves.length === this.sheet.drawing.curves.length) this.paper.place(this.sheet.drawing);
      this.moving = requestAnimationFrame(step);
    };
    this.moving = requestAnimationFrame(step);
  }

  stop() {
    clearTimeout(this.pause);
    cancelAnimationFrame(this.moving);
  }

  // -- hands --

  hand() {
    return {grip: GRIP * this.paper.pixel(), size: Math.min(spotSize(this.sheet.drawing) * SCALE, 9 * this.paper.pixel())};
  }

  press(event) {
    if (event.target.closest("button") || event.button > 0) return;
    this.drew = false;
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 2) {
      this.drop();
      this.pinch = this.spread();
      return;
    }
    const point = this.paper.locate(event), {drawing} = this.sheet, grip = GRIP * this.paper.pixel();
    this.from = [event.clientX, event.clientY];
    if (this.sliding() && distance(point, drawing.spots.at(-1)) <= grip) this.slide = true;
    else if (this.onmove && !this.steps?.second && spotAt(drawing, point, grip) >= 0) {
      this.stop();
      this.raw = [point];
      this.red = -1;
    } else this.pan = {x: this.paper.view.x, y: this.paper.view.y};
  }

  drag(event) {
    if (!this.pointers.has(event.pointerId)) return;
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 2 && this.pinch) this.zoomWith(this.spread());
    else if (this.slide) this.slideTo(this.paper.locate(event));
    else if (this.raw) this.extend(event);
    else if (this.pan && this.paper.view.size < 1000) {
      const unit = this.paper.pixel() / SCALE;
      this.paper.move(this.pan.x - (event.clientX - this.from[0]) * unit, this.pan.y - (event.clientY - this.from[1]) * unit, this.paper.view.size);
      this.drew = true;
    }
  }

  // The stroke goes on: it follows the hand, shows where it would end, and turns red from where it crosses.
  extend(event) {
    if (!this.drew && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) < 6) return;
    if (!this.drew) {
      this.drew = true;
      this.line.textContent = "";
      this.paper.hintPath.setAttribute("d", "");
      this.paper.holder.setPointerCapture?.(event.pointerId);
    }
    const {drawing} = this.sheet, hand = this.hand(), start = spotAt(drawing, this.raw[0], hand.grip);
    for (const each of event.getCoalescedEvents?.().length ? event.getCoalescedEvents() : [event]) this.raw.push(this.paper.locate(each));
    const target = spotAt(drawing, this.raw.at(-1), 0.8 * hand.grip, (spot) => (spot === start ? 2 : 1));
    this.paper.spots.forEach((group, i) => group.classList.toggle("target", i === target));
    const points = [drawing.spots[start], ...this.raw.filter((point) => distance(point, drawing.spots[start]) > hand.size)];
    if (target >= 0 && (target !== start || points.length > 4)) points.push(drawing.spots[target]);
    const at = points.length < 2 ? -1 : this.crossingOf(points, start, target);
    this.paper.stroke.setAttribute("d", this.plain(at < 0 ? points : points.slice(0, at + 1)));
    this.paper.crossed.setAttribute("d", at < 0 ? "" : this.plain(points.slice(at)));
  }

  // Where a stroke crosses, looked for from where it did not the last time.
  crossingOf(points, start, target) {
    const done = Math.max(0, Math.min(this.clear || 0, points.length - 4));
    const at = firstCrossing(this.sheet.drawing, points.slice(done), done === 0 ? start : -1, target);
    this.clear = at < 0 ? points.length - 2 : done + at;
    return at < 0 ? -1 : done + at;
  }

  plain(points) {
    return `M${points.map(({x, y}) => `${(x / SCALE).toFixed(1)} ${(y / SCALE).toFixed(1)}`).join("L")}`;
  }

  release(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    this.pinch = this.pan = null;
    if (this.slide) this.slideEnd();
    else if (this.raw && this.drew) this.finish();
    else this.drop();
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.pinch = this.pan = null;
    if (this.slide) this.slideEnd();
    this.drop();
  }

  // Nothing is being drawn any more.
  drop() {
    this.raw = null;
    this.clear = 0;
    for (const path of [this.paper.stroke, this.paper.crossed]) path.setAttribute("d", "");
    for (const group of this.paper.spots) group.classList.remove("target");
  }

  finish() {
    const read = this.sheet.read(this.raw, this.hand());
    if (read.problem) {
      this.refuse(read.problem);
      return;
    }
    this.drop();
    this.sheet.take(read);
    this.drawnAt = performance.now();
    const {onmove} = this;
    this.onmove = null;
    this.keep();
    this.render();
    onmove(read.name);
  }

  // Says why a curve is none, and lets it fade.
  refuse(problem) {
    this.line.textContent = t(problem);
    this.element.dataset.problem = problem;
    const ghosts = [this.paper.stroke, this.paper.crossed].map((path) => path.cloneNode());
    this.drop();
    for (const ghost of ghosts) {
      ghost.classList.add("fades");
      this.paper.svg.append(ghost);
      setTimeout(() => ghost.remove(), 1200);
    }
    this.settle();
  }

  // -- the new spot, as long as the program has not replied --

  sliding() {
    return !this.onmove && !this.position?.over && this.drawnAt !== undefined && this.sheet.names.length > 0 && this.sheet.drawing.degree(this.sheet.drawing.spots.length - 1) === 2;
  }

  slideTo(point) {
    const {drawing} = this.sheet, {from, to, points} = drawing.takeBack();
    let best = middleOf(points);
    for (let i = 1; i < points.length - 1; i++) if (distance(points[i], point) < distance(points[best], point)) best = i;
    drawing.add(from, to, points, Math.max(2, Math.min(points.length - 3, best)));
    this.drew = true;
    this.paper.place(drawing);
  }

  slideEnd() {
    this.slide = false;
    this.keep();
    this.resume?.();
    this.resume = null;
  }

  // Waits until a reply may be drawn: a moment for the new spot, and as long as it is held.
  async calm() {
    if (this.drawnAt !== undefined) await new Promise((done) => setTimeout(done, Math.max(0, SLIDE - (performance.now() - this.drawnAt))));
    if (this.slide) await new Promise((done) => { this.resume = done; });
    this.drawnAt = undefined;
  }

  // -- zoom --

  wheel(event) {
    event.preventDefault();
    const box = this.paper.svg.getBoundingClientRect();
    this.paper.zoom(event.deltaY > 0 ? 1.2 : 0.83, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }

  spread() {
    const [a, b] = [...this.pointers.values()], box = this.paper.svg.getBoundingClientRect();
    return {far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x: ((a.clientX + b.clientX) / 2 - box.left) / box.width, y: ((a.clientY + b.clientY) / 2 - box.top) / box.height};
  }

  zoomWith(spread) {
    const {view} = this.paper, size = Math.min(1000, Math.max(60, view.size * this.pinch.far / Math.max(1, spread.far)));
    this.paper.move(view.x + view.size * this.pinch.x - size * spread.x, view.y + view.size * this.pinch.y - size * spread.y, size);
    this.pinch = spread;
    this.drew = true;
  }

  // The program's move as it is drawn here.
  adapt(name) {
    return this.sheet.adapt(name);
  }

  // -- what moves are worth: on the corners; a hint as a dotted curve --

  mark(marks) {
    this.steps?.mark(marks);
    const best = [...marks].find(([, words]) => words.includes("best"));
    const planned = best && this.sheet.copy().plan(this.sheet.adapt(best[0]));
    this.paper.hintPath.setAttribute("d", planned ? planned.drawing.curves.slice(-2).map((curve) => pathOf(planned.drawing, curve, SCALE)).join("") : "");
  }
}

// The board of a game that is drawn by hand, kept from move to move in `play.hand`; null for all others:
// other games, other surfaces, positions that do not begin with spots alone.
export function handBoard(play, position, onmove) {
  const spots = play.game.name === "sprouts" && /^(?:0\*)?([1-9]\d*)$/.exec(play.start), surface = play.options.surface ?? "sphere";
  if (!spots || Number(spots[1]) > MOST_SPOTS || !["sphere", ""].includes(surface)) {
    play.hand = null;
    return null;
  }
  if (play.hand?.begun !== Number(spots[1])) play.hand = new Room(Number(spots[1]));
  const element = play.hand.show(position, play.moves, onmove);
  if (!element) play.hand = null;
  return element;
}
