// Tables over families: one result for each member, as a grid.
import {api} from "./api.js";
import {h, save} from "./dom.js";
import {findGame, gamePicker, playPicker, readOptions} from "./forms.js";
import {t} from "./strings.js";
import {outcomeOf, resultText} from "./words.js";

const patterns = {cram: ["{n}x{m}", 1, 5, 1, 7], nim: ["{n},{m}", 0, 7, 0, 7], octal: ["0.07:{n}", 1, 20, 1, 1], dots: ["{n}x{m}", 1, 2, 1, 3], sprouts: ["{n}", 2, 9, 1, 1], domineering: ["{n}x{m}", 1, 4, 1, 5]};
const TOGETHER = 2;

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
      h("option", {value: each.name, selected: each.name === "nimber" || each.name === "score"}, each.name)));
    form.append(h("p", {class: "lead"}, t("familiesHelp")), h("div", {class: "row"}, gamePicker(catalogue, game.name, layout),
      h("label", {class: "field"}, h("span", null, t("pattern")), h("input", {id: "pattern", value: pattern, spellcheck: "false"})),
      ["n", "m"].map((letter, i) => h("span", {class: "field"}, h("span", null, letter), h("span", {class: "range"}, numbers[2 * i], " … ", numbers[2 * i + 1]))),
      playPicker(game), h("label", {class: "field"}, h("span", null, t("what")), what),
      h("button", {class: "primary", id: "fill"}, t("fill"))));
    choose();
    form.querySelector("#play")?.addEventListener("change", choose);

    async function fill() {
      const now = ++run;
      const [nFrom, nTo, mFrom, mTo] = numbers.map((input) => Number(input.value) || 0);
      const text = form.querySelector("#pattern").value;
      const options = readOptions(form);
      remember({game: game.name});
      const ns = [], ms = [], cells = [];
      for (let n = nFrom; n <= nTo && ns.length < 40; n++) ns.push(n);
      for (let m = text.includes("{m}") ? mFrom : 1; m <= (text.includes("{m}") ? mTo : 1) && ms.length < 40; m++) ms.push(m);
      const rows = ns.map((n) => h("tr", null, h("th", {scope: "row"}, String(n)), ms.map((m) => {
        const cell = h("td", {class: "waiting"}, "·");
        cells.push({cell, position: text.replaceAll("{n}", n).replaceAll("{m}", m)});
        return cell;
      })));
      grid.replaceChildren(h("div", {class: "scroller"}, h("table", {class: "family", id: "family"},
        ms.length > 1 ? h("thead", null, h("tr", null, h("th", null, "n \\ m"), ms.map((m) => h("th", {scope: "col"}, String(m))))) : null, h("tbody", null, rows))),
        h("button", {onclick: () => download(ns, ms, cells)}, t("csv")));
      const work = async () => {
        while (cells.some((each) => !each.taken) && now === run) {
          const each = cells.find((one) => !one.taken);
          each.taken = true;
          try {
            const answer = await api.analyse({game: game.name, position: each.position, options, seconds: 3, each: false});
            each.cell.className = outcomeOf(answer);
            each.text = answer.result === null ? "?" : resultText(answer).replace(/^\*/, "");
          } catch (error) {
            each.cell.className = "bad";
            each.cell.title = error.message;
            each.text = "–";
          }
          each.cell.replaceChildren(h("a", {href: `#/explore?${new URLSearchParams({game: game.name, position: each.position})}`, title: each.position}, each.text));
        }
      };
      await Promise.all(Array.from({length: TOGETHER}, work));
    }
    main.replaceChildren(form, grid);
    return fill;
  }
  function download(ns, ms, cells) {
    const lines = [["n", ...ms].join(","), ...ns.map((n, i) => [n, ...ms.map((m, j) => cells[i * ms.length + j].text ?? "")].join(","))];
    save("table.csv", lines.join("\n"));
  }
  layout(values.get("game") || "cram")();
  return () => { run++; };
}
