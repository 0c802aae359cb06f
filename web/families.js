// Tables over families: one result for each member, as a grid. The server fills it as `zermelo table`
// does, cell after cell; periods that a row suggests are told below it.
import {api} from "./api.js";
import {h, save, toast} from "./dom.js";
import {encodeOptions, findGame, gamePicker, playPicker, readOptions} from "./forms.js";
import {named, problem, readyToTell, said, t} from "./strings.js";
import {outcomeOf, resultText} from "./words.js";

const patterns = {cram: ["{n}x{m}", 1, 5, 1, 7], nim: ["{n},{m}", 0, 7, 0, 7], octal: ["0.07:{n}", 1, 20, 1, 1], dots: ["{n}x{m}", 2, 3, 2, 3], sprouts: ["{n}", 2, 9, 1, 1], domineering: ["{n}x{m}", 1, 4, 1, 5]};
const SECONDS = 2; // of one request: the grid grows while it is filled

// A period that a row suggests, in words.
function periodText({row, period, exceptions}, ns, columns, both) {
  const where = exceptions.map((column) => columns[column]).join(", ");
  return `${both ? `n = ${ns[row]} : ` : ""}${t("candidatePeriod", {period, variable: both ? "m" : "n"})}${where ? ` ${t("exceptFrom", {where})}` : ""}`;
}

export function familiesView(main, {catalogue, values, remember}) {
  let run = 0;
  const grid = h("div", {class: "card grid-card"});
  function layout(name) {
    const game = findGame(catalogue, name);
    const [pattern, ...range] = patterns[game.name] || ["{n}", 1, 8, 1, 1];
    const numbers = ["n-from", "n-to", "m-from", "m-to"].map((id, i) => h("input", {id, class: "short", inputmode: "numeric", value: String(range[i]), "aria-label": `${id[0]} ${t(id.slice(2))}`}));
    const form = h("form", {class: "card setup", onsubmit: (event) => { event.preventDefault(); fill(); }});
    const what = h("select", {id: "compute", "data-option": "compute"});
    const choose = () => what.replaceChildren(...game[form.querySelector("#play")?.value || "normal"].map((each) =>
      h("option", {value: each.name, selected: each.name === "nimber" || each.name === "score"}, named(each.name))));
    form.append(h("p", {class: "lead"}, t("familiesHelp")), h("div", {class: "row"}, gamePicker(catalogue, game.name, layout),
      h("label", {class: "field"}, h("span", null, t("pattern")), h("input", {id: "pattern", value: pattern, spellcheck: "false"})),
      ["n", "m"].map((letter, i) => h("span", {class: "field"}, h("span", null, letter), h("span", {class: "range"}, numbers[2 * i], " … ", numbers[2 * i + 1]))),
      playPicker(game), h("label", {class: "field"}, h("span", null, t("what")), what),
      h("button", {class: "primary", id: "fill"}, t("fill"))));
    choose();
    form.querySelector("#play")?.addEventListener("change", choose);

    function showCell(element, cell, options) {
      const {answer} = cell;
      element.className = answer ? outcomeOf(answer) : "bad";
      element.title = cell.position;
      if (cell.error) readyToTell().catch(() => {}).then(() => { element.title = said(cell.error); });
      const text = !answer ? "–" : answer.result === null ? "?" : resultText(answer).replace(/^\*/, "");
      element.replaceChildren(h("a", {href: `#/explore?${new URLSearchParams({game: game.name, position: cell.position, options: encodeOptions(options)})}`}, text));
      return text;
    }

    async function fill() {
      const now = ++run;
      const [nFrom, nTo, mFrom, mTo] = numbers.map((input) => Math.trunc(Number(input.value)) || 0);
      const text = form.querySelector("#pattern").value.trim();
      const both = text.includes("{m}");
      const options = readOptions(form);
      remember({game: game.name});
      const span = (from, to) => Array.from({length: Math.max(0, Math.min(60, to - from + 1))}, (none, i) => from + i);
      const ns = span(nFrom, nTo), ms = both ? span(mFrom, mTo) : [null];
      const cells = ns.flatMap(() => ms.map(() => h("td", {class: "waiting"}, "·"))), texts = [], known = [];
      const rows = ns.map((n, i) => h("tr", null, h("th", {scope: "row"}, String(n)), ms.map((m, j) => cells[i * ms.length + j])));
      const periods = h("ul", {class: "periods small", "aria-live": "polite"});
      grid.replaceChildren(h("div", {class: "scroller"}, h("table", {class: "family", id: "family"},
        both ? h("thead", null, h("tr", null, h("th", {class: "nowrap"}, "n \\ m"), ms.map((m) => h("th", {scope: "col"}, String(m))))) : null, h("tbody", null, rows))),
        periods, h("button", {onclick: () => download(ns, ms, texts)}, t("csv")));
      const ranges = [`n=${ns[0]}..${ns.at(-1)}`, ...(both ? [`m=${ms[0]}..${ms.at(-1)}`] : [])];
      try {
        while (known.length < cells.length && now === run) {
          const answer = await api.table({game: game.name, pattern: text, ranges, options, known, seconds: SECONDS});
          if (now !== run) return;
          for (const cell of answer.cells) {
            texts.push(showCell(cells[known.length], cell, options));
            known.push(cell.result);
          }
          periods.replaceChildren(...answer.patterns.map((each) => h("li", null, periodText(each, ns, both ? ms : ns, both))));
        }
      } catch (error) {
        if (now === run) toast(t("error", {text: problem(error)}), true);
      }
    }
    main.replaceChildren(form, grid);
    return fill;
  }
  function download(ns, ms, texts) {
    const lines = [["n", ...ms.map((m) => m ?? "")].join(","), ...ns.map((n, i) => [n, ...ms.map((m, j) => texts[i * ms.length + j] ?? "")].join(","))];
    save("table.csv", lines.join("\n"));
  }
  layout(values.get("game") || "cram")();
  return () => { run++; };
}
