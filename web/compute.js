// Computations: start them, watch where they are, steer them. The server tells every change through
// one stream; a card per computation shows it.
import {api, computations, listen} from "./api.js";
import {Branch} from "./branch.js";
import {Children} from "./children.js";
import {Curve} from "./curve.js";
import {FirstLevels} from "./first_levels.js";
import {h, duration, figure, save, toast} from "./dom.js";
import {openEntries} from "./entries.js";
import {encodeOptions, findGame, gamePicker, optionFields, playPicker, positionField, positionHelp, readOptions, readPosition} from "./forms.js";
import {proofButton} from "./proof.js";
import {named, problem, readyToTell, said, t} from "./strings.js";
import {verdictBadge} from "./words.js";

async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    toast(t("error", {text: problem(error)}), true);
    return null;
  }
}

// Zaps by itself: leaves a child that has had its share of nodes, at the level nearest to the root
// that has another to go to. It works while the page is open.
class AutoZap {
  constructor(order) {
    this.order = order;
    this.since = []; // per level: which child, and the nodes when it began
    this.count = 0;
    this.input = h("input", {class: "short auto-zap", inputmode: "numeric", "aria-label": t("autoZap"), title: t("autoZapHelp")});
    this.told = h("span", {class: "zaps"});
    this.element = h("label", {class: "check zap-after"}, h("span", {title: t("autoZapHelp")}, t("autoZap")), this.input, this.told);
  }

  look(levels, nodes) {
    const budget = Number(this.input.value);
    levels.forEach((level, i) => {
      const child = `${level.node} ${level.current}`;
      if (this.since[i]?.child !== child) this.since[i] = {child, nodes};
    });
    this.since.length = levels.length;
    if (!(budget > 0)) return;
    const level = levels.findIndex((each, i) => i > 0 && i < levels.length - 1 && each.unknown > 1 && nodes - this.since[i].nodes > budget);
    if (level < 0) return;
    this.since.length = level;
    this.told.textContent = ` ${++this.count}`;
    this.order({order: "zap", level});
  }
}

const isLive = (computation) => computation?.status === "running" || computation?.status === "paused";

// Waits until the server has told that a computation has ended.
function ended(id) {
  return new Promise((resolve) => {
    const look = () => {
      if (isLive(computations.get(id))) return;
      leave();
      resolve();
    };
    const leave = listen(look);
    look();
  });
}

// Goes on with another search, or another order of the options, and what was found so far: the
// computation is stopped, and a new one takes its table over.
function goOnForm(id, request, catalogue) {
  const fields = h("div", {class: "row"});
  const fill = () => fields.replaceChildren(...optionFields(catalogue.searches.find((each) => each.name === search.value)?.params || [], request.options || {}));
  const search = h("select", {class: "next-search", onchange: fill}, catalogue.searches.map((each) => h("option", {value: each.name, title: each.summary, selected: each.name === request.search}, named(each.name))));
  const own = new Set(catalogue.searches.flatMap((each) => each.params.map((param) => param.name)));
  const form = h("form", {onsubmit: (event) => {
    event.preventDefault();
    attempt(async () => {
      const kept = Object.fromEntries(Object.entries(request.options || {}).filter(([name]) => !own.has(name)));
      if (isLive(computations.get(id))) await api.order(id, {order: "stop"});
      await ended(id);
      await api.start({game: request.game, position: request.position, options: {...kept, ...readOptions(form), search: search.value}, table: id});
    });
  }}, h("div", {class: "row"}, h("label", {class: "field"}, h("span", null, t("search")), search), fields, h("button", {class: "primary go-on"}, t("goOn"))));
  fill();
  return h("details", {class: "help other-search"}, h("summary", null, t("goOnHelp")), form);
}

// What part of a tree is behind a branch, if all children were alike.
export function shareDone(levels) {
  let share = 1, done = 0;
  for (const {children, current} of levels) {
    if (!children) break;
    share /= children;
    done += share * current;
  }
  return done;
}

class Card {
  constructor(computation, game, catalogue) {
    this.id = computation.id;
    const {request} = computation;
    this.request = request;
    const order = (body) => attempt(() => api.order(this.id, body));
    this.curve = new Curve();
    this.autoZap = new AutoZap(order);
    this.branch = new Branch(request, order, game.picture);
    const search = catalogue.searches.find((each) => each.name === request.search);
    this.orders = new Set((search?.orders || "").split("|"));
    this.proving = Boolean(search?.numbers);
    this.steered = this.orders.has("lock");
    this.children = new Children(this.id, order, this.steered, request, game.picture);
    this.firstLevels = new FirstLevels(this.id, request, order, {drawn: game.picture, orders: this.orders});
    this.status = h("span", {class: "chip state"});
    this.figures = Object.fromEntries(["nodes", "rate", "stored", "time", "depth"].map((name) => [name, h("strong")]));
    this.result = h("div", {class: "result", "aria-live": "polite"});
    this.estimate = h("p", {class: "small estimate", hidden: true});
    const button = (name, body) => h("button", {class: `order-${name}`, onclick: () => (body ? order(body) : null)}, t(name));
    this.pause = button("pause", {order: "pause"});
    this.resume = button("resume", {order: "resume"});
    this.step = button("step", {order: "step"});
    this.restart = button("restart", {order: "restart"});
    this.unlock = button("unlock", {order: "unlock"});
    this.stop = button("stop", {order: "stop"});
    this.keep = h("button", {class: "order-save", title: t("saveHelp"), onclick: () => attempt(() => this.save())}, t("pauseAndSave"));
    this.arrange = h("select", {class: "arrange", onchange: () => order({order: "arrange", node: this.arrange.value})},
      ["given", "reversed", "easiest", "hardest", "random"].map((value) => h("option", {value, selected: value === (request.options?.order || "given")}, t(`order_${value}`))));
    this.arranging = h("label", {class: "check"}, h("span", {title: t("arrangeHelp")}, t("arrange")), this.arrange);
    this.goOn = request.search && game.normal.length ? goOnForm(this.id, request, catalogue) : null;
    this.table = h("button", {class: "open-table", onclick: () => openEntries({title: t("entries", {id: this.id}), game: request.game, options: request.options,
      look: (query) => api.entries(this.id, query), neighbours: request.play === "normal" ? (position) => api.neighbours(this.id, position) : null})}, t("table"));
    this.certificate = proofButton(() => api.computationProof(this.id));
    this.certifies = game.splits && game.players === "impartial" && ["outcome", "nimber"].includes(request.compute);
    this.again = h("button", {class: "again", onclick: () => attempt(() => api.start({game: request.game, position: request.position, options: request.options}))}, t("again"));
    this.remove = h("button", {class: "remove", onclick: () => attempt(() => api.remove(this.id))}, t("remove"));
    const pictures = h("input", {type: "checkbox", checked: this.branch.pictures, onchange: () => this.branch.showPictures(pictures.checked)});
    const explore = new URLSearchParams({game: request.game, position: request.position, options: encodeOptions(request.options || {})});
    this.element = h("article", {class: "card computation", "data-id": this.id},
      h("header", null,
        h("h2", null, h("span", {class: "muted"}, `${request.game} `), request.position),
        request.compute ? h("span", {class: "chip"}, named(request.compute)) : null, request.search ? h("span", {class: "chip"}, request.search) : null,
        request.play === "misere" ? h("span", {class: "chip"}, t("miserePlay")) : null, this.status),
      request.comment ? h("p", {class: "small job-comment"}, `${t("note")}: ${request.comment}`) : null,
      this.result,
      h("dl", {class: "figures"}, Object.entries(this.figures).map(([name, element]) => h("div", null, h("dd", null, element), h("dt", null, t(name))))),
      h("div", {class: "buttons"}, this.pause, this.resume, this.step, this.restart, this.unlock, this.keep, this.stop, this.again, this.table, this.certificate, this.remove,
        h("a", {class: "button", href: `#/explore?${explore}`}, t("explore")), h("a", {class: "button", href: `#/tree?${explore}`}, t("tree")),
        this.autoZap.element, this.arranging, game.picture ? h("label", {class: "check"}, h("span", null, t("pictures")), pictures) : null),
      this.estimate, this.goOn, this.branch.element, this.firstLevels.element, this.children.element, this.curve.element);
    this.branch.table.classList.toggle("no-pictures", !this.branch.pictures);
    attempt(async () => {
      const whole = await api.computation(this.id);
      this.curve.set([...whole.curve, ...this.curve.points]);
    });
    this.update(computation);
  }

  async save() {
    const {request} = this;
    const kept = await api.save(this.id);
    if (kept.text !== undefined) save(`${request.game}-${request.position}`.replace(/[^\w.-]+/g, "_").slice(0, 60) + ".txt", kept.text);
    toast(t(kept.kept ? "savedOnDisk" : "savedAsText", {n: figure(kept.entries)}));
  }

  async showError(message) {
    const told = h("p", {class: "verdict loss"});
    this.result.append(told);
    await readyToTell().catch(() => {});
    told.textContent = said(message);
  }

  // How far a depth-first search is: the share of children that it has behind it, level by level. Proof-number
  // searches go back and forth: for them nothing honest can be said.
  showEstimate(computation) {
    const done = computation.status === "running" && !this.proving && this.orders.has("zap") ? shareDone(computation.levels || []) : 0;
    this.estimate.hidden = !(done >= 0.01 && computation.seconds > 5);
    if (!this.estimate.hidden) this.estimate.textContent = t("estimate", {percent: Math.floor(100 * done), time: duration(computation.seconds * (1 - done) / done)});
  }

  update(computation) {
    const live = isLive(computation);
    this.element.dataset.status = computation.status;
    this.status.textContent = t(computation.status);
    this.status.className = `chip state ${computation.status}`;
    this.figures.nodes.textContent = figure(computation.nodes);
    this.figures.stored.textContent = figure(computation.stored);
    this.figures.time.textContent = duration(computation.seconds);
    this.figures.rate.textContent = computation.seconds > 0 ? figure(Math.round(computation.nodes / computation.seconds)) : "";
    this.figures.depth.textContent = live ? figure(computation.levels?.length || 0) : "–";
    for (const order of ["zap", "lock", "favour"]) this.element.classList.toggle(`may-${order}`, this.orders.has(order));
    this.pause.hidden = computation.status !== "running";
    this.resume.hidden = this.step.hidden = computation.status !== "paused";
    this.stop.hidden = this.keep.hidden = !live;
    this.restart.hidden = !live || !this.orders.has("restart");
    this.arranging.hidden = !live || !this.orders.has("arrange");
    if (this.goOn) this.goOn.hidden = !live && !(computation.status === "stopped" && computation.table);
    this.unlock.hidden = !live || !computation.locked;
    this.remove.hidden = this.again.hidden = live;
    this.certificate.hidden = computation.status !== "done" || !this.certifies;
    this.table.hidden = !computation.table;
    this.branch.element.hidden = !live;
    this.children.element.hidden = this.firstLevels.element.hidden = !live || !this.proving;
    this.autoZap.element.hidden = !live || !this.orders.has("zap") || this.proving;
    if (live) this.branch.update(computation.levels || []);
    this.showEstimate(computation);
    if (computation.status === "running") this.autoZap.look(computation.levels || [], computation.nodes);
    if (computation.status !== "paused") this.curve.add([computation.seconds, computation.nodes, computation.stored]);
    if (computation.answer && !this.result.firstChild) this.result.append(verdictBadge(computation.answer, true));
    if (computation.error && !this.result.firstChild) this.showError(computation.error);
  }
}

// Lets the browser tell when something is done while nobody looks; nothing where it may, or may not.
function notifyButton() {
  if (globalThis.Notification?.permission !== "default") return null;
  const button = h("button", {type: "button", id: "notify", onclick: async () => { await Notification.requestPermission(); button.remove(); }}, t("tellWhenDone"));
  return button;
}

function startForm(main, {catalogue, values, remember}) {
  const section = h("section", {class: "card setup"});
  function draw(name) {
    const game = findGame(catalogue, name);
    const form = h("form", {onsubmit: (event) => { event.preventDefault(); start(event.submitter?.value === "paused"); }});
    const what = h("select", {id: "compute", "data-option": "compute"});
    const fill = () => what.replaceChildren(...game[form.querySelector("#play")?.value || "normal"].map((each) =>
      h("option", {value: each.name, title: each.summary}, named(each.name))));
    const searchOptions = h("div", {class: "row"}), note = h("input", {id: "start-note", title: t("noteHelp")});
    const search = h("select", {id: "search", "data-option": "search", onchange: () => searchOptions.replaceChildren(
      ...optionFields(catalogue.searches.find((each) => each.name === search.value)?.params || []))}, h("option", {value: ""}, t("default")),
      catalogue.searches.map((each) => h("option", {value: each.name, title: each.summary}, named(each.name))));
    const general = catalogue.params.filter((param) => !["play", "compute", "search"].includes(param.name))
      .map((param) => (param.name === "memory" ? {...param, default: `${Math.floor(catalogue.about.memory / 2 ** 20)}M`} : param));
    form.append(h("div", {class: "row"},
      gamePicker(catalogue, game.name, draw), positionField(game, name === values.get("game") ? values.get("position") ?? undefined : undefined),
      playPicker(game), h("label", {class: "field"}, h("span", null, t("what")), what),
      h("label", {class: "field"}, h("span", null, t("search")), search),
      h("button", {class: "primary", id: "start", value: "now"}, t("start")), h("button", {id: "start-paused", value: "paused"}, t("startPaused")), notifyButton()),
      h("details", {class: "help"}, h("summary", null, t("options")), h("div", {class: "row"}, optionFields(general), optionFields(game.params), h("label", {class: "field grow"}, h("span", null, t("note")), note)), searchOptions),
      positionHelp(game));
    fill();
    form.querySelector("#play")?.addEventListener("change", fill);
    const start = (paused) => attempt(async () => {
      const position = readPosition(form, game);
      remember({game: game.name, position});
      await api.start({game: game.name, position, options: readOptions(form), paused, comment: note.value.trim() || undefined});
    });
    section.replaceChildren(h("h2", null, t("startComputation")), form);
  }
  draw(values.get("game") || "cram");
  return section;
}

export function computeView(main, context) {
  const cards = new Map();
  const list = h("div", {class: "computations", id: "computations"});
  const empty = h("p", {class: "empty"}, t("noComputations"));
  function showOne(id) {
    const computation = computations.get(id);
    if (!computation) return;
    const card = cards.get(id);
    if (card) card.update(computation);
    else {
      const made = new Card(computation, findGame(context.catalogue, computation.request.game), context.catalogue);
      cards.set(id, made);
      const after = [...list.children].find((each) => Number(each.dataset.id) < id);
      list.insertBefore(made.element, after || null);
    }
    empty.hidden = cards.size > 0;
  }
  function showAll() {
    for (const [id, card] of cards)
      if (!computations.has(id)) {
        card.element.remove();
        cards.delete(id);
      }
    for (const id of computations.keys()) showOne(id);
    empty.hidden = cards.size > 0;
  }
  main.append(startForm(main, context), empty, list);
  showAll();
  return listen((id) => (id === null ? showAll() : showOne(id)));
}
