// Whole games of Sprouts as a hand draws them, with jitter, little loops and ends that miss their spots,
// against replies by name that are routed. After each move: nothing crosses (exactly), what the curve
// encloses is what winding numbers say, and the position is what the program makes of the moves. Prints
// TAP. ZERMELO is the program; 12 games, or 500 with ZM_LONG; GAMES=n, SEED=n for others; SHOTS=folder
// keeps pictures.
import {spawn} from "node:child_process";
import {writeFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {strict as assert} from "node:assert";
import {checkCrossings, checkEnclosed, handOf, lots, shaky, someMove} from "./hand_support.mjs";
import {meet} from "../../web/hand_points.js";
import {SIDE} from "../../web/hand_map.js";
import {Mesh} from "../../web/hand_mesh.js";
import {Sheet} from "../../web/hand_sheet.js";
import {trace} from "../../web/hand_stroke.js";
import {curveOf, draw, mapText, nameOf} from "../../web/hand_words.js";
import {pathOf} from "../../web/hand_picture.js";

const games = Number(process.env.GAMES) || (process.env.ZM_LONG ? 500 : 12), first = Number(process.env.SEED) || 1;
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
  const ask = () => fetch(`${base}api/position`, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({game: "sprouts", position: start, moves})});
  const reply = await ask().catch(ask); // drawing takes long: meanwhile the server may have closed the connection
  const answer = await reply.json();
  assert.ok(reply.ok, `${start} ${moves}: ${answer.error}`);
  return answer;
}

// The program's position and ours are one.
async function checkPosition(sheet, start) {
  const answer = await position(start, sheet.names), ours = mapText(sheet.words);
  if (answer.position.startsWith("map:")) assert.equal(answer.position, ours);
  else assert.equal(answer.position, (await position(ours, [])).position);
  return answer;
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

// What a move leaves, untouched spots without their numbers: they play alike.
function unnamed(sheet, name) {
  const words = draw(sheet.words, curveOf(sheet.words, name)), spots = words.flat(2);
  const touched = (boundary) => boundary.length > 1 || spots.filter((spot) => spot === boundary[0]).length > 1;
  return words.map((region) => region.map((boundary) => (touched(boundary) ? boundary.join("-") : "0")).sort().join(".")).join("|");
}

async function playGame(seed, tally) {
  const lot = lots(seed), start = process.env.ZM_LONG ? 2 + seed % 4 : seed % 5 === 0 ? 4 : 2 + seed % 2, sheet = new Sheet(start);
  for (let turn = 0; ; turn++) {
    const curve = someMove(sheet, lot);
    if (!curve) break;
    const named = nameOf(sheet.words, curve), name = turn % 2 === 0 ? named : sheet.adapt(named), planned = sheet.plan(name);
    assert.ok(planned, `${name} has no way`);
    assert.equal(unnamed(sheet, name), unnamed(sheet, named), "another move than the program's");
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
    if ((seed - first) % 50 === 49) console.log(`# ${seed - first + 1} games: ${JSON.stringify(tally)}`);
  }
  // a hand that trembles may pass a spot on its other side: then that is the move, as winding numbers say
  assert.ok(tally.asMeant >= 0.99 * tally.drawn, "a hand seldom draws what it means");
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
