// What one can do with the position on the board: share it, look at it in the other views, keep the
// picture.
import {h, save, toast} from "./dom.js";
import {encodeOptions} from "./forms.js";
import {here} from "./here.js";
import {currentLanguage, t} from "./strings.js";

const COPIED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "font-size", "font-family", "font-weight", "text-anchor", "rx"];

// How large a drawing is: as it is shown, or whole where it is moved about (a tree), its first group in a frame.
const sizeOf = (svg) => svg.whole?.() ?? svg.getBoundingClientRect();

// A drawing as it looks here, as a text that other programs show alike.
export function standaloneSvg(svg) {
  const copy = svg.cloneNode(true), box = sizeOf(svg);
  const from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of COPIED) if (style.getPropertyValue(name)) to[i].style.setProperty(name, style.getPropertyValue(name));
  });
  if (svg.whole) {
    copy.setAttribute("viewBox", `-10 -10 ${box.width} ${box.height}`);
    copy.firstElementChild.removeAttribute("transform");
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", Math.round(box.width));
  copy.setAttribute("height", Math.round(box.height));
  return new XMLSerializer().serializeToString(copy);
}

export async function savePng(name, svg) {
  const box = sizeOf(svg), image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standaloneSvg(svg))}`;
  await image.decode();
  const canvas = h("canvas", {width: Math.round(2 * box.width), height: Math.round(2 * box.height)});
  const pen = canvas.getContext("2d");
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card") || "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(name, blob));
}

// Two buttons that keep a drawing.
export function pictureButtons(name, find) {
  return [["SVG", (svg) => save(`${name}.svg`, standaloneSvg(svg))], ["PNG", (svg) => savePng(`${name}.png`, svg)]].map(([kind, keep]) =>
    h("button", {class: "small", "data-keep": kind.toLowerCase(), title: t("keepPicture", {kind}), onclick: () => { const svg = find(); if (svg) keep(svg); }}, kind));
}

export async function shareLink() {
  const address = `${location.href}&lang=${currentLanguage()}`;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({url: address});
    else {
      await navigator.clipboard.writeText(address);
      toast(["127.0.0.1", "localhost", "[::1]"].includes(location.hostname) ? t("linkCopiedLocal") : t("linkCopied"));
    }
  } catch {
    toast(address);
  }
}

// Whole games of Othello can be looked at.
function reviewButton(play) {
  if (play.game.name !== "othello" || !["8x8", "start"].includes(play.start)) return null;
  return h("button", {class: "small", "data-go": "review", onclick: () => { location.hash = `#/archive?${new URLSearchParams({part: "review", moves: play.moves.join(" ")})}`; }}, t("part_review"));
}

export function shareButtons(play) {
  const to = (view) => h("button", {class: "small", "data-go": view, onclick: () => { location.hash = addressOf(view); }}, t(view === "tree" ? "treeTab" : view));
  return h("section", {class: "card share"}, h("h2", null, t("thisPosition")), h("div", {class: "buttons"},
    ["explore", "tree", "compute"].map(to), reviewButton(play), h("button", {class: "small", id: "share", onclick: shareLink}, t("share")),
    pictureButtons(play.game.name, () => play.boardPlace.querySelector("svg"))));
}

// The address of another view for the position that one looks at.
export function addressOf(view) {
  if (!here.game || !["explore", "tree", "compute", "families"].includes(view)) return `#/${view}`;
  const values = new URLSearchParams({game: here.game});
  if (here.position && view !== "families") values.set("position", here.position);
  const options = encodeOptions(here.options || {});
  if (options) values.set("options", options);
  return `#/${view}?${values}`;
}
