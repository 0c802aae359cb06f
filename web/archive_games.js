// The database browser: a board, what was played there as bars, the games that went through it, and each
// of them replayed.
import {api} from "./api.js";
import {h, figure, fill, toast} from "./dom.js";
import {Line} from "./archive_line.js";
import {encodeOptions} from "./forms.js";
import {problem, t} from "./strings.js";

const PAGE = 50;
const signed = (number) => (number === null || number === undefined ? "" : `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number).toFixed(1)}`);
const percent = (part, whole) => (whole ? Math.round(100 * part / whole) : 0);

// Who won, as a bar: the longer the more games.
function bar(tally, most) {
  const {wins: [first, second], draws} = tally, all = first + second + draws;
  const text = t("barText", {first: percent(first, all), draws: percent(draws, all), second: percent(second, all)});
  return h("div", {class: "bar", role: "img", "aria-label": text, title: text, "data-width": Math.max(1, 100 * tally.games / most)},
    [["first", first], ["draw", draws], ["second", second]].map(([name, count]) => h("span", {class: name, "data-width": all ? 100 * count / all : 0})));
}

// Widths are set by script: the server allows no styles inside the page.
function setWidths(place) {
  for (const element of place.querySelectorAll("[data-width]")) element.style.width = `${element.dataset.width}%`;
}

export function gamesPart(main, {values, remember, known, game: gameOf}) {
  const field = (name) => values.get(name) || "";
  let archive = known.archives.find((each) => String(each.id) === values.get("archive")) || known.archives[0];
  if (!archive) {
    main.append(h("p", {class: "empty"}, t("noArchive")));
    return null;
  }
  let position = null, opened = null, from = 0, asked = 0;
  const moves = field("moves").split(" ").filter(Boolean);
  const line = new Line({game: gameOf(archive.game), start: field("start"), moves, at: Number(field("at") || moves.length), onshow: (drawn) => { position = drawn; from = 0; look(); }});
  const headline = h("p", {class: "small", id: "opened"}), bars = h("section", {class: "card", id: "continuations"}), list = h("div", {class: "found"}), pager = h("div", {class: "pager"});
  const input = (name) => h("label", {class: "field grow"}, h("span", null, t(name)), h("input", {id: `find-${name}`, value: field(name), autocomplete: "off", onchange: () => { from = 0; look(); }}));
  const result = h("select", {id: "find-result", onchange: () => { from = 0; look(); }}, ["", "first", "draw", "second"].map((word) => h("option", {value: word, selected: word === field("result")}, t(word ? `result_${word}` : "anyResult"))));
  const here = h("input", {type: "checkbox", id: "find-here", checked: field("here") !== "no", onchange: () => { from = 0; look(); }});
  const form = h("form", {class: "row", id: "find", onsubmit: (event) => { event.preventDefault(); from = 0; look(); }}, input("player"), input("event"), input("year"),
    h("label", {class: "field"}, h("span", null, t("results")), result), h("label", {class: "check"}, here, h("span", null, t("throughHere"))), h("button", {class: "primary"}, t("find")));
  const pick = known.archives.length < 2 ? null : h("label", {class: "field"}, h("span", null, t("archive")), h("select", {id: "pick-archive", onchange: (event) => {
    location.hash = `#/archive?part=games&archive=${event.target.value}`;
  }}, known.archives.map((each) => h("option", {value: each.id, selected: each === archive}, `${each.name} (${each.game})`))));

  // The games wanted, as the server is asked for them.
  function wish() {
    const given = Object.fromEntries(["player", "event", "year"].map((name) => [name, form.querySelector(`#find-${name}`).value.trim()]).filter(([, text]) => text));
    return {...given, ...(result.value ? {result: result.value} : {})};
  }

  async function look() {
    if (!position) return;
    const now = ++asked, wanted = wish();
    remember({archive: archive.id, start: line.start, moves: line.moves.join(" "), at: line.at === line.moves.length ? "" : line.at, ...wanted, here: here.checked ? "" : "no", game: opened?.game});
    try {
      const through = {...wanted, position: position.position};
      const [found, elsewhere] = await Promise.all([api.archiveSearch(archive.id, {...through, from, count: here.checked ? PAGE : 0}), here.checked ? null : api.archiveSearch(archive.id, {...wanted, from, count: PAGE})]);
      if (now !== asked) return;
      showBars(found.position);
      showGames(elsewhere || found);
    } catch (error) {
      if (now === asked) toast(t("error", {text: problem(error)}), true);
    }
  }

  function showBars(stats) {
    const most = Math.max(1, ...stats.moves.map((each) => each.games)), theory = stats.theory !== undefined;
    const row = (each) => h("tr", {"data-move": each.move}, h("td", null, h("button", {class: "small", onclick: () => line.play(each.move)}, each.move)), h("td", null, bar(each, most)),
      h("td", {class: "number"}, figure(each.games)), h("td", {class: "number"}, signed(each.margin)), theory ? h("td", {class: "number wide"}, signed(each.theory?.margin)) : null);
    const heads = ["move", "whoWon", "gamesWord", "meanResult", ...(theory ? ["meanTheory"] : [])];
    fill(bars, h("h2", null, t("continuations", {n: figure(stats.games)})), stats.moves.length === 0 ? h("p", {class: "small"}, t("noContinuation")) : h("table", {class: "bars"},
      h("thead", null, h("tr", null, heads.map((name) => h("th", {scope: "col", class: name === "meanTheory" ? "wide" : null}, t(name))))), h("tbody", null, stats.moves.map(row))),
      h("p", {class: "bar-key"}, ["first", "draw", "second"].map((name) => h("span", null, h("i", {class: name}), t(`result_${name}`)))));
    setWidths(bars);
  }

  function showGames(found) {
    const row = (each) => h("tr", {"aria-current": each.game === opened?.game ? "true" : null}, h("td", null, h("button", {class: "small replay", "data-game": each.game, "aria-label": `${t("replay")} ${each.game}`, onclick: () => open(each.game)}, "▶")),
      h("td", null, each.year || ""), h("td", null, each.players[0]), h("td", null, each.players[1]), h("td", {class: "score"}, each.score ?? ""), h("td", {class: "wide"}, each.event));
    fill(list, h("table", null, h("thead", null, h("tr", null, h("th", null, h("span", {class: "aloud"}, t("replay"))), ["year", "firstPlayer", "secondPlayer", "results"].map((name) => h("th", {scope: "col"}, t(name))), h("th", {scope: "col", class: "wide"}, t("event")))),
      h("tbody", null, found.games.map(row))));
    const go = (to) => { from = to; look(); };
    fill(pager, h("span", {class: "small", id: "found-count"}, t("foundGames", {n: figure(found.found)})), h("button", {class: "small", disabled: from === 0, onclick: () => go(Math.max(0, from - PAGE))}, t("previous")),
      h("button", {class: "small", disabled: from + PAGE >= found.found, onclick: () => go(from + PAGE)}, t("next")));
  }

  // Replays a game; the board stays at as many moves as one looks at.
  async function open(number) {
    try {
      opened = await api.archiveGame(archive.id, number);
      const {players, year, event, score, line: played} = opened;
      fill(headline, h("strong", null, `${players[0]} – ${players[1]}`), ` ${score ?? ""} · ${event} ${year || ""}`);
      line.set({start: opened.start, moves: played, at: here.checked && opened.start === line.start ? line.at : 0});
    } catch (error) {
      toast(t("error", {text: problem(error)}), true);
    }
  }

  const go = (view, extra) => { location.hash = `#/${view}?${new URLSearchParams(extra)}`; };
  const actions = h("div", {class: "buttons"}, archive.game === "othello" ? h("button", {class: "small", id: "to-review", onclick: () => go("archive", {part: "review", moves: line.moves.join(" "), at: line.at})}, t("part_review")) : null,
    h("button", {class: "small", id: "to-play", onclick: () => go("play", {game: archive.game, position: line.start || gameOf(archive.game).start, moves: line.played.join(" "), you: "both", options: encodeOptions({})})}, t("play")));
  main.append(h("div", {class: "archive"}, h("section", {class: "card stage"}, headline, line.element, actions),
    h("div", null, bars, h("section", {class: "card"}, h("h2", null, t("gamesIn", {name: archive.name, n: figure(archive.games)})), pick, form, pager, list))));
  if (Number(field("game"))) open(Number(field("game")));
  return () => { asked++; line.gone = true; };
}
