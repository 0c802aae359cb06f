// The book of openings as a tree with values: a move unfolds into the moves after it; the board beside
// shows where one is.
import {api} from "./api.js";
import {h, figure, fill, toast} from "./dom.js";
import {Line} from "./archive_line.js";
import {problem, t} from "./strings.js";

const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

export function bookPart(main, {known, remember, values, game: gameOf}) {
  let gone = false, current = null;
  const wanted = (values.get("moves") || "").split(" ").filter(Boolean);
  const line = new Line({game: gameOf(known.book.game), moves: wanted, at: wanted.length, onshow: (position, shown) => tell(shown.played)});
  const words = h("section", {class: "card", id: "book-words"}), tree = h("ul", {class: "book", id: "book"});

  async function ask(moves) {
    try {
      return await api.book({moves: moves.join("")});
    } catch (error) {
      if (!gone) toast(t("error", {text: problem(error)}), true);
      return null;
    }
  }

  // What the book says of the position on the board.
  async function tell(moves) {
    remember({moves: moves.join(" ")});
    const node = await ask(moves);
    if (!node || gone || moves.length !== line.at) return;
    fill(words, h("h2", null, t("bookSays")), !node.known ? h("p", null, t("notInBook")) : [h("p", null, t("bookNode", {score: signed(node.score), games: figure(node.games), depth: node.depth})),
      node.choice ? h("p", null, t(node.choice.leaves ? "bookLeaves" : "bookPlays", {move: node.choice.move})) : null]);
  }

  function label(each) {
    return [h("b", null, each.move), h("span", {class: `worth ${each.result || ""}`}, signed(each.score)), each.inside ? h("span", {class: "small"}, t("bookMove", {games: figure(each.games), result: t(`book_${each.result}`)})) : h("span", {class: "small"}, t("leavesBook"))];
  }

  function item(each, before) {
    if (!each.inside) return h("li", {class: "leaf"}, label(each));
    const moves = [...before, each.move], inner = h("ul"), summary = h("summary", {"data-move": each.move, onclick: () => show(summary, moves)}, label(each));
    let asked = false;
    return h("li", null, h("details", {ontoggle: async (event) => {
      if (!event.target.open || asked) return;
      asked = true;
      await unfold(inner, moves);
    }}, summary, inner));
  }

  function show(summary, moves) {
    current?.classList.remove("current");
    current = summary;
    summary.classList.add("current");
    line.set({moves, at: moves.length});
  }

  async function unfold(place, moves) {
    const node = await ask(moves);
    if (!node?.known || gone) return;
    node.moves.sort((a, b) => b.score - a.score || (b.games || 0) - (a.games || 0));
    fill(place, node.moves.length ? node.moves.map((each) => item(each, moves)) : h("li", {class: "leaf"}, t("bookEnds")));
  }

  main.append(h("div", {class: "archive"}, h("section", {class: "card stage"}, line.element),
    h("div", null, words, h("section", {class: "card"}, h("h2", null, t("bookTree", {n: figure(known.book.positions)})), h("p", {class: "small"}, t("bookHelp")), tree))));
  unfold(tree, []);
  return () => { gone = true; line.gone = true; };
}
