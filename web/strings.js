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

// What the server said was wrong, in the language chosen as far as its code is known.
export function problem(error) {
  const {problems, details} = tables[language], text = error.code && problems[error.code];
  if (!text) return error.message;
  const [pattern, words] = details.find(([each]) => each.test(error.message)) ?? [];
  return text.replace("{text}", () => pattern ? error.message.replace(pattern, words) : error.message);
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
