// Games that were begun and not ended, by their addresses, the newest first: kept in this browser.
const PLACE = "games", MOST = 6;

export function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(PLACE));
    return Array.isArray(list) ? list.filter((each) => typeof each?.game === "string" && /^#\/play\?/.test(each.address)) : [];
  } catch {
    return [];
  }
}

// Notes how a game stands; a game that is over, or has not begun, is no game to go on with.
export function keep(game, address, count, over) {
  const others = kept().filter((each) => each.game !== game);
  const list = over || count === 0 ? others : [{game, address, count}, ...others];
  localStorage.setItem(PLACE, JSON.stringify(list.slice(0, MOST)));
}
