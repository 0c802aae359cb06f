// Exploring: a position, every option with what is known of it, and on from there.
import {api, pictureOf} from "./api.js";
import {board} from "./board.js";
import {h, picture} from "./dom.js";
import {decodeOptions, encodeOptions, findGame, gamePicker, moreOptions, playPicker, positionField, positionHelp, readOptions, readPosition} from "./forms.js";
import {t} from "./strings.js";
import {verdictBadge} from "./words.js";

const order = {wins: 0, draws: 1, unknown: 2, loses: 3};

export function exploreView(main, {catalogue, values, remember}) {
  let game = findGame(catalogue, values.get("game") || "cram");
  let options = decodeOptions(values.get("options"));
  let seconds = 2;
  const trail = [];
  const result = h("div", {class: "explored"});
  let asked = 0;

  function layout(position) {
    const form = h("form", {class: "card setup", onsubmit: (event) => {
      event.preventDefault();
      options = {...readOptions(form)};
      trail.length = 0;
      look(readPosition(form, game));
    }});
    const what = h("select", {id: "compute", "data-option": "compute"});
    const fill = () => what.replaceChildren(h("option", {value: ""}, t("default")), ...game[form.querySelector("#play")?.value || "normal"].map((each) =>
      h("option", {value: each.name, title: each.summary, selected: each.name === options.compute}, each.name)));
    form.append(h("p", {class: "lead"}, t("exploreHelp")), h("div", {class: "row"},
      gamePicker(catalogue, game.name, (name) => { game = findGame(catalogue, name); options = {}; trail.length = 0; layout(); result.replaceChildren(); }),
      positionField(game, position), playPicker(game, options.play),
      h("label", {class: "field"}, h("span", null, t("what")), what),
      h("label", {class: "field"}, h("span", null, t("timeFor")), h("select", {id: "seconds", onchange: (event) => { seconds = Number(event.target.value); }},
        [0.2, 2, 5, 15].map((n) => h("option", {value: n, selected: n === seconds}, t("seconds", {n}))))),
      h("button", {class: "primary", id: "look"}, t("look"))), moreOptions(game, options), positionHelp(game));
    fill();
    form.querySelector("#play")?.addEventListener("change", fill);
    main.replaceChildren(form, result);
    return form;
  }

  function optionCard(each) {
    const thumb = h("div", {class: "thumb"});
    pictureOf(game.name, options, each.position).then((drawn) => thumb.replaceChildren(picture(drawn.svg) || each.position));
    return h("button", {class: `option ${each.verdict}`, "data-verdict": each.verdict, onclick: () => go(each.position)},
      thumb, h("span", {class: "name"}, each.move), h("span", {class: "worth"}, t(each.verdict)),
      each.kind !== "outcome" && each.leaves !== "unknown" ? h("span", {class: "leaves"}, `${t("leaves")} ${each.leaves}`) : null);
  }

  function go(position) {
    trail.push(main.querySelector("#position").value);
    main.querySelector("#position").value = position;
    look(position);
  }

  async function look(position) {
    const now = ++asked;
    remember({game: game.name, position, options: encodeOptions(options)});
    result.replaceChildren(h("p", {class: "loading"}, "…"));
    try {
      const drawn = await api.position({game: game.name, position, options});
      const answer = await api.analyse({game: game.name, position, options, seconds});
      if (now !== asked) return;
      const kinds = new Set();
      const moves = answer.moves.filter((each) => !kinds.has(each.class) && kinds.add(each.class))
        .sort((a, b) => order[a.verdict] - order[b.verdict]);
      result.replaceChildren(
        h("section", {class: "card stage"}, trail.length ? h("button", {id: "back", onclick: () => { const last = trail.pop(); main.querySelector("#position").value = last; look(last); }}, `← ${t("back")}`) : null,
          board(drawn, game.title, null), h("p", {class: "mono small"}, drawn.position), verdictBadge(answer)),
        h("section", {class: "card"}, h("h2", null, `${t("optionsOf")} (${moves.length} / ${answer.moves.length})`), h("div", {class: "options"}, moves.map(optionCard))));
    } catch (error) {
      if (now === asked) result.replaceChildren(h("p", {class: "verdict loss"}, error.message));
    }
  }

  const given = values.get("position");
  const form = layout(given ?? undefined);
  look(given ?? readPosition(form, game));
  return () => { asked++; };
}
