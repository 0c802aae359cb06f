// The graph of a small game of one player: all positions that can still be reached and the moves between them, layer by
// layer, from the one on the board at the top; drawn by the server, and again after every move while it is unfolded.
import {api} from "./api.js";
import {h, picture} from "./dom.js";
import {problem, t} from "./strings.js";

// The folded card; nothing in games whose engine draws none.
export function graphCard(play) {
  if (!play.game.graph) return null;
  const card = h("details", {class: "card graph", id: "graph", ontoggle: () => showGraph(play)}, h("summary", null, t("graph")),
    h("p", {class: "small"}, t("allPositionsHelp")), h("div", {class: "graph-place"}));
  return card;
}

// Draws the graph of the position on the board, while its card is unfolded.
export async function showGraph(play) {
  const card = play.main.querySelector("#graph"), {turn} = play;
  if (!card || !card.open) return;
  const place = card.querySelector(".graph-place");
  let shown;
  try {
    const drawn = picture((await api.graph(play.question())).svg), dots = [...drawn.querySelectorAll("circle")];
    const lost = dots.filter((dot) => dot.getAttribute("fill") === "#c00").length;
    shown = [drawn, h("p", {class: "small", id: "graph-told"}, t("graphSays", {a: dots.length, b: dots.length - lost}))];
  } catch (error) {
    shown = [h("p", {class: "small", id: "graph-told"}, problem(error))];
  }
  if (turn === play.turn && card.isConnected) place.replaceChildren(...shown);
}
