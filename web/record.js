// A game as text that people can read and the page loads again.

export function writeRecord({game, start, options, moves}) {
  const lines = [`game ${game.name}`, `position ${start}`];
  for (const [name, value] of Object.entries(options)) lines.push(`option ${name} ${value}`);
  for (let i = 0; i < moves.length; i += 2) lines.push(`${i / 2 + 1}. ${moves.slice(i, i + 2).join(" ")}`);
  return `${lines.join("\n")}\n`;
}

// Null when the text names no game.
export function parseRecord(text) {
  const record = {game: null, position: "", options: {}, moves: []};
  for (const line of text.split("\n").map((each) => each.trim())) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === "game") record.game = rest[0];
    else if (word === "position") record.position = rest.join(" ");
    else if (word === "option") record.options[rest[0]] = rest.slice(1).join(" ") || true;
    else if (/^\d+\.$/.test(word)) record.moves.push(...rest);
  }
  return record.game ? record : null;
}
