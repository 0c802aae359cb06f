// Forms made from the parameter tables of games, calculations and searches: what the command line
// takes as options, as fields.
import {h} from "./dom.js";
import {starts} from "./early.js";
import {about, grammarOf, named, readyToTell, t} from "./strings.js";

export function findGame(catalogue, name) {
  return catalogue.games.find((game) => game.name === name) || catalogue.games[0];
}

export function gamePicker(catalogue, chosen, onchange) {
  return h("label", {class: "field"}, h("span", null, t("game")),
    h("select", {id: "game", onchange: (event) => onchange(event.target.value)},
      catalogue.games.map((game) => h("option", {value: game.name, selected: game.name === chosen}, about(game).title))));
}

export function positionField(game, value) {
  return h("label", {class: "field grow"}, h("span", null, about(game).size ? `${t("position")} (${about(game).size})` : t("position")),
    h("input", {id: "position", value: value ?? starts[game.name] ?? game.start, spellcheck: "false", autocapitalize: "off",
      placeholder: `${t("usualStart")}: ${game.start}`, autocomplete: "off", "aria-describedby": "position-help"}));
}

const SIZES = {go: ["9x9", "13x13", "19x19"], othello: ["6x6", "8x8"], hex: ["5x5", "7x7", "9x9", "11x11"], dots: ["3x3", "4x4", "5x5"], sprouts: ["3", "5", "8", "12"], cram: ["4x5", "5x6", "6x7"], domineering: ["4x4", "5x5", "8x8"],
  morpion: ["5T", "5D", "4T", "4D"], peg: ["english", "french"]};

// Sizes that people play, to begin with at once; nothing where the game has none.
export function sizeButtons(game, choose) {
  const sizes = SIZES[game.name];
  return sizes ? h("div", {class: "buttons sizes", role: "group", "aria-label": t("sizes")}, sizes.map((size) => h("button", {class: "small", type: "button", "data-size": size, onclick: () => choose(size)}, size))) : null;
}

// What the field says; left empty, it means the usual start.
export const readPosition = (form, game) => form.querySelector("#position").value.trim() || game.start;

export function positionHelp(game) {
  const told = h("pre", null, game.positions), tell = () => readyToTell().then(() => { told.textContent = grammarOf(game); }, () => {});
  return h("details", {class: "help", id: "position-help", ontoggle: tell}, h("summary", null, t("positionHelp")), h("p", null, about(game).line), told);
}

export function playPicker(game, chosen) {
  if (game.misere.length === 0 && game.normal.length > 0) return null;
  return h("label", {class: "field", title: t("playHelp")}, h("span", null, t("rules")),
    h("select", {id: "play"}, [["normal", "normalPlay"], ["misere", "miserePlay"]].map(([value, text]) =>
      h("option", {value, selected: value === chosen}, t(text)))));
}

function field(param, value) {
  const id = `option-${param.name}`;
  const common = {id, "data-option": param.name, title: param.help};
  let input;
  if (param.kind === "flag") input = h("input", {...common, type: "checkbox", checked: value === "true"});
  else if (param.kind === "choice")
    input = h("select", {...common, "data-default": param.default}, param.choices.split("|").map((word) =>
      h("option", {value: word, selected: word === (value ?? param.default)}, named(word))));
  else
    input = h("input", {...common, value: value ?? "", placeholder: param.default ?? param.hint ?? "",
      inputmode: param.kind === "integer" ? "numeric" : null});
  return h("label", {class: param.kind === "flag" ? "check" : "field"}, h("span", {title: param.help}, named(param.name)), input);
}

export function optionFields(params, values = {}) {
  const idle = (param) => param.kind === "choice" && !param.choices.includes("|");
  return params.filter((param) => !idle(param)).map((param) => field(param, values[param.name]));
}

// The options of a game, folded away; nothing when it has none.
export function moreOptions(game, values) {
  const fields = optionFields(game.params, values);
  return fields.length === 0 ? null : h("details", {class: "help"}, h("summary", null, t("options")), h("div", {class: "row"}, fields));
}

// The options that were changed from their defaults.
export function readOptions(form) {
  const options = {};
  for (const input of form.querySelectorAll("[data-option]")) {
    const value = input.type === "checkbox" ? (input.checked ? true : "") : input.value.trim();
    if (value !== "" && value !== input.dataset.default) options[input.dataset.option] = value;
  }
  const play = form.querySelector("#play");
  if (play && play.value === "misere") options.play = "misere";
  return options;
}

export function encodeOptions(options) {
  return Object.keys(options).length ? JSON.stringify(options) : "";
}

export function decodeOptions(text) {
  try {
    const value = JSON.parse(text || "{}");
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}
