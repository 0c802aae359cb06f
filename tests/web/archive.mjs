// The database browser, the book as a tree and a whole game looked at, in a real browser: an archive and
// a book of a few games, made here, and what the page shows beside what the server says. Prints TAP; with
// SHOTS=folder pictures are kept.
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {strict as assert} from "node:assert";

const folder = mkdtempSync(join(tmpdir(), "zermelo-archive-"));
const archive = join(folder, "lab.games"), book = join(folder, "lab.book"), file = join(folder, "lab.ggf");
const BOARD = "BO[8 ---------------------------O*------*O--------------------------- *]";
// A whole game (its last moves lose), one turned that goes the same way, and one that does not.
const LONG = "f5 d6 c3 d3 c4 f4 c5 b3 c2 e3 d2 c6 b4 a3 b5 e6 a5 a6 a4 b6 f6 e2 g3 d1 f3 c1 f1 f2 f7 e7 e1 g6 e8 g5 g4 h3 h6 h4 h5 h7 b1 d7 c8 g2".split(" ");
const ggf = (first, second, event, year, result, moves) => `(;GM[Othello]PC[${event}]DT[${year}]PB[${first}]PW[${second}]RE[${result}]TY[8]${BOARD}${moves.map((move, i) => `${"BW"[i % 2]}[${move}]`).join("")};)\n`;
writeFileSync(file, ggf("Ann", "Bert", "Lab cup", 1997, "-4.00", LONG) + ggf("Bert", "Ann", "Lab cup", 1998, "+6.00", ["c4", "e3", "f6", "e6"]) + ggf("Cora", "Dan", "Open", 1998, "0.00", ["f5", "f6", "e6"]));
execFileSync(process.env.ZERMELO, ["archive", "import", archive, file]);
execFileSync(process.env.ZERMELO, ["book", "othello", "learn", book, file, "--depth", "1", "--exact", "4"]);
process.env.SERVE = `--archive ${archive} --book ${book}`;
const {base, drawn, end, test} = await import("./browser.mjs");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const text = (page, selector) => page.textContent(selector);
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

// Nothing is wider than the screen, axe-core finds nothing, in all four looks.
async function looks(page, name) {
  for (const [theme, width, height] of [["light", 360, 740], ["dark", 360, 740], ["dark", 1280, 860], ["light", 1280, 860]]) {
    await page.setViewportSize({width, height});
    await page.evaluate((value) => { document.documentElement.dataset.theme = value; }, theme);
    await drawn(page);
    assert.ok(await wide(page) <= 0, `${name}: too wide at ${width}`);
    if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/${name}-${theme}-${width}.png`, fullPage: width < 500});
    if (theme === "light" && width < 500) continue;
    if (!await page.evaluate(() => "axe" in window)) await page.evaluate(axe);
    const found = await page.evaluate(async () => (await window.axe.run(document, {resultTypes: ["violations"]})).violations.map((each) => `${each.id}: ${each.nodes[0].html}`));
    assert.deepEqual(found, [], `${name}, ${theme}, ${width}`);
  }
}

await test("the archive: continuations by symmetry, a search, a game replayed by its slider", async (page) => {
  await page.goto(`${base}#/archive`);
  await page.waitForSelector("#continuations .bars");
  await page.click('.bars [data-move="f5"] button, .bars [data-move="d3"] button, .bars [data-move="c4"] button, .bars [data-move="e6"] button');
  await page.waitForFunction(() => document.querySelectorAll("#continuations .bars tbody tr").length === 2);
  assert.match(await text(page, "#found-count"), /: 3/);
  await page.fill("#find-player", "ann");
  await page.fill("#find-year", "1998");
  await page.click("#find .primary");
  await page.waitForFunction(() => /: 1/.test(document.querySelector("#found-count").textContent));
  assert.match(await text(page, ".found tbody"), /Bert.*Ann.*35-29/);
  await page.fill("#find-year", "");
  await page.click("#find .primary");
  await page.waitForFunction(() => /: 2/.test(document.querySelector("#found-count").textContent));
  await page.click('.replay[data-game="1"]');
  await page.waitForFunction(() => /Ann – Bert/.test(document.querySelector("#opened").textContent));
  assert.equal(await page.getAttribute(".line input[type=range]", "max"), String(LONG.length));
  await page.click("#line-last");
  await page.waitForFunction((count) => document.querySelectorAll(".board .black, .board .white, .board circle").length > 0 && document.querySelector(".line .where").textContent.includes(count), String(LONG.length));
  await page.waitForFunction(() => /No game went on/.test(document.querySelector("#continuations").textContent));
  await page.reload();
  await page.waitForFunction(() => /Ann – Bert/.test(document.querySelector("#opened")?.textContent || ""));
  await looks(page, "archive");
});

await test("the archive: what is wrong is said, and nothing is lost", async (page) => {
  await page.goto(`${base}#/archive?part=games`);
  await page.waitForSelector("#continuations .bars");
  await page.fill("#find-year", "then");
  await page.click("#find .primary");
  await page.waitForFunction(() => /expected a year/.test(document.querySelector("#toast").textContent));
  await page.waitForSelector("#continuations .bars");
});

await test("the book as a tree: a move unfolds, the board follows", async (page) => {
  await page.goto(`${base}#/archive?part=book`);
  await page.waitForSelector("#book summary");
  await page.click("#book > li > details > summary");
  await page.waitForSelector("#book > li > details[open] > ul > li");
  await page.waitForFunction(() => /Worth/.test(document.querySelector("#book-words").textContent) && /move 1/.test(document.querySelector(".line .where").textContent));
  await page.locator("#book ul summary").first().click();
  await page.waitForFunction(() => /move 2/.test(document.querySelector(".line .where").textContent));
  const first = await page.locator("#book > li > details > summary .worth").first().textContent();
  assert.match(first, /^([+−]\d+|0)$/);
  await looks(page, "book");
});

await test("a whole game: graph, slider, the first mistake, a record to keep", async (page) => {
  await page.goto(`${base}#/archive?part=review&moves=${LONG.join("+")}`);
  await page.waitForSelector(".review-graph .curve");
  const points = (await page.getAttribute(".review-graph .curve", "points")).trim().split(" ");
  assert.equal(points.length, LONG.length + 1);
  await page.waitForSelector(".losses .first-one button");
  const number = Number(await page.locator(".losses .first-one button").getAttribute("data-number"));
  await page.click(".losses .first-one button");
  await page.waitForFunction((at) => Number(document.querySelector(".line input[type=range]").value) === at, number - 1);
  await page.waitForFunction(() => /loses \d+/.test(document.querySelector("#review-here").textContent));
  const [kept] = await Promise.all([page.waitForEvent("download"), page.click("#keep-record")]);
  assert.match(readFileSync(await kept.path(), "utf8"), /B\[f5\/[+-]\d+\.00\]W\[d6\//);
  await page.fill("#review-moves", "f5 a1");
  await page.click("#review-start");
  await page.waitForFunction(() => /not legal/.test(document.querySelector("#toast").textContent));
  await page.fill("#review-moves", LONG.slice(0, 20).join(""));
  await page.click("#review-start");
  await page.waitForFunction(() => document.querySelector(".review-graph .curve")?.getAttribute("points").trim().split(" ").length === 21);
  await looks(page, "review");
});

await test("from a game of Othello to its analysis", async (page) => {
  await page.goto(`${base}#/play?game=othello&you=both&moves=f5+d6+c3`);
  await page.waitForSelector('[data-go="review"]');
  await page.click('[data-go="review"]');
  await page.locator(".review-graph").waitFor();
});

rmSync(folder, {recursive: true, force: true});
await end();
