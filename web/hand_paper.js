// The sheet of paper on the screen: a drawing of Sprouts as SVG, what can be chosen by tapping (corners
// and boundaries, as the server's chart has them), zoom and pan.
import {h, s} from "./dom.js";
import {SIDE} from "./hand_map.js";
import {pathOf} from "./hand_picture.js";
import {t} from "./strings.js";

export const SCALE = SIDE / 1000; // units of a drawing in one of the picture
const round = (value) => Math.round(100 * value) / 100;

export const spotSize = (drawing) => Math.min(22, 0.4 * drawing.comfort() / SCALE);

// A sector round a spot, from one angle on to another, as a path.
function sector({x, y}, from, to, radius) {
  const steps = Math.max(2, Math.ceil((to - from) / 0.4)), points = [];
  for (let i = 0; i <= steps; i++) {
    const angle = from + (to - from) * i / steps;
    points.push(`${round(x / SCALE + radius * Math.cos(angle))} ${round(y / SCALE + radius * Math.sin(angle))}`);
  }
  return to - from > 6.28 ? `M${points.join("L")}Z` : `M${round(x / SCALE)} ${round(y / SCALE)}L${points.join("L")}Z`;
}

// The sector of a corner: from its dart to the next one round the spot.
function cornerPath(survey, corner, radius) {
  const spot = survey.spotOf(corner), origin = survey.drawing.spots[spot], darts = survey.leave[spot];
  if (corner < 0) return sector(origin, 0, 2 * Math.PI, radius);
  const angle = (dart) => { const p = survey.point(dart, 1); return Math.atan2(p.y - origin.y, p.x - origin.x); };
  const from = angle(corner), next = angle(darts[(darts.indexOf(corner) + 1) % darts.length]);
  return sector(origin, from, next > from ? next : next + 2 * Math.PI, radius);
}

export class Paper {
  constructor() {
    this.view = {x: 0, y: 0, size: 1000};
    this.holder = h("div", {class: "hand-holder"});
    this.tools = h("div", {class: "hand-tools"}, [["+", "handZoomIn", 0.7], ["−", "handZoomOut", 1.43], ["⤢", "handZoomAll", 0]].map(([sign, name, by]) =>
      h("button", {class: "small", type: "button", title: t(name), "aria-label": t(name), onclick: () => this.zoom(by, 0.5, 0.5)}, sign)));
  }

  // A new picture of a sheet; `choices`: with what can be tapped.
  draw(sheet, choices) {
    const {drawing} = sheet, size = spotSize(drawing), last = drawing.curves.length - 2;
    this.svg = s("svg", {class: "sprouts hand", role: "group", "aria-label": t("board", {game: "Sprouts"})}, s("rect", {class: "hand-paper", x: 2, y: 2, width: 996, height: 996, rx: 14}));
    if (choices) this.addChoices(sheet, size);
    this.curves = drawing.curves.map((curve, i) => s("path", {class: i >= last && sheet.names.length > 0 ? "hand-curve last" : "hand-curve", "data-curve": `${curve.from + 1}-${curve.to + 1}`}));
    this.hintPath = s("path", {class: "hand-hint"});
    this.stroke = s("path", {class: "hand-stroke"});
    this.crossed = s("path", {class: "hand-stroke crossed"});
    this.spots = drawing.spots.map((spot, i) => s("g", {class: "spot", "data-spot": i + 1, "data-lives": drawing.lives(i)},
      s("circle", {r: round(size)}), s("text", {"font-size": round(1.15 * size)}, String(i + 1))));
    this.svg.append(...this.curves, this.hintPath, this.stroke, this.crossed, ...this.spots);
    this.place(drawing);
    this.look();
    this.holder.replaceChildren(this.svg, this.tools);
  }

  // Puts the elements where the drawing has them.
  place(drawing) {
    this.curves.forEach((path, i) => path.setAttribute("d", pathOf(drawing, drawing.curves[i], SCALE)));
    this.spots.forEach((group, i) => {
      const {x, y} = drawing.spots[i];
      for (const [name, value] of [["cx", x], ["cy", y]]) group.firstChild.setAttribute(name, round(value / SCALE));
      for (const [name, value] of [["x", x], ["y", y]]) group.lastChild.setAttribute(name, round(value / SCALE));
    });
  }

  addChoices(sheet, size) {
    const survey = sheet.survey(), matched = sheet.matched(survey), sides = [], corners = [];
    sheet.words.forEach((region, r) => region.forEach((boundary, b) => {
      const own = boundary.map((unused, place) => sheet.corner(survey, matched, r, {boundary: b, place})), least = Math.min(...boundary);
      sides.push(s("path", {class: "side", d: own.map((corner) => cornerPath(survey, corner, 3 * size)).join(""), "data-region": r + 1, "data-boundary": least, "data-walk": boundary.join("-")}));
      own.forEach((corner, place) => {
        if (sheet.drawing.lives(boundary[place] - 1) === 0) return;
        const times = region.flat(), spot = boundary[place], before = [...region.slice(0, b).flat(), ...boundary.slice(0, place + 1)].filter((each) => each === spot).length;
        corners.push(s("path", {class: "corner", d: cornerPath(survey, corner, 2.6 * size), "data-region": r + 1, "data-boundary": least, "data-place": place, "data-spot": spot,
          "data-end": times.filter((each) => each === spot).length > 1 ? `${spot}~${before}` : spot}));
      });
    }));
    this.svg.append(...sides, ...corners);
  }

  look() {
    this.svg.setAttribute("viewBox", `${round(this.view.x)} ${round(this.view.y)} ${round(this.view.size)} ${round(this.view.size)}`);
    this.svg.classList.toggle("zoomed", this.view.size < 999);
  }

  // Zooms about a place of the window, given in parts of it; by 0: shows everything.
  zoom(by, px, py) {
    const {view} = this, size = by === 0 ? 1000 : Math.min(1000, Math.max(60, view.size * by));
    this.move(view.x + (view.size - size) * px, view.y + (view.size - size) * py, size);
  }

  move(x, y, size) {
    this.view = {x: Math.max(0, Math.min(1000 - size, x)), y: Math.max(0, Math.min(1000 - size, y)), size};
    this.look();
  }

  // Where in the drawing a pointer is; and how many units of it one pixel is.
  locate(event) {
    const box = this.svg.getBoundingClientRect(), {x, y, size} = this.view;
    return {x: Math.round((x + size * (event.clientX - box.left) / box.width) * SCALE), y: Math.round((y + size * (event.clientY - box.top) / box.height) * SCALE)};
  }

  pixel() {
    return this.view.size * SCALE / this.svg.getBoundingClientRect().width;
  }
}
