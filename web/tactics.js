// Tactics of Go in words and on the board: which chains can be taken, which are connected, and the points
// on which that depends (the trace of the search), shaded when a line of the list is chosen.
import {api} from "./api.js";
import {h, s} from "./dom.js";
import {t} from "./strings.js";

const MOST = 24; // lines of the list

const ask = (play) => api.notices(play.question({seconds: 1})).then((answer) => answer.notices).catch(() => []);

// How something is taken, by the order of the threats.
const manner = (notice) => t(["byOnce", "byOnce", "byLadder"][notice.order] ?? "byNet");

// How a goal stands.
export function sayNotice(notice) {
  const {goal, standing, order, points, wins, breaks} = notice;
  const about = {a: points[0], b: points[1], how: manner(notice), wins: wins.join(" "), breaks: breaks.join(" ")};
  if (standing === "ko") return t(goal === "capture" ? "takenByKo" : "joinedByKo", about);
  if (goal === "capture") return t(standing === "won" ? "isTaken" : "canBeTaken", about);
  return t(standing !== "won" ? "canBeJoined" : order <= 1 ? "joinedByMiai" : "joinedByThreats", about);
}

// The goals that a move decides for the player to move.
const decides = (notices, move, turn) => notices.filter((each) => (each.side === turn ? each.wins : each.breaks).includes(move));

// What a move does for or against the goals of a position.
export function sayMove(notices, move, turn) {
  const words = {capture: ["itTakes", "itSaves"], connect: ["itJoins", "itCuts"]};
  return decides(notices, move, turn).map((each) => t(words[each.goal][each.side === turn ? 0 : 1], {a: each.points[0], b: each.points[1], how: manner(each)})).join(" ");
}

// Shades points of the board, by the letters and numbers at its rim; none: nothing is shaded any more.
export function shade(place, points) {
  const svg = place.querySelector(".board svg");
  if (!svg) return;
  svg.querySelectorAll(".trace").forEach((each) => each.remove());
  const labels = [...svg.querySelectorAll("text.label")];
  const along = (name, rim, way) => Number(labels.find((each) => each.textContent.toLowerCase() === name && each.getAttribute(rim[0]) === rim[1])?.getAttribute(way));
  const cell = Math.abs(along("a", ["y", "20"], "x") - along("b", ["y", "20"], "x"));
  for (const point of points) {
    const x = along(point[0], ["y", "20"], "x"), y = along(point.slice(1), ["x", "15"], "y") - 5;
    if (x && y) svg.append(s("rect", {class: "trace", x: x - cell / 2, y: y - cell / 2, width: cell, height: cell, "data-point": point}));
  }
}

// Why a move is good; the points on which that depends are shaded.
export async function reasonOf(play, move) {
  const turn = play.position.turn, notices = await ask(play);
  if (turn !== play.position.turn) return null;
  shade(play.boardPlace, decides(notices, move, turn).flatMap((each) => each.trace));
  return sayMove(notices, move, turn) || null;
}

// All goals of the position as a list; choosing one shades its trace.
export async function listTactics(play) {
  const notices = await ask(play);
  if (notices.length === 0) return null;
  const choose = (button, notice) => {
    const on = button.getAttribute("aria-pressed") !== "true";
    list.querySelectorAll("button").forEach((each) => each.setAttribute("aria-pressed", "false"));
    button.setAttribute("aria-pressed", String(on));
    shade(play.boardPlace, on ? notice.trace : []);
  };
  const line = (notice) => h("li", null, h("button", {type: "button", class: "plain", "aria-pressed": "false", onclick: (event) => choose(event.currentTarget, notice)},
    `${t(notice.side === (notice.goal === "capture" ? 1 : 0) ? "ofBlack" : "ofWhite")} ${sayNotice(notice)}`));
  const list = h("ul", {class: "tactics"}, notices.slice(0, MOST).map(line));
  return h("section", {class: "small"}, h("h3", null, t("tactics")), h("p", null, t("tacticsHelp")), list);
}
