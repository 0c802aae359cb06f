// The solution of a game of one player, played move by move on the board while nobody touches anything.
import {api} from "./api.js";
import {problem, t} from "./strings.js";

const PACE = 600; // milliseconds a move at most
const WHOLE = 30000; // milliseconds that a long line may take in all
const SECONDS = 8; // that may go into finding it

export async function showSolution(play) {
  const turn = play.turn;
  play.note.className = "note";
  play.note.textContent = t("lookingForSolution");
  let answer;
  try {
    answer = await api.analyse(play.question({seconds: SECONDS, each: false}));
  } catch (error) {
    if (turn === play.turn) play.note.textContent = problem(error);
    return;
  }
  if (turn !== play.turn) return;
  const outcome = answer.outcome ?? answer.result, line = answer.line || [];
  if (line.length === 0) {
    play.note.textContent = t(outcome === "loss" ? "cannotBeWon" : "noSolutionFound");
    return;
  }
  await playLine(play, line);
}

// Plays the moves of a line, until somebody plays, undoes or leaves.
export async function playLine(play, line) {
  const pace = Math.min(PACE, WHOLE / line.length);
  for (const [i, move] of line.entries()) {
    const before = play.turn;
    await new Promise((done) => setTimeout(done, pace));
    if (play.turn !== before) return;
    play.history.play(move);
    await play.refresh();
    play.note.textContent = t("solutionMove", {i: i + 1, n: line.length, move});
  }
}
