// How fast the page is, in Chromium's own time: from the start of the navigation until the first board of
// each game is painted, with nothing kept (a new context each time), and from a move until the reply of
// the program stands on the board at level fair. Prints figures, passes or fails nothing:
//   node speed.mjs PROGRAM [OTHER-PROGRAM]     both in turn, in one run; ROUNDS=3, ONLY=game
import {spawn} from "node:child_process";
import {createInterface} from "node:readline";
import {chromium} from "playwright-core";

// Where the tiles of the home lead (web/early.js), the usual start elsewhere.
const starts = {cram: "4x5", nim: "3,4,5", dots: "3x3", octal: "0.07:20", sprouts: "5", domineering: "5x5", peg: "english", hex: "5x5", chomp: "4x6", othello: "8x8", go: "9x9", grundy: "12", hackenbush: "BRB/GR/RBB/GGB"};
const ROUNDS = Number(process.env.ROUNDS || 3);
const programs = process.argv.slice(2);

async function serve(program) {
  const started = spawn(program, ["serve", "--port", "0", "--rate", "0", "--memory", "512M"], {stdio: ["ignore", "pipe", "inherit"]});
  return {started, base: await new Promise((resolve) => createInterface(started.stdout).once("line", resolve))};
}

// In the page: notes when an element that is looked for has been painted.
function watch() {
  window.painted = new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(".board svg, .board pre, .board .text-board")) return;
      seen.disconnect();
      requestAnimationFrame(() => { const after = new MessageChannel(); after.port1.onmessage = () => resolve(performance.now()); after.port2.postMessage(0); });
    };
    const seen = new MutationObserver(look);
    seen.observe(document, {childList: true, subtree: true});
  });
}

async function firstBoard(browser, base, game) {
  const context = await browser.newContext({viewport: {width: 1280, height: 860}, locale: "en-US", serviceWorkers: "block"});
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${base}#/play?${new URLSearchParams({game: game.name, position: starts[game.name] ?? game.start, you: "both"})}`, {waitUntil: "commit"});
  const time = await page.evaluate(() => window.painted);
  const figures = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource");
    return {requests: all.length + 1, bytes: all.reduce((sum, each) => sum + each.encodedBodySize, 0)};
  });
  await context.close();
  return {time, ...figures};
}

// The server's own answer to a move at level fair, as the page asks for it.
async function reply(base, game, position, moves) {
  const from = performance.now();
  const answer = await fetch(`${base}api/choose`, {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({game: game.name, position, moves, options: {level: "fair"}, seconds: 0.6})});
  await answer.text();
  return answer.ok ? performance.now() - from : NaN;
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const servers = await Promise.all(programs.map(serve));
const {games} = await (await fetch(`${servers[0].base}api/games`)).json();
const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"]});
const totals = servers.map(() => []);
console.log("game: first board ms, requests, KB (each program); reply at level fair ms (each program)");
for (const game of games) {
  if (process.env.ONLY && process.env.ONLY !== game.name) continue;
  const boards = servers.map(() => []), replies = servers.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, {base}] of servers.entries()) {
      boards[i].push(await firstBoard(browser, base, game));
      replies[i].push(await reply(base, game, starts[game.name] ?? game.start, []));
    }
  const told = boards.map((list, i) => {
    const time = median(list.map((each) => each.time));
    totals[i].push(time);
    return `${time.toFixed(0)} ms (least ${Math.min(...list.map((each) => each.time)).toFixed(0)}), ${list[0].requests}, ${(list[0].bytes / 1024).toFixed(0)} KB`;
  });
  console.log(`${game.name}: ${told.join(" | ")}; reply ${replies.map((list) => median(list).toFixed(0)).join(" | ")}`);
}
console.log(`median of the games: ${totals.map((list) => median(list).toFixed(0)).join(" | ")} ms, slowest ${totals.map((list) => Math.max(...list).toFixed(0)).join(" | ")} ms`);
await browser.close();
for (const {started} of servers) started.kill("SIGTERM");
