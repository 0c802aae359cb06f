// The first levels of the tree of a search by proof numbers, drawn live: from left to right, the most
// promising children first. A node that is clicked can be locked, favoured, zapped or explored.
import {api, pictureOf} from "./api.js";
import {h, s, figure, picture} from "./dom.js";
import {encodeOptions} from "./forms.js";
import {pictureButtons} from "./share.js";
import {t} from "./strings.js";

const BOX = {width: 214, height: 42, gapX: 34, gapY: 7};
const EVERY = 150; // milliseconds between two pictures: the server looks ten times a second at most
const PICTURES = 70; // milliseconds between two pictures of positions, so that they never flood the server
const KEPT = 400; // nodes that went out of sight and may come back

const shown = (number) => (number === undefined ? "?" : figure(number < 10 ? Math.round(number * 10) / 10 : Math.round(number)));
const positionOf = (text) => (text.includes(" - ") ? text.slice(text.indexOf(" - ") + 3) : text);

// Nodes often begin alike: a long one shows its heap, its first characters and its end.
function shorten(text, room) {
  if (text.length <= room) return text;
  const head = text.includes(" - ") ? text.indexOf(" - ") + 6 : 4;
  return `${text.slice(0, head)}…${text.slice(head + 1 - room)}`;
}

export class FirstLevels {
  constructor(id, request, order, {drawn, orders}) {
    Object.assign(this, {id, request, order, drawn, orders});
    this.nodes = new Map(); // by the way from the root
    this.gone = new Map();
    this.edges = s("g", {class: "edges"});
    this.boxes = s("g");
    this.svg = s("svg", {class: "first-levels", role: "tree", "aria-label": t("firstLevels")}, this.edges, this.boxes);
    this.panel = h("div", {class: "node-panel", "aria-live": "polite"}, h("p", {class: "small"}, t("firstLevelsHelp")));
    this.element = h("details", {class: "tree-now", ontoggle: () => this.poll()}, h("summary", null, t("firstLevels")),
      h("div", {class: "scroller"}, this.svg), h("div", {class: "buttons"}, pictureButtons(`${request.game}-first-levels`, () => this.svg)), this.panel);
  }

  async poll() {
    clearTimeout(this.timer);
    if (!this.element.open || this.element.hidden || (this.connected && !this.element.isConnected)) return;
    this.connected = this.element.isConnected;
    const began = performance.now();
    const answer = document.hidden ? null : await api.tree(this.id).catch(() => null);
    if (answer?.tree.length) this.update(answer.tree);
    if (!answer || answer.status === "running" || answer.status === "paused")
      this.timer = setTimeout(() => this.poll(), Math.max(20, EVERY - (performance.now() - began)));
  }

  // Leaves below one another, a parent at the height of its first child: the best line runs along the top.
  place(tree) {
    const below = tree.map(() => []);
    tree.forEach((node, i) => { if (i > 0) below[node.parent].push(i); });
    let bottom = 0;
    const visit = (i, depth, way) => {
      const node = tree[i];
      Object.assign(node, {depth, way: `${way}\n${node.node}`, x: depth * (BOX.width + BOX.gapX)});
      if (below[i].length === 0) {
        node.y = bottom;
        bottom += BOX.height + BOX.gapY;
        return;
      }
      for (const child of below[i]) visit(child, depth + 1, node.way);
      node.y = tree[below[i][0]].y;
    };
    visit(0, 0, "");
    return {width: (1 + Math.max(...tree.map((node) => node.depth))) * (BOX.width + BOX.gapX) - BOX.gapX, height: bottom - BOX.gapY};
  }

  update(tree) {
    const {width, height} = this.place(tree);
    this.svg.setAttribute("viewBox", `-3 -3 ${width + 6} ${height + 6}`);
    this.svg.setAttribute("width", String(width + 6));
    this.svg.setAttribute("height", String(height + 6));
    const kept = new Map();
    const edges = [];
    tree.forEach((node, i) => {
      const view = this.nodes.get(node.way) || this.gone.get(node.way) || this.makeNode();
      this.gone.delete(node.way);
      if (!view.element.isConnected) this.boxes.append(view.element);
      kept.set(node.way, view);
      this.updateNode(view, node);
      if (i === 0) return;
      const from = tree[node.parent];
      const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + BOX.height / 2, node.x, node.y + BOX.height / 2];
      edges.push(s("path", {class: node.current ? "current" : "", d: `M${x1} ${y1}C${x1 + BOX.gapX / 2} ${y1} ${x2 - BOX.gapX / 2} ${y2} ${x2} ${y2}`}));
    });
    for (const [way, view] of this.nodes)
      if (!kept.has(way)) {
        view.element.remove();
        this.gone.set(way, view);
      }
    for (const way of this.gone.keys()) if (this.gone.size > KEPT) this.gone.delete(way);
    this.nodes = kept;
    if (this.drawn && !this.drawing) this.drawNext();
    this.edges.replaceChildren(...edges);
    const focus = [...kept.values()].find((view) => view.element.getAttribute("tabindex") === "0") || kept.values().next().value;
    focus.element.setAttribute("tabindex", "0");
    if (this.chosen && kept.has(this.chosen)) this.showPanel();
  }

  makeNode() {
    const left = this.drawn ? BOX.height + 4 : 8;
    const view = {element: s("g", {role: "treeitem", tabindex: "-1"}), title: s("title"), bar: s("rect", {class: "won-share", y: BOX.height - 4, height: 4, rx: 2}),
      text: s("text", {class: "mono", x: left, y: 17}), numbers: s("text", {class: "told", x: left, y: 32}),
      place: s("svg", {x: 4, y: 3, width: BOX.height - 8, height: BOX.height - 10, class: "node-picture"})};
    view.element.append(view.title, s("rect", {class: "frame", width: BOX.width, height: BOX.height, rx: 8}), view.bar, view.place, view.text, view.numbers);
    view.element.addEventListener("click", () => this.choose(view));
    view.element.addEventListener("keydown", (event) => this.key(event, view));
    return view;
  }

  updateNode(view, node) {
    view.node = node;
    const room = Math.floor((BOX.width - (this.drawn ? BOX.height + 10 : 14)) / 6.7);
    const name = shorten(node.node, room);
    const numbers = node.result ? t(node.result) : [`p ${shown(node.proof)}`, `d ${shown(node.disproof)}`, node.unknown === undefined ? "" : `?${figure(node.unknown)}`, node.size ? figure(node.size) : ""].join("   ");
    view.element.setAttribute("transform", `translate(${node.x} ${node.y})`);
    view.element.setAttribute("class", `node ${node.current ? "current" : ""} ${node.locked ? "locked" : ""} ${node.result || ""} ${this.chosen === node.way ? "chosen" : ""}`);
    view.element.setAttribute("aria-level", String(node.depth + 1));
    view.element.setAttribute("aria-label", this.words(node));
    if (view.title.textContent !== node.node) view.title.textContent = node.node;
    if (view.text.textContent !== name) view.text.textContent = name;
    if (view.numbers.textContent !== numbers) view.numbers.textContent = numbers;
    const share = node.result ? Number(node.result === "win") : node.disproof / (node.proof + node.disproof);
    view.bar.setAttribute("width", String(Math.max(4, share * BOX.width)));
  }

  words(node) {
    const numbers = node.result ? t(node.result) : `${t("proof")} ${shown(node.proof)}, ${t("disproof")} ${shown(node.disproof)}, ${t("alive")} ${shown(node.unknown)}, ${t("size")} ${shown(node.size)}`;
    return `${node.node}: ${numbers}${node.sum ? `, ${t("sum")}` : ""}${node.locked ? `, ${t("locked")}` : ""}`;
  }

  // Pictures one after the other, of the nodes in sight, nearest to the root first.
  async drawNext() {
    const view = [...this.nodes.values()].sort((a, b) => a.node.depth - b.node.depth).find((each) => !each.asked);
    this.drawing = Boolean(view);
    if (!view) return;
    view.asked = true;
    await this.drawPicture(view);
    setTimeout(() => this.drawNext(), PICTURES);
  }

  async drawPicture(view) {
    const drawn = await pictureOf(this.request.game, this.request.options || {}, positionOf(view.node.node));
    const svg = drawn.svg && picture(drawn.svg);
    if (!svg) return;
    svg.setAttribute("width", "100%");
    svg.setAttribute("height", "100%");
    view.place.replaceChildren(svg);
  }

  // Left to the parent, right to the first child, up and down to the nearest node of the same level.
  key(event, view) {
    const all = [...this.nodes.values()], {node} = view;
    const level = all.filter((each) => each.node.depth === node.depth).sort((a, b) => a.node.y - b.node.y);
    const at = level.indexOf(view);
    const to = {ArrowUp: level[at - 1], ArrowDown: level[at + 1],
      ArrowLeft: all.find((each) => node.way === `${each.node.way}\n${node.node}`),
      ArrowRight: all.find((each) => each.node.way === `${node.way}\n${each.node.node}`)};
    if (event.key === "Enter" || event.key === " ") this.choose(view);
    else if (!(event.key in to)) return;
    else if (to[event.key]) {
      view.element.setAttribute("tabindex", "-1");
      to[event.key].element.setAttribute("tabindex", "0");
      to[event.key].element.focus();
    }
    event.preventDefault();
  }

  choose(view) {
    this.chosen = view.node.way;
    for (const each of this.nodes.values()) each.element.classList.toggle("chosen", each === view);
    this.showPanel(true);
  }

  // What can be done with the node chosen; the figures follow the search, the buttons stay.
  showPanel(fresh) {
    const view = this.nodes.get(this.chosen);
    if (!view) return;
    const {node} = view;
    if (fresh) {
      this.told = h("span", {class: "small"});
      const favour = (coefficient, name) => h("button", {class: `small favour-${coefficient}`, title: t("coefficientHelp"), onclick: () => this.order({order: "favour", node: node.node, coefficient})}, t(name));
      const values = new URLSearchParams({game: this.request.game, position: positionOf(node.node), options: encodeOptions(this.request.options || {})});
      this.panel.replaceChildren(h("p", {class: "mono"}, h("strong", null, node.node), " ", this.told), h("div", {class: "buttons"},
        this.orders.has("lock") ? h("button", {class: "small lock-node", title: t("lockHelp"), onclick: () => this.order({order: "lock", node: node.node})}, t("lock")) : null,
        this.orders.has("favour") ? [favour(0.1, "favour"), favour(10, "disfavour"), favour(1, "neutral")] : null,
        this.orders.has("zap") ? h("button", {class: "small zap-node", title: t("zapHelp"), onclick: () => this.order({order: "zap", level: Math.max(0, this.nodes.get(this.chosen).node.depth - 1)})}, t("zap")) : null,
        h("a", {class: "button small", href: `#/explore?${values}`}, t("explore"))));
      this.zapButton = this.panel.querySelector(".zap-node");
    }
    this.told.textContent = this.words(node).slice(node.node.length + 2);
    if (this.zapButton) this.zapButton.disabled = !node.current || node.depth === 0;
  }
}
