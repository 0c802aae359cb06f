// A drawing of Sprouts as a map of the plane: spots, and curves from spot to spot, each a way along
// points. What the game knows of it (which spots one meets walking along each boundary of each region,
// the thesis's words) is read off the map, with every region on the left of those who walk.
//
// A dart is a curve with a direction: 2 i along curve i, 2 i + 1 back. A corner is where a walk passes a
// spot, and is named by the dart that leaves it there; at an untouched spot s it is -1 - s.
import {byAngle, distance, meet, middleOf, onSegment, rounded, same, turn} from "./hand_points.js";
import {Mesh} from "./hand_mesh.js";

export const SIDE = 4096000; // of the board, in the units of points
export const FRAME = {x0: 0, y0: 0, x1: SIDE, y1: SIDE};

export class Drawing {
  constructor(spots, curves = []) {
    this.spots = spots;
    this.curves = curves; // {from, to, points}; the points at the ends are those of the spots
    this.begun = spots.length - curves.length / 2; // spots at the beginning of the game
  }

  // n spots: rings round the middle, a little irregular as a hand would put them, always the same.
  static start(n) {
    const spots = [], rings = n <= 1 ? [n] : n <= 7 ? [n] : n <= 13 ? [Math.ceil(n / 4), n - Math.ceil(n / 4)] : [Math.round(n / 7), Math.round(n * 2 / 7), n - Math.round(n / 7) - Math.round(n * 2 / 7)];
    rings.forEach((count, ring) => {
      const radius = count === 1 && ring === 0 ? 0 : 0.36 * SIDE * (ring + 1) / rings.length;
      for (let i = 0; i < count; i++) {
        const angle = 2 * Math.PI * (i + 0.5 * (ring % 2)) / count - Math.PI / 2, off = 1 + 0.06 * Math.sin(5 * spots.length + 1);
        spots.push(rounded(SIDE / 2 + radius * off * Math.cos(angle), SIDE / 2 + radius * off * Math.sin(angle)));
      }
    });
    return new Drawing(spots);
  }

  copy() {
    return new Drawing(this.spots.map(({x, y}) => ({x, y})), this.curves.map(({from, to, points}) => ({from, to, points: points.map(({x, y}) => ({x, y}))})));
  }

  degree(spot) {
    let count = 0;
    for (const {from, to} of this.curves) count += (from === spot) + (to === spot);
    return count;
  }

  lives(spot) {
    return 3 - this.degree(spot);
  }

  // Adds a curve from one spot to another along points (ends included), with its new spot on the point
  // of index `middle`.
  add(from, to, points, middle = middleOf(points)) {
    const spot = this.spots.length;
    this.spots.push({...points[middle]});
    this.curves.push({from, to: spot, points: points.slice(0, middle + 1)}, {from: spot, to, points: points.slice(middle)});
    return spot;
  }

  // Takes the last move back; says what it was.
  takeBack() {
    const [first, second] = this.curves.splice(-2);
    this.spots.pop();
    return {from: first.from, to: second.to, points: [...first.points, ...second.points.slice(1)], middle: first.points.length - 1};
  }

  // The whole way of the last move.
  lastWay() {
    const [first, second] = this.curves.slice(-2);
    return [...first.points, ...second.points.slice(1)];
  }

  // The distance at which curves feel comfortable: the more spots there can be, the less.
  comfort() {
    return Math.round(0.26 * SIDE / Math.sqrt(4 * Math.max(2, this.begun)));
  }

  // All segments, each with its curve and its place there; untouched spots are segments of one point.
  segments() {
    const all = [];
    this.curves.forEach(({points}, curve) => {
      for (let i = 1; i < points.length; i++) all.push({a: points[i - 1], b: points[i], curve, place: i - 1});
    });
    this.spots.forEach((spot, i) => { if (this.degree(i) === 0) all.push({a: spot, b: spot, curve: -1 - i, place: 0}); });
    return all;
  }

  // Where two segments of the drawing meet that must not; null when the map is sound. Exact, and by
  // looking at all pairs whose boxes meet.
  crossing() {
    const all = this.segments().map((each) => ({...each, x0: Math.min(each.a.x, each.b.x), x1: Math.max(each.a.x, each.b.x), y0: Math.min(each.a.y, each.b.y), y1: Math.max(each.a.y, each.b.y)}));
    all.sort((p, q) => p.x0 - q.x0);
    for (let i = 0; i < all.length; i++)
      for (let j = i + 1; j < all.length && all[j].x0 <= all[i].x1; j++)
        if (all[i].y0 <= all[j].y1 && all[j].y0 <= all[i].y1 && meet(all[i].a, all[i].b, all[j].a, all[j].b) && !this.joined(all[i], all[j])) return [all[i], all[j]];
    return null;
  }

  // Do two segments meet in an end that they share, and nowhere else?
  joined(s, t) {
    for (const [a, b] of [[s.a, s.b], [s.b, s.a]])
      for (const [c, d] of [[t.a, t.b], [t.b, t.a]])
        if (same(a, c) && !same(a, b) && !same(c, d)) return (this.adjacent(s, t) || this.spots.some((spot) => same(spot, a))) && !onSegment(a, b, d) && !onSegment(c, d, b);
    return false;
  }

  adjacent(s, t) {
    return s.curve === t.curve && Math.abs(s.place - t.place) === 1;
  }
}

// What a drawing means: its walks, and which of them lie in one region.
export class Survey {
  constructor(drawing) {
    this.drawing = drawing;
    const points = [...drawing.spots];
    this.nodes = drawing.curves.map(({from, to, points: way}) => way.map((point, i) => {
      if (i === 0) return from;
      if (i === way.length - 1) return to;
      points.push(point);
      return points.length - 1;
    }));
    this.mesh = new Mesh(points, FRAME);
    for (const way of this.nodes) for (let i = 1; i < way.length; i++) this.mesh.fix(way[i - 1], way[i]);
    this.mesh.improve();
    this.piece = this.mesh.pieces();
    this.leave = drawing.spots.map(() => []); // the darts from each spot, in the order of their angles
    drawing.curves.forEach(({from, to}, i) => {
      this.leave[from].push(2 * i);
      this.leave[to].push(2 * i + 1);
    });
    this.leave.forEach((darts, spot) => darts.sort((d, e) => byAngle(drawing.spots[spot], this.point(d, 1), this.point(e, 1))));
    this.walks = [];
    this.where = new Map(); // corner -> [walk, place]
    this.findWalks();
  }

  tail(dart) {
    const {from, to} = this.drawing.curves[dart >> 1];
    return dart % 2 === 0 ? from : to;
  }

  // The point number i of a dart, and the mesh's number of it.
  point(dart, i) {
    const {points} = this.drawing.curves[dart >> 1];
    return points[dart % 2 === 0 ? i : points.length - 1 - i];
  }

  node(dart, i) {
    const way = this.nodes[dart >> 1];
    return way[dart % 2 === 0 ? i : way.length - 1 - i];
  }

  // The nodes along a dart.
  nodesOf(dart) {
    const way = this.nodes[dart >> 1];
    return dart % 2 === 0 ? way : [...way].reverse();
  }

  // The dart after this one on a walk that keeps the region on its left.
  next(dart) {
    const back = dart ^ 1, darts = this.leave[this.tail(back)];
    return darts[(darts.indexOf(back) + darts.length - 1) % darts.length];
  }

  findWalks() {
    const add = (corners, triangle) => {
      corners.forEach((corner, place) => this.where.set(corner, [this.walks.length, place]));
      this.walks.push({corners, spots: corners.map((corner) => this.spotOf(corner)), region: this.piece[triangle]});
    };
    this.drawing.spots.forEach((spot, i) => { if (this.leave[i].length === 0) add([-1 - i], this.mesh.at[i]); });
    for (let dart = 0; dart < 2 * this.drawing.curves.length; dart++) {
      if (this.where.has(dart)) continue;
      const corners = [];
      for (let d = dart; corners.length === 0 || d !== dart; d = this.next(d)) corners.push(d);
      add(corners, this.mesh.find(this.node(dart, 0), this.node(dart, 1))[0]);
    }
  }

  spotOf(corner) {
    return corner < 0 ? -1 - corner : this.tail(corner);
  }

  // The corner of a spot into which one goes towards a point.
  cornerTowards(spot, point) {
    const darts = this.leave[spot], origin = this.drawing.spots[spot];
    if (darts.length === 0) return -1 - spot;
    let found = darts[darts.length - 1]; // before the first by angle comes the last
    for (const dart of darts) if (byAngle(origin, this.point(dart, 1), point) <= 0) found = dart;
    return found;
  }

  // The walks that lie in the region of a walk, itself included.
  together(walk) {
    return this.walks.filter((other) => other.region === this.walks[walk].region);
  }
}

// Twice the area that a closed way encloses, signed.
export function areaOf(points) {
  return points.reduce((sum, p, i) => sum + turn({x: 0, y: 0}, p, points[(i + 1) % points.length]), 0);
}

export function lengthOf(points) {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += distance(points[i - 1], points[i]);
  return sum;
}
