// Little boards on which a game goes on by itself, while they can be seen.
import {api} from "./api.js";
import {h, picture} from "./dom.js";
import {markLast, widen} from "./last.js";
import {about, t} from "./strings.js";

const PACE = 1400; // milliseconds a move

// A start and moves for each game: enough to see what it is about.
export const demos = {
  sprouts: {position: "3", moves: "1-2 3-4 2-5"},
  dots: {position: "3x3", moves: "a1-b1 b2-b3 c1-d1 a1-a2 b1-b2"},
  othello: {position: "8x8", moves: "f5 d6 c3 d3 c4 f4"},
  go: {position: "9x9", moves: "e5 c3 g6 g4 c7 d6 d7"},
  tapatan: {position: "start", moves: "5 1 9 3 2 8"},
  morris: {position: "start", moves: "a1 d2 c1 d4 e1xd4 b2"},
  hex: {position: "5x5", moves: "c3 b4 c4 d3 b5 d2 d1"},
  nim: {position: "3,4,5", moves: "1-2 3-1 2-3"},
  loa: {position: "start", moves: "b8-d6 a4-c4 d8-d6"},
  peg: {position: "english", moves: "d2-d4 b3-d3 c1-c3 e1-c1"},
  klotski: {position: "classic", moves: "G-5,2 H-5,3 E-4,2"},
  montana: {position: "deal:42", moves: ""},
  morpion: {position: "5T", moves: ""},
  domineering: {position: "4x4", moves: "b1v c3h d1v b4h"},
  cram: {position: "4x5", moves: "b2-b3 d1-e1 c3-c4 a1-a2"},
  chomp: {position: "4x6", moves: ""},
  hackenbush: {position: "BRB/GR/RBB/GGB", moves: ""},
  "toads-and-frogs": {position: "TTT..FFF", moves: "3 6"},
  "node-kayles": {position: "grid:3x4", moves: ""},
  "arc-kayles": {position: "grid:3x4", moves: ""},
  "graph-octal": {position: "0.33:grid:3x3", moves: ""},
  geography: {position: "grid:3x3@0", moves: "1 4 3"},
  nimstring: {position: "3x3", moves: "a1-b1 b2-b3 c1-d1"},
  octal: {position: "0.07:12,9", moves: ""},
  grundy: {position: "7,5", moves: ""}, qbf: {position: "1,3;2,-3;-1,-2,-3", moves: "T F"}, sum: {position: "[domineering 3x3] + [nim 3]", moves: ""},
};

async function drawingOf(game, demo, count) {
  const moves = demo.moves.split(" ").filter(Boolean).slice(0, count);
  const answer = await api.position({game: game.name, position: demo.position, moves, options: {}, picture: true}).catch(() => null);
  const svg = picture(answer?.svg);
  svg?.querySelectorAll("[data-move]:not(.piece):not(.cell), .at").forEach((element) => { if (!element.querySelector(".drawn, .open")) element.remove(); });
  return {svg, text: answer?.text || demo.position};
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) entry.target.seen?.(entry.isIntersecting);
}, {rootMargin: "60px"});

export function livingBoard(game) {
  const place = h("div", {class: "living", role: "img", "aria-label": t("board", {game: about(game).title})});
  const demo = demos[game.name] || {position: game.start, moves: ""};
  const total = demo.moves.split(" ").filter(Boolean).length;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const drawings = [];
  let at = Math.min(total, 3), visible = false, timer = null;

  async function show() {
    drawings[at] ??= await drawingOf(game, demo, at);
    const {svg, text} = drawings[at];
    if (!svg) {
      place.replaceChildren(h("pre", null, text.split("\n").slice(0, 6).join("\n")));
      return;
    }
    const drawn = svg.cloneNode(true);
    if (at > 0 && drawings[at - 1]?.svg) markLast(drawings[at - 1].svg, drawn, demo.moves.split(" ")[at - 1]);
    if (drawings[0]?.svg) widen(drawn, drawings[0].svg);
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
