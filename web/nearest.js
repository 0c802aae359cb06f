// Going about a picture with the arrow keys.
function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

export const directions = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

// The nearest of `others` from `element` in a direction: how far along, and how far off the line.
export function nearest(element, others, [dx, dy]) {
  const [x, y] = centre(element);
  let best = null, least = Infinity;
  for (const other of others) {
    if (other === element) continue;
    const [ox, oy] = centre(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const off = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 1 && off <= along * 2 && along + 2 * off < least) {
      least = along + 2 * off;
      best = other;
    }
  }
  return best;
}
