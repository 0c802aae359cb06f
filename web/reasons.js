// Why a move is good, in words, where the theory says it: nimbers of a sum, what chains it opens in
// dots-and-boxes, bridges in Hex (two places, either of which joins: miai), what it takes, saves, joins or
// cuts in Go (tactics.js).
import {api} from "./api.js";
import {t} from "./strings.js";

// The nimbers of what the move leaves, when it leaves a sum.
async function ofNimbers(play, move) {
  if (play.options.play === "misere" || !play.game.normal.some((each) => each.name === "nimber")) return null;
  const answer = await api.analyse(play.question({moves: [...play.moves, move], options: {...play.options, compute: "nimber"}, seconds: 1, each: false})).catch(() => null);
  const parts = answer?.components;
  if (!parts || parts.length < 2 || parts.some((each) => each.nimber === undefined)) return null;
  const sum = parts.reduce((total, each) => total ^ each.nimber, 0);
  return t(sum === 0 ? "reasonZero" : "reasonNot", {sum: parts.map((each) => `*${each.nimber}`).join(" + "), total: sum});
}

// -- dots-and-boxes: sides by their names, a1b1 and a1a2

const dot = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;

// The boxes of a board, each as the names of its sides.
function boxesOf(rows, columns) {
  const boxes = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      boxes.push([dot(c, r) + dot(c + 1, r), dot(c, r + 1) + dot(c + 1, r + 1), dot(c, r) + dot(c, r + 1), dot(c + 1, r) + dot(c + 1, r + 1)]);
  return boxes;
}

const openSides = (box, open) => box.filter((side) => open.has(side));

// How many boxes can be taken one after the other, without opening anything new.
export function takeable(boxes, sides) {
  const open = new Set(sides);
  let count = 0;
  for (;;) {
    const next = boxes.map((box) => openSides(box, open)).find((left) => left.length === 1);
    if (!next) return count;
    count += boxes.filter((box) => openSides(box, open).length === 1 && box.includes(next[0])).length;
    open.delete(next[0]);
  }
}

// What a move does, by the boxes: {takes, gives, least, safe}; `least`: the smallest gift of any move.
export function chainsOf(rows, columns, sides, move) {
  const boxes = boxesOf(rows, columns), after = (side) => sides.filter((each) => each !== side);
  const full = (list) => { const open = new Set(list); return boxes.filter((box) => openSides(box, open).length === 0).length; };
  const gifts = sides.map((side) => takeable(boxes, after(side)));
  return {takes: full(after(move)) - full(sides), gives: takeable(boxes, after(move)), before: takeable(boxes, sides), least: Math.min(...gifts), safe: gifts.filter((gift) => gift === 0).length};
}

function ofChains(play, move) {
  const size = /^(\d+)x(\d+)/.exec(play.position.position);
  if (!size) return null;
  const {takes, gives, before, least, safe} = chainsOf(Number(size[1]), Number(size[2]), play.position.moves, move);
  if (takes > 0) return t("reasonTakes", {n: takes, rest: before - takes});
  if (before > 0 && gives > 0) return t("reasonControl", {n: gives});
  if (gives > 0) return t(gives === least ? "reasonLeast" : "reasonOpens", {n: gives});
  return t("reasonSafe", {n: Math.max(0, safe - 1)});
}

// -- Hex: cells by their names, b3 is column b of row 3

const BRIDGES = [[[1, 1], [1, 0], [0, 1]], [[-1, -1], [-1, 0], [0, -1]], [[2, -1], [1, 0], [1, -1]], [[-2, 1], [-1, 0], [-1, 1]], [[1, -2], [0, -1], [1, -1]], [[-1, 2], [0, 1], [-1, 1]]];

// The pairs of free cells, either of which joins the stone at `move` to another of its side, or to its edge.
export function bridgesOf(rows, side, move) {
  const c = move.charCodeAt(0) - 97, r = Number(move.slice(1)) - 1, name = ([x, y]) => dot(x, y);
  const at = ([x, y]) => rows[y]?.[x], found = [];
  for (const [to, ...ways] of BRIDGES) {
    const pair = ways.map(([x, y]) => [c + x, r + y]);
    if (at([c + to[0], r + to[1]]) === side && pair.every((each) => at(each) === ".")) found.push([...pair.map(name), name([c + to[0], r + to[1]])]);
  }
  const edges = side === "L" ? [[r === 1, [[c, 0], [c + 1, 0]]], [r === rows.length - 2, [[c, r + 1], [c - 1, r + 1]]]] : [[c === 1, [[0, r], [0, r + 1]]], [c === rows[0].length - 2, [[c + 1, r], [c + 1, r - 1]]]];
  for (const [near, pair] of edges) if (near && pair.every((each) => at(each) === ".")) found.push([...pair.map(name), null]);
  return found;
}

function ofBridges(play, move) {
  const [board] = play.position.position.split(" ");
  if (!/^[a-z]\d+$/.test(move) || !board.includes("/")) return null;
  const [bridge] = bridgesOf(board.split("/"), play.position.turn === 0 ? "L" : "R", move);
  if (!bridge) return null;
  return bridge[2] ? t("reasonBridge", {a: bridge[0], b: bridge[1], to: bridge[2]}) : t("reasonEdge", {a: bridge[0], b: bridge[1]});
}

// The reason for a move of the position on the board; null when nothing is known to say.
export async function reasonFor(play, move) {
  if (play.game.name === "dots") return ofChains(play, move);
  if (play.game.name === "hex") return ofBridges(play, move);
  if (play.game.name === "go") return (await import("./tactics.js")).reasonOf(play, move);
  return ofNimbers(play, move);
}
