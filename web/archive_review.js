// A whole game of Othello looked at: what each move lost, as a graph with a slider, a list of mistakes,
// and a record to keep. The server looks further and further ahead; what is there is shown.
import {api} from "./api.js";
import {mark} from "./board.js";
import {h, s, fill, save, toast} from "./dom.js";
import {Line} from "./archive_line.js";
import {pictureButtons} from "./share.js";
import {problem, t} from "./strings.js";

const ROUNDS = [{depth: 4, exact: 10, seconds: 5}, {depth: 8, exact: 16, seconds: 15}, {depth: 10, exact: 20, seconds: 20}, {depth: 14, exact: 22, seconds: 20}];
const MISTAKE = 3; // discs
const WIDTH = 640, HEIGHT = 240, LEFT = 34, TOP = 12, BOTTOM = 24;
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

// What Black has more after each move, with the mistakes; a click goes there.
function graph(review, go) {
  const count = review.moves.length, worths = [count ? review.moves[0].before : 0, ...review.moves.map((each) => each.after)];
  const most = Math.max(...worths.map(Math.abs)), limit = [8, 16, 32, 64].find((each) => most <= each);
  const x = (i) => LEFT + i / Math.max(1, count) * (WIDTH - LEFT - 8), y = (worth) => TOP + (limit - worth) / (2 * limit) * (HEIGHT - TOP - BOTTOM);
  const guess = review.moves.filter((each) => !each.exact).length, now = s("line", {class: "now", x1: x(0), x2: x(0), y1: TOP, y2: HEIGHT - BOTTOM});
  const svg = s("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "review-graph", role: "img", "aria-label": t("graphHelp")}, [-1, -0.5, 0, 0.5, 1].map((part) => part * limit).map((worth) => [
    s("line", {class: worth ? "grid" : "zero", x1: LEFT, x2: WIDTH - 8, y1: y(worth), y2: y(worth)}), s("text", {x: LEFT - 5, y: y(worth) + 4, "text-anchor": "end"}, signed(worth))]),
  Array.from({length: Math.floor(count / 10) + 1}, (_, i) => s("text", {x: x(10 * i), y: HEIGHT - 8, "text-anchor": "middle"}, String(10 * i))),
  guess > 0 && guess < count ? [s("line", {class: "guess", x1: x(guess), x2: x(guess), y1: TOP, y2: HEIGHT - BOTTOM}), s("text", {x: x(guess) + 4, y: TOP + 10}, t("exactFrom"))] : null,
  s("polyline", {class: "curve", points: worths.map((worth, i) => `${x(i).toFixed(1)},${y(worth).toFixed(1)}`).join(" ")}),
  review.moves.map((each, i) => (each.loss >= MISTAKE ? s("circle", {class: "mistake", cx: x(i + 1), cy: y(each.after), r: 4}) : null)), now);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.max(0, Math.min(count, Math.round(((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - 8) * count))));
  });
  return {svg, show: (at) => { now.setAttribute("x1", x(at)); now.setAttribute("x2", x(at)); }};
}

export function reviewPart(main, {values, remember, game: gameOf}) {
  let asked = 0, review = null, drawn = null;
  const moves = (values.get("moves") || "").split(" ").filter(Boolean);
  const text = h("textarea", {id: "review-moves", rows: "3", "aria-label": t("moves"), spellcheck: "false", placeholder: "f5d6c3d3c4…", value: moves.join(" ")});
  const line = new Line({game: gameOf("othello"), start: "8x8", moves, at: Number(values.get("at") || 0), onshow: here});
  const place = h("section", {class: "card", id: "review"}), note = h("p", {class: "small", role: "status", id: "review-note"}), word = h("p", {id: "review-here"});

  // What the graph and the words say of the move that comes next on the board.
  function here() {
    drawn?.show(line.at);
    remember({moves: line.moves.join(" "), at: line.at || ""});
    const next = review && sameGame() ? review.moves[line.at] : null;
    fill(word, !next ? null : next.loss > 0 ? t("reviewLoss", {move: next.move, loss: next.loss, best: next.best || "?", after: signed(next.after)}) : t("reviewGood", {move: next.move, after: signed(next.after)}));
    if (next) mark(line.place, new Map([[next.move, next.loss >= MISTAKE ? "loses" : "unknown"], ...(next.best ? [[next.best, "wins best"]] : next.loss === 0 ? [[next.move, "wins best"]] : [])]));
  }

  const sameGame = () => review.moves.every((each, i) => each.move === line.moves[i]);

  function show() {
    drawn = graph(review, (at) => line.go(at));
    const mistakes = review.moves.map((each, i) => ({...each, number: i + 1})).filter((each) => each.loss >= MISTAKE);
    fill(place, drawn.svg, word, h("p", null, t("reviewLost", {first: review.lost[0], second: review.lost[1]})), mistakes.length === 0 ? h("p", null, t("noMistakes")) : h("ol", {class: "losses"}, mistakes.map((each) =>
      h("li", {class: each.number === review.first ? "first-one" : null}, h("button", {class: "small", "data-number": each.number, onclick: () => line.go(each.number - 1)},
        `${each.number}. ${t(each.side === "first" ? "black" : "white")} ${each.move}: −${each.loss}${each.best ? ` (${each.best})` : ""}${each.exact ? "" : ` ${t("guessed")}`}${each.number === review.first ? ` · ${t("firstMistake")}` : ""}`)))),
    h("div", {class: "buttons"}, h("button", {class: "small", id: "keep-record", onclick: () => save("game.ggf", review.record)}, "GGF"), pictureButtons("game", () => drawn.svg)));
    here();
  }

  // Further and further ahead, as long as the time suffices.
  async function look() {
    const now = ++asked, played = text.value.trim();
    let last = null;
    review = drawn = null;
    place.replaceChildren();
    try {
      for (const round of ROUNDS) {
        note.textContent = last ? `${t("reviewDepth", last)} ${t("looking")}` : t("looking");
        const answer = await api.review({game: "othello", moves: played, mistake: MISTAKE, ...round});
        if (now !== asked) return;
        if (answer.status === "stopped") break;
        if (!review) line.set({moves: answer.moves.map((each) => each.move), at: line.at});
        review = answer;
        last = round;
        show();
      }
      note.textContent = last ? t("reviewDepth", last) : t("notKnown");
    } catch (error) {
      if (now === asked) toast(t("error", {text: problem(error)}), true);
    }
  }

  const form = h("form", {class: "card", onsubmit: (event) => { event.preventDefault(); look(); }}, h("p", {class: "lead"}, t("reviewHelp")), text, h("div", {class: "buttons"}, h("button", {class: "primary", id: "review-start"}, t("part_review"))));
  main.append(h("div", {class: "archive"}, h("section", {class: "card stage"}, line.element), h("div", null, form, note, place)));
  if (moves.length > 0) look();
  return () => { asked++; line.gone = true; };
}
