// Answers and verdicts in words and colours, the same in all views.
import {h} from "./dom.js";
import {t} from "./strings.js";

// What an answer says in a word or two: "loss", "*3", "5 to 4".
export function resultText(answer) {
  if (!answer || answer.result === null || answer.result === undefined) return t("unknown");
  if (answer.kind === "outcome") return t(String(answer.result));
  if (answer.kind === "nimber" || answer.kind === "grundy") return `*${answer.result}`;
  if (answer.score) return t("points", {a: answer.score[0], b: answer.score[1]});
  return String(answer.result);
}

export function outcomeOf(answer) {
  if (!answer || answer.result === null || answer.result === undefined) return "unknown";
  const outcome = answer.outcome ?? (answer.kind === "outcome" ? answer.result : null);
  if (outcome === "win" || outcome === "loss" || outcome === "draw") return outcome;
  if (answer.kind === "nimber" || answer.kind === "grundy") return answer.result === 0 ? "loss" : "win";
  return "other";
}

// `start`: of a position at the beginning of a game, where the player to move is the first; null: who that is has
// been said.
export function verdictBadge(answer, start) {
  const outcome = outcomeOf(answer);
  const alone = answer?.proved !== undefined; // a game of one player
  const who = start === null ? null : alone ? {win: t("canStillBeWon"), loss: t("cannotBeWon")}[outcome]
    : {win: t(start ? "firstWins" : "moverWins"), loss: t(start ? "secondWins" : "moverLoses")}[outcome];
  return h("p", {class: `verdict ${outcome}`, "data-result": answer?.result ?? ""}, h("strong", null, resultText(answer)), who ? ` · ${who}` : "",
    answer?.verified ? ` · ${t("proved")}` : "", answer?.line?.length ? h("span", {class: "small mono line"}, ` ${answer.line.join(" ")}`) : null);
}
