// What the server says was wrong, in another language. Its messages are English with what came in between; a
// language's table (server-fr.js) has their sentences with § where something stands, the same number of times on
// both sides. What a message is about ("cram position '3x', character 3: ") and what was expected are told apart
// first, so that a sentence stands in the table once.
const SUBJECT = /^(?:[a-z][a-z0-9 -]*?(?: position)?)?(?: ?'(.*?)')?(?:,? (?:at )?character (\d+)(?: of the board)?(?:, '(.*?)')?)?: (?=\S)/;
const OPTION = /^--([\w-]+)(?: (?:'(.*?)'|([^\s:]\S*)))?: /;
const MOVE = /^move (\d+)(?:, (?:at )?'(.*?)')?: /;
const EXPECTED = /^(?:(.*?)[;:?] )?[Ee]xpected (.+)$/;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// A sentence may begin with a number or a name, but not with another sentence.
function patternOf(sentence) {
  const [first, ...others] = sentence.split("§").map(escaped);
  return new RegExp(`^${first}${first ? "(.*?)" : "([^\\s:']+)"}${others.join("(.*?)")}$`);
}

export class Translator {
  constructor({sentences, about}) {
    Object.assign(this, {about, plain: new Map(), patterns: []});
    for (const [text, words] of Object.entries(sentences))
      if (text.includes("§")) this.patterns.push([patternOf(text), words, text]);
      else this.plain.set(text, words);
  }

  // A whole sentence of the table; null: it has none.
  sentence(text) {
    if (this.plain.has(text)) return this.plain.get(text);
    for (const [pattern, words, shape] of this.patterns) {
      const found = pattern.exec(text);
      if (!found) continue;
      const quoted = shape.split("§").map((before, i, all) => /'$/.test(before) && /^'/.test(all[i + 1] ?? "")); // came in: not ours
      let at = 0;
      return words.replace(/§/g, () => { const value = found[++at]; return quoted[at - 1] ? value : this.sentence(value) ?? value; });
    }
    return null;
  }

  // A message without what it is about: a sentence, or what was found, and what was expected.
  rest(text) {
    const whole = this.sentence(text), [, found, wish] = whole === null ? EXPECTED.exec(text) ?? [] : [];
    if (whole !== null || !wish) return whole;
    const told = this.sentence(wish), first = found === undefined ? "" : this.sentence(found);
    return told === null || first === null ? null : `${first ? `${first} ; ` : ""}${this.about.expected} ${told}`;
  }

  // The message in this language; null: some of it is in no table.
  message(text) {
    const known = this.rest(text);
    if (known !== null) return known;
    for (const [pattern, name] of [[OPTION, "option"], [MOVE, "move"], [SUBJECT, "subject"]]) {
      const [prefix, ...parts] = pattern.exec(text) ?? [];
      if (!prefix) continue;
      const told = this.message(text.slice(prefix.length));
      if (told !== null) return this.about[name](...parts) + told;
    }
    return null;
  }
}
