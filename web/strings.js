// The words of the page: one table per language (text-en.js, text-fr.js), and one for the games
// (games-en.js, games-fr.js). Only the tables of the language chosen are fetched.
import {language as firstLanguage} from "./early.js";

const tables = {};

async function load(name) {
  tables[name] ??= await Promise.all([import(`./text-${name}.js`), import(`./games-${name}.js`)])
    .then(([text, games]) => ({text: text.default, ...games}));
}

let language = firstLanguage;
await load(language);

// t("points", {a: 3, b: 4}) is the text in the language chosen.
export function t(name, values) {
  const text = tables[language].text[name] ?? name;
  return values ? text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole) : text;
}

// What people are told of a game: title, line, rules, sides, end, size. Games that the tables do not
// know are told in the server's words.
export function about(game) {
  const known = tables[language].games[game.name] || {};
  return {title: game.title, line: game.summary, rules: [game.summary], ...known};
}

// Names of calculations, searches, options and choices, where the language has its own.
export function named(word) {
  return tables[language].words[word] ?? word;
}

const servers = {}; // what the server says, by language: {positions, translator}

// Fetches what the server's own words are in the language chosen: only who needs them pays for them.
export async function readyToTell() {
  const name = language, {server} = tables[name];
  if (!server || servers[name]) return;
  const [{Translator}, table] = await Promise.all([import("./problems.js"), server()]);
  servers[name] = {positions: table.positions, translator: new Translator(table)};
}

// A text of the server in the language chosen, as far as it is known there.
export const said = (text) => servers[language]?.translator.message(text) ?? text;

// How positions of a game are written.
export const grammarOf = (game) => servers[language]?.positions[game.name] ?? game.positions;

// The hints in a form, which are the server's words, in the language chosen.
export async function helpIn(form) {
  const {helps} = tables[language], words = form && helps && (await helps()).default;
  if (words) for (const each of form.querySelectorAll("[title]")) each.title = words[each.title] ?? each.title;
}

// What the server said was wrong: by its code, with its words.
export function problem(error) {
  const text = error.code && tables[language].problems[error.code];
  return text ? text.replace("{text}", () => said(error.message)) : error.message;
}

export function currentLanguage() {
  return language;
}

export async function switchLanguage() {
  const next = language === "en" ? "fr" : "en";
  await load(next);
  language = next;
  localStorage.setItem("language", language);
}
