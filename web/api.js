// The JSON API (docs/api.md), and the one stream of events that all views share.
import {early} from "./early.js";
import {readyToTell} from "./strings.js";

async function ask(method, path, body) {
  const options = {method, headers: {}};
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const reply = await (early(method, path, options.body) ?? fetch(path, options)).catch((error) => {
    document.body.classList.add("offline");
    throw Object.assign(error, {offline: true});
  });
  const answer = await reply.json().catch(() => ({error: reply.statusText}));
  if (!reply.ok) await readyToTell().catch(() => {}); // without it the error is told in English
  if (!reply.ok) throw Object.assign(new Error(answer.error || reply.statusText), {status: reply.status, code: answer.code});
  return answer;
}

export const api = {
  about: () => ask("GET", "/api/about"),
  games: () => ask("GET", "/api/games"),
  position: (question) => ask("POST", "/api/position", question),
  choose: (question) => ask("POST", "/api/choose", question),
  analyse: (question) => ask("POST", "/api/analyse", question),
  owners: (question) => ask("POST", "/api/owners", question),
  graph: (question) => ask("POST", "/api/graph", question),
  notices: (question) => ask("POST", "/api/notices", question),
  value: (question) => ask("POST", "/api/value", question),
  proof: (question) => ask("POST", "/api/proof", question),
  start: (question) => ask("POST", "/api/computations", question),
  computation: (id) => ask("GET", `/api/computations/${id}`),
  tree: (id) => ask("GET", `/api/computations/${id}/tree`),
  order: (id, order) => ask("POST", `/api/computations/${id}/orders`, order),
  remove: (id) => ask("DELETE", `/api/computations/${id}`),
  computationProof: (id) => ask("POST", `/api/computations/${id}/proof`, {seconds: 20}),
  entries: (id, query) => ask("POST", `/api/computations/${id}/entries`, query),
  neighbours: (id, position) => ask("POST", `/api/computations/${id}/neighbours`, {position}),
  save: (id) => ask("POST", `/api/computations/${id}/save`, {}),
  stores: () => ask("GET", "/api/stores"),
  store: (id) => ask("GET", `/api/stores/${id}`),
  storeEntries: (id, query) => ask("POST", `/api/stores/${id}/entries`, query),
  storeNeighbours: (id, position) => ask("POST", `/api/stores/${id}/neighbours`, {position}),
  archives: () => ask("GET", "/api/archives"),
  archiveSearch: (id, query) => ask("POST", `/api/archives/${id}/search`, query),
  archiveGame: (id, game) => ask("POST", `/api/archives/${id}/game`, {game}),
  book: (question) => ask("POST", "/api/book", question),
  review: (question) => ask("POST", "/api/review", question),
  jobs: () => ask("GET", "/api/jobs"),
  noteJob: (id, text) => ask("POST", `/api/jobs/${id}/note`, {text}),
  startJob: (id) => ask("POST", `/api/jobs/${id}/start`, {}),
  cluster: () => ask("GET", "/api/cluster"),
  clusterOrder: (campaign, order) => ask("POST", "/api/cluster/orders", {campaign, order}),
  table: (question) => ask("POST", "/api/table", question),
  solution: (question) => ask("POST", "/api/solution", question),
};

// Computations as the server tells them, by number; listeners hear of every change.
export const computations = new Map();
const listeners = new Set();

export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(id) {
  for (const listener of listeners) listener(id);
}

// Hears of it when the server is back after it was away; gives a function that ends this.
const returns = new Set();
export function back(listener) {
  returns.add(listener);
  return () => returns.delete(listener);
}

// What the server says of a computation.
export function hear(computation) {
  computations.set(computation.id, computation);
  tell(computation.id);
}

let source;
export function connect() {
  source = new EventSource("/api/events");
  source.addEventListener("hello", (event) => {
    computations.clear();
    for (const each of JSON.parse(event.data).computations) computations.set(each.id, each);
    tell(null);
  });
  source.addEventListener("computation", (event) => hear(JSON.parse(event.data)));
  source.addEventListener("removed", (event) => {
    computations.delete(JSON.parse(event.data).id);
    tell(null);
  });
  source.addEventListener("behind", () => { // too slow: begin again with the whole state
    source.close();
    connect();
  });
  source.addEventListener("open", () => {
    if (!document.body.classList.contains("offline")) return;
    document.body.classList.remove("offline");
    for (const listener of returns) listener();
  });
  source.addEventListener("error", () => {
    document.body.classList.add("offline");
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  });
}

// Pictures of positions by their text, kept: a branch shows the same ones again and again.
const pictures = new Map();
export function pictureOf(game, options, position) {
  const key = JSON.stringify([game, options, position]);
  if (!pictures.has(key)) {
    if (pictures.size > 2000) pictures.clear();
    pictures.set(key, api.position({game, options, position, picture: true})
      .catch(() => { pictures.delete(key); return {}; }));
  }
  return pictures.get(key);
}
