// Every game of the registry, played on its board in a real browser: light and dark, phone and desktop.
// Each move must change the pixels of the board by its pieces alone (marks and handles are hidden for the
// comparison), nothing may be wider than the screen from 280 to 1,920 px, and axe-core must find nothing.
// A few moves of each game; whole games, in all four looks, with ZM_LONG. Prints TAP.
import {readFile} from "node:fs/promises";
import {createRequire} from "node:module";
import {strict as assert} from "node:assert";
import {ask, base, drawn, end, moves, playMove, test} from "./browser.mjs";

const LONG = Boolean(process.env.ZM_LONG);
const FEW = 2; // moves, unless it is long
const MOST = 200; // of games that can go round in circles
const LOOKS = [["light", 360, 740], ["dark", 1280, 860], ["dark", 360, 740], ["light", 1280, 860]];
const WIDTHS = [280, 320, 360, 412, 540, 721, 768, 844, 960, 1024, 1100, 1280, 1920];
// Boards on which a whole game is short.
const SMALL = {sprouts: "3", cram: "3x4", dots: "2x2", nimstring: "2x2", othello: "4x4", go: "3x3", loa: "3x3", hex: "3x3", domineering: "4x4", chomp: "3x4", nim: "3,4,5",
  octal: "0.07:9", grundy: "8", klotski: "A.B/ACC/... A 2,3", montana: "deal:4x4:1", peg: "4x4:c1", morpion: "4D"};
const BARE = `html.bare .gone, html.bare .at, html.bare .sign, html.bare .domino.move, html.bare .leaving { display: none !important; }
  html.bare .last, html.bare .turned, html.bare .last * { stroke: none !important; } html.bare .label { visibility: hidden; }`;

const seed = Number(process.env.ZM_SEED || 20261);
let lots = seed;
function below(count) {
  lots = (Math.imul(lots, 1103515245) + 12345) >>> 0;
  return (lots >>> 8) % count;
}

// The pixels of the board with nothing but its pieces.
async function pixels(page) {
  await page.mouse.move(1, 1);
  await page.evaluate(() => { document.activeElement?.blur(); document.documentElement.classList.add("bare"); });
  await drawn(page);
  const shot = await page.locator(".board-place").screenshot();
  await page.evaluate(() => document.documentElement.classList.remove("bare"));
  return shot.toString("base64");
}

const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function playGame(page, game, few) {
  const position = SMALL[game.name] ?? game.start;
  await page.goto(`${base}#/play?game=${game.name}&you=both&position=${encodeURIComponent(position)}`);
  await page.waitForFunction((name) => document.querySelector("#game")?.value === name && document.querySelector(".board"), game.name);
  await page.evaluate((css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }, BARE);
  for (let count = 0; count < few; count++) {
    const {over, moves: legal} = await ask("api/position", {game: game.name, position, moves: await moves(page)});
    if (over) break;
    const move = legal[below(legal.length)];
    await page.waitForFunction((name) => document.querySelector(`[data-name="${CSS.escape(name)}"]:not(:disabled)`), move);
    const before = await pixels(page);
    await playMove(page, move);
    await drawn(page);
    assert.notEqual(await pixels(page), before, `${game.name}: ${move} changes nothing that can be seen (seed ${seed}, ${(await moves(page)).join(" ")})`);
    assert.ok(await wide(page) <= 0, `${game.name}: too wide`);
  }
  const last = await ask("api/position", {game: game.name, position, moves: await moves(page)});
  if (last.over) await page.locator("#again").waitFor();
  return last.over;
}

const {games} = await ask("api/games");
for (const [index, game] of games.entries())
  for (const [look, [colorScheme, width, height]] of LOOKS.entries()) {
    if (!LONG && look !== index % LOOKS.length) continue;
    await test(`${game.name} is played on its board, and every move is seen: ${colorScheme}, ${width} px`, async (page) => {
      const over = await playGame(page, game, LONG ? MOST : FEW);
      if (LONG && !["loa", "klotski", "tapatan", "morris"].includes(game.name)) assert.ok(over, `${game.name} came to no end`);
      if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/${game.name}-${colorScheme}-${width}.png`});
    }, {viewport: {width, height}, colorScheme});
  }

await test("a game of Lines of Action comes to its end on the board: the page says who won, and why", async (page) => {
  const game = "b8-b6 h3-f3 c8-h8 h7-h1 d8-f6 h4-f4 b6-b4 h2-f2 f8-c5 h5-e2 e8-e5 h6-e3 c1-c3 a7-b7 b1-c2 h1-e4 h8-d4 e4-c2 c5-c2 a6-d3 g8-e6".split(" ");
  await page.goto(`${base}#/play?game=loa&you=both&moves=${encodeURIComponent(game.slice(0, -4).join(" "))}`);
  for (const move of game.slice(-4)) {
    await page.waitForFunction((name) => document.querySelector(`[data-name="${CSS.escape(name)}"]:not(:disabled)`), move);
    await playMove(page, move);
  }
  await page.locator("#again").waitFor();
  assert.deepEqual(await moves(page), game);
  assert.equal(await page.locator("#status").textContent(), "Player 1 wins.");
  assert.match(await page.locator("#note").textContent(), /All men of the winner hang together/);
  if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/loa-end.png`});
  await page.click("#again");
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 0);
});

await test("men move by two clicks, by dragging and by keys; a mill is closed and takes a man", async (page) => {
  await page.goto(`${base}#/play?game=morris&you=both&moves=${encodeURIComponent("a1 d2 c1 d4")}`);
  await page.locator('[data-at="e1"].step').waitFor();
  await playMove(page, "e1xd4");
  await page.goto(`${base}#/play?game=tapatan&you=both&moves=${encodeURIComponent("1 5 2 3 7 4")}`);
  await page.locator(".at.step").first().waitFor();
  const {moves: legal} = await ask("api/position", {game: "tapatan", position: "start", moves: "1 5 2 3 7 4".split(" ")});
  const [from, to] = legal.find((name) => name.includes("-")).split("-");
  const middle = async (point) => { const box = await page.locator(`[data-at="${point}"]`).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  await page.mouse.move(...await middle(from));
  await page.mouse.down();
  await page.mouse.move(...await middle(to), {steps: 4});
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 7);
  assert.equal((await moves(page))[6], `${from}-${to}`);
  await page.locator(".at.step").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".at.goal").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 8);
});

await test("a card of Montana is dragged to its gap, on a phone; elsewhere it comes back; a solution is played", async (page) => {
  await page.goto(`${base}#/play?game=montana&position=deal:4x4:1`);
  const card = page.locator('.board [data-move="3D"].move');
  await card.waitFor();
  const drop = async (far) => {
    await card.scrollIntoViewIfNeeded();
    const [from, to] = await card.evaluate((element) => {
      const box = element.getBoundingClientRect(), [x, y] = element.dataset.to.split(",").map(Number);
      const goal = new DOMPoint(x, y).matrixTransform(element.ownerSVGElement.getScreenCTM());
      return [[box.x + box.width / 2, box.y + box.height / 2], [goal.x, goal.y]];
    });
    const end = far ? [from[0], from[1] + (to[1] > from[1] ? -70 : 70)] : to;
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + end[0]) / 2, (from[1] + end[1]) / 2, {steps: 3});
    await page.mouse.move(...end);
    await page.mouse.up();
  };
  await drop(true);
  await drawn(page);
  assert.deepEqual((await moves(page)).filter((move) => /\d/.test(move)), []);
  await drop(false);
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 1);
  assert.deepEqual(await moves(page), ["3D"]);
  assert.ok((await card.count()) === 0 && await page.evaluate(() => document.querySelector(".board svg rect[data-move]").getBoundingClientRect().width > 40));
  await page.click("#solution");
  await page.waitForFunction(() => /Solved/.test(document.querySelector("#status").textContent) || /cannot be won/.test(document.querySelector("#note").textContent));
}, {viewport: {width: 390, height: 844}});

await test("reasons: chains of dots-and-boxes, bridges of Hex; games of Go as SGF", async (page) => {
  await page.goto(`${base}#/play?game=hex&position=4x4&you=both`);
  await page.locator(".board svg").waitFor();
  const told = await page.evaluate(async () => {
    const [{bridgesOf, chainsOf}, {readSgf, writeSgf}] = await Promise.all([import("/reasons.js"), import("/sgf.js")]);
    const all = ["a1b1", "b1c1", "a2b2", "b2c2", "a3b3", "b3c3", "a1a2", "a2a3", "b1b2", "b2b3", "c1c2", "c2c3"], without = (...gone) => all.filter((side) => !gone.includes(side));
    return {bridge: bridgesOf(["....", ".L..", "....", "...."], "L", "c3"), none: bridgesOf(["....", ".L..", "..R.", "...."], "L", "b4"),
      safe: chainsOf(2, 2, all, "a1b1"), takes: chainsOf(2, 2, without("a1b1", "a1a2", "b1b2"), "a2b2"), gives: chainsOf(2, 2, without("a1b1", "a1a2"), "b1b2"),
      sgf: writeSgf("9x9", ["e5", "c3", "pass", "j9"], {komi: "7.5"}), back: readSgf("(;GM[1]SZ[19]C[B[aa\\] x]PB[Foo];B[pd]C[hi];W[dd](;B[aa])(;B[bb]))"), bad: [readSgf("x"), readSgf("(;SZ[9]AB[aa])"), readSgf("(;SZ[9];W[aa])"), readSgf("(;SZ[9];B[zz])")]};
  });
  assert.deepEqual(told.bridge, [["b3", "c2", "b2"], ["c4", "b4", null]]);
  assert.deepEqual(told.none, []);
  assert.deepEqual(told.safe, {takes: 0, gives: 0, before: 0, least: 0, safe: 12});
  assert.equal(told.takes.takes, 1);
  assert.equal(told.gives.gives, 1);
  assert.equal(told.sgf, "(;GM[1]FF[4]CA[UTF-8]AP[Zermelo]SZ[9]KM[7.5];B[ee];W[cg];B[];W[ia])\n");
  assert.deepEqual(told.back, {position: "19x19", moves: ["q16", "d16", "a19"], komi: undefined});
  assert.deepEqual(told.bad, [null, null, null, null]);
  await page.goto(`${base}#/play?game=go&position=9x9&you=both&moves=e5`);
  await page.click(".record summary");
  const [kept] = await Promise.all([page.waitForEvent("download"), page.click("#sgf")]);
  assert.match(await readFile(await kept.path(), "utf8"), /SZ\[9\];B\[ee\]/);
  await page.setInputFiles("#sgf-file", {name: "a.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from("(;SZ[13];B[aa];W[bb])")});
  await page.waitForFunction(() => [...document.querySelectorAll("#moves li")].map((item) => item.textContent).join() === "a13,b12");
});

await test("components: each move bears the letter of the one it is made in; dots: boxes so far, and all of a turn is marked", async (page) => {
  await page.goto(`${base}#/play?game=cram&position=${encodeURIComponent("00G000G00/00G000G00")}&you=both`);
  await page.waitForSelector(".board .move");
  await page.click("#who");
  await page.waitForSelector(".components tfoot");
  assert.deepEqual(await page.$$eval(".components th", (all) => all.map((each) => each.textContent)), ["A × 2", "B"]);
  const letters = await page.$$eval(".board .part", (all) => all.map((each) => `${each.previousElementSibling.closest("[data-move]")?.dataset.move ?? each.previousElementSibling.previousElementSibling.dataset.move} ${each.textContent}`));
  assert.ok(letters.includes("a1-b1 A") && letters.includes("d1-e1 B") && letters.includes("h1-h2 A"), letters.join());
  await page.goto(`${base}#/play?game=dots&position=2x2&you=both&moves=${encodeURIComponent("a1b1 b1c1 a1a2 c1c2 b1b2 a2b2 b2c2 a2a3")}`);
  await page.waitForFunction(() => /\(0 to 2\)|\(2 to 0\)/.test(document.querySelector("#status").textContent));
  assert.ok(await page.locator(".board .last").count() > 3, "three sides and two boxes were this turn's");
});

await test("Montana: all cards of a deal are on the screen of a phone, large enough to be read", async (page) => {
  await page.goto(`${base}#/play?game=montana&position=deal%3A3`);
  await page.waitForSelector(".board .piece");
  const seen = await page.$$eval(".board .piece", (cards) => cards.map((card) => {
    const box = card.getBoundingClientRect(), rank = card.querySelector("text").getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight && rank.height >= 14;
  }));
  assert.equal(seen.length, 52);
  assert.ok(seen.every(Boolean), `${seen.filter((one) => !one).length} cards are not`);
}, {viewport: {width: 360, height: 740}});

await test("Montana: the graph of a small deal is drawn when its card is unfolded, and again after a move; a large one is not", async (page) => {
  const deal = encodeURIComponent("AS 4D 3C 4C ./AH 2H 3H 3D ./AD 2D 3S . ./AC 2C 4H 2S 4S");
  await page.goto(`${base}#/play?game=montana&position=${deal}`);
  await page.waitForSelector(".board .move");
  await page.click("#graph summary");
  await page.waitForFunction(() => document.querySelectorAll("#graph circle").length === 23);
  assert.match(await page.textContent("#graph"), /Each dot is a position/);
  assert.equal(await page.textContent("#graph-told"), "23 positions, of which 18 can be won.");
  assert.equal(await page.locator('#graph circle[fill="#c00"]').count(), 5);
  assert.equal(await page.locator('#graph path[stroke="#c00"]').count(), 3);
  await playMove(page, "4S");
  await page.waitForFunction(() => document.querySelectorAll("#graph circle").length < 23);
  await page.goto(`${base}#/play?game=montana&position=deal%3A5`);
  await page.waitForSelector(".board .move");
  await page.click("#graph summary");
  await page.waitForFunction(() => /3000 positions/.test(document.querySelector("#graph-told")?.textContent));
  await page.goto(`${base}#/play?game=peg`);
  await page.waitForSelector("#values");
  assert.equal(await page.locator("#graph").count(), 0);
});

await test("Morpion: how many more moves can be made, proved near the end and at least so many before; a long game is played", async (page) => {
  const begun = "3,4H0 6,1V0 2,3V3 0,1DN0 0,0V0 1,0H1 7,4DN3 4,-1V0 4,3V0 7,0DP3 2,7V3 1,8DP0 3,2DN2 0,5DP0 5,6H3 7,2H3 5,0DN1 8,1DP3 6,0H2 4,7DN3 6,5DP2 5,-2DP3 6,-1DN1 7,-2DP3 -1,4H0 1,6DN2";
  await page.goto(`${base}#/play?game=morpion&position=4D&moves=${encodeURIComponent(begun)}`);
  await page.waitForSelector(".board .move");
  assert.equal(await page.textContent("#who"), "How many more moves?");
  await page.click("#who");
  await page.waitForFunction(() => document.querySelector(".note").textContent === "8 more moves can be made, and no more.");
  await page.click("#hint");
  await page.waitForFunction(() => /8 more moves/.test(document.querySelector(".note").textContent) && document.querySelector(".board .best"));
  await page.click("#solution");
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 26 + 8);
  await page.waitForFunction(() => /No move is left: .*34 moves/.test(document.querySelector("#status").textContent));
  await page.goto(`${base}#/play?game=morpion&position=4D`);
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none)").length === 0 && document.querySelector(".board .move"));
  await page.click("#who");
  await page.waitForFunction(() => Number(/At least (\d+) more moves/.exec(document.querySelector(".note").textContent)?.[1]) > 20);
});

await test("Go: whose the points become is shown while its switch is on, and stays on", async (page) => {
  const wall = encodeURIComponent("..XO.../..XO.../..XO.../O.XO.../..XO.../..XO.../..XO... X"), square = '.owners [data-owner-of="a1"]';
  await page.goto(`${base}#/play?game=go&you=both&position=${wall}`);
  await page.click("#owners");
  await page.locator(square).waitFor();
  assert.equal(await page.getAttribute(square, "fill"), "#111");
  assert.equal(await page.getAttribute('.owners [data-owner-of="g7"]', "fill"), "#fff");
  assert.ok(await page.getAttribute('.owners [data-owner-of="a4"]', "stroke-width") > 1, "a stone that is lost");
  assert.match(await page.textContent("#owners-told"), /Black 2\d, White 2\d/);
  await playMove(page, "a7");
  await page.locator('.owners [data-owner-of="a7"]').waitFor();
  await page.click("#owners");
  await page.locator(".owners").waitFor({state: "detached"});
  await page.goto(`${base}#/play?game=nim`);
  await page.waitForSelector("#values");
  assert.equal(await page.locator("#owners").count(), 0);
});

await test("tactics of Go: a hint says what its move joins, the list of goals shades their traces, in both languages", async (page) => {
  const position = encodeURIComponent(".XOX.../.XOX.../.XOX.../.XOX.../.XOX.../.XOX.../.XO.OO. X");
  for (const [lang, why, can] of [["en", /It connects b7 and d7\./, "b7 and d7: connected by d1"], ["fr", /Il relie b7 et d7\./, "b7 et d7 : reliés par d1"]]) {
    await page.goto(`${base}#/play?game=go&position=${position}&you=both`);
    await page.evaluate((each) => localStorage.setItem("language", each), lang);
    await page.reload();
    await page.locator(".board svg").waitFor();
    await page.click("#hint");
    await page.waitForFunction((words) => new RegExp(words).test(document.querySelector("#note").textContent), why.source, {timeout: 60000});
    assert.ok(await page.locator(".board .trace[data-point=d1]").count() > 0);
    await page.click("#who");
    const line = page.locator(".tactics button", {hasText: can});
    await line.click({timeout: 60000});
    await page.waitForFunction(() => document.querySelectorAll(".board .trace").length > 1);
    const there = await page.evaluate(() => { const box = (each) => document.querySelector(each).getBoundingClientRect(); const a = box(".trace[data-point=d1]"), b = box("[data-move=d1]"); return Math.hypot(a.x - b.x, a.y - b.y) + Math.abs(a.width - b.width); });
    assert.ok(there < 2);
    if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/go-tactics-${lang}.png`});
    await line.click();
    await page.waitForFunction(() => document.querySelectorAll(".board .trace").length === 0);
  }
});

await test("nothing is wider than the screen from 280 to 1,920 px, in all views and both languages", async (page) => {
  const views = ["home", "play?game=othello", "play?game=dots", "explore?game=cram&position=2x3", "tree?game=cram&position=2x3", "families?game=cram", "compute", "stores"];
  for (let round = 0; round < 2; round++) {
    for (const view of views) {
      await page.goto(`${base}#/${view}`);
      await page.waitForFunction((name) => document.querySelector("main").className === `view-${name}` && document.querySelector("main").children.length > 0, view.split("?")[0]);
      for (const width of round === 0 || LONG ? WIDTHS : WIDTHS.slice(0, 2)) {
        await page.setViewportSize({width, height: 800});
        await drawn(page);
        assert.ok(await wide(page) <= 0, `${view} at ${width} px is ${await wide(page)} px too wide`);
      }
    }
    await page.click("#language");
  }
});

// In the dark only the colours are others.
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
for (const [colorScheme, rules] of [["light", {}], ["dark", {runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}}]])
  await test(`axe-core finds nothing, ${colorScheme}`, async (page) => {
    const views = ["home", "play?game=othello&moves=f5", "play?game=tapatan&you=both&moves=5", "play?game=sprouts&position=3", "explore?game=cram&position=2x3", "tree?game=cram&position=2x3", "families?game=cram", "compute", "stores"];
    for (const view of views) {
      await page.goto(`${base}#/${view}`);
      await page.waitForFunction((name) => document.querySelector("main").className === `view-${name}` && document.querySelector("main").children.length > 0, view.split("?")[0]);
      await page.waitForFunction(() => !document.querySelector(".loading"));
      await drawn(page);
      if (!await page.evaluate(() => "axe" in window)) await page.evaluate(axe);
      const found = await page.evaluate(async (rules) => (await window.axe.run(document, {resultTypes: ["violations"], ...rules})).violations
        .map((each) => `${each.id} (${each.impact}): ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`), rules);
      assert.deepEqual(found, [], `${view}, ${colorScheme}`);
    }
  }, {colorScheme});

await end();
