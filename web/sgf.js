// Games of Go as SGF (FF[4]), the main line: written from the moves of a game, read into a start and moves.
// GTP has no column i and counts rows from below; SGF has both letters from the upper left corner.
const COLUMNS = "abcdefghjklmnopqrstuvwxyz";

const sizeOf = (position) => Number(/^(\d+)x\1\b/.exec(position)?.[1]);

// The text of a game from an empty square board; null for other starts.
export function writeSgf(position, moves, {komi} = {}) {
  const size = sizeOf(position), [, ...early] = position.split(" ");
  if (!size || early.some((word) => !/^([a-z]\d+|pass)$/.test(word))) return null;
  const point = (move) => {
    if (move === "pass") return "";
    const column = COLUMNS.indexOf(move[0]), row = size - Number(move.slice(1));
    return String.fromCharCode(97 + column) + String.fromCharCode(97 + row);
  };
  const nodes = [...early, ...moves].map((move, i) => `;${i % 2 === 0 ? "B" : "W"}[${point(move)}]`).join("");
  return `(;GM[1]FF[4]CA[UTF-8]AP[Zermelo]SZ[${size}]${komi ? `KM[${komi}]` : ""}${nodes})\n`;
}

// {position, moves, komi} of the main line of the first game; null when it is none, or begins otherwise than
// with moves in turn on an empty board.
export function readSgf(text) {
  if (!/^\s*\(\s*;/.test(text)) return null;
  const bare = text.replace(/\b(?!B\b|W\b|SZ\b|KM\b|AB\b|AW\b|PL\b)[A-Z]+(\s*\[(?:\\[\s\S]|[^\]\\])*\])+/g, ""); // other properties, with whatever they hold
  const main = bare.split(")")[0], size = Number(/SZ\s*\[(\d+)\]/.exec(main)?.[1] ?? 19);
  if (size < 2 || size > 19 || /\b(AB|AW)\s*\[/.test(main)) return null;
  const moves = [];
  for (const [, colour, at] of main.matchAll(/\b([BW])\s*\[([a-z]{0,2})\]/g)) {
    if (colour !== "BW"[moves.length % 2]) return null;
    const [x, y] = [...at].map((letter) => letter.charCodeAt(0) - 97);
    if (at.length === 0 || (at === "tt" && size <= 19)) moves.push("pass");
    else if (x >= size || y >= size || at.length !== 2) return null;
    else moves.push(`${COLUMNS[x]}${size - y}`);
  }
  return {position: `${size}x${size}`, moves, komi: /KM\s*\[([-\d.]+)\]/.exec(main)?.[1]};
}
