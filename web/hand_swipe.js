// Moves that are lines, drawn as lines: press at one end, drag to the other, let go. For boards whose
// moves are elements with a line in them: the sides of dots-and-boxes, the rows of five of Morpion. The
// move is the one whose line comes nearest to what was dragged; while one drags it lights up.
import {s, toast} from "./dom.js";
import {t} from "./strings.js";

const NEAR = {dots: 0.4, morpion: 0.115}; // how far an end may be missed, in lengths of the line

// The moves of a board with the ends of their lines.
function linesOf(svg, legal) {
  return [...svg.querySelectorAll("[data-move]")].filter((element) => legal.has(element.dataset.move) && element.querySelector("line")).map((element) => {
    const line = element.querySelector("line"), at = (name) => Number(line.getAttribute(name));
    return {element, move: element.dataset.move, ends: [[at("x1"), at("y1")], [at("x2"), at("y2")]]};
  });
}

const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

// The move whose line goes from one point to another, either way; null when none comes near.
export function lineBetween(lines, from, to, near) {
  let best = null, least = Infinity;
  for (const line of lines) {
    const [a, b] = line.ends, most = near * far(a, b);
    for (const [p, q] of [[a, b], [b, a]]) {
      const miss = Math.max(far(from, p), far(to, q));
      if (miss <= most && miss < least) [best, least] = [line, miss];
    }
  }
  return best;
}

// Lets people drag moves on a board of a game that has lines.
export function swipe(svg, position, onmove) {
  const near = NEAR[position.game], lines = near ? linesOf(svg, new Set(position.moves || [])) : [];
  if (lines.length === 0) return;
  const trail = s("line", {class: "swipe-trail"});
  let from = null, dragged = false, lit = null;
  const locate = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const light = (line) => {
    lit?.element.classList.remove("swiped");
    lit = line;
    lit?.element.classList.add("swiped");
  };
  const end = () => {
    from = null;
    light(null);
    trail.remove();
  };
  svg.classList.add("swipes");
  svg.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.button === 0) from = [locate(event), event.clientX, event.clientY];
  });
  svg.addEventListener("pointermove", (event) => {
    if (!from || (!dragged && Math.hypot(event.clientX - from[1], event.clientY - from[2]) < 8)) return;
    if (!dragged) {
      dragged = true;
      svg.setPointerCapture?.(event.pointerId);
      svg.append(trail);
    }
    const to = locate(event);
    for (const [name, value] of [["x1", from[0][0]], ["y1", from[0][1]], ["x2", to[0]], ["y2", to[1]]]) trail.setAttribute(name, value.toFixed(1));
    light(lineBetween(lines, from[0], to, near));
  });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const found = dragged ? lineBetween(lines, from[0], locate(event), near) : null;
    end();
    if (found) onmove(found.move);
    else if (dragged) toast(t("handNoLine"));
  });
  svg.addEventListener("pointercancel", end);
  svg.addEventListener("click", (event) => { if (dragged) event.stopPropagation(); }, true);
}
