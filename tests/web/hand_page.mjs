// Drawing by hand in a real browser, on a phone: whole games of Sprouts with a hand that trembles, what is
// no curve, undo, hints, reload, zoom, the new spot slid. SHOTS=folder keeps pictures, ONLY=words runs the
// tests whose names hold them.
import {strict as assert} from "node:assert";
import {base, end, moves, settled, status, test as testIn, until} from "./browser.mjs";
import {checkCrossings, checkEnclosed, handOf, lots, shaky, someMove} from "./hand_support.mjs";
import {SIDE} from "../../web/hand_map.js";
import {Sheet} from "../../web/hand_sheet.js";
import {curveOf, nameOf} from "../../web/hand_words.js";

const test = (name, body) => testIn(name, body, {viewport: {width: 390, height: 844}, hasTouch: true});
const shot = async (page, name) => { if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/${name}.png`}); };
const count = (page, n) => page.waitForFunction((wanted) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === wanted, n);

async function open(page, address) {
  await page.goto(base + address);
  await page.waitForSelector(".hand-holder svg");
  await page.locator(".hand-holder").evaluate((element) => element.scrollIntoView({block: "center"}));
}

// The drawing that the page has, when it has come to rest and holds the moves of the list.
async function sheetOf(page) {
  let before = null;
  await until(async () => {
    const kept = await page.evaluate(() => sessionStorage.getItem("sprouts-drawing")), rests = kept !== null && kept === before;
    before = kept;
    if (!rests) await page.waitForTimeout(100);
    return rests && String(Sheet.restore(JSON.parse(kept))?.names) === String(await moves(page));
  }, "a drawing of the moves played");
  const sheet = Sheet.restore(JSON.parse(before));
  assert.ok(sheet, "the page keeps a drawing that is none");
  return sheet;
}

// The drawing with just so many moves, if the program has not replied yet.
async function firstKept(page, count) {
  const sheet = Sheet.restore(JSON.parse(await page.evaluate(() => sessionStorage.getItem("sprouts-drawing"))));
  return sheet?.names.length === count ? sheet : null;
}

// Draws along points of the drawing.
async function boxOf(page) {
  let box = null;
  await until(async () => (box = await page.locator(".hand-holder svg").boundingBox()) !== null, "a sheet with a place");
  return box;
}
async function stroke(page, raw, letGo = true, known = null) {
  const box = known || await boxOf(page);
  const at = ({x, y}) => [box.x + box.width * x / SIDE, box.y + box.height * y / SIDE];
  await page.mouse.move(...at(raw[0]));
  await page.mouse.down();
  for (const point of raw.slice(1)) await page.mouse.move(...at(point));
  if (letGo) await page.mouse.up();
}

// A move by lot that is wide enough for a hand; null when none is found.
function somePlan(sheet, lot, pixels) {
  for (let tries = 0; tries < 20; tries++) {
    const planned = sheet.plan(nameOf(sheet.words, someMove(sheet, lot))), way = planned.drawing.lastWay();
    if (way.some(({x, y}) => Math.hypot(x - way[0].x, y - way[0].y) * pixels > 30)) return planned;
  }
  return null;
}

// Plays a move by lot with a trembling hand; steadier when it was none.
async function drawSome(page, lot) {
  const sheet = await sheetOf(page), played = await moves(page);
  assert.deepEqual(sheet.names, played);
  const planned = somePlan(sheet, lot, (await boxOf(page)).width / SIDE);
  if (!planned) { // too narrow for a hand: by its name
    await page.$eval(".move-buttons button", (button) => button.click());
    await page.waitForFunction((n) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length > n, played.length);
    return {byName: true};
  }
  for (let tremble = 0.3; tremble > 0.03; tremble /= 2) {
    await stroke(page, shaky(planned.drawing.lastWay(), handOf(sheet), lot, tremble));
    const problem = await page.getAttribute(".hand-board", "data-problem");
    if (problem === null) {
      await page.waitForFunction((n) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length > n, played.length);
      return {byName: false};
    }
    await page.$eval(".hand-board", (element) => element.removeAttribute("data-problem"));
    assert.ok((await page.textContent(".hand-line")).length > 5);
  }
  return null;
}

await test("a game of Sprouts freehand on a phone, against the program", async (page) => {
  const lot = lots(2027);
  await open(page, "#/play?game=sprouts&position=4&you=first");
  let drawn = 0;
  for (let guard = 0; guard < 30; guard++) {
    await settled(page);
    if (/wins|win!/.test(await status(page))) break;
    const before = await sheetOf(page), made = await drawSome(page, lot);
    if (!made) continue;
    const name = (await moves(page))[before.names.length], alone = await firstKept(page, before.names.length + 1);
    if (alone && !made.byName) checkEnclosed(before, {drawing: alone.drawing, curve: curveOf(before.words, name)});
    drawn += !made.byName;
    await page.waitForFunction((n) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length > n || /win/.test(document.querySelector("#status").textContent), before.names.length + 1);
    const after = await sheetOf(page);
    checkCrossings(after.drawing);
    assert.deepEqual(after.names, await moves(page));
    if (drawn === 2) await shot(page, "sprouts-hand-phone");
  }
  assert.match(await status(page), /wins|win!/);
  assert.ok(drawn >= 3, `${drawn} curves drawn`);
  await page.click("#theme");
  await shot(page, "sprouts-hand-dark");
});

await test("what a stroke encloses is the move that is played", async (page) => {
  await open(page, "#/play?game=sprouts&position=5&you=both");
  const sheet = await sheetOf(page), {spots} = sheet.drawing;
  const round = (centre, from, radius) => [from, ...Array.from({length: 25}, (unused, k) => ({x: centre.x + radius * Math.cos(k / 4 + Math.atan2(from.y - centre.y, from.x - centre.x)), y: centre.y + radius * Math.sin(k / 4 + Math.atan2(from.y - centre.y, from.x - centre.x))})), from];
  await stroke(page, round(spots[3], spots[2], 0.16 * SIDE)); // from 3 round 4
  await count(page, 1);
  assert.deepEqual(await moves(page), ["3-3[4]"]);
  const after = await sheetOf(page);
  assert.ok(checkEnclosed(sheet, {drawing: after.drawing, curve: {region: 0, from: {boundary: 2, place: 0}, to: {boundary: 2, place: 0}, inside: [3]}}) > 0);
});

await test("curves that are none: a friendly line in both languages, the curve fades, nothing is played", async (page) => {
  await open(page, "#/play?game=sprouts&position=4&you=both&moves=1-3");
  const {drawing: {spots}} = await sheetOf(page), [, b, , d] = spots, nowhere = {x: 0.06 * SIDE, y: 0.06 * SIDE}, line = (from, to) => Array.from({length: 12}, (unused, k) => ({x: from.x + (to.x - from.x) * k / 11, y: from.y + (to.y - from.y) * k / 11}));
  await stroke(page, line(b, d), false);
  assert.ok(await page.locator(".hand-stroke.crossed").first().getAttribute("d"), "it turns red");
  await shot(page, "sprouts-hand-crossing");
  await page.evaluate(() => { // what fades is gone after a second: it is counted when it comes
    window.faded = 0;
    new MutationObserver((changes) => { for (const {addedNodes} of changes) window.faded += [...addedNodes].filter((node) => node.classList?.contains("fades")).length; }).observe(document.querySelector(".hand-holder svg"), {childList: true});
  });
  await page.mouse.up();
  assert.match(await page.textContent(".hand-line"), /may not cross/);
  await page.waitForFunction(() => window.faded === 2);
  await page.waitForFunction(() => document.querySelectorAll(".hand-stroke.fades").length === 0);
  await stroke(page, line(b, nowhere));
  assert.match(await page.textContent(".hand-line"), /ends at a spot/);
  await stroke(page, [...line(b, {x: SIDE / 2, y: -SIDE / 20}), ...line({x: SIDE / 2, y: -SIDE / 20}, d)]);
  assert.match(await page.textContent(".hand-line"), /left the sheet/);
  await page.$eval(".hand-holder", (element) => { element.dataset.before = "1"; });
  await page.click("#language");
  await page.waitForSelector(".hand-holder:not([data-before]) svg");
  await page.locator(".hand-holder").evaluate((element) => element.scrollIntoView({block: "center"}));
  await stroke(page, line(b, nowhere));
  assert.match(await page.textContent(".hand-line"), /finit à un point/);
  assert.deepEqual(await moves(page), ["1-3"]);
});

await test("undo and redo keep what is drawn, a hint is a dotted curve, a reload finds the drawing again", async (page) => {
  await open(page, "#/play?game=sprouts&position=5&you=both");
  const lot = lots(4);
  for (let n = 1; n <= 3; n++) {
    while (!(await drawSome(page, lot)));
    await count(page, n);
  }
  const three = await sheetOf(page);
  await page.click("#undo");
  await count(page, 2);
  const two = await sheetOf(page);
  assert.deepEqual(two.drawing.spots, three.drawing.spots.slice(0, -1), "spots jump");
  assert.deepEqual(two.drawing.curves, three.drawing.curves.slice(0, -2), "curves jump");
  await page.click("#redo");
  await count(page, 3);
  assert.deepEqual((await sheetOf(page)).kept(), three.kept());
  await page.click("#hint");
  await page.waitForFunction(() => (document.querySelector(".hand-hint").getAttribute("d") || "").length > 20);
  await shot(page, "sprouts-hand-hint");
  await page.reload();
  await page.waitForSelector(".hand-holder svg");
  assert.deepEqual((await sheetOf(page)).kept(), three.kept());
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.waitForSelector(".hand-holder svg");
  const anew = await sheetOf(page);
  assert.deepEqual(anew.names, three.names, "without the drawing the moves are drawn anew");
  checkCrossings(anew.drawing);
});

await test("the new spot is slid until the program replies", async (page) => {
  let slid = false;
  for (let tries = 0; tries < 5 && !slid; tries++) { // a slow machine may let the moment pass
    await page.goto("about:blank");
    await open(page, `#/play?game=sprouts&position=${3 + tries}&you=first`);
    await page.waitForTimeout(200);
    const {drawing: {spots: [a, b]}} = await sheetOf(page), part = (k) => ({x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k});
    const box = await boxOf(page);
    await stroke(page, [0, 0.2, 0.4, 0.6, 0.8, 1].map(part), true, box);
    await stroke(page, [0.5, 0.6, 0.75].map(part), false, box);
    await page.waitForTimeout(1500);
    slid = (await moves(page)).length === 1;
    await page.mouse.up();
    await count(page, 2);
    const {drawing: {spots}} = await sheetOf(page), far = (p, q) => Math.hypot(p.x - q.x, p.y - q.y), z = 3 + tries;
    if (slid) assert.ok(far(spots[z], spots[1]) < 0.7 * far(spots[z], spots[0]), "the spot was slid");
  }
  assert.ok(slid, "the program does not wait");
});

await test("20 spots on a phone: zoomed in, drawn, zoomed out", async (page) => {
  await open(page, "#/play?game=sprouts&position=20&you=both");
  await page.getByRole("button", {name: "Zoom in"}).click();
  await page.getByRole("button", {name: "Zoom in"}).click();
  const box = async (n) => { const {x, y, width, height} = await page.locator(`.hand g.spot[data-spot="${n}"] circle`).boundingBox(); return [x + width / 2, y + height / 2]; };
  const sheet = await page.locator(".hand-holder").boundingBox();
  const seen = [];
  for (let n = 1; n <= 20; n++) {
    const [x, y] = await box(n);
    if (x > sheet.x + 10 && y > sheet.y + 10 && x < sheet.x + sheet.width - 50 && y < sheet.y + sheet.height - 10) seen.push([x, y, n]);
  }
  assert.ok(seen.length >= 2, "nothing is seen");
  const [one, other] = [seen[0], seen.slice(1).sort((p, q) => Math.hypot(p[0] - seen[0][0], p[1] - seen[0][1]) - Math.hypot(q[0] - seen[0][0], q[1] - seen[0][1]))[0]];
  await page.mouse.move(one[0], one[1]);
  await page.mouse.down();
  await page.mouse.move(other[0], other[1], {steps: 12});
  await page.mouse.up();
  await count(page, 1);
  assert.deepEqual(await moves(page), [`${Math.min(one[2], other[2])}-${Math.max(one[2], other[2])}`]);
  await page.getByRole("button", {name: "Show everything"}).click();
  assert.equal(await page.getAttribute(".hand-holder svg", "viewBox"), "0 0 1000 1000");
  await shot(page, "sprouts-hand-20");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");
});

// Drags from one end of a move's line to the other, missing both a little.
async function dragLine(page, move, miss) {
  const ends = await page.locator(`.board [data-move="${move}"] line`).first().evaluate((line) => {
    line.ownerSVGElement.scrollIntoView({block: "center"});
    const matrix = line.ownerSVGElement.getScreenCTM(), at = (n) => new DOMPoint(Number(line.getAttribute(`x${n}`)), Number(line.getAttribute(`y${n}`))).matrixTransform(matrix);
    return [1, 2].map((n) => { const {x, y} = at(n); return [x, y]; });
  });
  await page.mouse.move(ends[0][0] + miss, ends[0][1] - miss);
  await page.mouse.down();
  await page.mouse.move((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2, {steps: 3});
  await page.mouse.move(ends[1][0] - miss, ends[1][1] - miss, {steps: 3});
  assert.equal(await page.locator(".board .swiped").getAttribute("data-move"), move, "the line lights up");
  await page.mouse.up();
}

await test("dots-and-boxes by swipes from dot to dot, to the end; a swipe across nothing is said to be none", async (page) => {
  await page.goto(`${base}#/play?game=dots&position=2x2&you=both`);
  await page.waitForSelector(".board svg.swipes");
  for (let played = 0; played < 12; played++) {
    await page.waitForFunction((n) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === n && document.querySelector(".board svg.swipes"), played);
    const {move} = await page.locator(".board [data-move]").nth(played % 2 === 0 ? 0 : -1).evaluate((element) => ({move: element.dataset.move}));
    await dragLine(page, move, 4);
    await count(page, played + 1);
    assert.equal((await moves(page))[played], move);
  }
  assert.match(await status(page), /wins|draw/);
  await page.goto("about:blank");
  await page.goto(`${base}#/play?game=dots&position=3x3&you=both`);
  await page.waitForSelector(".board svg.swipes");
  await page.locator(".board svg").evaluate((element) => element.scrollIntoView({block: "center"}));
  const box = await page.locator(".board svg").boundingBox();
  await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.3 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.75 * box.height, {steps: 5});
  await page.mouse.up();
  await page.waitForFunction(() => /No move goes along/.test(document.querySelector("#toast").textContent));
  assert.equal((await moves(page)).length, 0);
});

await test("Morpion by dragging along five points; a tap plays still", async (page) => {
  await page.goto(`${base}#/play?game=morpion&position=5D`);
  await page.waitForSelector(".board svg.swipes");
  for (let played = 0; played < 6; played++) {
    const names = await page.$$eval(".board [data-move]", (all) => all.map((each) => each.dataset.move)), move = names[(7 * played + 3) % names.length];
    await dragLine(page, move, 1);
    await count(page, played + 1);
    assert.equal((await moves(page))[played], move);
  }
  await shot(page, "morpion-drag");
  await page.locator(".board [data-move] path").first().click();
  await count(page, 7);
});

await test("other surfaces and other beginnings keep the named moves", async (page) => {
  for (const address of ["#/play?game=sprouts&position=0*3@1&you=both", "#/play?game=sprouts&position=0*2.AB|0*3.AB&you=both", `#/play?game=sprouts&position=3&you=both&options=${encodeURIComponent('{"surface":"torus"}')}`]) {
    await page.goto("about:blank");
    await page.goto(base + address);
    await page.waitForSelector(".board svg");
    assert.equal(await page.locator(".hand-holder").count(), 0, address);
    assert.ok(await page.locator(".move-buttons button").count() > 0);
  }
});

await end();
