// A game of Sprouts on paper: the drawing, the position that it stands for, and the moves so far. Curves
// come from a hand (draw) or by their names (play); either way the drawing stays one without crossings,
// and its walks are the boundaries of the position.
import {Drawing, Survey} from "./hand_map.js";
import {distance} from "./hand_points.js";
import {ease, smooth, tightness} from "./hand_relax.js";
import {route} from "./hand_route.js";
import {trace} from "./hand_stroke.js";
import {curveOf, draw, match, nameOf, readCurve, startWords} from "./hand_words.js";

export const MOST_SPOTS = 40; // at the beginning

export class Sheet {
  constructor(spots) {
    this.drawing = Drawing.start(spots);
    this.words = startWords(spots);
    this.names = [];
  }

  // What was kept by `kept`; null when it is nothing of the kind, or no sound drawing.
  static restore(kept) {
    try {
      if (!(Number.isInteger(kept.begun) && kept.begun > 0 && kept.begun <= MOST_SPOTS)) return null;
      const sheet = new Sheet(kept.begun);
      sheet.words = Sheet.wordsAfter(kept.begun, kept.names);
      sheet.names = [...kept.names];
      const point = ([x, y]) => ({x, y}), {spots, curves} = kept;
      sheet.drawing = new Drawing(spots.map(point), curves.map(([from, to, ...points]) => ({from, to, points: points.map(point)})));
      return !sheet.drawing.crossing() && sheet.matched() ? sheet : null;
    } catch {
      return null;
    }
  }

  // The position after moves by their names.
  static wordsAfter(spots, names) {
    return names.reduce((words, name) => draw(words, curveOf(words, name)), startWords(spots));
  }

  kept() {
    const {spots, curves, begun} = this.drawing;
    return {begun, names: this.names, spots: spots.map(({x, y}) => [x, y]), curves: curves.map(({from, to, points}) => [from, to, ...points.map(({x, y}) => [x, y])])};
  }

  copy() {
    return Object.assign(Object.create(Sheet.prototype), {drawing: this.drawing.copy(), words: this.words, names: [...this.names]});
  }

  survey() {
    return new Survey(this.drawing);
  }

  matched(survey = this.survey()) {
    return match(this.words, survey);
  }

  // The curve that a hand drew, smoothed, with its name; or why it is none. Nothing is changed.
  read(raw, hand) {
    const found = trace(this.drawing, raw, hand);
    if (found.problem) return found;
    const next = this.drawing.copy();
    next.add(found.from, found.to, found.points);
    smooth(next, 24, false);
    const curve = readCurve(this.words, this.survey(), new Survey(next));
    return curve ? {drawing: next, curve, name: nameOf(this.words, curve)} : {problem: "crosses"};
  }

  // Takes what was read.
  take({drawing, curve, name}) {
    this.drawing = drawing;
    this.words = draw(this.words, curve);
    this.names.push(name);
  }

  // Takes a drawing that shows a move; false when it shows another one.
  accept(name, drawing) {
    const curve = curveOf(this.words, name), words = curve && draw(this.words, curve);
    if (!words || !match(words, new Survey(drawing))) return false;
    this.take({drawing, curve, name});
    return true;
  }

  // The corner of an end of a curve.
  corner(survey, matched, region, {boundary, place}) {
    const {walk, shift} = matched[region][boundary], {corners} = survey.walks[walk];
    return corners[(place + shift) % corners.length];
  }

  // A way for the curve of a name, as what `read` gives; null when the name is no move. Where there is no
  // room for it the drawing moves first.
  plan(name) {
    const curve = curveOf(this.words, name);
    for (let tries = 0; curve && tries < 12; tries++) {
      const planned = this.find(curve);
      if (planned && !planned.crossing()) return {drawing: planned, curve, name};
      ease(this.drawing, 10);
    }
    return null;
  }

  // The same move with other untouched spots inside, those that lie nearer: they all play alike, and the
  // program names the lowest.
  adapt(name) {
    const curve = curveOf(this.words, name);
    if (!curve || curve.from.boundary !== curve.to.boundary) return name;
    const {region, from, to, inside} = curve, here = this.words[region], {spots} = this.drawing;
    const virgins = here.map((unused, i) => i).filter((i) => i !== from.boundary && this.drawing.degree(here[i][0] - 1) === 0);
    const within = inside.filter((i) => virgins.includes(i)), without = virgins.filter((i) => !inside.includes(i)), fewer = within.length <= without.length;
    const others = here.map((unused, i) => i).filter((i) => i !== from.boundary && !virgins.includes(i) && inside.includes(i) === fewer);
    const near = [from, to].map(({boundary, place}) => here[boundary][place]).concat(others.flatMap((i) => here[i])).map((spot) => spots[spot - 1]);
    const chosen = new Set(), left = new Set(virgins), far = (i) => Math.min(...near.map((point) => distance(point, spots[here[i][0] - 1])));
    while (chosen.size < (fewer ? within : without).length) {
      const next = [...left].reduce((best, i) => (far(i) < far(best) ? i : best));
      left.delete(next);
      chosen.add(next);
      near.push(spots[here[next][0] - 1]);
    }
    const kept = virgins.filter((i) => chosen.has(i) === fewer);
    return nameOf(this.words, {region, from, to, inside: [...inside.filter((i) => !virgins.includes(i)), ...kept]});
  }

  // The drawing with a curve of the game in it.
  find(curve) {
    const survey = this.survey(), matched = this.matched(survey), {region, from, to, inside} = curve;
    const corners = [from, to].map((end) => this.corner(survey, matched, region, end));
    const points = route(survey, corners[0], corners[1], inside.map((boundary) => matched[region][boundary].walk));
    if (!points) return null;
    const next = this.drawing.copy();
    next.add(survey.spotOf(corners[0]), survey.spotOf(corners[1]), points.map(({x, y}) => ({x, y})));
    smooth(next, 80, true);
    return next;
  }

  // One step towards more room, if it is tight somewhere; says whether it was.
  settle(rounds = 2) {
    if (tightness(this.drawing) >= 0.5) return false;
    ease(this.drawing, rounds);
    return true;
  }

  play(name) {
    const planned = this.plan(name);
    if (planned) this.take(planned);
    return planned !== null;
  }
}
