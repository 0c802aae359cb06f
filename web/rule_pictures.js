// Pictures for the rules of each game, drawn by the server: for each rule (in the order of games-en.js) a start
// and moves; the last of them is shown as before and after. null: the words are enough.
import {api} from "./api.js";
import {h, picture} from "./dom.js";
import {markLast, widen} from "./last.js";
import {t} from "./strings.js";

const pictures = {
  sprouts: [["3", "1-2"], null, ["3", "1-2 3-4~2 3-5~1"], ["2", "2-2 1-1 1-4r2 2-3r1"]],
  dots: [["2x2", "a1b1"], ["2x2", "a1b1 a1a2 b1b2 a2b2"], ["2x2", "a1a2 b2c2 b3c3 b1c1 b2b3 a2a3 a3b3 a1b1 a2b2 c2c3 b1b2 c1c2"]],
  othello: [["6x6", "c2"], ["8x8", "d3 c5 f6 f5 e6"], null, ["4x4", "c4 b4 a4 d4 d2 pass a1"]],
  go: [["5x5", "c3"], ["5x5", "b3 c3 c2 a1 c4 a2 d3"], null, ["3x3", "c2 a1 c3 a2 a3 b1 b3 b2 c1 b1 b2 a1 a2 pass pass"]],
  tapatan: [["start", "5"], ["start", "5 8 1 9 7 4 1-2"], ["start", "5 8 1 9 7 4 1-2 4-1 2-3"]],
  morris: [["start", "a1"], ["start", "a1 d2 c1 d4 e1xd4"], null],
  hex: [["4x4", "b3"], null, ["3x3", "c3 a3 c2 a1 c1"]],
  nim: [["3,4,5", "2-3"], ["1,2", "2-2 1-1"]],
  loa: [["start", "b8-b6"], ["start", "b8-b6 a7-c7 g8-g6 h4-f2"], ["3x3", "b1-c1 c2-b1"]],
  peg: [["english", "d2-d4"], null],
  klotski: [["classic", "I-5,3"], ["A.B/ACC/... A 2,3", "C-3,2 C-2,2 B-1,2 A-2,1 B-1,1 C-1,2 A-2,3"]],
  montana: [["deal:4x6:5", "2C"], null, ["deal:4x4:1", "3D 4H 4D 4C 3C 4S 2D 2H 2C 2S"]],
  morpion: [["5T", "7,2DN2"], ["5T", "7,2DN2 3,-1V0"], null],
  domineering: [["4x4", "b1v c2h"], ["3x3", "a1v b2h"]],
  cram: [["4x4", "a1-a2 b3-c3"], ["3x3", "b3-c3 a2-b2 b1-c1"]],
  chomp: [["4x6", "d2"], ["2x3", "b1 a2"]],
  hackenbush: [["BRB/GR", "3:2-3B"], ["BRB/GR", "1:0-1B"], ["BRB/GR", "1:0-1B 1:0-4G"]],
  "toads-and-frogs": [["TT..FF", "2 5"], ["TT..FF", "2 5 1 6"]],
  grundy: [["8", "1:3+5"], ["6", "1:1+5 1:2+3 1:1+2"]],
  nimstring: [["2x2", "a1b1 a1a2 b1b2 a2b2"], null],
  octal: [["0.07:7", "7=1+4"], ["0.07:7", "7=1+4 4=1+1"]],
  "node-kayles": [["grid:3x3", "2+4+5+8"], ["grid:3x3", "2+4+5+8 0+1+3 6+7"]],
  "arc-kayles": [["grid:3x3", "6-7"], ["grid:3x3", "6-7 4-5 0-1"]],
  "graph-octal": [["0.33:grid:3x3", "7+8"], null],
  geography: [["grid:3x3@0", "3 4"], ["grid:3x3@0", "3 4 7 6"]],
  qbf: [["1,3;2,-3;-1,-2,-3", "F"], ["1,3;2,-3;-1,-2,-3", "F T F"]],
  sum: [["[domineering 2x2] + [nim 2]", "2a"], null],
};

function bare(svg) {
  svg.querySelectorAll("[data-move]:not(.piece):not(.cell), .at").forEach((element) => { if (!element.querySelector(".drawn, .open, .empty")) element.remove(); });
  return svg;
}

// Before and after the last move of a line; null when there is no picture.
async function shot(game, [position, line]) {
  const moves = line.split(" ");
  const answer = await api.position({game, position, moves, options: {}, picture: true, past: true}).catch(() => null);
  const before = picture(answer?.past?.at(-1)?.svg), after = picture(answer?.svg);
  if (!before || !after) return null;
  markLast(before, after, moves.at(-1));
  widen(after, before);
  return h("span", {class: "shot", role: "img", "aria-label": t("rulePicture", {move: moves.at(-1)})}, bare(before), h("span", {"aria-hidden": "true"}, "→"), bare(after));
}

// Puts a picture under each rule that has one.
export function showRulePictures(game, items) {
  (pictures[game] || []).forEach(async (one, i) => {
    const drawn = one && items[i] ? await shot(game, one) : null;
    if (drawn) items[i].append(drawn);
  });
}
