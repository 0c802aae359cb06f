// Exact plane geometry for drawings by hand: points have whole coordinates below 2^24, so that every
// determinant is a whole number below 2^53 and its sign is certain.

// Twice the area of a triangle: positive when c lies to the left of the way from a to b (where left is
// the side to which y grows when one goes along x).
export const turn = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

export const same = (a, b) => a.x === b.x && a.y === b.y;

export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

export const rounded = (x, y) => ({x: Math.round(x), y: Math.round(y)});

// The point that lies some part of the way from a to b.
export const between = (a, b, part) => rounded(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);

// Is p on the segment from a to b, its ends included?
export function onSegment(a, b, p) {
  return turn(a, b, p) === 0 && Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y);
}

// Have two segments a point in common, ends included? A segment may be a single point.
export function meet(a, b, c, d) {
  const c1 = Math.sign(turn(a, b, c)), d1 = Math.sign(turn(a, b, d)), a1 = Math.sign(turn(c, d, a)), b1 = Math.sign(turn(c, d, b));
  if (c1 * d1 < 0 && a1 * b1 < 0) return true;
  return onSegment(a, b, c) || onSegment(a, b, d) || onSegment(c, d, a) || onSegment(c, d, b);
}

// Is p in a triangle, its sides included? The triangle may be flat.
export function inTriangle(a, b, c, p) {
  const s = turn(a, b, p), t = turn(b, c, p), u = turn(c, a, p);
  if (turn(a, b, c) === 0) return onSegment(a, b, p) || onSegment(b, c, p) || onSegment(c, a, p);
  return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0);
}

// The point of a segment that is nearest to p.
export function nearestOn(a, b, p) {
  const dx = b.x - a.x, dy = b.y - a.y, size = dx * dx + dy * dy;
  const part = size === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / size));
  return {x: a.x + dx * part, y: a.y + dy * part};
}

// Compares two directions from a point by their angle, exactly: 0 to 360 degrees, the way that turn is
// positive.
export function byAngle(origin, p, q) {
  const half = (r) => (r.y - origin.y > 0 || (r.y === origin.y && r.x > origin.x) ? 0 : 1);
  return half(p) - half(q) || -Math.sign(turn(origin, p, q));
}

// Where the length of a way is halved: the index of the point that comes nearest to it, ends left out.
export function middleOf(points) {
  const lengths = [0];
  for (let i = 1; i < points.length; i++) lengths.push(lengths[i - 1] + distance(points[i - 1], points[i]));
  const half = lengths[points.length - 1] / 2;
  let best = 1;
  for (let i = 2; i < points.length - 1; i++) if (Math.abs(lengths[i] - half) < Math.abs(lengths[best] - half)) best = i;
  return best;
}

// Segments by where they lie, so that those near a place are found without looking at all: a grid of
// squares, each with the segments whose boxes meet it. A segment is {a, b}; one point alone has a === b.
export class Nearby {
  constructor(size) {
    this.size = size;
    this.squares = new Map();
    this.asked = 0; // marks what an answer has already
  }

  each(x0, y0, x1, y1, act) {
    const {size} = this, right = Math.floor(x1 / size), bottom = Math.floor(y1 / size);
    for (let i = Math.floor(x0 / size); i <= right; i++) for (let j = Math.floor(y0 / size); j <= bottom; j++) act(i * 65536 + j);
  }

  add(segment) {
    const {a, b} = segment;
    segment.squares = [];
    this.each(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y), (key) => {
      const list = this.squares.get(key);
      if (list) list.push(segment);
      else this.squares.set(key, [segment]);
      segment.squares.push(key);
    });
  }

  remove(segment) {
    for (const key of segment.squares) {
      const list = this.squares.get(key), last = list.pop();
      if (last !== segment) list[list.indexOf(segment)] = last;
    }
  }

  // The segments near a box, each once.
  within(x0, y0, x1, y1) {
    const found = [], asked = ++this.asked;
    this.each(x0, y0, x1, y1, (key) => {
      for (const segment of this.squares.get(key) || []) {
        if (segment.asked === asked) continue;
        segment.asked = asked;
        found.push(segment);
      }
    });
    return found;
  }
}
