// The proof-number view: for each level of the branch its children, with their numbers, in columns
// that sort. It asks for them twice a second, only while it is open.
import {api} from "./api.js";
import {h, figure} from "./dom.js";
import {t} from "./strings.js";
import {Thumbs} from "./thumbs.js";

const COLUMNS = ["node", "proof", "disproof", "alive", "size"];
const EVERY = 500; // milliseconds
const PICTURES = 12; // of the first children of a level

// What a column sorts by. Decided children have one number 0 and the other infinite.
function key(child, column) {
  switch (column) {
    case "node": return child.node;
    case "proof": return child.proof ?? (child.result === "win" ? 0 : Infinity);
    case "disproof": return child.disproof ?? (child.result === "loss" ? 0 : Infinity);
    case "alive": return child.unknown ?? -1;
    default: return child.size ?? -1;
  }
}

const shown = (number) => (number === Infinity ? "∞" : number < 0 ? "" : figure(number));

export class Children {
  // `request`: what is computed; `drawn`: the game has pictures.
  constructor(id, order, steered, request, drawn) {
    Object.assign(this, {id, order, steered, drawn, thumbs: new Thumbs(request.game, {...request.options})});
    this.sort = {column: "disproof", down: false};
    this.levels = [];
    this.place = h("div", {class: "children-levels"});
    this.element = h("details", {class: "children", ontoggle: () => this.poll()}, h("summary", null, t("childrenByLevel")), this.place);
  }

  async poll() {
    clearTimeout(this.timer);
    if (!this.element.open || this.element.hidden || (this.connected && !this.element.isConnected)) return;
    this.connected = this.element.isConnected;
    const computation = await api.computation(this.id).catch(() => null);
    if (computation?.levels) this.update(computation.levels);
    if (computation?.levels) this.timer = setTimeout(() => this.poll(), EVERY);
  }

  update(levels) {
    const listed = levels.filter((level) => level.list);
    while (this.levels.length < listed.length) this.levels.push(this.makeLevel(this.levels.length));
    while (this.levels.length > listed.length) this.levels.pop().element.remove();
    listed.forEach((level, i) => this.updateLevel(this.levels[i], level, levels.indexOf(level)));
  }

  makeLevel(index) {
    const level = {rows: new Map(), body: h("tbody"), caption: h("caption")};
    level.head = COLUMNS.map((column) => h("th", {scope: "col"}, h("button", {class: "sort", onclick: () => this.sortBy(column)}, t(column))));
    level.element = h("table", {class: "branch with-numbers children-table", "data-level": index}, level.caption,
      h("thead", null, h("tr", null, level.head, this.drawn ? h("th", {scope: "col"}, t("picture")) : null, this.steered ? h("td") : null)), level.body);
    this.place.append(level.element);
    return level;
  }

  sortBy(column) {
    this.sort = {column, down: this.sort.column === column && !this.sort.down};
    for (const level of this.levels) if (level.last) this.updateLevel(level, level.last, level.number);
  }

  makeRow(node) {
    const cells = COLUMNS.map((column) => h("td", {class: column === "node" ? "mono wide" : ""}));
    const buttons = this.steered ? h("td", {class: "actions"},
      h("button", {class: "small lock", title: t("lockHelp"), "aria-label": `${t("lock")} ${node}`, onclick: () => this.order({order: "lock", node})}, t("lock")),
      h("button", {class: "small favour", title: t("favourHelp"), "aria-label": `${t("favour")} ${node}`, onclick: () => this.order({order: "favour", node, coefficient: 0.1})}, t("favour"))) : null;
    cells[0].textContent = node;
    const thumb = this.drawn ? h("td", {class: "thumb"}) : null;
    return {cells, thumb, element: h("tr", {"data-node": node}, cells, thumb, buttons)};
  }

  // Rows are kept by their node, so that a button stays under the pointer while numbers change.
  updateLevel(level, told, number) {
    Object.assign(level, {last: told, number});
    level.caption.textContent = `${t("level")} ${number + 1}: ${told.node}${told.sum ? ` (${t("sum")})` : ""} · ${t("proof")} ${figure(told.proof)}, ${t("disproof")} ${figure(told.disproof)}` +
      (told.list.length < told.children ? ` · ${told.list.length} / ${told.children}` : "");
    const {column, down} = this.sort;
    level.head.forEach((head, i) => head.setAttribute("aria-sort", COLUMNS[i] !== column ? "none" : down ? "descending" : "ascending"));
    const current = told.list[told.current]?.node;
    const sorted = [...told.list].sort((a, b) => {
      const x = key(a, column), y = key(b, column);
      return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
    });
    const rows = new Map();
    for (const child of sorted) {
      const row = level.rows.get(child.node) || this.makeRow(child.node);
      rows.set(child.node, row);
      row.element.className = child.node === current ? "current" : "";
      COLUMNS.slice(1).forEach((name, i) => { row.cells[i + 1].textContent = shown(key(child, name)); });
    }
    level.rows = rows;
    [...rows].slice(0, PICTURES).reverse().forEach(([node, row]) => { if (row.thumb) this.thumbs.want(row.thumb, node); });
    const elements = [...rows.values()].map((row) => row.element);
    if (elements.length !== level.body.children.length || elements.some((element, i) => level.body.children[i] !== element)) level.body.replaceChildren(...elements);
  }
}
