// The rules of a game in plain words, with a little board on which a game is played by itself.
import {h} from "./dom.js";
import {demos, livingBoard} from "./living.js";
import {about, t} from "./strings.js";

export function rulesOf(game) {
  const told = about(game);
  const place = h("div", {class: "rules-picture"});
  const card = h("details", {class: "rules card", id: "rules"}, h("summary", null, t("rulesTitle")), place,
    h("ol", null, told.rules.map((rule) => h("li", null, rule))), h("p", {class: "small"}, t("howToMove")));
  card.addEventListener("toggle", () => {
    if (card.open && place.childElementCount === 0 && demos[game.name]) place.append(livingBoard(game));
  });
  return card;
}
