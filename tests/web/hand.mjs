// Whole games of Sprouts as a hand draws them, with jitter, little loops and ends that miss their spots,
// against replies by name that are routed. After each move: nothing crosses (exactly), what the curve
// encloses is what winding numbers say, and the position is what the program makes of the moves. Prints
// TAP. ZERMELO is the program; 25 games, or 500 with ZM_LONG; GAMES=n, SEED=n for others; SHOTS=folder
// keeps pictures.
import {spawn} from "node:child_process";
import {writeFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {strict as assert} from "node:assert";
import {distance, meet} from "../../web/hand_points.js";
import {SIDE, Survey} from "../../web/hand_map.js";
import {Mesh} from "../../web/hand_mesh.js";
import {Sheet} from "../../web/hand_sheet.js";
import {trace} from "../../web/hand_stroke.js";
import {draw, mapText, nameOf} from "../../web/hand_words.js";
import {pathOf} from "../../web/hand_picture.js";

const games = Number(process.env.GAMES) || (process.env.ZM_LONG ? 500 : 25), first = Number(process.env.SEED) || 1;
const server = spawn(process.env.ZERMELO, ["serve", "--port", "0", "--rate", "0"], {stdio: ["ignore", "pipe", "inherit"]});
const base = await new Promise((resolve) => createInterface(server.stdout).once("line", resolve));

let number = 0, failed = 0;
async function test(name, body) {
  number++;
  try {
    console.log(`# ${(await body()) || ""}`);
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${number} - ${name}`);
    console.log(String(error.stack || error).split("\n").map((line) => `# ${line}`).join("\n"));
  }
}

async function position(start, moves) {
  const reply = await fetch(`${base}api/position`, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({game: "sprouts", position: start, moves})});
  const answer = await reply.json();
  assert.ok(reply.ok, `${start} ${moves}: ${answer.error}`);
  return answer;
}

// Lots that depend on the seed alone (mulberry32).
function lots(seed) {
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
function someMove(sheet, lot) {
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

const handOf = (sheet, zoom = 1) => ({grip: 0.055 * SIDE / zoom, size: Math.min(0.022 * SIDE, 0.35 * sheet.drawing.comfort()) / zoom});

// A way as a hand draws it: many points, none quite where it should be, sometimes a little loop; the ends
// beside their spots.
function shaky(way, {size}, lot, tremble) {
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
function checkEnclosed(sheet, {drawing, curve}) {
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

// The program's position and ours are one.
async function checkPosition(sheet, start) {
  const answer = await position(start, sheet.names), ours = mapText(sheet.words);
  if (answer.position.startsWith("map:")) assert.equal(answer.position, ours);
  else assert.equal(answer.position, (await position(ours, [])).position);
  return answer;
}

// The exact test of the page's module, and a naive one of all pairs that shares nothing with it.
function checkCrossings(drawing) {
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

// Curves that a hand makes of a way, until one is a move: what trembles too much may cross, and then says
// so; where a steady hand has no room, people zoom in.
function drawByHand(sheet, planned, lot, tally) {
  const way = planned.drawing.lastWay();
  for (let zoom = 1; zoom <= 64; zoom *= 2)
    for (let tremble = 0.45; ; tremble = tremble > 0.02 ? tremble / 2 : 0) {
      const hand = handOf(sheet, zoom), read = sheet.read(shaky(lot.below(2) ? way : [...way].reverse(), hand, lot, tremble), hand);
      tally.strokes++;
      if (!read.problem) return read;
      tally[read.problem] = (tally[read.problem] || 0) + 1;
      if (tremble === 0) break;
    }
  assert.fail(`${planned.name} cannot be drawn after ${sheet.names}`);
  return null;
}

async function playGame(seed, tally) {
  const lot = lots(seed), start = 2 + seed % 4 % 3, sheet = new Sheet(start);
  for (let turn = 0; ; turn++) {
    const curve = someMove(sheet, lot);
    if (!curve) break;
    const name = nameOf(sheet.words, curve), planned = sheet.plan(name);
    assert.ok(planned, `${name} has no way`);
    let played = planned;
    if (turn % 2 === 0) {
      played = drawByHand(sheet, planned, lot, tally);
      const same = mapText(draw(sheet.words, played.curve)) === mapText(draw(sheet.words, curve));
      tally.asMeant += same || curve.from === curve.to; // a loop has two sides
      tally.drawn++;
    }
    tally.loose += checkEnclosed(sheet, played);
    sheet.take(played);
    checkCrossings(sheet.drawing);
    assert.ok(sheet.matched(), `${played.name}: the drawing is another position`);
    for (let i = 0; i < 40 && sheet.settle(); i++) {
      tally.eased++;
      assert.equal(sheet.drawing.crossing(), null, "moving the drawing made curves cross");
      assert.ok(sheet.matched(), "moving the drawing changed it");
    }
    await checkPosition(sheet, String(start));
    tally.moves++;
  }
  assert.ok((await position(String(start), sheet.names)).over, "the game is not over");
  assert.ok(Sheet.restore(JSON.parse(JSON.stringify(sheet.kept()))), "what was kept is not read back");
  if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/hand-${seed}.svg`, svg(sheet.drawing));
}

const svg = ({spots, curves}) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4096 4096" width="600" height="600"><rect width="4096" height="4096" fill="#fff"/>${curves.map((each) =>
  `<path fill="none" stroke="#246" stroke-width="14" d="${pathOf({spots, curves}, each, 1000)}"/>`).join("")}${spots.map(({x, y}) => `<circle cx="${x / 1000}" cy="${y / 1000}" r="38"/>`).join("")}</svg>`;

await test(`${games} games by hand from seed ${first} on: the moves that were drawn, nothing crosses, the program agrees`, async () => {
  const tally = {moves: 0, strokes: 0, drawn: 0, asMeant: 0, loose: 0, eased: 0};
  for (let seed = first; seed < first + games; seed++) {
    try {
      await playGame(seed, tally);
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.stack}`);
    }
  }
  assert.equal(tally.asMeant, tally.drawn, "a steady hand draws what it means");
  assert.ok(tally.loose > tally.drawn / 4, "too little was enclosed");
  return JSON.stringify(tally);
});

// Curves that are none.
await test("curves that cross, end nowhere, cross themselves, leave the board, enclose nothing", () => {
  const sheet = new Sheet(4), {spots} = sheet.drawing, hand = handOf(sheet);
  assert.ok(sheet.play("1-3"));
  const before = JSON.stringify(sheet.kept()), [a, b, c, d] = spots;
  const far = {x: SIDE / 20, y: SIDE / 20}, line = (...corners) => corners.slice(1).flatMap((q, i) => Array.from({length: 30}, (unused, k) => ({x: corners[i].x + (q.x - corners[i].x) * k / 29, y: corners[i].y + (q.y - corners[i].y) * k / 29})));
  for (const [problem, raw] of [
    ["crosses", line(b, d)],
    ["endsNowhere", line(b, far)],
    ["startsNowhere", line(far, b)],
    ["crossesItself", line(b, {x: 0.95 * SIDE, y: 0.1 * SIDE}, {x: 0.9 * SIDE, y: 0.5 * SIDE}, {x: 0.55 * SIDE, y: 0.08 * SIDE}, a)],
    ["leavesBoard", line(a, {x: SIDE / 2, y: -SIDE / 10}, b)],
    ["tooSmall", line(b, {x: b.x + hand.size, y: b.y}, {x: b.x + hand.size, y: b.y + hand.size}, b)],
    ["tooSmall", [b, b]],
    ["touchesSpot", line(a, {x: b.x - SIDE / 10, y: b.y}, {x: b.x + hand.size / 10, y: b.y + hand.size / 10}, {x: b.x, y: c.y}, c)],
  ]) assert.equal(sheet.read(raw, hand).problem, problem, problem);
  assert.equal(sheet.read(line(a, d), hand).name, "4-1");
  sheet.play("1-1");
  assert.equal(trace(sheet.drawing, line(spots[0], d), hand).problem, "noLife");
  assert.equal(trace(sheet.drawing, line(d, spots[0]), hand).problem, "noLife");
  assert.notEqual(JSON.stringify(sheet.kept()), before);
});

await test("what was kept and is no drawing is not read back", () => {
  const sheet = new Sheet(3);
  sheet.play("1-2");
  const kept = () => JSON.parse(JSON.stringify(sheet.kept()));
  assert.ok(Sheet.restore(kept()));
  for (const spoil of [(each) => { each.names = ["1-3"]; }, (each) => { each.begun = 1e9; }, (each) => { each.spots[2] = each.spots[0]; }, (each) => { each.curves.pop(); }, (each) => { each.curves[0][3] = null; },
    (each) => { each.spots[0] = ["x", "y"]; }, (each) => { each.names = "1-2"; }, (each) => { each.names = ["9-9"]; }]) {
    const each = kept();
    spoil(each);
    assert.equal(Sheet.restore(each), null, String(spoil));
  }
  assert.equal(Sheet.restore(null), null);
  assert.equal(Sheet.restore({}), null);
});

// The mesh against what a triangulation is: all triangles the right way round, no corner inside one, and
// together as large as the frame.
await test("triangulations of random points and segments", () => {
  const lot = lots(99), frame = {x0: 0, y0: 0, x1: 1000, y1: 1000};
  for (let round = 0; round < 60; round++) {
    const points = [...new Map(Array.from({length: 3 + lot.below(60)}, () => ({x: 1 + lot.below(round % 2 ? 30 : 998), y: 1 + lot.below(round % 2 ? 30 : 998)})).map((p) => [`${p.x} ${p.y}`, p])).values()];
    const mesh = new Mesh(points, frame), fixed = [];
    for (let tries = 0; tries < 30; tries++) {
      const [u, v] = [lot.below(points.length), lot.below(points.length)];
      const bad = u === v || points.some((p, i) => i !== u && i !== v && meet(points[u], points[v], p, p)) || fixed.some(([a, b]) => {
        const shared = [u, v].includes(a) || [u, v].includes(b);
        return shared ? false : meet(points[a], points[b], points[u], points[v]);
      });
      if (bad) continue;
      mesh.fix(u, v);
      fixed.push([u, v]);
    }
    mesh.improve();
    let area = 0;
    for (let t = 0; t < mesh.corners.length / 3; t++) {
      assert.ok(mesh.area(t) > 0, "a triangle is flat or turned over");
      area += mesh.area(t);
      for (let k = 0; k < 3; k++) {
        const s = mesh.across[3 * t + k];
        if (s >= 0) assert.ok(mesh.across.slice(3 * s, 3 * s + 3).includes(t), "neighbours disagree");
      }
    }
    assert.equal(area, 2 * 1000 * 1000);
    assert.equal(mesh.corners.length / 3, 2 * points.length + 2);
    for (const [u, v] of fixed) assert.ok(mesh.find(u, v), "a fixed segment is no side");
  }
});

console.log(`1..${number}`);
const ended = new Promise((resolve) => server.once("exit", resolve));
server.kill("SIGTERM");
const code = await ended;
process.exit(failed || code !== 0 ? 1 : 0);
