// The table viewer: entries of a store, by number, at random, or found by a word; and the neighbours
// of an entry, its options with what the store knows of each.
import {pictureOf} from "./api.js";
import {h, figure, picture, toast} from "./dom.js";
import {encodeOptions} from "./forms.js";
import {problem, t} from "./strings.js";

const PAGE = 12;

const valueText = (value) => (typeof value === "number" ? `*${value}` : Array.isArray(value) ? value.join(" … ") : t(value));

// `look` and `neighbours` ask the API about one store; `neighbours` may be missing.
export function openEntries({title, game, options, look, neighbours}) {
  let from = 0, kind;
  const body = h("tbody");
  const around = h("section", {class: "neighbours", "aria-live": "polite"});
  const find = h("input", {placeholder: t("find"), "aria-label": t("find"), onchange: () => { from = 0; show({}); }});
  const kinds = h("span", {class: "small"});
  const number = h("input", {class: "short", inputmode: "numeric", value: "0", "aria-label": t("number"), onchange: () => { from = Math.max(0, Number(number.value) || 0); show({}); }});
  const close = () => dialog.close();
  const dialog = h("dialog", {class: "entries", onclose: () => dialog.remove()},
    h("div", {class: "row"}, h("h2", null, title), kinds, h("button", {class: "quiet", onclick: close, "aria-label": t("close")}, "✕")),
    h("div", {class: "row"}, find, number,
      h("button", {onclick: () => { from = Math.max(0, from - PAGE); show({}); }}, t("previous")),
      h("button", {onclick: () => { from += PAGE; show({}); }}, t("next")),
      h("button", {id: "random", onclick: () => show({random: true})}, t("random"))),
    h("div", {class: "scroller"}, h("table", {class: "entry-table"}, h("thead", null, h("tr", null, ["number", "picture", "entry", "value"].map((name) => h("th", {scope: "col"}, t(name))))), body)), around);

  function thumb(position) {
    const place = h("td", {class: "thumb"});
    pictureOf(game, options, position).then((drawn) => place.append(picture(drawn.svg) || ""));
    return place;
  }

  function exploreLink(position, text) {
    return h("a", {href: `#/explore?${new URLSearchParams({game, position, options: encodeOptions(options || {})})}`, onclick: close}, text);
  }

  function row(entry) {
    return h("tr", null, h("td", null, figure(entry.number)), entry.position ? thumb(entry.key) : h("td"),
      h("td", {class: "mono"}, entry.position ? exploreLink(entry.key, entry.key) : entry.key), h("td", null, valueText(entry.value)),
      entry.position && neighbours ? h("td", null, h("button", {class: "small neighbours-of", "aria-label": `${t("neighbours")}: ${entry.key}`, onclick: () => showNeighbours(entry.key)}, t("neighbours"))) : null);
  }

  // Known options first, by their nimber: a nimber is the least that none of them has.
  async function showNeighbours(position) {
    try {
      const found = await neighbours(position);
      const worth = (option) => option.nimber ?? Infinity;
      const single = (option) => option.components.length === 1;
      const options = [...found.options].sort((a, b) => worth(a) - worth(b));
      around.replaceChildren(h("h3", null, t("neighboursOf", {position: found.position, n: found.count})),
        h("div", {class: "scroller"}, h("table", {class: "entry-table"}, h("tbody", null, options.map((option) => h("tr", null,
          single(option) ? thumb(option.position) : h("td"),
          h("td", {class: "mono"}, single(option) ? h("button", {class: "small", onclick: () => showNeighbours(option.position)}, option.position) : option.position || "0"),
          h("td", null, option.nimber === undefined ? "?" : `*${option.nimber}`)))))));
      around.scrollIntoView({block: "nearest"});
    } catch (error) {
      toast(t("error", {text: problem(error)}), true);
    }
  }

  async function show(extra) {
    try {
      const answer = await look({from, count: PAGE, kind, find: find.value.trim(), ...extra});
      from = answer.from;
      number.value = String(from);
      kinds.textContent = answer.kinds.map((each) => `${each.kind}: ${figure(each.count)}`).join(" · ") + (answer.complete ? "" : ` · ${t("notAllLooked")}`);
      body.replaceChildren(...answer.entries.map(row));
    } catch (error) {
      toast(t("error", {text: problem(error)}), true);
    }
  }

  document.body.append(dialog);
  dialog.showModal();
  show({});
}
