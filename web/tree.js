// The solution tree: why a position is won or lost. A won position needs one move that wins, a lost
// one needs all its options (one of each kind). Unfolded node by node, each analysed then, or from a
// verified proof that came whole; drawn as a tree with the positions' pictures; pan by dragging, zoom
// by the wheel.
import {api, pictureOf} from "./api.js";
import {h, s, picture, toast} from "./dom.js";
import {decodeOptions, encodeOptions, findGame, gamePicker, moreOptions, playPicker, positionField, positionHelp, readOptions} from "./forms.js";
import {proofButton} from "./proof.js";
import {pictureButtons} from "./share.js";
import {problem, t} from "./strings.js";
import {outcomeOf} from "./words.js";

const NODE = {width: 108, height: 104, gapX: 14, gapY: 46};
const CHILDREN_SHOWN = 24, PROOF_CHILDREN = 200, PARTS_SHOWN = 6;

class Tree {
  // `proof`: the nodes of a proof (/api/solution); without it nodes are analysed when they unfold.
  constructor(game, position, options, proof) {
    Object.assign(this, {game, options, proof});
    this.root = proof ? this.proved(0, null) : {position, class: position, move: "", depth: 0, outcome: "unknown"};
    this.group = s("g");
    this.svg = s("svg", {class: "tree", tabindex: "0", role: "tree", "aria-label": t("tree")}, this.group);
    this.svg.whole = () => ({width: this.width + 20, height: this.height + 20});
    this.view = {x: 0, y: 0, scale: 1};
    this.panning();
  }

  ask(node) {
    return api.analyse({game: this.game.name, position: node.position, options: this.options, seconds: 4});
  }

  // A node of the proof. One that is reached in several ways unfolds where it was met first.
  proved(number, parent) {
    const {position, state, children} = this.proof[number];
    this.seen ??= new Map();
    const shared = this.seen.has(number);
    if (!shared) this.seen.set(number, position);
    return {position, class: position, move: "", number, parent, shared, depth: parent ? parent.depth + 1 : 0, sum: state === "sum",
      outcome: state === "win" ? "win" : state === "unknown" ? "unknown" : "loss", children: shared || children.length === 0 ? [] : undefined};
  }

  // What is below a node: asked once, kept when folded.
  async unfold(node) {
    if (!node.children && this.proof) {
      const below = this.proof[node.number].children;
      node.more = Math.max(0, below.length - PROOF_CHILDREN);
      node.children = below.slice(0, PROOF_CHILDREN).map((child) => this.proved(child, node));
    } else if (!node.children) {
      const answer = await this.ask(node);
      node.outcome = outcomeOf(answer);
      const kinds = new Set();
      let moves = answer.moves.filter((each) => !kinds.has(each.class) && kinds.add(each.class));
      if (node.outcome === "win") moves = moves.filter((each) => each.verdict === "wins").sort((a, b) => a.class.length - b.class.length).slice(0, 1);
      node.more = Math.max(0, moves.length - CHILDREN_SHOWN);
      node.children = moves.slice(0, CHILDREN_SHOWN).map((each) => ({position: each.position, class: each.class, move: each.move, depth: node.depth + 1,
        outcome: {wins: each.again ? "win" : "loss", loses: each.again ? "loss" : "win", draws: "draw"}[each.verdict] || "unknown", parent: node}));
    }
    node.open = true;
  }

  async toggle(node) {
    try {
      if (node.open) node.open = false;
      else await this.unfold(node);
      this.draw();
      this.focus(node);
    } catch (error) {
      toast(t("error", {text: problem(error)}), true);
    }
  }

  async unfoldLevel() {
    const leaves = this.visible().filter((node) => !node.open && !(node.children && node.children.length === 0)).slice(0, 40);
    try {
      for (const node of leaves) {
        await this.unfold(node);
        this.draw();
      }
      this.fit();
    } catch (error) {
      toast(t("error", {text: problem(error)}), true);
    }
  }

  visible(node = this.root, list = []) {
    list.push(node);
    if (node.open) for (const child of node.children) this.visible(child, list);
    return list;
  }

  // Leaves side by side, parents over the middle of their children.
  place(node, left) {
    const children = node.open ? node.children : [];
    node.y = node.depth * (NODE.height + NODE.gapY);
    if (children.length === 0) {
      node.x = left;
      return left + NODE.width + NODE.gapX;
    }
    let right = left;
    for (const child of children) right = this.place(child, right);
    node.x = (children[0].x + children[children.length - 1].x) / 2;
    return right;
  }

  draw() {
    this.width = this.place(this.root, 0);
    const nodes = this.visible();
    this.height = Math.max(...nodes.map((node) => node.y)) + NODE.height;
    const edges = nodes.filter((node) => node.parent).map((node) => {
      const [x1, y1] = [node.parent.x + NODE.width / 2, node.parent.y + NODE.height];
      const [x2, y2] = [node.x + NODE.width / 2, node.y];
      return s("g", {class: "edge"}, s("path", {d: `M${x1} ${y1}C${x1} ${y1 + NODE.gapY / 2} ${x2} ${y2 - NODE.gapY / 2} ${x2} ${y2}`}),
        s("text", {x: x2, y: y2 - 6, "text-anchor": "middle"}, node.move));
    });
    for (const node of nodes) node.element ??= this.makeNode(node);
    for (const node of nodes) {
      node.element.setAttribute("transform", `translate(${node.x} ${node.y})`);
      node.frame.setAttribute("rx", node.outcome === "loss" ? 36 : 12); // what it is may be known only now
      node.element.setAttribute("class", `node ${node.outcome} ${node.open ? "open" : "closed"} ${node.children && node.children.length === 0 ? "end" : ""}`);
      node.element.setAttribute("aria-expanded", String(Boolean(node.open)));
      node.element.setAttribute("aria-level", String(node.depth + 1));
      node.element.setAttribute("aria-label", `${t(node.open ? "fold" : "unfold", {node: node.position})}: ${t(node.outcome === "other" ? "known" : node.outcome)}`);
      node.badge.textContent = node.shared ? "↗" : node.open ? "−" : node.children?.length === 0 ? "∎" : node.sum ? "Σ +" : "+";
      if (node.more) node.badge.textContent += ` ${t("more", {n: node.more})}`;
    }
    this.group.replaceChildren(...edges, ...nodes.map((node) => node.element));
  }

  makeNode(node) {
    const place = s("svg", {x: 8, y: 8, width: NODE.width - 16, height: NODE.height - 34, class: "node-picture"});
    node.badge = s("text", {class: "badge", x: NODE.width / 2, y: NODE.height - 8, "text-anchor": "middle"});
    node.frame = s("rect", {class: "frame", width: NODE.width, height: NODE.height});
    const element = s("g", {role: "treeitem", tabindex: node.parent ? "-1" : "0", "data-position": node.position},
      s("title", null, `${node.position}${node.shared ? `: ${t("sharedNode")}` : node.sum ? `: ${t("sumNode")}` : ""}`), node.frame, place, node.badge);
    const parts = this.proof ? node.position.split(" + ") : [node.position];
    const heap = this.proof && parts.length > 1 && parts.at(-1).startsWith("*") ? parts.pop() : null;
    if (heap) element.append(s("text", {class: "heap", x: NODE.width - 8, y: 16, "text-anchor": "end"}, heap));
    parts.slice(0, PARTS_SHOWN).forEach((part, i, all) => this.drawPart(place, part, i, all.length));
    element.addEventListener("click", () => { if (!this.dragged) this.toggle(node); });
    element.addEventListener("keydown", (event) => this.key(event, node));
    return element;
  }

  // The components of a sum side by side, each as its picture or its text.
  drawPart(place, part, index, count) {
    const columns = count > 1 ? 2 : 1, rows = Math.ceil(count / columns);
    const width = (NODE.width - 16) / columns, height = (NODE.height - 34) / rows, gap = count > 1 ? 3 : 0;
    const box = s("svg", {x: (index % columns) * width + gap, y: Math.floor(index / columns) * height + gap, width: width - 2 * gap, height: height - 2 * gap});
    place.append(box);
    pictureOf(this.game.name, this.options, part).then((drawn) => {
      const svg = picture(drawn.svg);
      const room = columns === 1 ? 14 : 7;
      if (svg) {
        svg.setAttribute("width", "100%");
        svg.setAttribute("height", "100%");
        box.append(svg);
      } else {
        box.append(s("text", {x: "50%", y: "55%", "text-anchor": "middle", class: "mono"}, part.length > room ? `${part.slice(0, room - 1)}…` : part));
      }
    });
  }

  // Keys of a tree: right unfolds or goes down, left folds or goes up, up and down among siblings.
  key(event, node) {
    const siblings = node.parent ? node.parent.children : [node];
    const index = siblings.indexOf(node);
    if (event.key === "Enter" || event.key === " ") this.toggle(node);
    else if (event.key === "ArrowRight" && !node.open) this.toggle(node);
    else if (event.key === "ArrowRight") this.focus(node.children[0]);
    else if (event.key === "ArrowLeft" && node.open) this.toggle(node);
    else if (event.key === "ArrowLeft") this.focus(node.parent);
    else if (event.key === "ArrowDown") this.focus(siblings[index + 1]);
    else if (event.key === "ArrowUp") this.focus(siblings[index - 1]);
    else return;
    event.preventDefault();
  }

  focus(node) {
    if (!node?.element) return;
    this.group.querySelectorAll('[tabindex="0"]').forEach((each) => each.setAttribute("tabindex", "-1"));
    node.element.setAttribute("tabindex", "0");
    node.element.focus({preventScroll: true});
    this.reveal(node);
  }

  // Moves the picture so that a node can be seen.
  reveal(node) {
    const box = this.svg.getBoundingClientRect();
    const x = node.x * this.view.scale + this.view.x, y = node.y * this.view.scale + this.view.y;
    const height = (NODE.height * (node.open ? 2 : 1) + NODE.gapY) * this.view.scale;
    if (x < 0 || x + NODE.width * this.view.scale > box.width) this.view.x = box.width / 2 - (node.x + NODE.width / 2) * this.view.scale;
    if (y < 0) this.view.y = 20 - node.y * this.view.scale;
    else if (y + height > box.height) this.view.y = box.height - height - 10 - node.y * this.view.scale;
    this.move();
  }

  move() {
    this.group.setAttribute("transform", `translate(${this.view.x} ${this.view.y}) scale(${this.view.scale})`);
  }

  fit() {
    const box = this.svg.getBoundingClientRect();
    const scale = Math.min(1.15, (box.width - 40) / this.width, (box.height - 40) / this.height);
    this.view = {scale: Math.max(scale, 0.12), x: 0, y: 20};
    this.view.x = (box.width - (this.width - NODE.gapX) * this.view.scale) / 2;
    if (scale < 0.12) this.view.x = box.width / 2 - (this.root.x + NODE.width / 2) * this.view.scale;
    this.move();
  }

  zoom(factor, x, y) {
    const scale = Math.min(3, Math.max(0.08, this.view.scale * factor));
    this.view.x = x - (x - this.view.x) * scale / this.view.scale;
    this.view.y = y - (y - this.view.y) * scale / this.view.scale;
    this.view.scale = scale;
    this.move();
  }

  panning() {
    let from = null;
    const fingers = new Map(); // two of them zoom
    const spread = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY); };
    this.svg.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      from = {x: event.clientX - this.view.x, y: event.clientY - this.view.y, atX: event.clientX, atY: event.clientY};
      this.dragged = false;
    });
    addEventListener("pointermove", this.onmove = (event) => {
      if (fingers.size === 2 && fingers.has(event.pointerId)) {
        const before = spread(), box = this.svg.getBoundingClientRect();
        fingers.set(event.pointerId, event);
        const [a, b] = [...fingers.values()];
        this.zoom(spread() / Math.max(before, 1), (a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top);
        from = null;
        this.dragged = true;
        return;
      }
      if (!from) return;
      if (Math.hypot(event.clientX - from.atX, event.clientY - from.atY) > 5) this.dragged = true;
      if (!this.dragged) return;
      this.view.x = event.clientX - from.x;
      this.view.y = event.clientY - from.y;
      this.move();
    });
    this.onup = (event) => { fingers.delete(event.pointerId); from = null; };
    addEventListener("pointerup", this.onup);
    addEventListener("pointercancel", this.onup);
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.svg.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    }, {passive: false});
  }

  close() {
    removeEventListener("pointermove", this.onmove);
    removeEventListener("pointerup", this.onup);
    removeEventListener("pointercancel", this.onup);
  }
}

export function treeView(main, {catalogue, values, remember}) {
  let game = findGame(catalogue, values.get("game") || "cram");
  let tree = null;
  const stage = h("section", {class: "card tree-stage"});

  async function draw(position, options, source) {
    tree?.close();
    remember({game: game.name, position, options: encodeOptions(options), source});
    let proof = null;
    if (source === "proof") {
      stage.replaceChildren(h("p", {class: "loading"}, t("proving")));
      try {
        proof = await api.solution({game: game.name, position, options, seconds: 20});
        if (!proof.tree) throw new Error(t("notVerified"));
      } catch (error) {
        stage.replaceChildren(h("p", {class: "verdict loss"}, problem(error)));
        return;
      }
    }
    tree = new Tree(game, position, options, proof?.tree);
    const centre = (factor) => {
      const box = tree.svg.getBoundingClientRect();
      tree.zoom(factor, box.width / 2, box.height / 2);
    };
    stage.replaceChildren(h("div", {class: "buttons"},
      h("button", {id: "unfold-level", onclick: () => tree.unfoldLevel()}, t("unfoldAll")), h("button", {id: "fit", onclick: () => tree.fit()}, t("reset")),
      h("button", {"aria-label": t("zoomIn"), onclick: () => centre(1.3)}, "+"), h("button", {"aria-label": t("zoomOut"), onclick: () => centre(1 / 1.3)}, "−"),
      game.splits && game.players === "impartial" ? proofButton(() => api.proof({game: game.name, position, options, seconds: 20})) : null,
      pictureButtons(`${game.name}-tree`, () => tree.svg),
      proof ? h("span", {class: "small proof-figures"}, t("proofTree", {n: proof.tree.length, entries: proof.entries})) : null,
      h("span", {class: "legend"}, h("span", {class: "key win"}, t("win")), h("span", {class: "key loss"}, t("loss")))), tree.svg);
    tree.draw();
    tree.fit();
    await tree.toggle(tree.root);
    tree.fit();
  }

  function layout(position, options, source) {
    const form = h("form", {class: "card setup", onsubmit: (event) => { event.preventDefault(); draw(form.querySelector("#position").value.trim(), readOptions(form), form.querySelector("#source")?.value); }},
      h("p", {class: "lead"}, t("treeHelp")), h("div", {class: "row"},
        gamePicker(catalogue, game.name, (name) => { game = findGame(catalogue, name); layout(); stage.replaceChildren(); }),
        positionField(game, position ?? (game.name === "cram" ? "3x3" : undefined)), playPicker(game, options?.play),
        game.splits && game.players === "impartial" ? h("label", {class: "field"}, h("span", null, t("treeSource")), h("select", {id: "source"},
          h("option", {value: ""}, t("byAnalysis")), h("option", {value: "proof", selected: source === "proof"}, t("fromProof")))) : null,
        h("button", {class: "primary", id: "draw"}, t("draw_"))), moreOptions(game, options), positionHelp(game));
    main.replaceChildren(form, stage);
    return form;
  }

  const options = decodeOptions(values.get("options"));
  const form = layout(values.get("position") ?? undefined, options, values.get("source"));
  draw(form.querySelector("#position").value, options, form.querySelector("#source")?.value);
  return () => tree?.close();
}
