// The rules of a game in plain words, with pictures, and a little board on which a game is played by itself.
import {h} from "./dom.js";
import {demos, livingBoard} from "./living.js";
import {about, t} from "./strings.js";

export function rulesOf(game) {
  const told = about(game);
  const place = h("div", {class: "rules-picture"}), items = told.rules.map((rule) => h("li", null, rule));
  const card = h("details", {class: "rules card", id: "rules"}, h("summary", null, t("rulesTitle")), place,
    h("ol", null, items), h("p", {class: "small"}, t("howToMove")));
  card.addEventListener("toggle", async () => {
    if (!card.open || place.childElementCount > 0) return;
    if (demos[game.name]) place.append(livingBoard(game));
    (await import("./rule_pictures.js")).showRulePictures(game.name, items);
  });
  return card;
}
