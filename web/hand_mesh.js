// A constrained Delaunay triangulation: triangles over given points in a rectangle, no segment of the
// drawing crossed by a side, and otherwise as little slender as can be. Points come one by one, sides
// are flipped (Lawson); a segment that is no side becomes one by flipping what crosses it (Sloan).
// Whether a triangle is the right way round is decided exactly; whether a side is flipped for beauty
// alone is decided in floating point, which can do no harm.
import {turn} from "./hand_points.js";

const NEXT = [1, 2, 0], BEFORE = [2, 0, 1];

export class Mesh {
  // `points`: all different and strictly inside the frame {x0, y0, x1, y1}, whose corners are added behind.
  constructor(points, frame) {
    this.points = [...points, {x: frame.x0, y: frame.y0}, {x: frame.x1, y: frame.y0}, {x: frame.x1, y: frame.y1}, {x: frame.x0, y: frame.y1}];
    const n = points.length;
    this.corners = [n, n + 1, n + 2, n, n + 2, n + 3]; // of triangles, three each
    this.across = [-1, 1, -1, -1, -1, 0]; // the triangle on the other side of the side opposite to each corner
    this.fixed = [true, false, true, true, true, false]; // is that side a segment of the drawing, or of the frame?
    this.at = new Array(n + 4).fill(-1); // one triangle at each point
    for (let i = 0; i < 6; i++) this.at[this.corners[i]] = Math.floor(i / 3);
    this.last = 0;
    for (let i = 0; i < n; i++) this.insert(i);
  }

  // The triangle in which a point lies, by walking towards it.
  locate(p) {
    let t = this.last;
    for (let steps = 0; steps < 4 * this.corners.length; steps++) {
      let k = 0;
      while (k < 3 && turn(this.points[this.corners[3 * t + NEXT[k]]], this.points[this.corners[3 * t + BEFORE[k]]], p) >= 0) k++;
      if (k === 3) return t;
      t = this.across[3 * t + k];
    }
    throw new Error("a point is nowhere");
  }

  set(t, k, corner, across, fixed) {
    this.corners[3 * t + k] = corner;
    this.across[3 * t + k] = across;
    this.fixed[3 * t + k] = fixed;
    this.at[corner] = t;
  }

  // Tells a neighbour of a triangle that it has another one now.
  retell(t, old, now) {
    if (t < 0) return;
    for (let k = 0; k < 3; k++)
      if (this.across[3 * t + k] === old) {
        this.across[3 * t + k] = now;
        return;
      }
  }

  insert(i) {
    const t = this.locate(this.points[i]), t1 = this.corners.length / 3, t2 = t1 + 1;
    const [a, b, c] = this.corners.slice(3 * t, 3 * t + 3), [ta, tb, tc] = this.across.slice(3 * t, 3 * t + 3), [fa, fb, fc] = this.fixed.slice(3 * t, 3 * t + 3);
    // (a, b, i), (b, c, i), (c, a, i); the side opposite to i is the old one
    this.set(t, 0, a, t1, false); this.set(t, 1, b, t2, false); this.set(t, 2, i, tc, fc);
    this.set(t1, 0, b, t2, false); this.set(t1, 1, c, t, false); this.set(t1, 2, i, ta, fa);
    this.set(t2, 0, c, t, false); this.set(t2, 1, a, t1, false); this.set(t2, 2, i, tb, fb);
    this.retell(ta, t, t1);
    this.retell(tb, t, t2);
    const open = [[t, 2], [t1, 2], [t2, 2]];
    // on a side: that one is flipped first, or a flat triangle would stay
    open.sort((p, q) => this.area(q[0]) - this.area(p[0]));
    while (open.length > 0) {
      const [s, k] = open.pop();
      if (this.corners[3 * s + k] !== i) continue;
      const other = this.across[3 * s + k];
      if (this.shouldFlip(s, k) && this.flip(s, k)) {
        for (const u of [s, other]) for (let m = 0; m < 3; m++) if (this.corners[3 * u + m] === i) open.push([u, m]);
      }
    }
    this.last = t;
  }

  area(t) {
    return turn(this.points[this.corners[3 * t]], this.points[this.corners[3 * t + 1]], this.points[this.corners[3 * t + 2]]);
  }

  // The corner of the triangle across that is not shared: its index there.
  opposite(t, k) {
    const s = this.across[3 * t + k], a = this.corners[3 * t + NEXT[k]], b = this.corners[3 * t + BEFORE[k]];
    for (let m = 0; m < 3; m++) if (this.corners[3 * s + m] !== a && this.corners[3 * s + m] !== b) return m;
    throw new Error("two triangles with the same corners");
  }

  shouldFlip(t, k) {
    const s = this.across[3 * t + k];
    if (s < 0 || this.fixed[3 * t + k]) return false;
    if (this.area(t) === 0) return true;
    const p = this.points[this.corners[3 * s + this.opposite(t, k)]];
    const [a, b, c] = [0, 1, 2].map((m) => {
      const q = this.points[this.corners[3 * t + m]], x = q.x - p.x, y = q.y - p.y;
      return [x, y, x * x + y * y];
    });
    const sum = a[0] * (b[1] * c[2] - c[1] * b[2]) - a[1] * (b[0] * c[2] - c[0] * b[2]) + a[2] * (b[0] * c[1] - c[0] * b[1]);
    const size = (Math.abs(a[0]) + Math.abs(a[1])) * (Math.abs(b[0]) + Math.abs(b[1])) * c[2] + a[2] * (Math.abs(b[0]) + Math.abs(b[1])) * (Math.abs(c[0]) + Math.abs(c[1]));
    return sum > 1e-9 * size;
  }

  // Puts the other diagonal of two triangles in place of their common side; false when they form no
  // convex quadrilateral.
  flip(t, k) {
    const s = this.across[3 * t + k], m = this.opposite(t, k);
    const p = this.corners[3 * t + k], a = this.corners[3 * t + NEXT[k]], b = this.corners[3 * t + BEFORE[k]], q = this.corners[3 * s + m];
    if (turn(this.points[p], this.points[a], this.points[q]) <= 0 || turn(this.points[p], this.points[q], this.points[b]) <= 0) return false;
    const side = (u, j) => [this.across[3 * u + j], this.fixed[3 * u + j]];
    const tb = side(t, NEXT[k]), ta = side(t, BEFORE[k]); // opposite to a: between b and p; opposite to b: between p and a
    const sa = side(s, NEXT[m]), sb = side(s, BEFORE[m]); // in s = (q, b, a): opposite to b: between a and q; opposite to a: between q and b
    this.set(t, 0, p, ...sa); this.set(t, 1, a, s, false); this.set(t, 2, q, ...ta);
    this.set(s, 0, p, ...sb); this.set(s, 1, q, ...tb); this.set(s, 2, b, t, false);
    this.retell(sa[0], s, t);
    this.retell(tb[0], t, s);
    return true;
  }

  // The triangle to the left of the side from u to v, with the index of the corner opposite to it; null
  // when there is no such side.
  find(u, v) {
    for (const [t, k] of this.round(u)) if (this.corners[3 * t + NEXT[k]] === v) return [t, BEFORE[k]];
    return null;
  }

  // The triangles round a point, each with the index of the point in it.
  round(u) {
    const all = [], first = this.at[u];
    for (const step of [NEXT, BEFORE]) {
      let t = first;
      do {
        const k = [0, 1, 2].find((m) => this.corners[3 * t + m] === u);
        if (step === NEXT || t !== first) all.push([t, k]);
        t = this.across[3 * t + step[k]];
      } while (t >= 0 && t !== first);
      if (t === first) break; // all the way round
    }
    return all;
  }

  // Makes a segment a side, fixed.
  fix(u, v) {
    const crossing = this.find(u, v) || this.find(v, u) ? [] : this.crossing(u, v);
    for (let rounds = 0; crossing.length > 0; rounds++) {
      if (rounds > 50 * (crossing.length + 50)) throw new Error("a segment cannot be made a side");
      const [a, b] = crossing.shift(), [t, k] = this.find(a, b) || [];
      if (t === undefined) continue;
      if (this.fixed[3 * t + k]) throw new Error("segments cross");
      const p = this.corners[3 * t + k];
      if (!this.flip(t, k)) {
        crossing.push([a, b]);
        continue;
      }
      const q = this.corners[3 * t + 2];
      if (p !== u && p !== v && q !== u && q !== v && this.separates(u, v, p, q)) crossing.push([p, q]);
    }
    for (const [a, b] of [[u, v], [v, u]]) {
      const [t, k] = this.find(a, b) || [];
      if (t === undefined) throw new Error("a segment is no side");
      this.fixed[3 * t + k] = true;
    }
  }

  separates(u, v, p, q) {
    const {points} = this;
    return turn(points[u], points[v], points[p]) > 0 !== turn(points[u], points[v], points[q]) > 0;
  }

  // The sides that the segment from u to v crosses.
  crossing(u, v) {
    const {points, corners} = this, from = points[u], to = points[v], sides = [];
    let [t, k] = this.round(u).find(([s, m]) => {
      const a = points[corners[3 * s + NEXT[m]]], b = points[corners[3 * s + BEFORE[m]]];
      return turn(from, to, a) <= 0 && turn(from, to, b) >= 0 && turn(a, b, to) < 0;
    }) || [];
    if (t === undefined) throw new Error("a segment goes through a point");
    for (;;) {
      const a = corners[3 * t + NEXT[k]], b = corners[3 * t + BEFORE[k]];
      if (turn(from, to, points[a]) === 0 || turn(from, to, points[b]) === 0) throw new Error("a segment goes through a point");
      sides.push([a, b]);
      const s = this.across[3 * t + k], m = this.opposite(t, k), p = corners[3 * s + m];
      if (p === v) return sides;
      [t, k] = [s, turn(from, to, points[p]) > 0 ? NEXT[m] : BEFORE[m]]; // in (p, b, a): not through the side of b, or of a
    }
  }

  // Flips sides that are not fixed until none is better flipped.
  improve() {
    for (let round = 0, again = true; again && round < 12; round++) {
      again = false;
      for (let i = 0; i < this.corners.length; i++) {
        const t = Math.floor(i / 3);
        if (this.shouldFlip(t, i % 3) && this.flip(t, i % 3)) again = true;
      }
    }
  }

  // Which triangles hang together without crossing anything fixed: a number for each.
  pieces() {
    const piece = new Array(this.corners.length / 3).fill(-1);
    let count = 0;
    for (let first = 0; first < piece.length; first++) {
      if (piece[first] >= 0) continue;
      const open = [first];
      piece[first] = count;
      while (open.length > 0) {
        const t = open.pop();
        for (let k = 0; k < 3; k++) {
          const s = this.across[3 * t + k];
          if (s < 0 || this.fixed[3 * t + k] || piece[s] >= 0) continue;
          piece[s] = count;
          open.push(s);
        }
      }
      count++;
    }
    return piece;
  }
}
