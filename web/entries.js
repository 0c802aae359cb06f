// The table viewer: entries of a computation's table, by number, at random, or found by a word.
import {api, pictureOf} from "./api.js";
import {h, figure, picture, toast} from "./dom.js";
import {t} from "./strings.js";

const PAGE = 12;

export function openEntries(computation) {
  const {game, options} = computation.request;
  let from = 0, kind;
  const body = h("tbody");
  const find = h("input", {placeholder: t("find"), "aria-label": t("find"), onchange: () => { from = 0; show({}); }});
  const kinds = h("span", {class: "small"});
  const number = h("input", {class: "short", inputmode: "numeric", value: "0", "aria-label": t("number"), onchange: () => { from = Math.max(0, Number(number.value) || 0); show({}); }});
  const dialog = h("dialog", {class: "entries", onclose: () => dialog.remove()},
    h("div", {class: "row"}, h("h2", null, t("entries", {id: computation.id})), kinds,
      h("button", {class: "quiet", onclick: () => dialog.close(), "aria-label": t("close")}, "✕")),
    h("div", {class: "row"}, find, number,
      h("button", {onclick: () => { from = Math.max(0, from - PAGE); show({}); }}, t("previous")),
      h("button", {onclick: () => { from += PAGE; show({}); }}, t("next")),
      h("button", {id: "random", onclick: () => show({random: true})}, t("random"))),
    h("div", {class: "scroller"}, h("table", {class: "entry-table"}, h("thead", null, h("tr", null, ["number", "picture", "entry", "value"].map((name) => h("th", {scope: "col"}, t(name))))), body)));

  function row(entry) {
    const thumb = h("td", {class: "thumb"});
    if (entry.position) pictureOf(game, options, entry.key).then((drawn) => thumb.append(picture(drawn.svg) || ""));
    const link = entry.position
      ? h("a", {href: `#/explore?${new URLSearchParams({game, position: entry.key, options: JSON.stringify(options || {})})}`, onclick: () => dialog.close()}, entry.key)
      : entry.key;
    return h("tr", null, h("td", null, figure(entry.number)), thumb, h("td", {class: "mono"}, link),
      h("td", null, typeof entry.value === "number" ? `*${entry.value}` : Array.isArray(entry.value) ? entry.value.join(" … ") : t(entry.value)));
  }

  async function show(extra) {
    try {
      const answer = await api.entries(computation.id, {from, count: PAGE, kind, find: find.value.trim(), ...extra});
      from = answer.from;
      number.value = String(from);
      kinds.textContent = answer.kinds.map((each) => `${each.kind}: ${figure(each.count)}`).join(" · ");
      body.replaceChildren(...answer.entries.map(row));
    } catch (error) {
      toast(t("error", {text: error.message}), true);
    }
  }

  document.body.append(dialog);
  dialog.showModal();
  show({});
}
