// Whose the points of a Go board become, as random games from there say: a small square on each point, dark for
// Black and light for White, the larger the surer; stones that are taken for dead are crossed by theirs.
import {api} from "./api.js";
import {h, s} from "./dom.js";
import {t} from "./strings.js";

const SURE = 0.2; // a share that shows
const LARGEST = 16; // of the side of a square, in the drawing's units

const shown = () => localStorage.getItem("owners") === "on";

// Where the points lie, by the letters and numbers at the rim.
function placesOf(svg) {
  const labels = [...svg.querySelectorAll("text.label")].map((each) => ({text: each.textContent, x: Number(each.getAttribute("x")), y: Number(each.getAttribute("y"))}));
  const columns = new Map(labels.filter(({text}) => /^[A-Z]$/.test(text)).map(({text, x}) => [text.toLowerCase(), x]));
  const rows = new Map(labels.filter(({text, x}) => /^\d+$/.test(text) && x === 15).map(({text, y}) => [text, y - 5]));
  return (name) => [columns.get(name[0]), rows.get(name.slice(1))];
}

function draw(svg, {places, dead}) {
  svg.querySelectorAll(".owners").forEach((each) => each.remove());
  const at = placesOf(svg), gone = new Set(dead), layer = s("g", {class: "owners", "aria-hidden": "true"});
  for (const [name, share] of Object.entries(places)) {
    const side = LARGEST * Math.sqrt(Math.abs(share)), [x, y] = at(name);
    if (Math.abs(share) < SURE || x === undefined || y === undefined) continue;
    layer.append(s("rect", {x: x - side / 2, y: y - side / 2, width: side, height: side, fill: share > 0 ? "#111" : "#fff", stroke: share > 0 ? "#fff" : "#111", "stroke-width": gone.has(name) ? 2.5 : 1, "data-owner-of": name}));
  }
  svg.append(layer);
}

// The switch below the board's values; nothing in games whose engine does not tell.
export function ownersSwitch(play) {
  if (!play.game.owners) return null;
  const box = h("input", {type: "checkbox", role: "switch", id: "owners", checked: shown(), onchange: () => { localStorage.setItem("owners", box.checked ? "on" : "off"); showOwners(play); }});
  return [h("label", {class: "check switch"}, box, h("span", null, t("showOwners"))), h("p", {class: "small", id: "owners-told"})];
}

// Shows the owners of the position on the board, while the switch is on.
export async function showOwners(play) {
  const told = play.main.querySelector("#owners-told"), {turn} = play, svg = play.boardPlace.querySelector("svg");
  if (!told || !svg) return;
  told.textContent = "";
  svg.querySelectorAll(".owners").forEach((each) => each.remove());
  if (!shown()) return;
  const answer = await api.owners(play.question()).catch(() => null); // without it the board stays as it is
  if (!answer || turn !== play.turn || !shown()) return;
  draw(svg, answer);
  const shares = Object.values(answer.places), black = shares.reduce((sum, share) => sum + (1 + share) / 2, 0);
  told.textContent = t("ownersSay", {a: Math.round(black), b: shares.length - Math.round(black)});
}
