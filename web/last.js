// What the last move did, found by comparing two drawings: pieces that are new are marked, pieces that
// are gone leave a dashed outline. Who laid a piece is kept, where pieces themselves do not tell.
import {s} from "./dom.js";
import {pointsOf} from "./men.js";

const PLACE = ["x", "y", "cx", "cy", "r", "d", "x1", "y1", "x2", "y2", "width", "height"];

function keyOf(element, fields) {
  if (element.children.length > 0) return [...element.children].map((child) => keyOf(child, fields)).join();
  return `${element.tagName} ${fields.map((name) => element.getAttribute(name) ?? "").join(" ")} ${element.tagName === "text" ? element.textContent : ""}`;
}
const placeOf = (piece) => keyOf(piece, PLACE);
const lookOf = (piece) => `${keyOf(piece, [...PLACE, "fill"])} ${piece.getAttribute("fill") ?? ""}`;

const piecesOf = (svg) => [...svg.querySelectorAll(".piece:not(.gone)")];

// Pieces of `after` that `before` lacks, and the other way round.
export function compare(before, after) {
  const old = new Map(piecesOf(before).map((piece) => [lookOf(piece), piece]));
  const now = new Map(piecesOf(after).map((piece) => [lookOf(piece), piece]));
  const places = new Set(piecesOf(after).map(placeOf));
  return {fresh: [...now].filter(([look]) => !old.has(look)).map(([, piece]) => piece),
    gone: [...old].filter(([look, piece]) => !now.has(look) && !places.has(placeOf(piece))).map(([, piece]) => piece)};
}

// Marks on `after` what `move` changed from `before`.
export function markLast(before, after, move) {
  const {fresh, gone} = compare(before, after);
  const points = new Set(pointsOf(move));
  const named = fresh.filter((piece) => points.has(piece.dataset.at));
  for (const piece of fresh) piece.classList.add(named.length === 0 || named.includes(piece) ? "last" : "turned");
  if (gone.length === 0) return;
  const layer = s("g", {class: "leaving", "aria-hidden": "true"});
  for (const piece of gone) {
    const copy = piece.cloneNode(true);
    for (const element of [copy, ...copy.querySelectorAll("*")])
      for (const name of ["data-move", "data-at", "tabindex", "role", "aria-label"]) element.removeAttribute(name);
    copy.setAttribute("class", "piece gone");
    layer.append(copy);
  }
  after.append(layer);
}

// A drawing that shrinks with the game keeps the frame that it had.
export function widen(svg, before) {
  const read = (each) => (each.getAttribute("viewBox") || "").split(/[ ,]+/).map(Number);
  const [a, b] = [read(svg), read(before)];
  if (a.length !== 4 || b.length !== 4) return;
  const left = Math.min(a[0], b[0]), top = Math.min(a[1], b[1]);
  svg.setAttribute("viewBox", [left, top, Math.max(a[0] + a[2], b[0] + b[2]) - left, Math.max(a[1] + a[3], b[1] + b[3]) - top].join(" "));
}

// Who laid what: told drawing by drawing, each with the player who made it from the one before.
export class Owners {
  constructor() {
    this.laid = []; // {player, looks}
  }

  add(before, after, player) {
    this.laid.push({player, looks: compare(before, after).fresh.map(lookOf)});
  }

  // Marks all pieces with who laid them; two cells laid at once are a domino.
  show(svg) {
    const pieces = new Map(piecesOf(svg).map((piece) => [lookOf(piece), piece]));
    for (const {player, looks} of this.laid) {
      const found = looks.map((look) => pieces.get(look)).filter(Boolean);
      for (const piece of found) piece.dataset.owner = player;
      if (found.length === 2 && found.every((piece) => piece.tagName === "rect")) svg.append(domino(found, player));
    }
  }
}

function domino(cells, player) {
  const [x, y] = ["x", "y"].map((name) => Math.min(...cells.map((cell) => Number(cell.getAttribute(name)))));
  const far = (name, size) => Math.max(...cells.map((cell) => Number(cell.getAttribute(name)) + Number(cell.getAttribute(size))));
  const frame = {x: x + 3, y: y + 3, width: far("x", "width") - x - 6, height: far("y", "height") - y - 6, rx: 6};
  const last = cells.some((cell) => cell.classList.contains("last"));
  const middle = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  return s("g", {class: `laid${last ? " last" : ""}`, "data-owner": player, "aria-hidden": "true"}, s("rect", frame),
    player === 1 ? s("circle", {cx: middle[0], cy: middle[1], r: 5}) : null);
}
