// The frame: tabs, language, theme, and which view is shown. The address after # names the view and
// what it shows, so that a reload or a link finds it again.
import {api, computations, connect, listen} from "./api.js";
import {h, toast} from "./dom.js";
import {currentLanguage, helpIn, switchLanguage, t} from "./strings.js";
import {homeView} from "./home.js";
import {here} from "./here.js";
import {addressOf} from "./share.js";

// What is shown first is here; the rest is fetched when it is wanted.
const views = {
  home: async () => homeView,
  play: async () => (await import("./play.js")).playView,
  explore: async () => (await import("./explore.js")).exploreView,
  tree: async () => (await import("./tree.js")).treeView,
  families: async () => (await import("./families.js")).familiesView,
  compute: async () => (await import("./compute.js")).computeView,
  stores: async () => (await import("./stores.js")).storesView,
  cluster: async () => (await import("./cluster.js")).clusterView,
  archive: async () => (await import("./archive.js")).archiveView,
};
// Tabs of what this server has: the cluster and archives only when it was started with them.
const has = {cluster: (about) => about.cluster, archive: (about) => about.archives || about.book};
const tabs = () => Object.keys(views).filter((name) => !has[name] || (catalogue.about && has[name](catalogue.about)));
const icons = {
  home: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
  play: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  compute: "M3 19h18M5 16l4-6 4 3 6-9",
  explore: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21",
  tree: "M12 4v5M12 9l-6 5M12 9l6 5M6 14v5M18 14v5M12 9v10",
  stores: "M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0",
  cluster: "M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4",
  archive: "M4 4h16v5H4zM6 9v11h12V9M10 13h4",
  families: "M4 5h16v14H4zM4 10h16M4 14.5h16M9.5 5v14M14.7 5v14",
};

let catalogue;
let leave = () => {};
let shown = 0;

// The address: #/view?name=value&...
export function place() {
  const [path, query] = location.hash.slice(2).split("?");
  return {view: Object.hasOwn(views, path) ? path : "home", values: new URLSearchParams(query || "")};
}

// What the server allows: for the views that compute.
async function limits() {
  catalogue.about ??= await api.about();
}

async function show() {
  const {view, values} = place();
  const now = ++shown;
  const [draw] = await Promise.all([views[view](), ["home", "play"].includes(view) ? null : limits()]);
  if (now !== shown) return;
  if (has[view] && !has[view](catalogue.about)) {
    location.replace("#/home");
    return;
  }
  const main = document.getElementById("view");
  leave();
  main.className = `view-${view}`;
  main.replaceChildren();
  document.title = `${t(view)} · Zermelo`;
  frame(view);
  leave = draw(main, {catalogue, values, remember: (changes) => remember(view, changes)}) || (() => {});
}

// Keeps what a view shows in the address, without another visit of it.
function remember(view, changes) {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(changes))
    if (value !== "" && value !== undefined && value !== null) values.set(name, value);
  history.replaceState(null, "", `#/${view}?${values}`);
}

function tab(name, current) {
  const go = (event) => { // with the position that one looks at, and back to the game that one plays
    event.preventDefault();
    const next = name === "play" && here.play ? here.play : addressOf(name);
    if (location.hash === next) show();
    else location.hash = next;
  };
  const link = h("a", {href: `#/${name}`, onclick: go, "aria-current": name === current ? "page" : null, "data-tab": name});
  link.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[name]}"/></svg>`;
  link.append(h("span", null, t(name === "tree" ? "treeTab" : name)));
  return link;
}

function theme(value) {
  if (value) localStorage.setItem("theme", value);
  const chosen = localStorage.getItem("theme") ||
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = chosen;
  return chosen;
}

function frame(current) {
  document.documentElement.lang = currentLanguage();
  document.getElementById("skip").textContent = t("skip");
  document.getElementById("title").textContent = ["home", "play"].includes(current) ? "" : t(current);
  document.getElementById("title").hidden = ["home", "play"].includes(current); // these have their own
  document.getElementById("away").textContent = t("offline");
  document.getElementById("tabs").replaceChildren(...tabs().map((name) => tab(name, current)));
  document.getElementById("corner").replaceChildren(
    h("button", {class: "quiet", id: "language", onclick: async () => { await switchLanguage(); show(); }}, t("language")),
    h("button", {class: "quiet", id: "theme", title: t("theme"), "aria-label": t("theme"),
      onclick: () => theme(theme() === "dark" ? "light" : "dark")}, "◐"));
}

// A computation that ends while nobody looks: said in the title, and by a notification where allowed.
const states = new Map();
listen((id) => {
  const computation = computations.get(id);
  if (!computation) return;
  const ended = states.get(id) === "running" && computation.status === "done" && document.hidden;
  states.set(id, computation.status);
  if (!ended) return;
  const text = `✓ ${computation.request.game} ${computation.request.position}: ${t("done")}`;
  document.title = `${text} · Zermelo`;
  if (globalThis.Notification?.permission === "granted") new Notification("Zermelo", {body: text});
});
addEventListener("hashchange", show);
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => helpIn(event.target.closest?.("form")).catch(() => {}));
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("view").focus();
});
theme();

// Begins as soon as the server answers; a page that was kept in the browser may be there before it is.
async function begin() {
  try {
    catalogue ??= await api.games();
    await show();
    connect(); // what is seen first comes first
    limits().then(() => frame(place().view), () => {});
    navigator.serviceWorker?.register("/offline.js").catch(() => {}); // only a help: private windows have none
  } catch (error) {
    if (error.offline) {
      document.getElementById("away").textContent = t("offline");
      setTimeout(begin, 2000);
    } else toast(t("error", {text: error.message}), true);
  }
}
await begin();
