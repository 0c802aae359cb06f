// The current branch of a search, a row per level, updated in place so that its buttons can be
// clicked while it moves. Colours follow Glop: few children left unknown is hot.
import {h, figure} from "./dom.js";
import {t} from "./strings.js";
import {Thumbs} from "./thumbs.js";

function heat(level) {
  if (level.sum || level.children === 0) return "";
  if (level.unknown <= 1) return "heat1";
  if (level.unknown <= 3) return "heat2";
  if (level.unknown <= 6) return "heat3";
  return level.unknown <= 10 ? "heat4" : "";
}

export class Branch {
  constructor(request, order, drawn) {
    this.order = order;
    this.thumbs = new Thumbs(request.game, {...request.options});
    this.rows = [];
    this.drawn = drawn; // the game has pictures
    this.pictures = drawn && localStorage.getItem("pictures") !== "no";
    this.body = h("tbody");
    this.head = h("thead", null, h("tr", null, ["level", "child", "alive"].map((name) => h("th", {scope: "col"}, t(name))),
      h("th", {scope: "col", class: "numbers"}, t("proof")), h("th", {scope: "col", class: "numbers"}, t("disproof")),
      h("th", {scope: "col"}, t("picture")), h("th", {scope: "col", class: "wide"}, t("node")), h("th", {scope: "col"})));
    this.table = h("table", {class: "branch"}, h("caption", null, t("branch")), this.head, this.body);
    this.element = h("div", {class: "scroller", tabindex: "0", role: "region", "aria-label": t("branch")}, this.table);
  }

  makeRow(index) {
    const cells = {level: h("td", null, String(index + 1)), child: h("td"), alive: h("td"), proof: h("td", {class: "numbers"}),
      disproof: h("td", {class: "numbers"}), picture: h("td", {class: "thumb"}), node: h("td", {class: "mono wide"}), actions: h("td", {class: "actions"})};
    const row = {index, cells, element: h("tr", null, Object.values(cells)), text: null};
    row.zap = h("button", {class: "small zap", title: t("zapHelp"), "aria-label": `${t("zap")} ${index + 1}`, onclick: () => this.order({order: "zap", level: index})}, t("zap"));
    row.lock = h("button", {class: "small lock", title: t("lockHelp"), onclick: () => this.order({order: "lock", node: row.text})}, t("lock"));
    row.favour = h("button", {class: "small favour", title: t("favourHelp"), onclick: () => this.order({order: "favour", node: row.text, coefficient: 0.1})}, t("favour"));
    cells.actions.append(row.zap, row.lock, row.favour);
    return row;
  }

  update(levels) {
    const numbers = levels.some((level) => level.proof !== undefined);
    this.table.classList.toggle("with-numbers", numbers);
    while (this.rows.length < levels.length) {
      const row = this.makeRow(this.rows.length);
      this.rows.push(row);
      this.body.append(row.element);
    }
    while (this.rows.length > levels.length) {
      this.rows.pop().element.remove();
    }
    levels.forEach((level, i) => this.updateRow(this.rows[i], level, i === levels.length - 1));
  }

  updateRow(row, level, deepest) {
    const {cells} = row;
    row.element.className = `${heat(level)} ${level.sum ? "is-sum" : ""}`;
    cells.child.textContent = level.children ? `${level.current + 1} / ${level.children}` : "";
    cells.alive.textContent = level.children ? (level.sum ? t("sum") : figure(level.unknown)) : "";
    if (level.proof !== undefined) {
      cells.proof.textContent = figure(level.proof);
      cells.disproof.textContent = figure(level.disproof);
    }
    row.zap.disabled = deepest || level.unknown < 2;
    if (row.text === level.node) return;
    row.text = level.node;
    cells.node.textContent = level.node;
    if (this.pictures) this.thumbs.want(cells.picture, level.node);
  }

  showPictures(on) {
    this.pictures = on;
    localStorage.setItem("pictures", on ? "yes" : "no");
    this.table.classList.toggle("no-pictures", !on);
    this.thumbs.clear();
    for (const row of this.rows) if (on && this.drawn) this.thumbs.want(row.cells.picture, row.text);
  }
}
