// The tab of a cluster, in a real browser: a Redis server, a worker and a campaign of the test's own. Prints TAP.
import {spawn} from "node:child_process";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {createRequire} from "node:module";
import {connect} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {strict as assert} from "node:assert";
import {base, drawn, end, open, serve, test, until} from "./browser.mjs";

const folder = await mkdtemp(join(tmpdir(), "zermelo-redis-"));
const url = `unix:${join(folder, "socket")}`;
const started = [];
const begin = (program, ...words) => {
  const process_ = spawn(program, words, {stdio: "ignore"});
  started.push(process_);
  return process_;
};
const zermelo = (...words) => begin(process.env.ZERMELO, ...words, "--cluster", url);
begin("redis-server", "--port", "0", "--unixsocket", join(folder, "socket"), "--dir", folder, "--save", "");
const answers = () => new Promise((resolve) => { // the socket is there before anybody listens to it
  const visitor = connect(join(folder, "socket"), () => visitor.write("PING\r\n"));
  visitor.once("data", (text) => { visitor.destroy(); resolve(String(text).startsWith("+PONG")); });
  visitor.once("error", () => resolve(false));
});
await until(answers, "a Redis server");
const [own, address] = await serve(0, "--cluster", url); // the server that shows the cluster
const master = zermelo("solve", "sprouts", "30", "--play", "misere", "--campaign", "spots", "--quiet");
zermelo("worker", "--quiet", "--memory", "64M");
const card = '[data-campaign="spots"]';
const state = (page, name) => page.waitForSelector(`${card}[data-status="${name}"]`);

await test("a server without a cluster shows no tab of it", async (page) => {
  await page.goto(`${base}#/cluster`);
  await page.waitForSelector("main.view-home > *");
  assert.equal(await page.locator('[data-tab="cluster"]').count(), 0);
});

await test("a campaign is seen: jobs, nodes, the worker, what is searched", async (page) => {
  await page.goto(address);
  await page.click('[data-tab="cluster"]');
  await page.waitForSelector(card);
  await page.waitForFunction((name) => Number(document.querySelector(`${name} .figure-jobsDone`).textContent.replace(/\D/g, "")) > 0, card);
  await page.waitForSelector(`${card} .workers tr.alive`);
  await page.waitForFunction((name) => /0\*30/.test(document.querySelector(`${name} .best-line`)?.textContent || ""), card);
  assert.match(await page.textContent(card), /sprouts/);
  if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/cluster.png`});
});

await test("it is paused, goes on, and is stopped", async (page) => {
  await page.goto(`${address}#/cluster`);
  await page.click(`${card} .order-pause`);
  await state(page, "paused");
  assert.ok(await page.isDisabled(`${card} .order-pause`));
  await page.click(`${card} .order-resume`);
  await state(page, "running");
  const ended = new Promise((resolve) => master.once("exit", resolve));
  await page.click(`${card} .order-stop`);
  assert.equal(await ended, 3, "the master ends as one that was stopped");
  await page.waitForFunction((name) => /paused|stopped/.test(document.querySelector(name).dataset.status), card);
});

await test("on a phone nothing is too wide, in both languages; axe-core finds nothing", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({colorScheme});
    await page.goto(`${address}#/cluster`);
    for (let round = 0; round < 2; round++) {
      await page.waitForSelector(card);
      for (const width of [280, 360, 1280]) {
        await page.setViewportSize({width, height: 740});
        await drawn(page);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `too wide at ${width} px`);
        assert.ok(width < 360 || await page.$$eval("nav a span", (all) => all.every((each) => each.scrollWidth <= each.parentElement.clientWidth)), `tabs are cut off at ${width} px`);
        if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/cluster-${colorScheme}-${round}-${width}.png`, fullPage: true});
      }
      await page.click("#language");
    }
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`));
    assert.deepEqual(found, []);
    await page.context().close();
  }
});

own.kill("SIGTERM");
for (const each of started.reverse()) each.kill("SIGKILL");
await rm(folder, {recursive: true, force: true});
await end();
