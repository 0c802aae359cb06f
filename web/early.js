// What is asked for before anything else runs: the modules and words of the view that the address names,
// the catalogue, and the position to be played, all at once instead of one after the other. It imports
// nothing, so that it runs as soon as it is here; the others find its answers under way.

// Kind sizes to begin with, where the game's own start is large.
export const starts = {cram: "4x5", nim: "3,4,5", dots: "3x3", octal: "0.07:20", sprouts: "5", domineering: "5x5", peg: "english", hex: "5x5", chomp: "4x6", othello: "8x8", go: "9x9", grundy: "12", hackenbush: "BRB/GR/RBB/GGB"};

const FRAME = ["api", "dom", "forms", "here", "home", "kept", "last", "living", "men", "nearest", "share", "strings"];
const VIEWS = {
  play: ["board", "graph", "hand_drag", "hand_swipe", "history", "match", "owners", "play", "record", "rules", "steps", "values", "words"],
  explore: ["board", "explore", "hand_drag", "hand_swipe", "steps", "words"],
  tree: ["proof", "tree", "words"],
  families: ["families", "words"],
  compute: ["branch", "children", "compute", "curve", "entries", "first_levels", "proof", "thumbs", "words"],
  stores: ["entries", "stores", "words"],
  cluster: ["cluster"],
  archive: ["archive"],
};
const ROOM = ["hand_map", "hand_mesh", "hand_paper", "hand_picture", "hand_points", "hand_relax", "hand_room", "hand_route", "hand_sheet", "hand_stroke", "hand_words"];

const [path, query] = location.hash.slice(2).split("?"), values = new URLSearchParams(query || "");

// "en" or "fr": as the address says, as was chosen before, as the browser is set.
function firstLanguage() {
  const said = values.get("lang") || localStorage.getItem("language") || (navigator.language.startsWith("fr") ? "fr" : "en");
  return said === "fr" ? "fr" : "en";
}
export const language = firstLanguage();

function preload(name) {
  const link = document.createElement("link");
  Object.assign(link, {rel: "modulepreload", href: `/${name}.js`});
  document.head.append(link);
}

const begun = new Map(); // replies under way, by what was asked
const keyOf = (method, address, body) => `${method} ${address} ${body ?? ""}`;

function begin(method, address, body) {
  const reply = fetch(address, body === undefined ? {method, headers: {}} : {method, headers: {"Content-Type": "application/json"}, body});
  reply.catch(() => {}); // whoever wants it hears of it
  begun.set(keyOf(method, address, body), reply);
}

// The reply to a question that was asked early, once; undefined when it was not.
export function early(method, address, body) {
  const key = keyOf(method, address, body), reply = begun.get(key);
  begun.delete(key);
  return reply;
}

const game = values.get("game") || "sprouts", position = values.get("position") || (Object.hasOwn(starts, game) ? starts[game] : null);
begin("GET", "/api/games");
if (path === "play" && position && !values.get("options")) {
  const moves = (values.get("moves") || "").split(" ").filter(Boolean);
  begin("POST", "/api/position", JSON.stringify({game, position, moves, options: {}, past: true}));
}
for (const name of [`text-${language}`, `games-${language}`, ...FRAME, ...(Object.hasOwn(VIEWS, path) ? VIEWS[path] : []), ...(path === "play" && game === "sprouts" ? ROOM : [])]) preload(name);
