// The cluster that the server was started with: its campaigns, who works for them, how fast, and orders
// to them. Asked for every other second while somebody looks.
import {api} from "./api.js";
import {h, duration, figure, fill, toast} from "./dom.js";
import {named, problem, t} from "./strings.js";

const EVERY = 2000, WINDOW = 15; // milliseconds between looks; seconds over which rates are taken
const states = {run: "running", pause: "paused", drain: "draining", stop: "stopped", over: "done"};
const colours = {draining: "paused"};

// What a campaign is about, in a line: a position, a family, two players, a file.
function question({about, kind}) {
  const {options = {}, position, pattern, ranges = [], sides} = about || {};
  const words = Object.entries(options).filter(([name]) => name !== "search").map(([name, value]) => (name === "compute" ? named(value) : `${name} ${value}`));
  const what = sides ? sides.join(" – ") : pattern ? `${pattern} (${ranges.map(([name, from, to]) => `${name} = ${from}…${to}`).join(", ")})` : position || kind;
  return [what, ...words].join(" · ");
}

// Where the master's search stands, as it told last.
function standing(told) {
  if (!told) return null;
  const list = (texts) => h("span", {class: "mono"}, texts.join(" › "));
  if (told.path) return [h("p", null, t("proofNumbers", {proof: figure(told.proof), disproof: figure(told.disproof), depth: figure(told.depth)})), h("p", {class: "best-line"}, list(told.path))];
  if (told.length !== undefined) return [h("p", null, t("bestSoFar", {n: figure(told.length), positions: figure(told.positions)})), told.line.length ? h("p", {class: "best-line"}, list(told.line)) : null];
  if (told.wins) return h("p", null, t("matchSoFar", {a: figure(told.wins[0]), b: figure(told.wins[1]), draws: figure(told.draws), games: figure(told.games)}));
  if (told.of !== undefined) return h("p", null, t("cellsSoFar", {n: figure(told.cells), of: figure(told.of)}));
  return null;
}

class Campaign {
  constructor(campaign, after) {
    this.name = campaign.campaign;
    this.samples = [];
    this.state = h("span", {class: "chip state"});
    this.bar = h("progress", {max: 1, value: 0, "aria-label": t("jobsDone")});
    this.figures = Object.fromEntries(["jobsDone", "handedOut", "waiting", "nodes", "rate", "speedUp", "workers", "time"].map((name) => [name, h("strong", {class: `figure-${name}`})]));
    this.standing = h("div", {class: "standing small"});
    this.failures = h("p", {class: "failures small"});
    this.rows = h("tbody");
    const order = (name) => h("button", {class: `order-${name}`, title: t(`${name}Help`), onclick: async () => {
      try {
        await api.clusterOrder(this.name, name);
        await after();
      } catch (error) {
        toast(t("error", {text: problem(error)}), true);
      }
    }}, t(name));
    this.buttons = Object.fromEntries(["pause", "resume", "drain", "stop"].map((name) => [name, order(name)]));
    this.element = h("article", {class: "card computation campaign", "data-campaign": this.name},
      h("header", null, h("h2", null, this.name), h("span", {class: "chip"}, campaign.kind), h("span", {class: "chip"}, campaign.game), this.state),
      h("p", {class: "mono small"}, question(campaign)), this.bar,
      h("dl", {class: "figures"}, Object.entries(this.figures).map(([name, element]) => h("div", null, h("dd", null, element), h("dt", null, t(name))))),
      this.standing, h("div", {class: "buttons"}, Object.values(this.buttons)), this.failures,
      h("div", {class: "scroller", tabindex: "0", role: "region", "aria-label": t("workers")}, h("table", {class: "branch workers"},
        h("thead", null, h("tr", null, ["worker", "jobsDone", "nodes", "heardOf"].map((name) => h("th", {scope: "col"}, t(name))))), this.rows)));
    this.update(campaign);
  }

  // Nodes a second lately, and on the whole when nothing is known of lately.
  rate(campaign) {
    const now = performance.now() / 1000;
    this.samples = [...this.samples.filter((each) => each.at > now - WINDOW), {at: now, nodes: campaign.nodes}];
    const [first] = this.samples;
    return now - first.at > 1 ? Math.max(0, (campaign.nodes - first.nodes) / (now - first.at)) : campaign.rate || 0;
  }

  update(campaign) {
    const state = states[campaign.state] || campaign.state, out = campaign["handed-out"];
    this.state.textContent = t(state);
    this.state.className = `chip state ${colours[state] || state}`;
    this.element.dataset.status = state;
    this.bar.value = campaign.done / Math.max(1, campaign.done + out + campaign.waiting);
    const told = {jobsDone: figure(campaign.done), handedOut: figure(out), waiting: figure(campaign.waiting), nodes: figure(campaign.nodes), rate: figure(Math.round(this.rate(campaign))),
      speedUp: campaign["speed-up"] === undefined ? "–" : `${figure(Math.round(campaign["speed-up"] * 10) / 10)} ×`, workers: figure(campaign.alive), time: duration(campaign.seconds)};
    for (const [name, text] of Object.entries(told)) this.figures[name].textContent = text;
    fill(this.standing, standing(campaign.told));
    const failures = [campaign["taken-again"] ? t("takenAgain", {n: figure(campaign["taken-again"])}) : "", campaign["reported-twice"] ? t("reportedTwice", {n: figure(campaign["reported-twice"])}) : ""];
    this.failures.textContent = failures.filter(Boolean).join(" ");
    const holds = {pause: ["running"], resume: ["paused", "draining", "stopped"], drain: ["running"], stop: ["running", "paused", "draining"]};
    for (const [name, when] of Object.entries(holds)) this.buttons[name].disabled = !when.includes(state);
    fill(this.rows, campaign.workers.map((worker) => h("tr", {class: worker.alive ? "alive" : "silent"},
      h("td", {class: "mono wide"}, worker.name, worker.refused ? h("span", {class: "refused"}, ` ${worker.refused}`) : null), h("td", null, figure(worker.jobs || 0)),
      h("td", null, figure(worker.nodes || 0)), h("td", null, worker.alive ? t("now") : t("silentFor", {time: duration(worker.silent)})))));
  }
}

export function clusterView(main) {
  const list = h("div", {class: "computations"}), server = h("p", {class: "small", id: "cluster-server", role: "status"});
  const campaigns = new Map();
  let timer;

  function show(told) {
    const {memory, most} = told.server, size = (bytes) => `${figure(Math.round(bytes / 1048576 * 10) / 10)} MiB`;
    server.textContent = t(most ? "serverMemoryOf" : "serverMemory", {size: size(memory), most: size(most)});
    const names = told.campaigns.map((each) => each.campaign);
    for (const name of [...campaigns.keys()].filter((each) => !names.includes(each))) {
      campaigns.get(name).element.remove();
      campaigns.delete(name);
    }
    list.querySelector(".nothing")?.remove();
    for (const each of told.campaigns) {
      if (campaigns.has(each.campaign)) campaigns.get(each.campaign).update(each);
      else {
        campaigns.set(each.campaign, new Campaign(each, look));
        list.append(campaigns.get(each.campaign).element);
      }
    }
    if (names.length === 0) list.append(h("p", {class: "nothing"}, t("noCampaigns")));
  }

  async function look() {
    try {
      show(await api.cluster());
    } catch (error) {
      server.textContent = t("error", {text: problem(error)});
    }
  }

  async function often() {
    if (!document.hidden) await look();
    if (timer !== null) timer = setTimeout(often, EVERY);
  }

  main.append(h("section", {class: "card"}, h("h2", null, t("cluster")), h("p", {class: "lead"}, t("clusterHelp")), server), list);
  often();
  return () => {
    clearTimeout(timer);
    timer = null;
  };
}
