// Games of one player in which nothing is to be reached, only as many moves to be made as can be (Morpion): how many
// more are possible, and a game that makes them. Near the end everything is looked at; else games that learn from
// their best find a long one.
import {playLine} from "./solution.js";
import {t} from "./strings.js";
import {showMarks} from "./values.js";

const LEARNING = 5; // seconds that the games that learn may take

// The answer with the longest line that was found, or null when the board has changed meanwhile.
async function farthest(play) {
  const all = await play.analyse({each: false});
  if (!all || all.proved) return all;
  const learned = await play.analyse({each: false, seconds: LEARNING, options: {...play.options, search: "nrpa"}});
  return learned && learned.line.length < all.line.length ? all : learned;
}

const sayFarthest = (answer) => t(answer.proved ? "movesPossible" : "movesPossibleLeast", {n: answer.line.length});

export async function tellFarthest(play) {
  const answer = await farthest(play);
  if (!answer) return;
  play.note.className = "note";
  play.note.textContent = sayFarthest(answer);
}

// The first move of the longest game that was found.
export async function hintFarthest(play) {
  const answer = await farthest(play);
  if (!answer || answer.line.length === 0) return;
  play.note.className = "note";
  play.note.textContent = `${t(answer.proved ? "bestMove" : "hintUnknown", {move: answer.line[0]})} ${sayFarthest(answer)}`;
  showMarks(play.boardPlace, new Map([[answer.line[0], `best ${answer.proved ? "wins" : "unknown"}`]]));
}

export async function showFarthest(play) {
  const answer = await farthest(play);
  if (answer) await playLine(play, answer.line);
}
