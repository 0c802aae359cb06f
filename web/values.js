// What moves are worth, shown while one plays: asked again with more and more time, so that signs and
// colours come as they are found.
import {api} from "./api.js";
import {mark} from "./board.js";
import {s} from "./dom.js";

const PASSES = [0.15, 0.6, 2.5]; // seconds

export const valuesShown = () => localStorage.getItem("values") === "on";
export const showValues = (on) => localStorage.setItem("values", on ? "on" : "off");

const FIGURES = 8; // moves that get one
const ENOUGH = 20; // random games that tell a chance
const SIGNS = {wins: "✓", loses: "✗", draws: "="};

// Writes a sign over all that is marked, since colours alone do not tell everybody; over moves that are only
// judged, the figure that was found for them.
export function addSigns(place, figures = new Map()) {
  const svg = place.querySelector(".board svg");
  if (!svg) return;
  svg.querySelectorAll(".sign").forEach((each) => each.remove());
  for (const element of svg.querySelectorAll(".move, .at.step, .piece.step")) {
    const word = ["wins", "draws", "loses"].find((each) => element.classList.contains(each));
    const figure = word ? undefined : figures.get(element.dataset.move);
    if ((!word && figure === undefined) || !element.getBBox) continue;
    const box = element.getBBox();
    const size = Math.max(8, Math.min(22, 0.7 * Math.min(Math.max(box.width, 10), Math.max(box.height, 10))));
    element.after(s("text", {class: `sign ${word ?? "guess"}`, x: box.x + box.width / 2, y: box.y + box.height / 2 + size * 0.36, "font-size": size.toFixed(1), "text-anchor": "middle", "aria-hidden": "true"}, figure ?? SIGNS[word]));
  }
}

// Shows verdicts on the board, and as signs.
export function showMarks(place, marks, figures) {
  mark(place, marks);
  addSigns(place, figures);
}

// What the best moves that are not solved look worth: the percentage of games won, or the points ahead.
export function figuresOf(moves) {
  const worth = (each) => each.chance ?? each.margin ?? each.worth;
  const text = (each) => each.chance !== undefined ? `${Math.round(100 * each.chance)}` : `${worth(each) > 0 ? "+" : ""}${Number(worth(each).toFixed(1))}`;
  return new Map(moves.filter((each) => each.verdict === "unknown" && worth(each) !== undefined && !(each.playouts < ENOUGH)).sort((a, b) => worth(b) - worth(a)).slice(0, FIGURES).map((each) => [each.move, text(each)]));
}

// Asks for the worth of all moves; `still` says whether anybody wants to know, `tell` hears each answer.
export async function askValues(question, still, tell) {
  for (const seconds of PASSES) {
    const answer = await api.analyse({...question, seconds});
    if (!still()) return;
    tell(answer);
    if (answer.result !== null && answer.moves.every((each) => each.verdict !== "unknown")) return;
  }
}

// How it stands by an answer, for the first player: {value: 1 to -1, guess}.
export function worthOf(answer, turn) {
  const outcome = answer.outcome ?? (answer.kind === "outcome" ? answer.result : answer.kind === "nimber" ? (answer.result === 0 ? "loss" : "win") : null);
  const sides = {L: 1, R: -1, N: turn === 0 ? 1 : -1, P: turn === 0 ? -1 : 1};
  if (outcome in sides) return {value: sides[outcome]};
  const mine = {win: 1, loss: -1, draw: 0}[outcome];
  if (mine !== undefined) return {value: turn === 0 ? mine : -mine};
  if (typeof answer.margin === "number") return {value: Math.sign(turn === 0 ? answer.margin : -answer.margin)};
  return null;
}

// The same from what the program said of its own move.
export function worthOfChoice(choice, turn) {
  const mine = choice.proved ? {win: 1, loss: -1, draw: 0}[choice.fate] : choice.chance !== undefined ? 2 * choice.chance - 1
    : choice.ahead !== undefined ? Math.tanh(choice.ahead / 8) : undefined;
  if (mine === undefined) return null;
  return {value: turn === 0 ? mine : -mine, guess: !choice.proved};
}
