// Pieces dragged to where they go (cards): what carries data-move and data-to, the middle of that place in
// the drawing, follows the pointer and is played when it is let go near there. Clicks go on working.
const NEAR = 0.75; // of its own width

export function drag(svg, legal, onmove) {
  const pieces = [...svg.querySelectorAll("[data-move][data-to]")].filter((element) => legal.has(element.dataset.move));
  let held = null;
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  for (const piece of pieces)
    piece.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary) return;
      const [x, y] = piece.dataset.to.split(",").map(Number);
      held = {piece, from: at(event), to: {x, y}, box: piece.getBBox(), moved: false};
    });
  svg.addEventListener("pointermove", (event) => {
    if (!held) return;
    const now = at(event), dx = now.x - held.from.x, dy = now.y - held.from.y;
    held.moved ||= Math.hypot(dx, dy) > held.box.width / 6;
    if (held.moved) for (const element of [held.piece, cardUnder(svg, held.piece)]) element?.setAttribute("transform", `translate(${dx.toFixed(1)} ${dy.toFixed(1)})`);
  });
  const release = (event) => {
    if (!held) return;
    const {piece, from, to, box, moved} = held, now = at(event);
    held = null;
    for (const element of [piece, cardUnder(svg, piece)]) element?.removeAttribute("transform");
    const x = box.x + box.width / 2 + now.x - from.x, y = box.y + box.height / 2 + now.y - from.y;
    if (!moved || event.type === "pointercancel") return;
    const still = (click) => click.stopPropagation(); // the click that ends a drag is none
    svg.addEventListener("click", still, {capture: true});
    setTimeout(() => svg.removeEventListener("click", still, {capture: true}));
    if (Math.hypot(x - to.x, y - to.y) < NEAR * box.width) onmove(piece.dataset.move);
  };
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
}

// The card that a frame lies on.
function cardUnder(svg, frame) {
  return [...svg.querySelectorAll("g.piece")].find((card) => card.firstElementChild?.getAttribute("x") === frame.getAttribute("x") && card.firstElementChild?.getAttribute("y") === frame.getAttribute("y"));
}
