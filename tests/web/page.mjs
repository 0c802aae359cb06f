// The page as people use it, in a real browser: played, watched, steered, explored, on a phone and
// by the keyboard alone. Prints TAP. ZERMELO is the program; with SHOTS=folder pictures are kept,
// with ONLY=words only the tests whose names hold them run.
import {readFile, readdir} from "node:fs/promises";
import {gzipSync} from "node:zlib";
import {strict as assert} from "node:assert";
import {ask, base, clickPath, drawn, end, moves, playMove, pointOn, problems, serve, settled, status, test, until} from "./browser.mjs";

// Plays to the end by clicking; says who won and whether theory let the program win at some point.
async function playGame(page, you, choose) {
  await page.goto(`${base}#/play?game=cram&position=4x5&level=perfect&you=${you}`);
  await page.waitForSelector(".board svg");
  let theory = false;
  for (let turn = 0; turn < 20; turn++) {
    await settled(page);
    if (/wins|win!/.test(await status(page))) break;
    const played = await moves(page);
    const position = await ask("api/analyse", {game: "cram", position: "4x5", moves: played, each: false});
    theory ||= position.result === "loss"; // the player to move is the person
    const legal = await page.$$eval(".board .move", (all) => all.map((each) => each.dataset.move));
    await page.click(`.board [data-move="${choose(legal)}"]`);
    await page.waitForFunction((count) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length > count, played.length);
  }
  return {theory, end: await status(page)};
}

await test("what early.js asks for is what each view imports, no less and no more", async () => {
  const source = (name) => readFile(new URL(`../../web/${name}.js`, import.meta.url), "utf8");
  const walk = async (name, seen) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const [, next] of (await source(name)).matchAll(/^import .* from "\.\/([\w-]+)\.js";/gm)) await walk(next, seen);
    return seen;
  };
  const less = (all, some) => [...all].filter((name) => !some.has(name)).sort();
  const text = await source("early"), list = (name) => JSON.parse(new RegExp(`^\\s*(?:const )?${name}(?: =|:) (\\[[^\\]]*\\])`, "m").exec(text)[1]);
  const frame = await walk("main", new Set());
  assert.deepEqual(list("FRAME"), less(frame, new Set(["main", "early"])));
  for (const [, view] of (await source("main")).matchAll(/import\("\.\/([\w-]+)\.js"\)/g))
    assert.deepEqual(list(view), less(await walk(view, new Set(frame)), frame), view);
  const play = await walk("play", new Set(frame));
  assert.deepEqual(list("ROOM"), less(await walk("hand_room", new Set(play)), play));
});

await test("the page is light: all its views in one language take less than 150,000 bytes, packed", async () => {
  const folder = new URL("../../web/", import.meta.url), needed = /^(server-|helps-|problems\.js|openapi)/; // told to who asks, or when something is wrong; not of the page
  const sizes = await Promise.all((await readdir(folder)).filter((name) => !needed.test(name)).map(async (name) => [name, gzipSync(await readFile(new URL(name, folder)), {level: 9}).length]));
  for (const [own, other] of [["en", "fr"], ["fr", "en"]]) {
    const size = sizes.filter(([name]) => !name.endsWith(`-${other}.js`)).reduce((sum, [, bytes]) => sum + bytes, 0);
    console.log(`# ${own}: ${size} bytes`);
    assert.ok(size < 150000, `${own}: ${size} bytes`);
  }
});

await test("the pictures of the rules and the little boards show legal moves; each rule of Othello but one has its picture", async (page) => {
  const table = async (file, name) => new Function(`return ${new RegExp(`${name} = (\\{[\\s\\S]*?\\n\\});`).exec(await readFile(new URL(`../../web/${file}`, import.meta.url), "utf8"))[1]}`)();
  const shots = Object.entries(await table("rule_pictures.js", "const pictures")).flatMap(([game, list]) => list.filter(Boolean).map(([position, moves]) => ({game, position, moves})));
  const demos = Object.entries(await table("living.js", "demos")).map(([game, demo]) => ({game, ...demo}));
  for (const {game, position, moves: line} of [...shots, ...demos]) {
    const answer = await ask("api/position", {game, position, moves: line.split(" ").filter(Boolean), picture: true});
    assert.ok(answer.svg, `${game} ${position} ${line}: ${answer.error}`);
  }
  await page.goto(`${base}#/play?game=othello&you=both`);
  await page.click("#rules summary");
  await page.waitForFunction(() => document.querySelectorAll("#rules .shot svg").length === 6);
});

await test("a game of Cram 4x5: the program moves first and wins", async (page) => {
  const {end, theory} = await playGame(page, "second", (legal) => legal[legal.length >> 1]);
  assert.ok(theory);
  assert.match(end, /The program wins/);
});

await test("a game of Cram 4x5: the program wins as soon as theory lets it", async (page) => {
  const {end, theory} = await playGame(page, "first", (legal) => legal[0]);
  assert.equal(/The program wins/.test(end), theory);
});

// The ends of a move of Sprouts, where they are clicked, and what it has on its side.
async function partsOf(page, name) {
  const [, a, b, region, list] = /^([\d~]+)-([\d~]+)(?:r(\d+))?(?:\[([\d,]*)\])?$/.exec(name);
  const regions = (end) => page.$$eval(`.corner[data-end="${end}"]`, (all) => all.map((each) => each.dataset.region));
  const inB = await regions(b);
  return {a, b, both: region ?? (await regions(a)).find((each) => inB.includes(each)), list};
}

// Can both ends of a move be clicked? In a crowded drawing something may cover one: then it has its name only.
async function hasEnds(page, name) {
  const {a, b, both} = await partsOf(page, name);
  for (const end of [a, b]) if (!await pointOn(page, `.corner[data-end="${end}"][data-region="${both}"]`)) return false;
  return true;
}

// Plays a move of Sprouts by clicks: its first end, its second, then what lies on the side it names.
async function clickMove(page, name) {
  const {a, b, both, list} = await partsOf(page, name);
  const played = (await moves(page)).length;
  await clickPath(page, `.corner[data-end="${a}"][data-region="${both}"]`);
  await clickPath(page, `.corner[data-end="${b}"][data-region="${both}"]`);
  if (await page.locator(".step-play").count()) {
    for (const boundary of (list || "").split(",").filter(Boolean)) await clickPath(page, `.side[data-region="${both}"][data-boundary="${boundary}"]`);
    assert.equal(await page.locator(".step-play").textContent(), `Play ${name}`);
    await page.click(".step-play");
  }
  await page.waitForFunction((count) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length > count, played);
  assert.equal((await moves(page))[played], name);
}

await test("a game of Sprouts, every move by clicks on the drawing: the program wins", async (page) => {
  await page.goto(`${base}#/play?game=sprouts&position=4&you=second&level=perfect`);
  await page.waitForSelector(".board svg");
  let sides = 0, turn = 0;
  for (; turn < 20; turn++) {
    await settled(page);
    if (/wins|win!/.test(await status(page))) break;
    const {moves: legal} = await ask("api/position", {game: "sprouts", position: "4", moves: await moves(page)});
    const long = legal.filter((name) => name.includes("["));
    const wish = (long.length ? long : legal).at(-1 - turn % 2) ?? legal[0];
    let name = null;
    for (const each of [wish, ...legal]) if (name === null && await hasEnds(page, each)) name = each;
    assert.ok(name, "no move can be clicked");
    sides += name.includes("[");
    await clickMove(page, name);
  }
  assert.match(await status(page), /The program wins/);
  assert.ok(turn >= 3 && sides > 0, `${turn} turns, ${sides} with sides`);
});

await test("a position that cannot be read: the reason, and nothing of the last one", async (page) => {
  await page.goto(`${base}#/play?game=cram&position=3x3&you=both`);
  await page.waitForSelector(".board svg");
  await page.fill("#position", "3x");
  await page.getByRole("button", {name: "New game"}).click();
  await page.waitForFunction(() => /expected rows x columns/.test(document.querySelector(".status").textContent));
  assert.equal(await page.locator(".board svg").count(), 0);
  assert.ok(!await page.locator(".chooser").isVisible());
  assert.ok(await page.locator("#hint").isDisabled() && await page.locator("#who").isDisabled());
  await page.fill("#position", "");
  await page.getByRole("button", {name: "New game"}).click();
  await page.waitForSelector(".board svg");
  assert.ok(await page.locator(".chooser").isVisible() && await page.locator("#hint").isEnabled());
});

await test("errors in French: positions, moves, games; a note on a job is kept; how far a branch is", async (page) => {
  const said = (text) => page.waitForFunction((words) => document.querySelector("#status")?.textContent.includes(words), text);
  await page.goto(`${base}?a#/play?game=nim&position=3,a&lang=fr`);
  await said("Cette position ne peut pas être lue : « 3,a », caractère 3 : attendu : la taille d'un tas");
  await page.goto(`${base}?b#/play?game=nim&position=3,4&moves=9-9&lang=fr`);
  await said("Un coup de la partie n'est pas permis : coup 1 : « 9-9 » n'est pas un coup permis");
  await page.goto(`${base}?d#/play?game=peg&position=4x4:c1&lang=fr`);
  await said("15 pions restent");
  await page.click("#position-help summary");
  await page.waitForFunction(() => /la croix de 33 trous/.test(document.querySelector("#position-help pre").textContent));
  await page.goto(`${base}?c#/compute?game=nim&position=3,4&lang=en`);
  await page.click(".setup .help summary");
  await page.fill("#start-note", "a small one");
  await page.click("#start");
  await page.locator(".job-comment", {hasText: "a small one"}).waitFor();
  await page.locator('.computation[data-status="done"]').first().waitFor();
  await page.goto(`${base}#/stores`);
  const note = page.locator(".job-note").first();
  await note.waitFor();
  assert.equal(await note.inputValue(), "a small one");
  await note.fill("done");
  await note.press("Tab");
  await until(async () => (await ask("api/jobs")).jobs.at(-1).comment === "done", "the note is kept");
  const share = await page.evaluate(async () => (await import("/compute.js")).shareDone([{children: 4, current: 1}, {children: 2, current: 1}, {children: 0}]));
  assert.equal(share, 0.375); // a quarter, and half of the next one
});

await test("Sprouts by the keyboard: a spot, another, one step back, a loop with a spot inside", async (page) => {
  await page.goto(`${base}#/play?game=sprouts&position=4&you=both`);
  await page.locator(".corner.step").first().waitFor();
  await page.locator('.corner[tabindex="0"]').focus();
  const spot = () => page.evaluate(() => document.activeElement.dataset.spot);
  const first = await spot();
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelector(".step-prompt").textContent.includes(`spot ${n}`), first);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => /starts/.test(document.querySelector(".step-prompt").textContent));
  await page.locator('.corner[data-spot="1"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('.corner[data-spot="1"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".step-play").waitFor();
  await page.locator('.side[tabindex="0"]').focus();
  await page.keyboard.press("Space");
  assert.equal(await page.locator(".side.inside").count(), 1);
  await page.locator(".step-play").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 1);
  assert.deepEqual(await moves(page), ["1-1[2]"]);
  await page.click("#who");
  await page.locator(".corner.wins, .corner.loses").first().waitFor();
});

await test("levels: an easy opponent plays to the end and does not say what is proved", async (page) => {
  await page.goto(`${base}#/play?game=nim&position=3,4,5&you=second&level=easy`);
  await page.waitForSelector(".board svg");
  assert.equal(await page.inputValue("#level"), "easy");
  assert.deepEqual(await page.$$eval("#level option", (all) => all.map((each) => each.value)), ["easy", "fair", "strong", "perfect"]);
  for (let turn = 0; turn < 12; turn++) {
    await settled(page);
    if (/win/.test(await status(page))) break;
    const played = (await moves(page)).length;
    await page.locator(".board .move").first().click();
    await page.waitForFunction((count) => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length > count, played);
  }
  assert.match(await status(page), /win/);
  await page.goto(`${base}#/play?game=nim&position=30,41,52&you=second&level=easy`);
  await page.waitForFunction(() => /random games/.test(document.querySelector("#note")?.textContent));
  await page.selectOption("#level", "perfect");
  await page.click("#new");
  await page.waitForFunction(() => /Proved: it wins/.test(document.querySelector("#note")?.textContent));
});

await test("undo, hint, who is winning, the record", async (page) => {
  await page.goto(`${base}#/play?game=nim&position=3,4,5&you=both`);
  await page.waitForSelector(".board .move");
  await page.click("#hint");
  await page.waitForFunction(() => /1-2/.test(document.querySelector("#note").textContent));
  assert.equal(await page.getAttribute(".board .best", "data-move"), "1-2");
  await page.click("#who");
  await page.waitForSelector(".components tfoot");
  assert.match(await page.textContent(".components tfoot"), /\*2/);
  await page.click('.board [data-move="1-2"]');
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 1);
  await page.click("#undo");
  await page.waitForSelector("#moves li.none");
  await page.click("#redo");
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 1);
  await page.click(".record summary");
  const record = await page.inputValue("#record");
  assert.match(record, /^game nim\nposition 3,4,5\n1\. 1-2\n$/);
  await page.fill("#record", "game cram\nposition 2x2\n1. a1-b1 a2-b2\n");
  await page.click("#load");
  await page.waitForFunction(() => /Player 2 wins/.test(document.querySelector("#status").textContent));
});

await test("Sprouts 8: start paused, step, watch the branch, zap, let it run: the second player wins", async (page) => {
  await page.goto(`${base}#/compute?game=sprouts&position=8`);
  await page.selectOption("#search", "depth-first");
  await page.click("#start-paused");
  const card = page.locator(".computation").first();
  await card.locator('.state:text("paused")').waitFor();
  const branch = () => card.locator(".branch tbody tr .mono").allTextContents();
  await page.waitForFunction(() => document.querySelectorAll(".branch tbody tr").length > 0);
  for (let i = 0; i < 6; i++) {
    const before = (await branch()).join();
    await card.locator(".order-step").click();
    await page.waitForFunction((old) => [...document.querySelectorAll(".branch tbody tr .mono")].map((each) => each.textContent).join() !== old, before);
  }
  const child = () => card.locator(".branch tbody tr").nth(1).locator("td").nth(1).textContent();
  const before = await child();
  await card.locator(".branch tbody tr").nth(1).locator(".zap").click();
  await page.waitForFunction((old) => document.querySelectorAll(".branch tbody tr")[1]?.children[1].textContent !== old, before);
  assert.notEqual(await child(), before);
  await card.locator(".order-resume").click();
  await card.locator(".verdict").waitFor();
  assert.equal(await card.locator(".verdict").getAttribute("data-result"), "loss");
  assert.match(await card.locator(".verdict").textContent(), /second player wins/);
  await card.locator(".open-table").click();
  await page.waitForSelector(".entry-table tbody tr");
  await page.click("#random");
  await page.waitForSelector(".entry-table tbody tr");
});

await test("a reload in the middle finds the computation again, still at work", async (page) => {
  await page.goto(`${base}#/compute?game=cram&position=7x9`);
  await page.selectOption("#search", "depth-first"); // the search that can be zapped
  await page.click("#start");
  const card = page.locator('.computation[data-status="running"]').first();
  await card.waitFor();
  const id = await card.getAttribute("data-id");
  await page.goto("about:blank");
  await page.goto(`${base}#/compute`);
  const again = page.locator(`.computation[data-id="${id}"]`);
  await again.locator('.state:text("running")').waitFor();
  const nodes = async () => (await ask(`api/computations/${id}`)).nodes;
  const before = await nodes();
  await until(async () => (await nodes()) > before, "the computation goes on");
  await again.locator(".auto-zap").fill("500");
  await again.locator(".zaps", {hasText: /\d/}).waitFor();
  await again.locator(".auto-zap").fill("");
  await again.locator(".order-pause").click();
  await again.locator('.state:text("paused")').waitFor();
  await again.locator(".thumb svg").first().waitFor();
  if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/compute.png`});
  await again.locator(".order-stop").click();
  await again.locator('.state:text("stopped")').waitFor();
  await again.locator(".remove").click();
  await again.waitFor({state: "detached"});
});

await test("what ends while nobody looks is told in the title", async (page) => {
  await page.goto(`${base}#/compute?game=cram&position=7x9`);
  await page.click("#start");
  const running = page.locator('.computation[data-status="running"]').first();
  const id = Number(await running.getAttribute("data-id"));
  const told = await page.evaluate(async (number) => {
    const {computations, hear} = await import("/api.js");
    Object.defineProperty(document, "hidden", {value: true, configurable: true});
    hear({...computations.get(number), status: "done"});
    return document.title;
  }, id);
  assert.match(told, /^✓ cram 7x9: done/);
  await ask(`api/computations/${id}/orders`, {order: "stop"});
});

await test("proof numbers: children level by level, sorted, one of them locked and favoured", async (page) => {
  await page.goto(`${base}#/compute?game=cram&position=7x9`);
  await page.selectOption("#search", "pn");
  await page.click("#start");
  const running = page.locator('.computation[data-status="running"]').first();
  const card = page.locator(`.computation[data-id="${await running.getAttribute("data-id")}"]`);
  await card.locator(".branch.with-numbers tbody tr").first().waitFor();
  await card.locator(".children summary").click();
  const level = card.locator(".children-table").first();
  await level.locator("tbody tr").nth(1).waitFor();
  await card.locator(".order-pause").click();
  await card.locator('.state:text("paused")').waitFor();
  const column = (n) => level.locator(`tbody td:nth-child(${n})`).allTextContents();
  const numbers = async (n) => (await column(n)).map((text) => Number(text.replace(/,/g, "")));
  for (const [n, name] of [[2, "Proof"], [5, "Visits"]]) {
    const sorted = async (up) => (await numbers(n)).every((value, i, all) => i === 0 || (up ? all[i - 1] <= value : all[i - 1] >= value));
    await level.locator(".sort", {hasText: new RegExp(`^${name}$`)}).click();
    await until(() => sorted(true), `${name} sorted`);
    await level.locator(".sort", {hasText: new RegExp(`^${name}$`)}).click();
    await until(() => sorted(false), `${name} sorted the other way`);
  }
  if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/children.png`, fullPage: true});
  const row = level.locator("tbody tr:not(.current)").last();
  const node = await row.getAttribute("data-node");
  await row.locator(".favour").click();
  await row.locator(".lock").click();
  await card.locator(".order-step").click(); // the walk starts below the child now
  await page.waitForFunction((name) => document.querySelector(".computation .branch tbody tr .mono")?.textContent === name, node);
  await card.locator(".order-unlock").click();
  await card.locator(".order-step").click();
  await page.waitForFunction((name) => document.querySelector(".computation .branch tbody tr .mono")?.textContent !== name, node);
  await card.locator(".order-stop").click();
  await page.locator(".order-stop:visible").waitFor({state: "detached"}).catch(() => {});
});

await test("the first levels of the tree, drawn live: a node is chosen, locked, favoured, and by the keyboard", async (page) => {
  for (const search of ["pn", "dfpn"]) {
    await page.goto(`${base}#/compute?game=cram&position=7x9`);
    await page.selectOption("#search", search);
    await page.click("#start");
    const running = page.locator('.computation[data-status="running"]').first();
    const id = await running.getAttribute("data-id");
    const card = page.locator(`.computation[data-id="${id}"]`);
    await card.locator(".tree-now summary").click();
    const nodes = card.locator(".first-levels .node");
    await nodes.nth(12).waitFor();
    const first = await nodes.first().locator(".told").textContent(); // it refreshes by itself
    await page.waitForFunction(([number, old]) => document.querySelector(`[data-id="${number}"] .first-levels .told`).textContent !== old, [id, first]);
    await card.locator(".order-pause").click();
    await card.locator('.state:text("paused")').waitFor();
    const chosen = card.locator('.first-levels .node[aria-level="2"]:not(.current)').last(); // too large to be solved in a step
    await chosen.click();
    const name = await card.locator(".node-panel strong").textContent();
    await card.locator(".favour-10").click();
    await card.locator(".lock-node").click();
    await card.locator(".order-step").click();
    await card.locator(".first-levels .node.locked").first().waitFor();
    assert.equal(await card.locator(".first-levels .node.locked title").first().textContent(), name);
    await card.locator(".order-unlock").click();
    await card.locator(".order-step").click();
    await card.locator(".first-levels .node.locked").first().waitFor({state: "detached"});
    const panel = (number) => document.querySelector(`[data-id="${number}"] .node-panel strong`)?.textContent;
    await nodes.first().focus(); // the root first: children change places as their numbers do
    await page.keyboard.press("Enter");
    await until(async () => (await page.evaluate(panel, id)) !== name, "the root chosen by the keyboard");
    const root = await page.evaluate(panel, id);
    await until(async () => { // a tree that is drawn anew between two keys takes the focus back
      await nodes.first().focus();
      for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
      return (await page.evaluate(panel, id)) !== root;
    }, "a child chosen by the keyboard");
    if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/first-levels-${search}.png`, fullPage: true});
    await card.locator(".order-stop").click();
    await card.locator('.state:text("stopped")').waitFor();
    await card.locator(".remove").click();
    await card.waitFor({state: "detached"});
  }
});

await test("a solution tree is folded and unfolded", async (page) => {
  await page.goto(`${base}#/tree?game=cram&position=3x3`);
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length > 1);
  const nodes = () => page.locator(".tree .node").count();
  const open = await nodes();
  assert.equal(await page.locator(".tree .node.loss").count(), 1); // 3x3 is lost: all its options are won
  assert.equal(await page.locator(".tree .node.win").count(), open - 1);
  await page.locator(".tree .node").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 1);
  await page.locator(".tree .node").first().click();
  await page.waitForFunction((count) => document.querySelectorAll(".tree .node").length === count, open);
  await page.click("#unfold-level");
  await page.waitForFunction((count) => document.querySelectorAll(".tree .node").length === 2 * count - 1, open);
  const [kept] = await Promise.all([page.waitForEvent("download"), page.click('.tree-stage [data-keep="svg"]')]);
  const drawing = await readFile(await kept.path(), "utf8"), [, left, top, width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(drawing).map(Number);
  const [right, bottom] = await page.$$eval(".tree .node", (all) => ["e", "f"].map((part) => Math.max(...all.map((node) => node.transform.baseVal[0].matrix[part]))));
  assert.ok(left === -10 && top === -10 && width > right + 20 && height > bottom + 20 && right > 0 && bottom > 0, "the whole tree, wherever it stands on the screen");
  const [png] = await Promise.all([page.waitForEvent("download"), page.click('.tree-stage [data-keep="png"]')]);
  assert.equal((await readFile(await png.path())).subarray(1, 4).toString(), "PNG");
  if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/tree.png`});
});

await test("the whole tree of a verified proof, folded and unfolded", async (page) => {
  await page.goto(`${base}#/tree?game=cram&position=3x3&source=proof`);
  await page.locator(".proof-figures", {hasText: /verified/}).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 3); // both its options, up to symmetry
  await page.click("#unfold-level");
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 5);
  assert.equal(await page.locator(".tree .node.loss").count(), 3);
  await page.locator(".tree .node").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 1);
  await page.goto(`${base}#/tree?game=dots&position=2x2&source=proof`); // no proofs there: by analysis
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length > 1);
});

await test("another order of options, pause and save, another search with the same table; stores and jobs", async (page) => {
  await page.goto(`${base}#/compute?game=cram&position=7x7`);
  await page.selectOption("#search", "depth-first");
  await page.click("#start");
  const running = page.locator('.computation[data-status="running"]').first();
  const id = await running.getAttribute("data-id");
  const card = page.locator(`.computation[data-id="${id}"]`);
  await card.locator(".arrange").selectOption("hardest");
  await card.locator(".arrange").selectOption("given");
  await until(async () => (await ask(`api/computations/${id}`)).nodes >= 2000, "2000 nodes");
  const [kept] = await Promise.all([page.waitForEvent("download"), card.locator(".order-save").click()]);
  assert.match(await readFile(await kept.path(), "utf8"), /cram/);
  await card.locator('.state:text("paused")').waitFor();
  await card.locator(".other-search summary").click();
  await card.locator(".next-search").selectOption("dfpn");
  await card.locator(".go-on").click();
  await card.locator('.state:text("stopped")').waitFor();
  const next = page.locator('.computation[data-status="running"]', {has: page.locator(".chip", {hasText: /^dfpn$/})}).first();
  await next.waitFor();
  const number = await next.getAttribute("data-id");
  const second = page.locator(`.computation[data-id="${number}"]`);
  await page.waitForFunction((n) => Number(document.querySelector(`[data-id="${n}"] .figures strong`).textContent.replace(/\D/g, "")) > 0, number);
  assert.equal((await ask(`api/computations/${id}`)).table, false); // the new one has it
  await second.locator(".order-stop").click();
  await second.locator('.state:text("stopped")').waitFor();

  await page.click('[data-tab="explore"]');
  await page.waitForSelector(".option");
  await page.click('[data-tab="stores"]');
  await page.locator('.store[data-game="cram"] .open-store').first().click();
  await page.locator(".neighbours-of").first().click();
  await page.locator(".neighbours tbody tr").first().waitFor();
  await page.click("#random");
  await page.locator(".entry-table tbody tr").first().waitFor();
  if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/entries.png`});
  await page.keyboard.press("Escape");
  await page.locator('.store[data-game="cram"] .store-details').first().click();
  await page.locator(".store-info p").first().waitFor();
  await page.locator(".job-table tbody tr", {hasText: "7x7"}).first().locator(".job-again").click();
  await page.waitForFunction(() => document.querySelector("main").className === "view-compute");
  const third = page.locator('.computation[data-status="running"]').first();
  const again = page.locator(`.computation[data-id="${await third.getAttribute("data-id")}"]`);
  assert.match(await again.locator("h2").textContent(), /7x7/);
  await again.locator(".order-stop").click();
  await again.locator('.state:text("stopped")').waitFor();
});

await test("the certificate of a computation and of a tree is checked and kept", async (page) => {
  const kept = async (button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
  };
  await page.goto(`${base}#/compute?game=cram&position=4x4`);
  await page.click("#start");
  const card = page.locator(".computation", {has: page.locator('h2:text("cram 4x4")')});
  await card.locator(".verdict").waitFor();
  const [name, text] = await kept(card.locator("button.proof"));
  assert.equal(name, "cram-4x4.proof");
  assert.match(text, /^zermelo certificate 1\n/);
  await card.locator(".proof-told", {hasText: /verified/}).waitFor();
  await page.goto(`${base}#/tree?game=cram&position=3x3`);
  const [, tree] = await kept(page.locator("main.view-tree button.proof"));
  assert.match(tree, /\nclaim loss\n/);
  await page.locator(".proof-told", {hasText: /verified/}).waitFor();
  if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/proof.png`});
});

await test("exploring a position, and a table over a family", async (page) => {
  await page.goto(`${base}#/explore?game=cram&position=3x4`);
  await page.waitForSelector(".option");
  const winning = await page.locator('.option[data-verdict="wins"]').count();
  assert.ok(winning > 0);
  await page.locator(".option").first().click();
  await page.waitForSelector("#back");
  await page.waitForSelector('.verdict.loss');
  await page.goto(`${base}#/families?game=cram`);
  await page.fill("#n-to", "3");
  await page.fill("#m-to", "5");
  await page.click("#fill");
  await page.waitForFunction(() => document.querySelectorAll("#family td a").length === 15);
  const row = await page.$$eval("#family tbody tr:nth-child(3) td", (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual(row, ["1", "1", "0", "1", "1"]); // nimbers of Cram 3xm, m = 1 to 5
});

await test("the keyboard alone: from the top of the page to a move, and a tree", async (page) => {
  await page.goto(`${base}#/play?game=cram&position=3x3&you=both`);
  await page.waitForSelector(".board .move");
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement.classList.contains("move"))); i++) await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement.dataset.move);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const second = await page.evaluate(() => document.activeElement.dataset.move);
  assert.ok(first && second && first !== second);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 1);
  assert.deepEqual(await moves(page), [second]);
  await page.waitForFunction(() => document.activeElement.classList.contains("move"));
  await page.keyboard.press("w");
  await page.waitForSelector(".analysis .verdict");
  await page.keyboard.press("u");
  await page.waitForSelector("#moves li.none");
  await page.goto(`${base}#/tree?game=cram&position=2x3`);
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length > 1);
  await page.locator(".tree .node").first().focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 1);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length > 1);
});

await test("peg solitaire alone, on a phone: hints lead to the end, a wrong move is seen, the last peg is told", async (page) => {
  await page.setViewportSize({width: 390, height: 780});
  await page.goto(`${base}#/play?game=peg&position=4x4:c1`);
  await page.waitForSelector(".board .step");
  assert.match(await status(page), /15 pegs left/);
  assert.equal(await page.locator("#you").count(), 0, "nobody else plays");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");
  for (let turn = 0; turn < 14; turn++) {
    await page.click("#hint");
    await page.waitForSelector(".board .step.best");
    const move = /Best move: (\S+)\./.exec(await page.textContent("#note"))[1];
    await playMove(page, move);
  }
  await page.waitForFunction(() => /Solved! 1 peg left/.test(document.querySelector("#status").textContent));
  await page.goto(`${base}#/play?game=peg&position=oo.o&moves=`);
  await page.waitForSelector(".board .step");
  await page.click("#who");
  await page.waitForFunction(() => /can be won/.test(document.querySelector("#note").textContent));
  await page.goto(`${base}#/play?game=peg&position=oo._o`);
  await page.waitForFunction(() => /3 pegs left/.test(document.querySelector("#status").textContent));
  await page.click("#who");
  await page.waitForFunction(() => /cannot be won any more/.test(document.querySelector("#note").textContent));
  await playMove(page, "a1-c1");
  await page.waitForFunction(() => /No move is left: 2 pegs left/.test(document.querySelector("#status").textContent));
});

await test("a phone: nothing is wider than the screen, in both languages, light and dark", async (page) => {
  await page.setViewportSize({width: 360, height: 740});
  await page.goto(`${base}#/play?game=cram`);
  for (let round = 0; round < 2; round++) {
    for (const view of ["home", "play", "compute", "explore", "tree", "families", "stores"]) {
      await page.click(`[data-tab="${view}"]`);
      await page.waitForFunction((name) => document.querySelector("main").className === `view-${name}` && document.querySelector("main").children.length > 1, view);
      await drawn(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is too wide`);
      assert.ok(await page.$$eval("nav a span", (all) => all.every((each) => each.getBoundingClientRect().right <= innerWidth && each.scrollWidth <= each.parentElement.clientWidth)), "the tabs are cut off");
    }
    await page.click("#language");
    await page.click("#theme");
  }
  const theme = await page.getAttribute("html", "data-theme");
  await page.click("#theme");
  assert.notEqual(await page.getAttribute("html", "data-theme"), theme);
  await page.click('[data-tab="play"]');
  await page.waitForSelector(".board .move");
  const box = await page.locator(".board svg").boundingBox();
  assert.ok(box.y < 500 && box.width > 250, "the board comes first");
});

await test("the list of moves shows the last of a long game", async (page) => {
  const moves = [];
  for (let i = 0; i < 40; i++) moves.push((await ask("api/position", {game: "othello", position: "start", moves})).moves[0]);
  await page.goto(`${base}#/play?game=othello&you=both&position=start&moves=${encodeURIComponent(moves.join(" "))}`);
  await page.waitForFunction((count) => {
    const list = document.querySelector("#moves"), last = list?.querySelector(".current"), [a, b] = [list, last].map((each) => each?.getBoundingClientRect());
    return last && list.children.length === count && list.scrollHeight > 2 * list.clientHeight && b.top >= a.top && b.bottom <= a.bottom;
  }, moves.length);
});

await test("every control has a name, and every text is in both languages", async (page) => {
  for (const view of ["home", "play", "compute", "explore", "tree", "families", "stores"]) {
    await page.goto(`${base}#/${view}`);
    await page.waitForSelector(`main.view-${view} > *`);
    await drawn(page);
    const nameless = await page.$$eval("button, input, select, textarea, a", (all) => all.filter((each) => !(each.textContent.trim() || each.getAttribute("aria-label") ||
      each.title || each.placeholder || (each.labels && [...each.labels].some((label) => label.textContent.trim())))).map((each) => each.outerHTML));
    assert.deepEqual(nameless, []);
  }
  const differing = await page.evaluate(async () => {
    const holes = (text) => (text.match(/\{\w+\}/g) || []).sort().join();
    const [en, fr] = await Promise.all(["en", "fr"].map(async (name) => ({text: (await import(`/text-${name}.js`)).default, ...await import(`/games-${name}.js`)})));
    const shape = (told) => [Object.keys(told).sort().join(), told.rules.length, told.sides?.length].join();
    return [...[...new Set([...Object.keys(en.text), ...Object.keys(fr.text)])].filter((key) => !en.text[key] || !fr.text[key] || holes(en.text[key]) !== holes(fr.text[key])),
      ...[...new Set([...Object.keys(en.games), ...Object.keys(fr.games)])].filter((key) => !en.games[key] || !fr.games[key] || shape(en.games[key]) !== shape(fr.games[key]))];
  });
  assert.deepEqual(differing, []);
});

await test("how positions are written, and what each calculation, search and option means, is told in French", async (page) => {
  const {games, searches, params} = await ask("api/games");
  await page.goto(`${base}#/home`);
  const told = await page.evaluate(async () => (await import("/server-fr.js")).positions);
  assert.deepEqual(games.filter((game) => game.positions && !told[game.name]).map((game) => game.name), []);
  const helps = await page.evaluate(async () => (await import("/helps-fr.js")).default), calculations = games.flatMap((game) => [...game.normal, ...game.misere]);
  const said = [...games, ...calculations, ...searches, {params}].flatMap((each) => (each.params || []).map((param) => param.help)).concat([...calculations, ...searches].map((each) => each.summary));
  assert.deepEqual([...new Set(said)].filter((text) => !helps[text]), []);
  await page.goto(`${base}?f#/compute?game=cram&lang=fr`);
  await page.hover("form .row");
  await page.waitForFunction(() => document.querySelector('#search option[value="recursive"]')?.title.startsWith("la définition même"));
});

await test("every game can be shown and, where it has two players, played a move", async (page) => {
  const {games} = await ask("api/games");
  for (const game of games) {
    await page.goto(`${base}#/play?game=${game.name}&you=both`);
    await page.waitForFunction((name) => document.querySelector("#game")?.value === name, game.name);
    await page.waitForFunction(() => document.querySelector(".board") || /\w/.test(document.querySelector("#status")?.textContent || ""));
    await page.waitForFunction(() => document.querySelectorAll(".move-buttons button").length > 0);
    assert.doesNotMatch(await page.textContent("main"), /\bnull\b|undefined|NaN|Player 0/, game.name);
    await page.$eval(".move-buttons button", (button) => button.click());
    await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 1)
      .catch(() => assert.fail(`${game.name}: no move could be played`));
  }
});

await test("the server goes: it is said, the page still opens, and the game goes on when it is back", async (page) => {
  const ends = (started) => new Promise((resolve) => { started.once("exit", resolve); started.kill("SIGTERM"); });
  let [own, address] = await serve(0);
  await page.goto(`${address}#/play?game=nim&position=3,4,5&you=both`);
  await page.waitForSelector(".board .move");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now its files are kept
  await page.waitForSelector(".board .move");
  await ends(own);
  await page.click('.board [data-move="1-2"]');
  await page.waitForFunction(() => /does not answer/.test(document.querySelector("#status").textContent));
  await page.locator("#away").waitFor({state: "visible"});
  [own] = await serve(new URL(address).port);
  await page.waitForFunction(() => document.querySelectorAll("#moves li:not(.none):not(.ahead)").length === 1);
  await page.locator("#away").waitFor({state: "hidden"});
  await ends(own);
  await page.reload();
  await page.locator("#away", {hasText: /does not answer/}).waitFor();
  [own] = await serve(new URL(address).port);
  await page.waitForSelector(".board .move");
  assert.deepEqual(await moves(page), ["1-2"]);
  await ends(own);
  problems.length = 0; // that requests failed is what was tested
});

await end();
