// A drawing as paths of SVG. A curve is rounded at its points: between the middles of its segments it
// follows parabolas, each inside the triangle of a point and its neighbours; where something else comes
// into that triangle the corner stays, so that rounding can make no curves cross.
import {inTriangle, meet} from "./hand_points.js";

const text = (value, scale) => String(Math.round(100 * value / scale) / 100);

// Is the triangle of a point of a way and its neighbours free of everything else?
function isFree(drawing, points, i) {
  const [a, b, c] = [points[i - 1], points[i], points[i + 1]];
  const x0 = Math.min(a.x, b.x, c.x), x1 = Math.max(a.x, b.x, c.x), y0 = Math.min(a.y, b.y, c.y), y1 = Math.max(a.y, b.y, c.y);
  const hits = (p, q) => inTriangle(a, b, c, p) || inTriangle(a, b, c, q) || meet(p, q, a, c);
  for (const {points: other} of drawing.curves)
    for (let k = 1; k < other.length; k++) {
      const p = other[k - 1], q = other[k];
      if (Math.max(p.x, q.x) < x0 || Math.min(p.x, q.x) > x1 || Math.max(p.y, q.y) < y0 || Math.min(p.y, q.y) > y1) continue;
      const own = (r) => (r.x === a.x && r.y === a.y) || (r.x === b.x && r.y === b.y) || (r.x === c.x && r.y === c.y);
      if (own(p) && own(q)) continue;
      if (own(p) || own(q) ? inTriangle(a, b, c, own(p) ? q : p) : hits(p, q)) return false;
    }
  return drawing.spots.every((spot) => spot === a || spot === c || !inTriangle(a, b, c, spot) || (spot.x === a.x && spot.y === a.y) || (spot.x === c.x && spot.y === c.y));
}

// The path of a curve of a drawing, its coordinates divided by `scale`.
export function pathOf(drawing, {points}, scale) {
  const at = ({x, y}) => `${text(x, scale)} ${text(y, scale)}`, middle = (p, q) => ({x: (p.x + q.x) / 2, y: (p.y + q.y) / 2});
  let d = `M${at(points[0])}`;
  for (let i = 1; i < points.length - 1; i++) {
    const to = i === points.length - 2 ? points[i + 1] : middle(points[i], points[i + 1]);
    d += isFree(drawing, points, i) ? `Q${at(points[i])} ${at(to)}` : `L${at(points[i])}L${at(to)}`;
  }
  return points.length === 2 ? `${d}L${at(points[1])}` : d;
}
