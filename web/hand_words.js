// Sprouts as the program writes it: regions, boundaries, the spots met along each (from 1), and moves by
// their names. The same as src/games/sprouts/playing.c does with drawings, so that names agree.
//
// A position is a list of regions, a region a list of boundaries, a boundary a list of spots.

// n untouched spots in the plane.
export const startWords = (n) => [Array.from({length: n}, (unused, i) => [i + 1])];

export const NAME = /^(\d+)(?:~(\d+))?-(\d+)(?:~(\d+))?(?:r(\d+))?(?:\[([\d,]*)\])?$/;

const timesIn = (region, spot) => region.flat().filter((each) => each === spot).length;
const least = (boundary) => Math.min(...boundary);

// An end of a curve, {boundary, place}, by name and back.
function endName(region, {boundary, place}) {
  const spot = region[boundary][place];
  if (timesIn(region, spot) < 2) return String(spot);
  const before = [...region.slice(0, boundary).flat(), ...region[boundary].slice(0, place + 1)];
  return `${spot}~${before.filter((each) => each === spot).length}`;
}

function findEnd(region, spot, time) {
  let met = 0;
  for (let boundary = 0; boundary < region.length; boundary++)
    for (let place = 0; place < region[boundary].length; place++)
      if (region[boundary][place] === spot && ++met >= time) return {boundary, place};
  return null;
}

const comes = (one, other) => one.boundary - other.boundary || one.place - other.place;

// The name of a curve {region, from, to, inside}: region and boundaries by index, `inside` those on the
// side of the walk from the first end to the second.
export function nameOf(words, {region, from, to, inside}) {
  const here = words[region], a = here[from.boundary][from.place], b = here[to.boundary][to.place];
  const shared = words.filter((each) => timesIn(each, a) > 0 && timesIn(each, b) > 0).length;
  const list = [...inside].sort((p, q) => p - q).map((boundary) => least(here[boundary]));
  return `${endName(here, from)}-${endName(here, to)}${shared > 1 ? `r${region + 1}` : ""}${list.length > 0 ? `[${list}]` : ""}`;
}

// The curve of a name; null when it is none.
export function curveOf(words, name) {
  const found = NAME.exec(name);
  if (!found) return null;
  const [a, b] = [Number(found[1]), Number(found[3])];
  for (let region = 0; region < words.length; region++) {
    if (found[5] && Number(found[5]) !== region + 1) continue;
    const from = findEnd(words[region], a, Number(found[2] || 1)), to = findEnd(words[region], b, Number(found[4] || 1));
    if (!from || !to) continue;
    const listed = new Set((found[6] || "").split(",").filter(Boolean).map(Number));
    const inside = words[region].map((boundary, i) => i).filter((i) => i !== from.boundary && listed.has(least(words[region][i])));
    return comes(from, to) <= 0 ? {region, from, to, inside} : null;
  }
  return null;
}

// The walk along a boundary from one place to another, both included: all the way round when they are
// one, but for an untouched spot, where there is nothing to walk along.
function path(boundary, from, to) {
  if (boundary.length === 1) return [boundary[0]];
  const spots = [boundary[from]];
  let i = from;
  do spots.push(boundary[i = (i + 1) % boundary.length]);
  while (i !== to);
  return spots;
}

// The position after a curve.
export function draw(words, {region, from, to, inside}) {
  const here = words[region], spot = Math.max(...words.flat(2)) + 1, within = new Set(inside);
  const others = (wanted) => here.filter((boundary, i) => i !== from.boundary && i !== to.boundary && within.has(i) === wanted);
  const next = words.map((each) => each.map((boundary) => [...boundary]));
  if (from.boundary !== to.boundary) {
    next[region] = [...others(false), [...path(here[from.boundary], from.place, from.place), spot, ...path(here[to.boundary], to.place, to.place), spot]];
    return next;
  }
  const own = here[from.boundary];
  const inner = comes(from, to) === 0 ? [own[from.place]] : path(own, from.place, to.place);
  next.splice(region, 1, [...others(false), [...path(own, to.place, from.place), spot]], [...others(true), [...inner, spot]]);
  return next;
}

// As the program prints it.
export const mapText = (words) => `map:${words.map((region) => region.map((boundary) => boundary.join("-")).join(".")).join("|")}`;

// A boundary in a form that does not depend on where its walk begins.
function turned(spots) {
  let best = null;
  for (let i = 0; i < spots.length; i++) {
    const text = [...spots.slice(i), ...spots.slice(0, i)].join("-");
    if (best === null || text < best) best = text;
  }
  return best;
}

// How the walks of a survey and the boundaries of a position correspond: for each region of the position
// its boundaries as {walk, shift}, place p of the boundary being corner (p + shift) of the walk; null
// when the drawing is another position.
export function match(words, survey) {
  const key = (boundaries) => boundaries.map(turned).sort().join(" ");
  const regions = new Map();
  survey.walks.forEach((walk, i) => regions.set(walk.region, [...(regions.get(walk.region) || []), i]));
  const spots = (walk) => survey.walks[walk].spots.map((spot) => spot + 1);
  const open = [...regions.values()].map((walks) => ({walks, key: key(walks.map(spots))}));
  const matched = [];
  for (const region of words) {
    const at = open.findIndex((each) => each.key === key(region));
    if (at < 0) return null;
    const [{walks}] = open.splice(at, 1);
    matched.push(region.map((boundary) => {
      const walk = walks.find((each) => turned(spots(each)) === turned(boundary));
      const own = spots(walk);
      return {walk, shift: own.findIndex((unused, shift) => boundary.every((spot, p) => spot === own[(p + shift) % own.length]))};
    }));
  }
  return open.length === 0 ? matched : null;
}

// Which curve of the game the last one of a drawing is: `before` and `after` survey the drawing without
// it and with it, `words` is the position before it. What lies inside is what the map says.
export function readCurve(words, before, after) {
  const {drawing} = after, first = drawing.curves.length - 2, matched = match(words, before);
  if (!matched) return null;
  const ends = [[drawing.curves[first].from, after.point(2 * first, 1)], [drawing.curves[first + 1].to, after.point(2 * first + 3, 1)]].map(([spot, point]) => {
    const [walk, at] = before.where.get(before.cornerTowards(spot, point)), size = before.walks[walk].spots.length;
    const region = matched.findIndex((boundaries) => boundaries.some((each) => each.walk === walk));
    const boundary = matched[region].findIndex((each) => each.walk === walk);
    return {region, boundary, place: (at - matched[region][boundary].shift + size) % size};
  });
  let [from, to] = ends;
  const {region} = from;
  if (to.region !== region) return null;
  const swapped = comes(from, to) > 0;
  if (swapped) [from, to] = [to, from];
  const curve = {region, from, to, inside: []};
  if (from.boundary !== to.boundary) return curve;
  let walk = after.where.get(swapped ? 2 * first + 2 : 2 * first + 1)[0]; // along the new curve to its first end, and on along the old walk
  if (comes(from, to) === 0) { // a loop: the side with nothing but the loop, or with less
    const other = after.where.get(2 * first + 2)[0], size = (each) => [after.walks[each].spots.length, after.together(each).length];
    const [p, q] = [size(walk), size(other)];
    if (q[0] < p[0] || (q[0] === p[0] && q[1] < p[1])) walk = other;
  }
  const enclosed = new Set(after.together(walk).filter((each) => each !== after.walks[walk]).map((each) => least(each.spots) + 1));
  curve.inside = words[region].map((boundary, i) => i).filter((i) => i !== from.boundary && enclosed.has(least(words[region][i])));
  return curve;
}
