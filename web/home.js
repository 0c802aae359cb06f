// Home: the games people know first, each with a little board that lives; games to go on with; then the
// games of theory.
import {h} from "./dom.js";
import {starts} from "./early.js";
import {livingBoard} from "./living.js";
import {kept} from "./kept.js";
import {about, t} from "./strings.js";

const KNOWN = ["sprouts", "dots", "othello", "go", "tapatan", "morris", "hex", "nim", "loa", "chomp", "domineering", "cram", "peg", "klotski", "montana", "morpion"];

// Who begins a first game of Tapatan is drawn by lot; later the loser does (match.js).
const sideIn = (game) => game.players === "one" ? "both" : game.name === "tapatan" && Math.random() < 0.5 ? "second" : "first";

const addressOfGame = (game) => `#/play?${new URLSearchParams({game: game.name, position: starts[game.name] ?? game.start, you: sideIn(game), level: "fair"})}`;

function tile(game) {
  const told = about(game);
  return h("a", {class: "tile card", href: addressOfGame(game), "data-game": game.name}, livingBoard(game), h("h3", null, told.title), h("p", null, told.line));
}

function goOn(game, {address, count}) {
  return h("a", {class: "button", href: address, "data-kept": game.name}, h("strong", null, about(game).title), ` · ${t("movesPlayed", {n: count})}`);
}

export function homeView(main, {catalogue}) {
  const find = (name) => catalogue.games.find((game) => game.name === name);
  const known = KNOWN.map(find).filter(Boolean);
  const others = catalogue.games.filter((game) => !known.includes(game));
  const going = kept().filter((each) => find(each.game));
  main.replaceChildren(h("header", {class: "home-title"}, h("h1", null, t("homeTitle")), h("p", {class: "lead"}, t("homeHelp"))),
    going.length === 0 ? "" : h("section", {class: "going-on"}, h("h2", null, t("goOnWith")), h("div", {class: "buttons"}, going.map((each) => goOn(find(each.game), each)))),
    h("section", null, h("h2", null, t("knownGames")), h("div", {class: "tiles"}, known.map(tile))),
    h("section", null, h("h2", null, t("theoryGames")), h("div", {class: "tiles"}, others.map(tile))));
}
