// Small curves over time: nodes, rate and table size of a computation.
import {h, s, figure} from "./dom.js";
import {t} from "./strings.js";

const WIDTH = 220, HEIGHT = 56;

// Points [seconds, nodes, stored], thinned out when there are many.
export class Curve {
  constructor() {
    this.points = [];
    this.element = h("div", {class: "curves", hidden: true}); // until there is something to draw
    this.charts = ["nodes", "rate", "stored"].map((name) => {
      const area = s("path", {class: "area"}), line = s("path", {class: "line"});
      const label = h("span", {class: "curve-value"});
      this.element.append(h("figure", {class: `curve ${name}`},
        s("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t(name)}, area, line),
        h("figcaption", null, label, " ", t(name))));
      return {name, area, line, label};
    });
  }

  set(points) {
    this.points = [];
    for (const point of points.sort((a, b) => a[0] - b[0])) {
      const last = this.points[this.points.length - 1];
      if (!last || point[0] > last[0]) this.points.push(point);
    }
    this.draw();
  }

  add(point) {
    const last = this.points[this.points.length - 1];
    if (last && point[0] <= last[0]) return;
    this.points.push(point);
    if (this.points.length > 400) this.points = this.points.filter((each, i) => i % 2 === 0 || i === this.points.length - 1);
    this.draw();
  }

  values(name) {
    if (name === "nodes") return this.points.map((point) => [point[0], point[1]]);
    if (name === "stored") return this.points.map((point) => [point[0], point[2]]);
    return this.points.slice(1).map((point, i) => [point[0], Math.max(0, (point[1] - this.points[i][1]) / (point[0] - this.points[i][0]))]);
  }

  draw() {
    this.element.hidden = this.points.length < 2;
    for (const chart of this.charts) {
      const values = this.values(chart.name);
      if (values.length === 0) continue;
      const end = values[values.length - 1][0] || 1;
      const most = Math.max(1, ...values.map((value) => value[1]));
      const path = values.map(([x, y], i) => `${i ? "L" : "M"}${(x / end * WIDTH).toFixed(1)} ${(HEIGHT - 2 - y / most * (HEIGHT - 6)).toFixed(1)}`).join("");
      chart.line.setAttribute("d", path);
      chart.area.setAttribute("d", `${path}L${WIDTH} ${HEIGHT}L${(values[0][0] / end * WIDTH).toFixed(1)} ${HEIGHT}Z`);
      chart.label.textContent = figure(values[values.length - 1][1]);
    }
  }
}
