// Exploring: a position, every option with what is known of it, and on from there. In partisan games that
// split, the options of both players, and Conway's value with its thermograph.
import {api, pictureOf} from "./api.js";
import {board} from "./board.js";
import {h, picture} from "./dom.js";
import {decodeOptions, encodeOptions, findGame, gamePicker, moreOptions, playPicker, positionField, positionHelp, readOptions, readPosition} from "./forms.js";
import {here} from "./here.js";
import {pictureButtons} from "./share.js";
import {about, named, problem, t} from "./strings.js";
import {verdictBadge} from "./words.js";

const order = {wins: 0, draws: 1, unknown: 2, loses: 3};

// The position with Left or Right to move, where its text says who is.
const withSide = (position, side) => `${position.replace(/ [LR]$/, "")} ${side}`;

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
      h("option", {value: each.name, title: each.summary, selected: each.name === options.compute}, named(each.name))));
    form.append(h("p", {class: "lead"}, t("exploreHelp")), h("div", {class: "row"},
      gamePicker(catalogue, game.name, (name) => { game = findGame(catalogue, name); options = {}; trail.length = 0; look(readPosition(layout(), game)); }),
      positionField(game, position), playPicker(game, options.play),
      h("label", {class: "field"}, h("span", null, t("what")), what),
      h("label", {class: "field"}, h("span", null, t("timeFor")), h("select", {id: "seconds", onchange: (event) => { seconds = Number(event.target.value); }},
        [0.2, 2, 5, 15].map((n) => h("option", {value: n, selected: n === seconds}, t("seconds", {n}))))),
      h("button", {class: "primary", id: "look"}, t("look"))), moreOptions(game, options) || "", positionHelp(game));
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

  function optionsCard(title, answer) {
    const kinds = new Set();
    const moves = answer.moves.filter((each) => !kinds.has(each.class) && kinds.add(each.class))
      .sort((a, b) => order[a.verdict] - order[b.verdict]);
    return h("section", {class: "card"}, h("h2", null, `${title} (${moves.length} / ${answer.moves.length})`), h("div", {class: "options"}, moves.map(optionCard)));
  }

  function go(position) {
    trail.push(main.querySelector("#position").value);
    main.querySelector("#position").value = position;
    look(position);
  }

  // What the value says: in words, its mean and temperature, its options, the thermograph.
  function valueCard(answer) {
    if (!answer?.value) return null;
    const card = h("section", {class: "card value-card", id: "value"}, h("h2", null, t("conwayValue")), h("p", {class: "conway"}, answer.value), h("p", null, t(`class_${answer.outcome}`)));
    if (answer.left.length + answer.right.length > 0)
      card.append(h("p", {class: "conway small"}, `{ ${answer.left.join(", ")} | ${answer.right.join(", ")} }`));
    if (answer.mean !== undefined)
      card.append(h("dl", {class: "figures"}, [["mean", answer.mean], ["temperature", answer.temperature], ["stops", `${answer.left_stop}, ${answer.right_stop}`]].map(([name, text]) => h("div", null, h("dd", null, text), h("dt", null, t(name))))));
    const svg = picture(answer.thermograph);
    if (svg) {
      svg.classList.add("thermograph", "own-colours");
      card.append(h("figure", {class: "thermo"}, svg, h("figcaption", {class: "small"}, t("thermographHelp"))), h("div", {class: "buttons"}, pictureButtons(`${game.name}-thermograph`, () => svg)));
    }
    return card;
  }

  async function look(position) {
    const now = ++asked;
    remember({game: game.name, position, options: encodeOptions(options)});
    result.replaceChildren(h("p", {class: "loading"}, t("looking")));
    try {
      const drawn = await api.position({game: game.name, position, options});
      if (now !== asked) return;
      Object.assign(here, {game: game.name, position: drawn.position, options});
      const stage = h("section", {class: "card stage"}, trail.length ? h("button", {id: "back", onclick: () => { const last = trail.pop(); main.querySelector("#position").value = last; look(last); }}, `← ${t("back")}`) : null,
        board(drawn, about(game).title, null), h("p", {class: "mono small"}, drawn.position));
      const column = h("div", {class: "explored-options"}, h("p", {class: "loading"}, t("looking")));
      result.replaceChildren(h("div", null, stage), column);
      stage.append(h("div", {class: "buttons"}, pictureButtons(game.name, () => stage.querySelector("svg")),
        h("button", {class: "small", id: "full", onclick: () => stage.requestFullscreen?.()}, t("fullScreen"))));
      const both = game.players === "partisan" && game.splits && options.play !== "misere";
      const question = {game: game.name, options, seconds};
      const [answer, other, value] = await Promise.all(both ? [api.analyse({...question, position: withSide(position, "L")}), api.analyse({...question, position: withSide(position, "R")}), api.value({game: game.name, position, seconds}).catch(() => null)]
        : [api.analyse({...question, position}), null, game.splits && options.play !== "misere" && game.normal.some((each) => each.name === "value") ? api.value({game: game.name, position, seconds}).catch(() => null) : null]);
      if (now !== asked) return;
      if (!both) stage.append(verdictBadge(answer));
      const card = valueCard(value);
      if (card) stage.parentElement.append(card);
      column.replaceChildren(...(both ? [optionsCard(t("leftOptions"), answer), optionsCard(t("rightOptions"), other)] : [optionsCard(t("optionsOf"), answer)]));
    } catch (error) {
      if (now === asked) result.replaceChildren(h("p", {class: "verdict loss"}, error.offline ? t("offline") : problem(error)));
    }
  }

  const given = values.get("position");
  const form = layout(given ?? undefined);
  look(given ?? readPosition(form, game));
  return () => { asked++; };
}
