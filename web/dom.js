// Small helpers for building the page: elements, pictures, messages.

// h("button", {class: "x", onclick: f}, "text", element, [more]) makes an element.
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Puts children in place of those of an element; what is null is left out.
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
}

const SVG = "http://www.w3.org/2000/svg";

export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined));
  return element;
}

// The styles that a picture brings along, held to pictures with the same styles: by themselves they
// would reach the whole page.
const scopes = new Map();
function scope(css) {
  if (!scopes.has(css)) {
    const id = String(scopes.size + 1), source = new CSSStyleSheet(), sheet = new CSSStyleSheet();
    source.replaceSync(css);
    for (const rule of source.cssRules)
      if (rule.selectorText)
        sheet.insertRule(`${rule.selectorText.split(",").map((each) => `[data-scope="${id}"] ${each}`).join(",")}{${rule.style.cssText}}`, sheet.cssRules.length);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    scopes.set(css, id);
  }
  return scopes.get(css);
}

// A picture that the server drew, as an element of this document; null when it is none.
export function picture(text) {
  if (!text) return null;
  let css = "";
  const bare = text.replace(/<style>([^<]*)<\/style>/g, (whole, rules) => { css += rules; return ""; });
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return null;
  parsed.querySelectorAll("script, style, foreignObject").forEach((element) => element.remove());
  const svg = document.importNode(parsed, true);
  if (css) svg.dataset.scope = scope(css);
  if (css && svg.querySelector("[data-end]")) svg.classList.add("own-colours"); // drawn for paper
  for (const name of ["role", "aria-label"]) svg.removeAttribute(name); // what it shows is said beside it, in the page's language
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return svg;
}

// Gives the browser a text, or a blob, to keep as a file.
export function save(name, text) {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], {type: "text/plain"}));
  h("a", {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

let fading;
export function toast(message, bad) {
  const place = document.getElementById("toast");
  place.textContent = message;
  place.className = bad ? "shown bad" : "shown";
  clearTimeout(fading);
  fading = setTimeout(() => { place.className = ""; }, bad ? 7000 : 3000);
}

// Figures for people: 12,345 or 1.2 M.
export function figure(number) {
  const language = document.documentElement.lang;
  if (number >= 1e6)
    return new Intl.NumberFormat(language, {notation: "compact", maximumSignificantDigits: 4}).format(number);
  return new Intl.NumberFormat(language, {maximumFractionDigits: number < 10 && number % 1 ? 2 : 0}).format(number);
}

export function duration(seconds) {
  if (seconds < 60) return `${figure(Math.round(seconds * 10) / 10)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
