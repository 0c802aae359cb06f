// A board that can be played on: the server's picture, where what carries data-move is a button.
// Arrow keys go to the nearest move in that direction, Enter or space plays it. Where a move takes more
// than a click, men.js (points of the board) or steps.js (curves) lead through it.
import {h, picture} from "./dom.js";
import {drag} from "./hand_drag.js";
import {swipe} from "./hand_swipe.js";
import {Men, pathsOn} from "./men.js";
import {directions, nearest} from "./nearest.js";
import {Steps, hasSteps} from "./steps.js";
import {t} from "./strings.js";

function prepare(element, all, onmove) {
  const move = element.dataset.move;
  element.classList.add("move");
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", all[0] === element ? "0" : "-1");
  element.setAttribute("aria-label", t("playMove", {move}));
  element.addEventListener("click", () => onmove(move));
  element.addEventListener("keydown", (event) => {
    const direction = directions[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onmove(move);
    } else if (direction) {
      event.preventDefault();
      const next = nearest(element, all, direction);
      if (next) {
        element.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    }
  });
}

// Moves of men: their handles make way for the points of the board.
function prepareMen(container, svg, moves, onmove) {
  const paths = pathsOn(svg, moves);
  if (paths.length === 0) return;
  const names = new Set(paths.map(({name}) => name));
  for (const element of svg.querySelectorAll("[data-move]:not(.domino)"))
    if (names.has(element.dataset.move)) element.remove();
  container.men = new Men(svg, paths, onmove);
  container.append(container.men.prompt);
}

// Draws a position (an answer of /api/position). `onmove` null: only to be looked at.
export function board(position, title, onmove) {
  const svg = picture(position.svg);
  const container = h("div", {class: "board"});
  if (!svg) {
    container.append(h("pre", {class: "text-board"}, position.text || position.position));
    return container;
  }
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("role", onmove ? "group" : "img");
  svg.setAttribute("aria-label", t("board", {game: title}));
  container.append(svg);
  if (!onmove) {
    if (pathsOn(svg, position.moves || []).length > 0) // handles are for those who are to move
      svg.querySelectorAll("[data-move]").forEach((element) => element.remove());
    return container;
  }
  prepareMen(container, svg, position.moves || [], onmove);
  const legal = new Set(position.moves || []);
  const all = [...svg.querySelectorAll("[data-move]")].filter((element) => legal.has(element.dataset.move));
  for (const element of all) prepare(element, all, onmove);
  swipe(svg, position, onmove);
  drag(svg, legal, onmove);
  if (hasSteps(svg)) {
    container.steps = new Steps(svg, position.moves || [], onmove);
    container.prepend(container.steps.prompt);
    container.append(container.steps.choices);
  }
  return container;
}

// Shows on a board what a move is worth: class names wins, loses, draws, unknown, best.
export function mark(container, marks) {
  const drawn = container.querySelector(".board");
  drawn?.steps?.mark(marks);
  drawn?.men?.mark(marks);
  for (const element of container.querySelectorAll("[data-move]")) {
    element.classList.remove("wins", "loses", "draws", "unknown", "best");
    const words = marks.get(element.dataset.move);
    if (words) element.classList.add(...words.split(" "));
  }
}
