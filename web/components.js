// Why a position is won or lost, where it splits: its components, drawn, with their nimbers and the nim-sum; on
// the board each move bears the letter of the component that it is made in.
import {api} from "./api.js";
import {h, picture, s} from "./dom.js";
import {t} from "./strings.js";

const MOST = 12; // kinds that are shown

const letter = (index) => String.fromCharCode(65 + index);

// What `all` has and `rest` has not, counted.
function without(all, rest) {
  const left = [...rest];
  return all.filter((each) => { const at = left.indexOf(each); if (at >= 0) left.splice(at, 1); return at < 0; });
}

// For each move of an analysis the component that it is made in: the one that is no longer there afterwards.
export function componentsOf(components, moves) {
  const all = components.map((each) => each.position), found = new Map();
  for (const {move, class: left} of moves) {
    const gone = without(all, left.split(" + "));
    if (gone.length === 1) found.set(move, gone[0]);
  }
  return found;
}

function showLetters(place, letters) {
  place.querySelectorAll(".part").forEach((each) => each.remove());
  for (const element of place.querySelectorAll(".board svg .move")) {
    const text = letters.get(element.dataset.move);
    if (!text || !element.getBBox) continue;
    const box = element.getBBox(), size = Math.max(7, Math.min(13, 0.4 * Math.max(box.width, box.height)));
    element.after(s("text", {class: "part", x: box.x + box.width, y: box.y + size * 0.6, "font-size": size.toFixed(1), "text-anchor": "middle", "aria-hidden": "true"}, text));
  }
}

// A component as a small drawing, its text while that is not there.
function drawing(play, position) {
  const place = h("span", {class: "thumb", title: position}, position);
  api.position({game: play.game.name, options: play.options, position, picture: true})
    .then((answer) => { const svg = picture(answer.svg); if (svg) place.replaceChildren(svg); }).catch(() => {});
  return place;
}

// The table of the components of an answer; equal ones share a row.
export async function explainComponents(play, answer) {
  let {components} = answer;
  if (components.some((each) => each.nimber === undefined)) {
    const nimbers = await api.analyse(play.question({options: {...play.options, compute: "nimber"}, seconds: 1, each: false})).catch(() => null);
    components = nimbers?.components || components;
  }
  const kinds = [...new Map(components.map((each) => [each.position, each])).values()].slice(0, MOST), count = ({position}) => components.filter((each) => each.position === position).length;
  const letters = new Map(kinds.map(({position}, index) => [position, letter(index)])), several = components.length > 1;
  if (several) showLetters(play.boardPlace, new Map([...componentsOf(components, answer.moves)].map(([move, position]) => [move, letters.get(position)])));
  return h("table", {class: "components"}, h("caption", null, t("components")),
    h("tbody", null, kinds.map((each) => h("tr", null, several ? h("th", {scope: "row"}, `${letters.get(each.position)}${count(each) > 1 ? ` × ${count(each)}` : ""}`) : null,
      h("td", {class: "mono"}, drawing(play, each.position)), h("td", null, each.nimber === undefined ? "?" : `*${each.nimber}`)))),
    components.every((each) => each.nimber !== undefined) ? h("tfoot", null, h("tr", null, h("td", {colspan: several ? 2 : 1}, t("nimSum")), h("td", null, `*${components.reduce((sum, each) => sum ^ each.nimber, 0)}`))) : null);
}
