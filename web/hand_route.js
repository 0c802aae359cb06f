// A way for a curve of the game through a drawing: between the right corners, with the right boundaries
// on either side. The region is triangulated, and each triangle cut at its middle and the middles of its
// sides (barycentric subdivision), so that there is a way between any two curves.
//
// A curve between two boundaries is a shortest way. One that cuts the region goes round what shall lie on
// one side of it: the walk from its first end to its second, the boundaries inside, and a tree of shortest
// ways that joins them. Its way is the outline of that, crossing each side that leads away from it at a
// third of its length; so it can cross nothing, itself included.
import {between, distance, rounded, turn} from "./hand_points.js";
import {lengthOf} from "./hand_map.js";

const WIDE = 1 << 24;
const edgeKey = (u, v) => u * WIDE + v;

// The subdivided region of a walk.
class Region {
  constructor(survey, piece) {
    const {mesh} = survey, count = mesh.points.length;
    this.survey = survey;
    this.points = [...mesh.points];
    this.old = count; // nodes from here on are new
    this.third = new Map(); // u -> v: the third corner of the triangle to the left
    this.around = new Map(); // node -> its neighbours among the new nodes
    this.room = new Map(); // new node -> how far from everything it is, about
    const middles = new Map();
    const middle = (u, v) => {
      const key = edgeKey(Math.min(u, v), Math.max(u, v));
      if (!middles.has(key)) middles.set(key, this.put(between(this.points[u], this.points[v], 0.5), distance(this.points[u], this.points[v]) / 2));
      return middles.get(key);
    };
    survey.piece.forEach((each, t) => {
      if (each !== piece) return;
      const corners = mesh.corners.slice(3 * t, 3 * t + 3), [a, b, c] = corners.map((i) => mesh.points[i]);
      const sides = [distance(b, c), distance(c, a), distance(a, b)];
      const centre = this.put(rounded((a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3), Math.abs(turn(a, b, c)) / (sides[0] + sides[1] + sides[2]));
      for (let k = 0; k < 3; k++) {
        const u = corners[(k + 1) % 3], v = corners[(k + 2) % 3];
        if (mesh.fixed[3 * t + k]) this.triangle(u, v, centre);
        else {
          const m = middle(u, v);
          this.triangle(u, m, centre);
          this.triangle(m, v, centre);
        }
      }
    });
  }

  put(point, room) {
    this.points.push(point);
    this.room.set(this.points.length - 1, Math.max(1, room));
    return this.points.length - 1;
  }

  triangle(a, b, c) {
    for (const [u, v, w] of [[a, b, c], [b, c, a], [c, a, b]]) {
      this.third.set(edgeKey(u, v), w);
      for (const [p, q] of [[u, v], [v, u]])
        if (q >= this.old) {
          if (!this.around.has(p)) this.around.set(p, new Set());
          this.around.get(p).add(q);
        }
    }
  }

  // The new nodes next to a corner, from its dart on, the way round on which the region lies.
  fan(corner) {
    if (corner < 0) return [...this.around.get(-1 - corner)];
    const v = this.survey.spotOf(corner), nodes = [];
    for (let w = this.third.get(edgeKey(v, this.survey.node(corner, 1))); w >= this.old; w = this.third.get(edgeKey(v, w))) nodes.push(w);
    return nodes;
  }

  // The cost of a step: narrow places are dear.
  step(u, v, comfort) {
    return distance(this.points[u], this.points[v]) * (1 + comfort / (this.room.get(v) ?? comfort));
  }

  // The cheapest way from some nodes to one that is wanted, through new nodes that are not taken: its
  // nodes, ends included; null when there is none.
  way(sources, wanted, taken, comfort) {
    const cost = new Map(), from = new Map(), open = new Heap();
    const offer = (node, price, before) => {
      if (taken.has(node) || price >= (cost.get(node) ?? Infinity)) return;
      cost.set(node, price);
      from.set(node, before);
      open.push(price, node);
    };
    for (const [node, nexts] of sources) for (const next of nexts) offer(next, this.step(node, next, comfort), node);
    for (;;) {
      const top = open.pop();
      if (!top) return null;
      const [price, node] = top;
      if (price > cost.get(node)) continue;
      const end = wanted.get(node);
      if (end !== undefined) {
        const nodes = [end, node];
        for (let each = node; from.has(each); each = from.get(each)) nodes.push(from.get(each));
        return {nodes: nodes.reverse(), cost: price};
      }
      for (const next of this.around.get(node)) offer(next, price + this.step(node, next, comfort), node);
    }
  }
}

// A binary heap of [price, node].
class Heap {
  constructor() {
    this.list = [];
  }

  push(price, node) {
    const {list} = this;
    let i = list.length;
    list.push([price, node]);
    while (i > 0 && list[(i - 1) >> 1][0] > list[i][0]) {
      [list[i], list[(i - 1) >> 1]] = [list[(i - 1) >> 1], list[i]];
      i = (i - 1) >> 1;
    }
  }

  pop() {
    const {list} = this, top = list[0], last = list.pop();
    if (list.length === 0) return top;
    list[0] = last;
    for (let i = 0; ;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) if (child < list.length && list[child][0] < list[least][0]) least = child;
      if (least === i) return top;
      [list[i], list[least]] = [list[least], list[i]];
      i = least;
    }
  }
}

// Between two boundaries: from corner a to corner b.
function joining(region, a, b, comfort) {
  const {survey} = region, end = survey.spotOf(b);
  const found = region.way([[survey.spotOf(a), region.fan(a)]], new Map(region.fan(b).map((node) => [node, end])), new Set(), comfort);
  return found && found.nodes.map((node) => region.points[node]);
}

// A loop with nothing in it: in the widest triangle at its corner.
function emptyLoop(region, corner) {
  const {points} = region, v = region.survey.spotOf(corner), fan = region.fan(corner), p = points[v];
  let best = null, most = 0;
  for (const u of fan) {
    const w = region.third.get(edgeKey(v, u));
    if (w === undefined || w < region.old) continue;
    const area = Math.abs(turn(p, points[u], points[w]));
    if (area > most) [most, best] = [area, [points[u], points[w]]];
  }
  if (!best) { // a corner with one triangle: its middle is alone
    const c = points[fan[0]], dart = region.survey.point(corner, 1);
    best = [between(c, dart, 0.3), c];
  }
  const [a, b] = best;
  return [p, between(p, a, 0.9), between(a, b, 0.5), between(p, b, 0.9), p];
}

// What shall lie on one side of a curve that cuts the region: nodes, and the steps from one to the next.
class Inner {
  constructor(region) {
    this.region = region;
    this.nodes = new Set();
    this.steps = new Set();
    this.sources = new Map(); // node -> the new nodes next to it to which a tree may grow
  }

  step(u, v) {
    this.nodes.add(u);
    this.nodes.add(v);
    this.steps.add(edgeKey(u, v));
  }

  source(node, nexts) {
    this.sources.set(node, [...(this.sources.get(node) || []), ...nexts]);
  }

  // A dart of a walk: trees may grow from its inner points, on the side of the region alone.
  addDart(dart) {
    const {region} = this, nodes = region.survey.nodesOf(dart);
    for (let i = 1; i < nodes.length; i++) {
      this.step(nodes[i - 1], nodes[i]);
      if (i === nodes.length - 1) return;
      const nexts = [];
      for (let w = region.third.get(edgeKey(nodes[i - 1], nodes[i])); w >= region.old; w = region.third.get(edgeKey(w, nodes[i]))) nexts.push(w);
      this.source(nodes[i], nexts);
    }
  }

  // A branch of the tree, the first node of which is there already.
  addBranch(nodes) {
    for (let i = 1; i < nodes.length; i++) {
      this.step(nodes[i - 1], nodes[i]);
      this.step(nodes[i], nodes[i - 1]);
      if (nodes[i] >= this.region.old) this.source(nodes[i], this.region.around.get(nodes[i]));
    }
  }

  // Joins boundaries (walks) to what is there, the nearest first, or to `start` where nothing is yet; says
  // what it costs.
  join(walks, start, comfort) {
    const {region} = this, left = new Set(walks);
    let sum = 0;
    while (left.size > 0) {
      const wanted = new Map(), owner = new Map();
      for (const walk of left)
        for (const node of this.nodesOf(walk)) {
          owner.set(node, walk);
          for (const next of region.around.get(node) || []) if (!wanted.has(next)) wanted.set(next, node);
        }
      const found = region.way(this.sources.size > 0 ? this.sources : [start], wanted, this.nodes, comfort);
      if (!found) return Infinity;
      sum += found.cost;
      this.addBranch(found.nodes);
      const walk = owner.get(found.nodes.at(-1));
      for (const corner of region.survey.walks[walk].corners) {
        if (corner < 0) this.source(-1 - corner, region.around.get(-1 - corner));
        else this.addDart(corner);
      }
      left.delete(walk);
    }
    return sum;
  }

  nodesOf(walk) {
    const {survey} = this.region;
    return survey.walks[walk].corners.flatMap((corner) => (corner < 0 ? [-1 - corner] : survey.nodesOf(corner)));
  }

  // The outline, from the first step (u to v) to the last: its points.
  outline(first, last) {
    const {region} = this, {points} = region, way = [points[first[0]]];
    let [u, v] = first;
    for (let steps = 0; !(u === last[0] && v === last[1]); steps++) {
      if (steps > 10 * region.third.size) return null;
      let w = region.third.get(edgeKey(u, v));
      while (w !== undefined && !this.steps.has(edgeKey(v, w))) {
        way.push(between(points[v], points[w], 1 / 3));
        w = region.third.get(edgeKey(w, v));
      }
      if (w === undefined) return null;
      [u, v] = [v, w];
    }
    way.push(points[last[1]]);
    return way;
  }
}

// A curve that goes from corner a along its walk to corner b with `walks` on that side.
function cutting(region, a, b, walks, comfort) {
  const {survey} = region, inner = new Inner(region);
  let last, along = 0;
  if (a === b) {
    if (walks.length === 0) return {way: emptyLoop(region, a), cost: 0};
    const v = survey.spotOf(a);
    inner.nodes.add(v);
    const cost = inner.join(walks, [v, region.fan(a)], comfort);
    if (cost === Infinity) return null;
    const next = region.fan(a).find((node) => inner.steps.has(edgeKey(v, node)));
    return {way: inner.outline([v, next], [next, v]), cost};
  }
  for (let dart = a; ; dart = survey.next(dart)) {
    inner.addDart(dart);
    along += lengthOf(survey.drawing.curves[dart >> 1].points);
    if (survey.next(dart) === b) {
      last = survey.nodesOf(dart).slice(-2);
      break;
    }
  }
  const cost = inner.join(walks, null, comfort);
  return cost === Infinity ? null : {way: inner.outline(survey.nodesOf(a).slice(0, 2), last), cost: cost + along};
}

// The way all round a boundary, from a corner back to it.
function circling(region, corner, walks, comfort) {
  const {survey} = region, inner = new Inner(region), [walk] = survey.where.get(corner);
  const {corners} = survey.walks[walk], at = corners.indexOf(corner), order = [...corners.slice(at), ...corners.slice(0, at)];
  let along = 0;
  for (const dart of order) {
    inner.addDart(dart);
    along += lengthOf(survey.drawing.curves[dart >> 1].points);
  }
  const cost = inner.join(walks, null, comfort), ends = survey.nodesOf(order.at(-1)).slice(-2);
  return cost === Infinity ? null : {way: inner.outline(survey.nodesOf(order[0]).slice(0, 2), ends), cost: cost + along};
}

// A way for a curve: from corner a to corner b of a survey, with the walks `inside` on the side of the
// walk from a to b (of a loop: in the loop). Points with the ends, of which the first is the spot of a.
export function route(survey, a, b, inside) {
  const [walk] = survey.where.get(a), [other] = survey.where.get(b), comfort = survey.drawing.comfort();
  const region = new Region(survey, survey.walks[walk].region);
  if (walk !== other) return joining(region, a, b, comfort);
  const all = survey.walks.map((each, i) => i).filter((i) => i !== walk && survey.walks[i].region === survey.walks[walk].region);
  const outside = all.filter((each) => !inside.includes(each));
  const one = cutting(region, a, b, inside, comfort);
  const two = a !== b ? cutting(region, b, a, outside, comfort) : a < 0 ? cutting(region, a, a, outside, comfort) : circling(region, a, outside, comfort);
  const ways = [one, two].filter((each) => each && each.way).sort((p, q) => p.cost - q.cost);
  if (ways.length === 0) return null;
  return ways[0] === two && a !== b ? [...two.way].reverse() : ways[0].way;
}
