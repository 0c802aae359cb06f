// Small pictures of positions that come one after the other, the ones wanted last first: a search that runs
// shows where it is without a flood of questions.
import {pictureOf} from "./api.js";
import {picture} from "./dom.js";

const PACE = 120; // milliseconds between two pictures
const MOST = 200; // places that wait; the oldest are forgotten

export class Thumbs {
  constructor(game, options) {
    Object.assign(this, {game, options, waiting: new Map(), busy: false});
  }

  // Wants the picture of a node ("position", or "sum - position") at a place. What the place shows stays
  // until the new picture is there, marked as past.
  want(place, node) {
    if (place.dataset.of === node) return;
    place.classList.toggle("past", place.childElementCount > 0);
    this.waiting.delete(place);
    this.waiting.set(place, node);
    if (this.waiting.size > MOST) this.waiting.delete(this.waiting.keys().next().value);
    this.work();
  }

  clear() {
    this.waiting.clear();
  }

  async work() {
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.size > 0) {
      const [place, node] = [...this.waiting].at(-1);
      this.waiting.delete(place);
      if (!place.isConnected) continue;
      const position = node.includes(" - ") ? node.slice(node.indexOf(" - ") + 3) : node;
      const drawn = await pictureOf(this.game, this.options, position);
      const svg = picture(drawn.svg);
      if (svg) {
        place.dataset.of = node;
        place.title = node;
        place.classList.toggle("past", this.waiting.has(place));
        place.replaceChildren(svg);
      }
      await new Promise((done) => setTimeout(done, PACE));
    }
    this.busy = false;
  }
}
