// What a hand drew, made a curve: from the spot where it began to the spot where it ended, its small
// slips mended (jitter at the ends, tiny loops), or the reason why it is none.
import {distance, meet, nearestOn, rounded} from "./hand_points.js";
import {FRAME, areaOf} from "./hand_map.js";

// The live spot nearest to a point, no farther than `grip`; -1 when there is none.
export function spotAt(drawing, point, grip, needed = () => 1) {
  let best = -1, least = grip;
  drawing.spots.forEach((spot, i) => {
    const far = distance(spot, point);
    if (far <= least && drawing.lives(i) >= needed(i)) [best, least] = [i, far];
  });
  return best;
}

// Leaves out points that come too thick.
function thin(points, space) {
  const kept = [points[0]];
  for (const point of points) if (distance(point, kept.at(-1)) >= space) kept.push(point);
  return kept;
}

// The first place where a way crosses itself, as the indices of two segments; null when it does not.
function knot(points) {
  for (let j = 2; j < points.length - 1; j++)
    for (let i = 0; i < j - 1; i++) {
      if (i === 0 && j === points.length - 2 && points[0].x === points.at(-1).x && points[0].y === points.at(-1).y) continue;
      if (meet(points[i], points[i + 1], points[j], points[j + 1])) return [i, j];
    }
  return null;
}

// Cuts small loops off that hold nothing: a hand that trembles makes them.
function untie(points, drawing, small) {
  for (let tries = 0; tries < 40; tries++) {
    const found = knot(points);
    if (!found) return points;
    const [i, j] = found, loop = points.slice(i + 1, j + 1);
    if (Math.abs(areaOf(loop)) > 2 * small * small || loop.some((p) => distance(p, loop[0]) > 3 * small)) return null;
    if (drawing.spots.some((spot) => distance(spot, loop[0]) < small / 2)) return null;
    points = [...points.slice(0, i + 1), ...points.slice(j + 1)];
  }
  return null;
}

// The first segment of a way (by index) that meets the drawing elsewhere than at its own ends; -1.
export function firstCrossing(drawing, points, from, to) {
  const all = drawing.segments(), last = points.length - 2;
  for (let i = 0; i <= last; i++) {
    const p = points[i], q = points[i + 1];
    for (const {a, b} of all) {
      if (Math.max(a.x, b.x) < Math.min(p.x, q.x) || Math.min(a.x, b.x) > Math.max(p.x, q.x) || Math.max(a.y, b.y) < Math.min(p.y, q.y) || Math.min(a.y, b.y) > Math.max(p.y, q.y)) continue;
      if (!meet(p, q, a, b)) continue;
      const start = from >= 0 && i === 0 ? drawing.spots[from] : null, end = to >= 0 && i === last ? drawing.spots[to] : null;
      if ([start, end].some((spot) => spot && onlyAt(spot, p, q, a, b))) continue;
      return i;
    }
  }
  return -1;
}

// Do two segments meet in this spot alone?
function onlyAt(spot, p, q, a, b) {
  const at = (point) => point.x === spot.x && point.y === spot.y;
  if (!(at(p) || at(q)) || !(at(a) || at(b))) return false;
  if (at(a) && at(b)) return true;
  const [far, other] = [at(p) ? q : p, at(a) ? b : a];
  return !meet(far, far, a, b) && !meet(other, other, p, q);
}

// Makes a curve {from, to, points} of what was drawn, or {problem}: startsNowhere, endsNowhere, tooSmall,
// leavesBoard, crossesItself, crosses, touchesSpot, noLife. `grip`: how near a spot one has to begin and end; `size`: of a spot.
export function trace(drawing, raw, {grip, size}) {
  const from = spotAt(drawing, raw[0], grip);
  if (from < 0) return {problem: drawing.spots.some((spot) => distance(spot, raw[0]) <= grip) ? "noLife" : "startsNowhere"};
  const to = spotAt(drawing, raw.at(-1), grip, (spot) => (spot === from ? 2 : 1));
  if (to < 0) return {problem: drawing.spots.some((spot) => distance(spot, raw.at(-1)) <= grip) ? "noLife" : "endsNowhere"};
  const start = drawing.spots[from], end = drawing.spots[to];
  if (raw.some(({x, y}) => x <= FRAME.x0 || y <= FRAME.y0 || x >= FRAME.x1 || y >= FRAME.y1)) return {problem: "leavesBoard"};
  let inner = thin(raw.map(({x, y}) => rounded(x, y)), Math.max(2, size / 4));
  while (inner.length > 0 && distance(inner[0], start) < size) inner.shift();
  while (inner.length > 0 && distance(inner.at(-1), end) < size) inner.pop();
  if (from === to && (inner.length < 3 || Math.max(...inner.map((point) => distance(point, start))) < 2.2 * size)) return {problem: "tooSmall"};
  if (inner.length === 0) inner = [rounded((start.x + end.x) / 2, (start.y + end.y) / 2)];
  // at the ends a hand slips over a curve of the same spot: what is that near does not count
  const clear = (point, spot, index) => firstCrossing(drawing, [spot, point], index, -1) < 0;
  while (inner.length > 1 && !clear(inner[0], start, from) && distance(inner[0], start) < 2.5 * size) inner.shift();
  while (inner.length > 1 && !clear(inner.at(-1), end, to) && distance(inner.at(-1), end) < 2.5 * size) inner.pop();
  const points = untie([start, ...inner, end].map(({x, y}) => ({x, y})), drawing, 2.5 * size);
  if (!points || points.length < 3) return {problem: "crossesItself"};
  if (from === to && Math.abs(areaOf(points)) < 2 * size * size) return {problem: "tooSmall"};
  if (firstCrossing(drawing, points, from, to) >= 0) return {problem: "crosses"};
  const grazed = drawing.spots.some((spot, i) => i !== from && i !== to && points.some((p, k) => k > 0 && distance(spot, nearestOn(points[k - 1], p, spot)) < 0.2 * size));
  return grazed ? {problem: "touchesSpot"} : {from, to, points};
}
