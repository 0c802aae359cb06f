// Everything that the server can say to a visitor was wrong has its French: the formats of the library's errors are
// read out of its sources, filled in, and given to the page's translator; so are the words that its parsers say they
// expected. A message without French in web/server-fr.js fails here. Node alone. Prints TAP.
import {readFileSync, readdirSync, statSync} from "node:fs";
import {strict as assert} from "node:assert";
import {Translator} from "../../web/problems.js";
import * as french from "../../web/server-fr.js";

const SOURCES = new URL("../../src/", import.meta.url).pathname;
// Where the messages come from that reach the page, and what of it only the command line runs.
const ROOMS = /^(base\/(params|error)|games\/|theory\/|solve\/|search\/|think\/|engines\/|api\/(question|family|thinker|tree|study|certify)|web\/(asking|families|owners|proofs|computations|export))/;
const ELSEWHERE = /^(games\/check\/|theory\/(octal_period|loopy|scoring|quotient|tree_text)|games\/cram\/small_table|solve\/(labels|quotients|strong_check|equivalences)|engines\/.*(tool|morpion\/records|gtp|weights|learn|train|book|base|discriminants|rescore|samples|solitaires|pieces|task|pentasol|backward|dbs|registry|analyse|line|best_game))/;
// Replies whose code says all (web/games-fr.js), and stops, which are no errors.
const UNSAID = /ZM_STOPPED|, *(400|404|409|429|500|503) *,/;
const PARSERS = "fail|complain|wrong|bad_position|bad"; // functions that get a text of what is wrong

function* files(folder = "") {
  for (const name of readdirSync(SOURCES + folder).sort()) {
    const path = folder + name;
    if (statSync(SOURCES + path).isDirectory()) yield* files(`${path}/`);
    else if (path.endsWith(".c") && ROOMS.test(path) && !ELSEWHERE.test(path)) yield path;
  }
}

// The arguments of each call of these functions.
function* calls(source, names) {
  for (const found of source.matchAll(new RegExp(`\\b(?:${names})\\(`, "g"))) {
    const rest = source.slice(found.index + found[0].length), tokens = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]/g;
    let depth = 1, token;
    while (depth > 0 && (token = tokens.exec(rest))) depth += token[0] === "(" ? 1 : token[0] === ")" ? -1 : 0;
    const call = rest.slice(0, token?.index);
    if (!/\b(struct \w+|const char) \*/.test(call)) yield call;
  }
}

const literals = (code) => [...code.matchAll(/(?:"(?:[^"\\]|\\.)*"\s*)+/g)].map(([text]) => text.replace(/"\s*"/g, "").trim().slice(1, -1).replace(/\\(.)/g, "$1"));

// A message as it may come: with numbers, with texts from outside, and with words of a parser where it says what it expected.
const filled = (format) => format.replace(/('?)%[-+0 #]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|ll|[hlzjt])?([a-z])/g, (hole, quote, kind, at) => {
  const words = !quote && at + hole.length === format.length && /([Ee]xpected|[\w']+:) $/.test(format.slice(0, at));
  return quote + (/[diugfx]/.test(kind) ? "7" : kind === "c" ? "x" : words ? "a number" : "abc");
});

const translator = new Translator(french), missing = [];
let messages = 0;
for (const path of files()) {
  const source = readFileSync(SOURCES + path, "utf8");
  const said = [...calls(source, "zm_fail|zm_reply_error")].filter((call) => !UNSAID.test(call.split('"')[0])).map((call) => literals(call)[0]).filter((format) => format && format !== "%s");
  const words = [...calls(source, PARSERS)].flatMap(literals);
  for (const [format, translate] of [...said.map((each) => [each, "message"]), ...words.map((each) => [each, "rest"])]) {
    messages++;
    if (translator[translate](filled(format)) === null) missing.push(`${path}: ${format}`);
  }
}

const tests = {
  "the messages are found": () => assert.ok(messages > 300, `${messages} only`),
  "each message that a visitor can meet has its French": () => assert.deepEqual(missing, []),
  "both sides of a sentence have as many holes": () => assert.deepEqual(Object.entries(french.sentences).filter(([text, words]) => text.split("§").length !== words.split("§").length), []),
  "a message is told whole: what it is about, what came in, what was expected": () => {
    const told = (text, words) => assert.equal(translator.message(text), words);
    told("nim position '3,a', character 3: expected a heap size, as in 3,4,5", "« 3,a », caractère 3 : attendu : la taille d'un tas, comme 3,4,5");
    told("move 2: 'out of memory' is not a legal move; moves are written like a1-b1", "coup 2 : « out of memory » n'est pas un coup permis ; les coups s'écrivent comme a1-b1");
    told("--threads: 'x' is not a whole number from 1 to 64", "option threads : « x » n'est pas un nombre entier de 1 à 64");
    told("octal position '0.07': expected a colon after the code (a code, a colon and heaps, like 0.07:20,31)", "« 0.07 » ; attendu : deux-points après le code (un code, deux-points et des tas, comme 0.07:20,31)");
    told("octal code 'x', character 1: expected 0, 4 or a point (codes are written like 0.07, 0.3(7) or s1,3,4)", "« x », caractère 1 : attendu : 0, 4 ou un point (les codes s'écrivent comme 0.07, 0.3(7) ou s1,3,4)");
    told("nobody ever said this", null);
  },
};
let number = 0, failed = 0;
for (const [name, body] of Object.entries(tests)) {
  number++;
  try {
    body();
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${number} - ${name}\n${String(error.message).split("\n").map((line) => `# ${line}`).join("\n")}`);
  }
}
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
