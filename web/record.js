// A game as text that people can read and the page loads again; games of Go as SGF too (sgf.js).
import {h, save, toast} from "./dom.js";
import {t} from "./strings.js";

export function writeRecord({game, start, options, moves}) {
  const lines = [`game ${game.name}`, `position ${start}`];
  for (const [name, value] of Object.entries(options)) lines.push(`option ${name} ${value}`);
  for (let i = 0; i < moves.length; i += 2) lines.push(`${i / 2 + 1}. ${moves.slice(i, i + 2).join(" ")}`);
  return `${lines.join("\n")}\n`;
}

// Null when the text names no game.
export async function parseRecord(text) {
  if (/^\s*\(\s*;/.test(text)) {
    const game = (await import("./sgf.js")).readSgf(text);
    return game && {game: "go", position: game.position, options: game.komi ? {komi: game.komi} : {}, moves: game.moves};
  }
  const record = {game: null, position: "", options: {}, moves: []};
  for (const line of text.split("\n").map((each) => each.trim())) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === "game") record.game = rest[0];
    else if (word === "position") record.position = rest.join(" ");
    else if (word === "option") record.options[rest[0]] = rest.slice(1).join(" ") || true;
    else if (/^\d+\.$/.test(word)) record.moves.push(...rest);
  }
  return record.game ? record : null;
}

// For Go: the game down as SGF, and a file up.
export function sgfButton(play) {
  if (play.game.name !== "go") return null;
  const down = async () => {
    const text = (await import("./sgf.js")).writeSgf(play.start, play.history.line, play.options);
    if (text) save("zermelo.sgf", text);
    else toast(t("noSgf"), true);
  };
  const file = h("input", {type: "file", id: "sgf-file", accept: ".sgf", onchange: async () => {
    play.recordText.value = await file.files[0].text();
    play.load();
  }});
  return [h("button", {id: "sgf", onclick: down}, "SGF"), h("label", {class: "field"}, h("span", null, t("sgfUp")), file)];
}
