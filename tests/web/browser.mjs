// What the tests of the page share: a server, a browser, a test as TAP, and how things are clicked.
import {spawn} from "node:child_process";
import {createInterface} from "node:readline";
import {strict as assert} from "node:assert";
import {chromium} from "playwright-core";

// A server on this port (0: any that is free), with the options of SERVE and more: the process, and its address
// (undefined: it ended).
export async function serve(port, ...more) {
  const set = (process.env.SERVE || "").split(" ").filter(Boolean);
  const started = spawn(process.env.ZERMELO, ["serve", "--port", String(port), "--rate", "0", "--memory", "512M", ...set, ...more], {stdio: ["ignore", "pipe", "inherit"]});
  return [started, await new Promise((resolve) => createInterface(started.stdout).once("line", resolve).once("close", () => resolve()))];
}

const [server, address] = await serve(0);
export const base = address;
const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"]});
const PATIENCE = Number(process.env.PATIENCE || 60000); // milliseconds that something may take: slow machines are no failure
export const problems = []; // what the browser complained of
let number = 0, failed = 0;

const VIEWPORT = {width: 1280, height: 860};
const waiting = new Map(); // pages at rest, by their options: a window costs more to open than most tests take

// A page for one test: one that waits, or a new one.
export async function open(options = {}) {
  const key = JSON.stringify(options), rested = waiting.get(key);
  waiting.delete(key);
  if (rested) return rested;
  const context = await browser.newContext({viewport: VIEWPORT, locale: "en-US", ...options});
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("console", (message) => { if (message.type() === "error" && !/40[49]|422/.test(message.text())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(error.message));
  return page;
}

// Leaves a page as if nobody had visited yet. What it keeps is forgotten at a place without scripts.
async function rest(page, options) {
  await page.mouse.up();
  await page.goto(`${base}icon.svg`);
  await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  await page.context().clearCookies();
  await page.setViewportSize(options.viewport ?? VIEWPORT);
  waiting.set(JSON.stringify(options), page);
}

// Runs a test in a page that has kept nothing of another: the error it ended with, or null. After an error
// nothing of it is used again.
async function attempt(body, options) {
  const page = await open(options);
  problems.length = 0;
  try {
    await body(page);
    assert.deepEqual(problems, [], "the browser complained");
    await rest(page, options);
    return null;
  } catch (error) {
    console.log(String(error.stack || error).split("\n").map((line) => `# ${line}`).join("\n"));
    if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/failed-${number}.png`}).catch(() => {});
    await page.context().close();
    return error;
  }
}

// A test that fails is run once more: a busy machine can make a browser miss a moment. What needed that is
// said where the tests are summed up.
export async function test(name, body, options = {}) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  number++;
  const first = await attempt(body, options), last = first && await attempt(body, options);
  if (first && !last) console.log(`# in all: "${name}" passed at its second try only: ${String(first.message || first).split("\n")[0]}`);
  failed += last !== null;
  console.log(`${last ? "not ok" : "ok"} ${number} - ${name}`);
}

export async function ask(path, body) {
  const reply = await fetch(base + path, body === undefined ? {} : {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
  return reply.json();
}

// Asks again and again until it is so, or patience ends.
export async function until(holds, what) {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// What was changed has been laid out.
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

export const status = (page) => page.textContent("#status");
export const moves = (page) => page.$$eval("#moves li:not(.none):not(.ahead)", (items) => items.map((item) => item.textContent));

export async function settled(page) {
  await page.waitForFunction(() => !/thinking|réfléchit/.test(document.querySelector("#status")?.textContent || "thinking"));
}

// A place of a drawing where only its own path is under the pointer; null: other parts cover it.
export async function pointOn(page, selector) {
  return page.locator(selector).first().evaluate((path) => {
    path.scrollIntoView({block: "center"});
    const box = path.getBoundingClientRect();
    for (let step = 2; step <= 64; step *= 2)
      for (let i = 1; i < step; i++)
        for (let j = 1; j < step; j++) {
          const [x, y] = [box.left + box.width * i / step, box.top + box.height * j / step];
          if (path.contains(document.elementFromPoint(x, y))) return [x, y];
        }
    return null;
  });
}

// Clicks where only this is under the pointer; a drawing that makes room comes to rest first.
export async function clickPath(page, selector) {
  let point = null;
  await until(async () => { point = await pointOn(page, selector); return point; }, `${selector} can be clicked`);
  await page.mouse.click(...point);
}

// Plays a move on the board as a person does: its own mark, or the points that it goes through; by its
// name where the board has neither.
export async function playMove(page, name) {
  const before = (await moves(page)).length;
  const mark = `.board [data-move="${name}"].move`;
  if (await page.locator(mark).count() > 0) await clickPath(page, mark);
  else {
    const points = await page.evaluate(async (move) => {
      const {pointsOf} = await import("/men.js");
      const points = pointsOf(move);
      return points.every((point) => document.querySelector(`.board [data-at="${CSS.escape(point)}"]`)) ? points : null;
    }, name);
    if (points && !await page.locator(".board .corner").count()) for (const point of points) await clickPath(page, `.board [data-at="${point}"]`);
    else await page.$eval(`[data-name="${name}"]`, (button) => button.click());
  }
  await page.waitForFunction((count) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length > count, before)
    .catch(() => assert.fail(`${name} was not played`));
}

export async function end() {
  console.log(`1..${number}`);
  await browser.close();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  const code = await ended;
  if (code !== 0) console.log(`# the server ended with ${code}`);
  process.exit(failed || code !== 0 ? 1 : 0);
}
