// Archives of games, the book, and whole games looked at: three parts of one view, each fetched when it
// is wanted. Only what the server was started with is there (zermelo serve --archive FILES --book FILE).
import {api} from "./api.js";
import {h, toast} from "./dom.js";
import {findGame} from "./forms.js";
import {problem, t} from "./strings.js";

const parts = {
  games: async () => (await import("./archive_games.js")).gamesPart,
  book: async () => (await import("./archive_book.js")).bookPart,
  review: async () => (await import("./archive_review.js")).reviewPart,
};

// The sheet of this view comes with it.
await new Promise((resolve) => document.head.append(h("link", {rel: "stylesheet", href: "/archive.css", onload: resolve, onerror: resolve})));

export function archiveView(main, context) {
  const {catalogue, values} = context, {about} = catalogue;
  const there = {games: about.archives > 0, book: about.book, review: true};
  const wanted = values.get("part"), part = there[wanted] ? wanted : Object.keys(parts).find((name) => there[name]);
  let leave = () => {}, gone = false;
  const links = Object.keys(parts).filter((name) => there[name]).map((name) =>
    h("a", {href: `#/archive?part=${name}`, "aria-current": name === part ? "page" : null, "data-part": name}, t(`part_${name}`)));
  const body = h("div");
  main.append(h("div", {class: "archive-parts"}, links), body);
  (async () => {
    try {
      const [draw, known] = await Promise.all([parts[part](), part === "review" ? {archives: [], book: null} : api.archives()]);
      if (gone) return;
      const remember = (changes) => context.remember({part, ...changes});
      leave = draw(body, {...context, remember, known, game: (name) => findGame(catalogue, name)}) || leave;
    } catch (error) {
      if (!gone) toast(t("error", {text: problem(error)}), true);
    }
  })();
  return () => { gone = true; leave(); };
}
