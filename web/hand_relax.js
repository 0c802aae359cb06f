// Moving a drawing without changing what it means. A point goes from one place to another if the
// triangles that its segments sweep are empty and the segments in their new places meet nothing: then no
// curve passes over another, nor over a spot. All of that is decided exactly.
//
// Where points want to go: along their curve towards the middle of their neighbours (short and smooth),
// and away from whatever else is nearer than is comfortable.
import {distance, inTriangle, meet, nearestOn, Nearby, onSegment, rounded} from "./hand_points.js";
import {FRAME} from "./hand_map.js";

const STRAIGHT = [0], TURNS = [0, 0.6, -0.6, 1.2, -1.2]; // of a wish that is barred
const SIDEWAYS = 0.05; // how far a node must want to go to be turned aside, in parts of what is comfortable

export class Loose {
  // A drawing that can be moved; `curves`: only the inner points of these (by index) move. Without: all.
  constructor(drawing, curves = null) {
    this.drawing = drawing;
    this.comfort = drawing.comfort();
    this.nearby = new Nearby(Math.max(1, this.comfort));
    this.spots = drawing.spots.map((spot, i) => ({x: spot.x, y: spot.y, spot: i, links: [], free: curves === null}));
    this.ways = drawing.curves.map(({from, to, points}, curve) => {
      const nodes = points.map((point, i) => (i === 0 ? this.spots[from] : i === points.length - 1 ? this.spots[to]
        : {x: point.x, y: point.y, spot: -1, links: [], free: curves === null || curves.includes(curve)}));
      for (let i = 1; i < nodes.length; i++) this.link(nodes[i - 1], nodes[i], curve);
      return nodes;
    });
    this.alone = this.spots.filter((spot) => spot.links.length === 0);
    for (const spot of this.alone) this.nearby.add(this.point(spot));
    this.free = curves === null ? this.ways.map((unused, i) => i) : curves;
    this.tension = curves === null ? 0.12 : 0.45; // the whole drawing shall keep its size
  }

  point(spot) {
    spot.self = {a: spot, b: spot, curve: -1 - spot.spot};
    return spot.self;
  }

  link(a, b, curve) {
    const segment = {a, b, curve};
    a.links.push(segment);
    b.links.push(segment);
    this.nearby.add(segment);
  }

  unlink(segment) {
    for (const end of [segment.a, segment.b]) end.links.splice(end.links.indexOf(segment), 1);
    this.nearby.remove(segment);
  }

  // May a node go to a place?
  may(node, place) {
    if (this.leaves(node, place)) return false;
    const ends = node.links.map(({a, b}) => (a === node ? b : a));
    const xs = [node.x, place.x, ...ends.map((end) => end.x)], ys = [node.y, place.y, ...ends.map((end) => end.y)];
    for (const end of ends) for (const other of ends) if (other !== end && inTriangle(node, place, end, other)) return false;
    for (const segment of this.nearby.within(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)))
      if (segment.a !== node && segment.b !== node && this.hinders(segment, node, place, ends)) return false;
    return true;
  }

  // Is a place outside the frame, or for a spot too near to it and nearer than it was?
  leaves(node, place) {
    const margin = node.spot >= 0 ? 0.45 * this.comfort : 0, {x0, y0, x1, y1} = FRAME;
    if (place.x <= x0 || place.y <= y0 || place.x >= x1 || place.y >= y1) return true;
    return (place.x < x0 + margin && place.x < node.x) || (place.y < y0 + margin && place.y < node.y) || (place.x > x1 - margin && place.x > node.x) || (place.y > y1 - margin && place.y > node.y);
  }

  hinders({a, b}, node, place, ends) {
    if (meet(a, b, node, place)) return true;
    for (const end of ends) {
      if (a === end || b === end) {
        const other = a === end ? b : a;
        if (inTriangle(node, place, end, other) || onSegment(end, other, place)) return true;
      } else if (meet(a, b, place, end) || inTriangle(node, place, end, a)) return true;
    }
    return false;
  }

  move(node, place) {
    const segments = node.self ? [node.self] : node.links;
    for (const segment of segments) this.nearby.remove(segment);
    node.x = place.x;
    node.y = place.y;
    for (const segment of segments) this.nearby.add(segment);
  }

  // Where a node wants to go: how far in x and y.
  wish(node, before, after, way, place) {
    const {comfort} = this;
    let x = 0, y = 0;
    if (before) [x, y] = [this.tension * ((before.x + after.x) / 2 - node.x), this.tension * ((before.y + after.y) / 2 - node.y)];
    const push = (to, from, reach, part) => {
      const far = distance(to, from);
      if (far >= reach || far === 0) return;
      const force = 0.3 * part * (reach - far) / far;
      x += force * (to.x - from.x);
      y += force * (to.y - from.y);
    };
    const reach = (node.spot >= 0 ? 1.5 : 1) * comfort;
    for (const segment of this.nearby.within(node.x - reach, node.y - reach, node.x + reach, node.y + reach)) {
      if (segment.a === node || segment.b === node) continue;
      const {a, b} = segment, own = this.reach(segment, node, way, place, a === b ? 1.5 * comfort : reach);
      push(node, nearestOn(a, b, node), own, 1);
      // what comes near to the segments of the node, not to itself, pushes it too
      for (const end of way && own > 0 ? [before, after] : [])
        if (a !== end && b !== end) {
          const foot = nearestOn(node, end, a), far = distance(node, end);
          push(foot, a, own, far === 0 ? 0 : 1 - distance(node, foot) / far);
        }
    }
    if (way && way[0] === way[way.length - 1]) push(node, way[0], 2 * comfort * Math.sin(Math.PI * place / (way.length - 1)), 1); // loops keep a size
    if (node.spot >= 0) for (const other of this.spots) if (other !== node) push(node, other, 1.6 * comfort, 1);
    for (const wall of [{x: node.x, y: FRAME.y0}, {x: node.x, y: FRAME.y1}, {x: FRAME.x0, y: node.y}, {x: FRAME.x1, y: node.y}]) push(node, wall, comfort, 1);
    return [x, y];
  }

  // How far a segment is felt by a node: less where nearness is natural, at a common end and along one curve.
  reach(segment, node, way, place, reach) {
    if (!way) return this.touches(segment, node) ? 0 : reach;
    const shared = [way[0], way[way.length - 1]].filter((end) => this.touches(segment, end));
    for (const end of shared) reach = Math.min(reach, 0.55 * distance(node, end));
    if (segment.way === way) return Math.min(reach, 0.5 * Math.abs(segment.place - place) * this.spacing());
    return shared.length === 2 ? Math.max(reach, 0.6 * this.comfort * Math.sin(Math.PI * place / (way.length - 1))) : reach; // two curves between the same spots
  }

  touches(segment, spot) {
    return segment.ends && (segment.ends[0] === spot || segment.ends[1] === spot);
  }

  spacing() {
    return 0.5 * this.comfort;
  }

  // Tells every segment on which way it lies and where.
  mark() {
    this.ways.forEach((way) => {
      const ends = [way[0], way[way.length - 1]];
      for (let i = 1; i < way.length; i++) {
        const segment = way[i].links.find(({a, b}) => a === way[i - 1] || b === way[i - 1]);
        Object.assign(segment, {way, ends, place: i});
      }
    });
  }

  // One round: every free node goes where it wants, or a part of the way, or, when that is barred and it wants to go
  // far, a little to the side. Says how far the farthest went.
  round(limit) {
    let farthest = 0;
    const go = (node, [x, y]) => {
      const far = Math.hypot(x, y), part = far > limit ? limit / far : 1;
      for (const turn of far > SIDEWAYS * this.comfort ? TURNS : STRAIGHT)
        for (let cut = Math.cos(turn); cut > 0.2; cut /= 2) {
          const [along, aside] = [part * cut * Math.cos(turn), part * cut * Math.sin(turn)];
          const place = rounded(node.x + x * along - y * aside, node.y + y * along + x * aside);
          if (place.x === node.x && place.y === node.y) return;
          if (!this.may(node, place)) continue;
          farthest = Math.max(farthest, far * part * cut);
          this.move(node, place);
          return;
        }
    };
    for (const index of this.free) {
      const way = this.ways[index];
      for (let i = 1; i < way.length - 1; i++) go(way[i], this.wish(way[i], way[i - 1], way[i + 1], way, i));
    }
    for (const spot of this.spots) {
      if (!spot.free) continue;
      const near = spot.links.map(({a, b}) => (a === spot ? b : a)), middle = near.length === 2 ? near : null;
      go(spot, this.wish(spot, middle && middle[0], middle && middle[1], null, 0));
    }
    return farthest;
  }

  // Points come where a curve has too few, and go where it has too many.
  resample() {
    const space = this.spacing();
    for (const index of this.free) {
      const way = this.ways[index];
      for (let i = 1; i < way.length - 1; i++)
        if (way.length > 3 && distance(way[i - 1], way[i + 1]) < space) i -= this.drop(way, i, index);
      for (let i = 1; i < way.length; i++) if (distance(way[i - 1], way[i]) > 1.7 * space || way.length === 2) i += this.split(way, i, index);
    }
    this.mark();
  }

  // Pulls a way tight: every node goes whose triangle with its neighbours is empty.
  tighten(index) {
    const way = this.ways[index];
    for (let again = true; again; ) {
      again = false;
      for (let i = 1; i < way.length - 1 && way.length > 4; i++)
        if (this.drop(way, i, index)) {
          again = true;
          i -= 1;
        }
    }
  }

  // Takes a node out of a way when the triangle with its neighbours is empty.
  drop(way, i, index) {
    const [before, node, after] = [way[i - 1], way[i], way[i + 1]], own = (end) => end === before || end === after;
    const xs = [before.x, node.x, after.x], ys = [before.y, node.y, after.y];
    for (const {a, b} of this.nearby.within(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys))) {
      if (a === node || b === node) continue;
      if (own(a) && own(b)) return 0;
      for (const end of [a, b]) if (!own(end) && inTriangle(before, node, after, end)) return 0;
      if (!own(a) && !own(b) && meet(a, b, before, after)) return 0;
    }
    for (const segment of [...node.links]) this.unlink(segment);
    this.link(before, after, index);
    way.splice(i, 1);
    return 1;
  }

  // Puts a node into the middle of a segment; off the line by a rounding, so that is looked at too.
  split(way, i, index) {
    const [before, after] = [way[i - 1], way[i]], place = rounded((before.x + after.x) / 2, (before.y + after.y) / 2);
    const old = after.links.find(({a, b}) => a === before || b === before);
    for (const segment of this.nearby.within(Math.min(before.x, after.x), Math.min(before.y, after.y), Math.max(before.x, after.x), Math.max(before.y, after.y))) {
      if (segment === old) continue;
      for (const [end, far] of [[before, after], [after, before]]) {
        const other = segment.a === end ? segment.b : segment.b === end ? segment.a : null;
        if (other ? onSegment(end, other, place) || inTriangle(before, after, place, other) : segment.a !== far && segment.b !== far && meet(segment.a, segment.b, end, place)) return 0;
      }
    }
    const node = {...place, spot: -1, links: [], free: true};
    this.unlink(old);
    this.link(before, node, index);
    this.link(node, after, index);
    way.splice(i, 0, node);
    return 1;
  }

  // How near things come to each other, compared with what is comfortable: 1 is well.
  tightness() {
    let least = 1;
    const look = (node, natural) => {
      const reach = this.comfort;
      for (const segment of this.nearby.within(node.x - reach, node.y - reach, node.x + reach, node.y + reach))
        if (segment.a !== node && segment.b !== node && !natural(segment)) least = Math.min(least, distance(node, nearestOn(segment.a, segment.b, node)) / reach);
    };
    for (const way of this.ways)
      for (let i = 1; i < way.length - 1; i++) look(way[i], (segment) => segment.way === way || this.touches(segment, way[0]) || this.touches(segment, way[way.length - 1]));
    for (const spot of this.spots) {
      look(spot, (segment) => this.touches(segment, spot));
      for (const other of this.spots) if (other !== spot) least = Math.min(least, distance(spot, other) / this.comfort);
    }
    return least;
  }

  // Puts what it came to into the drawing.
  store() {
    const plain = ({x, y}) => ({x, y});
    this.drawing.spots = this.spots.map(plain);
    this.drawing.curves = this.drawing.curves.map(({from, to}, i) => ({from, to, points: this.ways[i].map(plain)}));
    return this.drawing;
  }
}

// Makes the way of the last move smooth and clear of the others, which stay where they are; `pulled`: and
// short. Its spot comes into the middle.
export function smooth(drawing, rounds, pulled) {
  const {from, to, points} = drawing.takeBack();
  drawing.curves.push({from, to, points});
  const last = drawing.curves.length - 1, loose = new Loose(drawing, [last]);
  if (pulled) loose.tighten(last);
  loose.resample();
  for (let i = 0; i < rounds; i++) {
    const far = loose.round(0.3 * loose.comfort);
    if (i % 4 === 3) loose.resample();
    if (far < 0.004 * loose.comfort) break;
  }
  const way = loose.ways[last];
  for (let before = 0; way.length < 5 && way.length !== before; ) { // each half wants a point of its own
    before = way.length;
    for (let i = 1; i < way.length; i++) i += loose.split(way, i, last);
  }
  loose.store();
  const whole = drawing.curves.pop();
  drawing.add(from, to, whole.points);
}

// Lets the whole drawing move a little towards more room, as many rounds as told; says how far its points
// went at most, in parts of what is comfortable.
export function ease(drawing, rounds, limit = 0.1) {
  const loose = new Loose(drawing);
  let far = 0;
  loose.resample();
  for (let i = 0; i < rounds; i++) far = loose.round(limit * loose.comfort);
  loose.store();
  return far / loose.comfort;
}

// How tight a drawing is: 1 is well, 0 is a touch.
export function tightness(drawing) {
  const loose = new Loose(drawing);
  loose.mark();
  return loose.tightness();
}
