// What the server knows: its stores, to be looked into, and the jobs of the past, to be started again.
import {api, computations, listen} from "./api.js";
import {h, duration, figure, fill, toast} from "./dom.js";
import {openEntries} from "./entries.js";
import {findGame} from "./forms.js";
import {named, problem, t} from "./strings.js";
import {resultText} from "./words.js";

// The options of a question from the rules of a store: "name=value name=value".
function optionsOf(store) {
  const options = Object.fromEntries(store.rules.split(" ").filter(Boolean).map((word) => [word.split("=")[0], word.slice(word.indexOf("=") + 1)]));
  if (store.play === "misere") options.play = "misere";
  return options;
}

async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    toast(t("error", {text: problem(error)}), true);
    return null;
  }
}

export function storesView(main, {catalogue}) {
  const title = (name) => (catalogue.games.some((game) => game.name === name) ? findGame(catalogue, name).title : name);
  const stores = h("div", {class: "store-list"}), tables = h("div", {class: "store-list"}), jobs = h("div", {class: "scroller jobs"});

  function storeCard(store) {
    const info = h("div", {class: "small store-info"});
    const details = async () => {
      const one = await attempt(() => api.store(store.id));
      if (one) fill(info, h("p", null, one.kinds.map((each) => `${each.kind}: ${figure(each.count)}`).join(" · ") || t("nothingStored")),
        h("p", null, `${t("keysOf")}: ${one.keys} · ${t("canonVersion", {n: one.canon})}${one.rules ? ` · ${one.rules}` : ""}`),
        one.jobs.length ? h("ul", null, one.jobs.slice(-8).reverse().map((job) => h("li", null, h("span", {class: "mono"}, job.position), ` ${job.result.compute || ""} ${resultText(job.result)} ${(job.date || "").slice(0, 16).replace("T", " ")}`))) : null);
    };
    return h("article", {class: "card store", "data-id": store.id, "data-game": store.game},
      h("header", null, h("h3", null, title(store.game)), store.play === "misere" ? h("span", {class: "chip"}, t("miserePlay")) : null,
        h("span", {class: "chip"}, t(store.disk ? "onDisk" : "inMemory"))),
      store.entries === undefined ? null : h("p", null, t("entryCount", {n: figure(store.entries)})),
      h("div", {class: "buttons"},
        h("button", {class: "open-store", onclick: () => openEntries({title: `${title(store.game)} · ${t("store")} ${store.id}`, game: store.game, options: optionsOf(store),
          look: (query) => api.storeEntries(store.id, query), neighbours: store.keys === "components" ? (position) => api.storeNeighbours(store.id, position) : null})}, t("lookInto")),
        h("button", {class: "store-details", onclick: details}, t("details"))), info);
  }

  function tableCard(computation) {
    const {request} = computation;
    return h("article", {class: "card store"}, h("header", null, h("h3", null, `${title(request.game)} `, h("span", {class: "mono"}, request.position)),
      h("span", {class: "chip"}, t(computation.status))), h("p", null, t("entryCount", {n: figure(computation.stored)})),
      h("div", {class: "buttons"}, h("button", {onclick: () => openEntries({title: t("entries", {id: computation.id}), game: request.game, options: request.options,
        look: (query) => api.entries(computation.id, query), neighbours: request.play === "normal" ? (position) => api.neighbours(computation.id, position) : null})}, t("lookInto"))));
  }

  function jobRow(job) {
    return h("tr", {"data-job": job.id}, h("td", null, figure(job.id)), h("td", null, (job.date || "").slice(0, 16).replace("T", " ")), h("td", null, title(job.game)),
      h("td", {class: "mono wide"}, job.position), h("td", null, `${named(job.result.compute || job.options?.compute || t("default"))}${job.result.play === "misere" ? ` (${t("miserePlay")})` : ""}`),
      h("td", null, h("strong", null, job.result.result === null ? t("stopped") : resultText(job.result))), h("td", null, job.result.seconds === undefined ? "" : duration(job.result.seconds)),
      h("td", null, h("input", {class: "job-note", value: job.comment || "", "aria-label": `${t("note")}: ${job.game} ${job.position}`, title: t("noteHelp"), onchange: (event) => attempt(async () => {
        await api.noteJob(job.id, event.target.value.trim());
        toast(t("noteKept"));
      })})),
      h("td", null, h("button", {class: "small job-again", "aria-label": `${t("again")}: ${job.game} ${job.position}`, onclick: () => attempt(async () => {
        await api.startJob(job.id);
        location.hash = "#/compute";
      })}, t("again"))));
  }

  async function load() {
    const [known, past] = [await attempt(api.stores), await attempt(api.jobs)];
    if (known) stores.replaceChildren(...known.stores.map(storeCard));
    if (known && known.stores.length === 0) stores.replaceChildren(h("p", {class: "small"}, t("noStores")));
    if (past) jobs.replaceChildren(past.jobs.length ? h("table", {class: "branch job-table"}, h("thead", null, h("tr", null, ["number", "date", "game", "position", "what", "results", "time", "note"].map((name) => h("th", {scope: "col"}, t(name))), h("th"))),
      h("tbody", null, past.jobs.reverse().map(jobRow))) : h("p", {class: "small"}, t("noJobs")));
    showTables();
  }

  // Without a folder every computation has a table of its own.
  function showTables() {
    const own = [...computations.values()].filter((each) => each.table).sort((a, b) => b.id - a.id);
    tables.replaceChildren(...(catalogue.about.store ? [] : own.map(tableCard)));
  }

  main.append(h("section", {class: "card"}, h("h2", null, t("stores")), h("p", {class: "lead"}, t(catalogue.about.store ? "storesHelp" : "storesHelpMemory")), stores, tables),
    h("section", {class: "card"}, h("h2", null, t("jobs")), jobs));
  load();
  return listen((id) => { if (id === null || computations.get(id)?.status !== "running") showTables(); });
}
