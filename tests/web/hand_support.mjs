// What the tests of Sprouts by hand share: hands that tremble, and checks that owe nothing to the code
// under test.
import {strict as assert} from "node:assert";
import {distance, meet} from "../../web/hand_points.js";
import {SIDE} from "../../web/hand_map.js";

// Lots that depend on the seed alone (mulberry32).
export function lots(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {part: next, below: (n) => Math.floor(next() * n), signed: () => 2 * next() - 1};
}

// A move by lot, any division of what lies loose included; null when there is none.
export function someMove(sheet, lot) {
  const lives = (spot) => sheet.drawing.lives(spot - 1), pairs = [];
  sheet.words.forEach((region, r) => {
    const ends = region.flatMap((boundary, b) => boundary.map((spot, place) => ({boundary: b, place, spot}))).filter((end) => lives(end.spot) > 0);
    ends.forEach((from, i) => ends.slice(i).forEach((to) => {
      if (from.spot !== to.spot || (from === to && lives(from.spot) > 1)) pairs.push({region: r, from, to});
    }));
  });
  if (pairs.length === 0) return null;
  const pair = pairs[lot.below(pairs.length)], loose = sheet.words[pair.region].map((unused, i) => i).filter((i) => i !== pair.from.boundary);
  return {...pair, inside: pair.from.boundary === pair.to.boundary ? loose.filter(() => lot.below(2) === 1) : []};
}

export const handOf = (sheet, zoom = 1) => ({grip: 0.055 * SIDE / zoom, size: Math.min(0.022 * SIDE, 0.35 * sheet.drawing.comfort()) / zoom});

// A way as a hand draws it: many points, none quite where it should be, sometimes a little loop; the ends
// beside their spots.
export function shaky(way, {size}, lot, tremble) {
  const points = [];
  for (let i = 1; i < way.length; i++) {
    const steps = Math.max(1, Math.round(distance(way[i - 1], way[i]) / (0.6 * size)));
    for (let k = 0; k < steps; k++)
      points.push({x: way[i - 1].x + (way[i].x - way[i - 1].x) * k / steps + tremble * size * lot.signed(), y: way[i - 1].y + (way[i].y - way[i - 1].y) * k / steps + tremble * size * lot.signed()});
  }
  const near = (spot) => ({x: spot.x + 0.7 * size * lot.signed(), y: spot.y + 0.7 * size * lot.signed()});
  if (tremble > 0.1 && points.length > 6) {
    const at = 3 + lot.below(points.length - 5), {x, y} = points[at], radius = 0.3 * size;
    points.splice(at, 0, ...[0, 1, 2, 3, 4, 5, 6].map((k) => ({x: x + radius * (1 - Math.cos(k)), y: y + radius * Math.sin(k)})));
  }
  return [near(way[0]), ...points.slice(1), near(way.at(-1))];
}

// How often a closed way goes round a point: by adding angles, which has nothing to do with how the page
// finds regions.
function winding(points, p) {
  let sum = 0;
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length], one = Math.atan2(a.y - p.y, a.x - p.x), other = Math.atan2(b.y - p.y, b.x - p.x);
    let step = other - one;
    while (step > Math.PI) step -= 2 * Math.PI;
    while (step < -Math.PI) step += 2 * Math.PI;
    sum += step;
  });
  return Math.round(sum / (2 * Math.PI));
}

// What the drawn curve encloses, by winding numbers, is what its name says.
export function checkEnclosed(sheet, {drawing, curve}) {
  const {region, from, to, inside} = curve, here = sheet.words[region];
  if (from.boundary !== to.boundary) return 0;
  const survey = sheet.survey(), matched = sheet.matched(survey), way = drawing.lastWay();
  const spot = here[from.boundary][from.place] - 1, own = here[from.boundary];
  const forth = way[0].x === drawing.spots[spot].x && way[0].y === drawing.spots[spot].y ? way : [...way].reverse();
  const round = []; // along the boundary from the first end to the second
  for (let place = from.place; place !== to.place; place = (place + 1) % own.length) {
    const corner = sheet.corner(survey, matched, region, {boundary: from.boundary, place});
    round.push(...survey.nodesOf(corner).slice(0, -1).map((node) => survey.mesh.points[node]));
  }
  const closed = [...round, ...[...forth].reverse().slice(0, -1)];
  const counts = here.map((boundary, i) => (i === from.boundary ? null : winding(closed, drawing.spots[boundary[0] - 1])));
  const within = counts.filter((count, i) => inside.includes(i)), without = counts.filter((count, i) => count !== null && !inside.includes(i));
  const sides = new Set([...within.map((count) => `in${count}`), ...without.map((count) => `out${count}`)]);
  for (const side of sides) assert.ok(!sides.has(side.startsWith("in") ? side.replace("in", "out") : side.replace("out", "in")), `both sides have winding number ${side}: ${counts}`);
  for (const list of [within, without]) assert.ok(new Set(list).size <= 1, `one side has several winding numbers: ${counts}`);
  if (within.length > 0 && without.length > 0) assert.equal(Math.abs(within[0] - without[0]), 1);
  if (from.place !== to.place && within.length > 0) assert.ok(within[0] === 0 || within[0] === 1, `the walk has its side on the left: ${counts}`);
  if (from.place !== to.place && without.length > 0) assert.ok(without[0] === 0 || without[0] === -1, `the other side is on the right: ${counts}`);
  return counts.length - 1;
}

// The exact test of the page's module, and a naive one of all pairs that shares nothing with it.
export function checkCrossings(drawing) {
  assert.equal(drawing.crossing(), null, "curves cross");
  const all = drawing.curves.flatMap(({points}, curve) => points.slice(1).map((b, i) => ({a: points[i], b, curve, i})));
  for (let i = 0; i < all.length; i++)
    for (let j = i + 1; j < all.length; j++) {
      const s = all[i], t = all[j];
      if (s.curve === t.curve && t.i === s.i + 1) continue;
      const ends = [s.a, s.b].some((p) => [t.a, t.b].some((q) => p.x === q.x && p.y === q.y));
      if (!ends) assert.ok(!meet(s.a, s.b, t.a, t.b), "curves cross");
    }
  for (const {x, y} of drawing.curves.flatMap(({points}) => points)) assert.ok(Number.isInteger(x) && Number.isInteger(y) && x > 0 && y > 0 && x < SIDE && y < SIDE);
}
