// Little boards on which a game goes on by itself, while they can be seen.
import {api} from "./api.js";
import {h, picture} from "./dom.js";
import {Owners, markLast, widen} from "./last.js";
import {about, t} from "./strings.js";

const PACE = 1400; // milliseconds a move

// A start and moves for each game: enough to see what it is about.
export const demos = {
  sprouts: {position: "3", moves: "1-2 3-4~2 3-5~1 2-6"},
  dots: {position: "3x3", moves: "c3d3 c1c2 a1b1 a1a2 b1b2 b3b4 c4d4 c2c3 b2c2"},
  othello: {position: "8x8", moves: "d3 c5 f6 f5 e6 e3 c3 f3 c4 b4"},
  go: {position: "9x9", moves: "d5 g4 g5 e5 e6 f5 f6 g6 h5 h4"},
  tapatan: {position: "start", moves: "5 8 1 9 7 4 1-2 4-1 2-3"},
  morris: {position: "start", moves: "a1 d2 c1 d4 e1xd4 b2"},
  hex: {position: "5x5", moves: "b4 c2 d2 c3 d3 c4 d4 e2 d1 a1 c5"},
  nim: {position: "3,4,5", moves: "2-3 3-4 1-1 1-1"},
  loa: {position: "start", moves: "b8-b6 a7-c7 g8-g6 h4-f2 f8-f5 h6-f4"},
  peg: {position: "english", moves: "d2-d4 b3-d3 c1-c3 e1-c1"},
  klotski: {position: "classic", moves: "I-5,3 G-5,2 G-4,2 D-4,1 G-5,2"},
  montana: {position: "deal:4x6:5", moves: "2C 3D 4D 6D 5S 6C"},
  morpion: {position: "5T", moves: "7,2DN2 3,-1V0 7,7DP2 4,3H4 5,3H1 9,2V0 2,2DP2 4,6H4"},
  domineering: {position: "5x5", moves: "b1v c2h d3v b4h a4v d5h a1v c1h"},
  cram: {position: "4x5", moves: "a1-a2 a3-b3 c4-d4 c2-d2 e3-e4 e1-e2 c3-d3"},
  chomp: {position: "4x6", moves: "e2 c3 c1 b4"},
  hackenbush: {position: "BRB/GR/RBB/GGB", moves: "9:0-9G 6:0-6R 4:0-4G 2:1-2R"},
  "toads-and-frogs": {position: "TTT..FFF", moves: "3 6 4 5 2"},
  "node-kayles": {position: "grid:3x4", moves: "5+8+9+10 1+2+3+6"},
  "arc-kayles": {position: "grid:3x4", moves: "3-7 1-2 9-10"},
  "graph-octal": {position: "0.33:grid:3x3", moves: "7 2 8"},
  geography: {position: "grid:3x3@0", moves: "3 6 7 8 5 2"},
  nimstring: {position: "3x3", moves: "c2c3 b3c3 b4c4 d1d2 d2d3 a4b4 b2c2"},
  octal: {position: "0.07:12,9", moves: "12=4+6 6=2+2 9=3+4 4=1+1"},
  grundy: {position: "8,5", moves: "1:3+5 2:1+4 1:1+4 1:1+3 2:1+3"}, qbf: {position: "1,3;2,-3;-1,-2,-3", moves: "T F T"}, sum: {position: "[domineering 2x3] + [nim 3]", moves: "2b 1a 2a"},
};

// The drawings of a demonstration, from its start to its end.
async function drawingsOf(game, demo) {
  const moves = demo.moves.split(" ").filter(Boolean);
  const answer = await api.position({game: game.name, position: demo.position, moves, options: {}, picture: true, past: true}).catch(() => null);
  return [...(answer?.past || []), answer].map((each) => {
    const svg = picture(each?.svg);
    svg?.querySelectorAll("[data-move]:not(.piece):not(.cell), .at").forEach((element) => { if (!element.querySelector(".drawn, .open")) element.remove(); });
    return {svg, turn: each?.turn, text: each?.text || demo.position};
  });
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) entry.target.seen?.(entry.isIntersecting);
}, {rootMargin: "60px"});

export function livingBoard(game) {
  const place = h("div", {class: "living", role: "img", "aria-label": t("board", {game: about(game).title})});
  const demo = demos[game.name] || {position: game.start, moves: ""};
  const total = demo.moves.split(" ").filter(Boolean).length;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let drawings = null;
  let at = Math.min(total, 3), visible = false, timer = null;

  async function show() {
    drawings ??= drawingsOf(game, demo);
    drawings = await drawings;
    const {svg, text} = drawings[Math.min(at, drawings.length - 1)];
    if (!svg) {
      place.replaceChildren(h("pre", null, text.split("\n").slice(0, 6).join("\n")));
      return;
    }
    const drawn = svg.cloneNode(true);
    if (at > 0 && drawings[at - 1]?.svg) markLast(drawings[at - 1].svg, drawn, demo.moves.split(" ")[at - 1]);
    if (drawings[0]?.svg) widen(drawn, drawings[0].svg);
    if (game.players !== "one" && drawings.slice(0, at).filter((each) => each?.svg).length === at) {
      const owners = new Owners();
      for (let i = 0; i < at; i++) owners.add(drawings[i].svg, i + 1 < at ? drawings[i + 1].svg : drawn, drawings[i].turn);
      owners.show(drawn);
    }
    place.replaceChildren(drawn);
  }

  function live() {
    clearTimeout(timer);
    if (!visible || !place.isConnected || still || total === 0) return;
    timer = setTimeout(async () => {
      at = at >= total ? 0 : at + 1;
      await show();
      live();
    }, at >= total ? 2.5 * PACE : PACE);
  }

  place.seen = (now) => {
    visible = now;
    if (visible && place.childElementCount === 0) show();
    live();
  };
  seen.observe(place);
  return place;
}
