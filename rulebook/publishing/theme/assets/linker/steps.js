/**
 * Reading the path of a provision in running prose; the twin of `steps.py`.
 */

const UPPER = plain(`([A-Z])(?![${LETTERS}])`);
const DIGITS = plain(`([0-9]{1,2})(?![0-9]|[.,][0-9]|${OPT}[%°ªº‰€])`);
const LETTER = plain(`([a-z])(x?(?:ix|iv|vi{0,3}|i{1,3})|x)?(?![${LETTERS}0-9])`);
const BRACKET = plain(`\\(${OPT}([a-z]{1,5}|[0-9]{1,2})${OPT}\\)`);
const OPENED = plain(`\\(([b-df-hj-np-z])(?=[${SPACE},.;:]|${STOP})`);
const CLOSED = plain("([a-z])(?=\\))");
const ALONE = plain(`([a-z])(?![${LETTERS}0-9'’\`´])`);
const ABBREVIATED = plain(`[a-z][.][${LETTERS}]|n[.]`);
const LETTERED_NUMBER = plain("[0-9]{1,2}[A-Z]");
const GAPPED = plain(GAP);
const DOT = plain("[.](?=[(])");
const JOIN = plain("[./\\-]");
const WORDY = plain(`[${LETTERS}0-9]`);
const AFTER_NUMBER = new RegExp(`[^${LETTERS}.][${SPACE}]+$|^$`);
const NUMERAL = plain(`(x?(?:ix|iv|vi{0,3}|i{2,3}))(?![${LETTERS}0-9])`);
/** A number apart from its letter that counts further is that of a page, or of something else. */
const MOST = 30;
const FOLDED = plain(`([a-z])(?=[0-9(]|(?![${LETTERS}]))`);
// Up to twenty.
const ROMAN = /^(?:x?(?:i[xv]|vi{0,3}|i{1,3})|xx?)$/;

const isDigits = (step) => /^[0-9]+$/.test(step);
const isUpper = (step) => /^[A-Z]$/.test(step);
const isLower = (step) => /^[a-z]+$/.test(step);
const isStep = (inside) => isDigits(inside) || inside.length === 1 || ROMAN.test(inside);
/** 0 upper-case letter, 1 number, 2 lower-case letter or numeral. @param {string} step */
const kind = (step) => (isDigits(step) ? 1 : isUpper(step) ? 0 : 2);
const same = (one, other) => one.length === other.length && one.every((step, at) => step === other[at]);

/** @returns {{steps: string[], end: number} | null} */
function readPath(at, {loose = true, digits = false, fold = false} = {}) {
  const upper = UPPER.stands(at);
  const bracket = BRACKET.stands(at);
  let found, step;
  if (upper) {
    if (isWord(at)) return null;
    [found, step] = [upper, upper[1]];
  } else if (bracket && isStep(bracket[1])) {
    [found, step] = [bracket, bracket[1]];
  } else if (fold && (found = FOLDED.stands(at))) {
    step = found[1].toUpperCase();
  } else if (digits && (found = DIGITS.stands(at))) {
    step = found[1];
    if (lexis.counted.stands(endOf(found))) return null;
  } else {
    return null;
  }
  return readOn({steps: [step], end: endOf(found)}, loose);
}

/** A path with the further steps that are written to it; null where a word follows. */
function readOn(path, loose = true) {
  const steps = [...path.steps];
  let at = path.end, following;
  while ((following = nextStep(at, kind(last(steps)), loose))) {
    steps.push(...following.steps);
    at = following.end;
  }
  return WORDY.stands(at) || steps.length > 6 ? null : {steps, end: at};
}

const one = (found) => (found ? {steps: [found[1]], end: endOf(found)} : null);

function nextStep(at, before, loose) {
  const joint = loose ? GAPPED.stands(at) || DOT.stands(at) : null;
  const bracket = BRACKET.stands(joint ? endOf(joint) : at) || OPENED.stands(at);
  if (bracket && isStep(bracket[1]) && !(before === 2 && isDigits(bracket[1]))) return one(bracket);
  if (before === 0) return numberAfterLetter(at, loose);
  if (before === 1) return letterAfterNumber(at, loose);
  const join = loose ? JOIN.stands(at) : null;
  return one(join && NUMERAL.stands(endOf(join)));
}

function numberAfterLetter(at, loose) {
  const number = DIGITS.stands(at);
  if (number) return one(number);
  const join = loose ? JOIN.stands(at) : null;
  const joint = join || (loose ? GAPPED.stands(at) : null);
  const further = joint && DIGITS.stands(endOf(joint));
  if (!further || Number(further[1]) > MOST || lexis.counted.stands(endOf(further))) return null;
  return join && WORDY.stands(endOf(further)) ? null : one(further);
}

function letterAfterNumber(at, loose) {
  const letter = LETTER.stands(at);
  if (letter) return {steps: letter.slice(1).filter(Boolean), end: endOf(letter)};
  if (!loose) return null;
  const join = JOIN.stands(at);
  const joined = join && ALONE.stands(endOf(join));
  if (joined) return one(joined);
  const gap = GAPPED.stands(at);
  if (!gap) return null;
  const closed = CLOSED.stands(endOf(gap));
  if (closed) return {steps: [closed[1]], end: closing(endOf(closed))};
  const alone = ALONE.stands(endOf(gap));
  return alone && !WORDS.exclusions_words_of_one_letter.includes(alone[1]) ? one(alone) : null;
}

/** Whether an upper-case letter is a preposition, an accent's bearer or one of two seats. */
function isWord(at) {
  const after = prose[at + 1] || "", letter = prose[at];
  if (after && "'’`´ʼ".includes(after) && ("EAIOU".includes(letter) || isLetter(prose[at + 2] || ""))) return true;
  if (after && "-/".includes(after) && DATA.compass.includes(letter)) {
    const other = prose[at + 2] || "";
    if (other && DATA.compass.includes(other) && !isWordy(prose[at + 3] || "")) return true;
  }
  return letter === "A" && AFTER_NUMBER.test(prose.slice(Math.max(0, at - 8), at)) && lexis.afterA.stands(at + 1);
}

/** Where a step written "b)" ends. @param {string} prose @param {number} at */
function closing(at) {
  const before = prose.slice(Math.max(0, at - 200), at);
  return before.split("(").length > before.split(")").length ? at : at + 1;
}

/** A lower-case letter after a word for a part: "lettera b)"; not "punto a capo". */
function letterStep(at) {
  const closed = CLOSED.stands(at);
  if (closed) return {steps: [closed[1]], end: closing(endOf(closed))};
  const alone = ALONE.stands(at);
  if (!alone || ABBREVIATED.stands(at)) return null;
  if (!WORDS.exclusions_words_of_one_letter.includes(alone[1])) return one(alone);
  const rest = prose[endOf(alone)] || "";
  return ".,;:)]”»\"".includes(rest) || ofHolder(endOf(alone)) ? one(alone) : null;
}

function ofHolder(at) {
  const gap = GAPPED.stands(at);
  const of = gap && lexis.of.stands(endOf(gap));
  return of && (lexis.article.stands(endOf(of)) || LETTERED_NUMBER.stands(endOf(of)));
}

/** The path of a further member of a list: `(c)` after `B1(b)` is `B1(c)`. */
function continued(previous, member) {
  for (let at = previous.length - 1; at >= 0; at -= 1) {
    if (kind(previous[at]) === kind(member[0])) return [...previous.slice(0, at), ...member];
  }
  return null;
}

/** A part named with the part that holds it, in either order: an upper-case letter holds. */
function nested(outer, inner) {
  const turned = inner.length && kind(inner[0]) === 0 && (!outer.length || kind(outer[0]) !== 0);
  return turned ? [...inner, ...outer] : [...outer, ...inner];
}

/** The paths between two ends of a range, both included; null where they make no range. */
function expanded(first, final) {
  const low = last(first), high = last(final), head = first.slice(0, -1);
  if (first.length !== final.length || !same(head, final.slice(0, -1)) || kind(low) !== kind(high)) return null;
  const between = [];
  if (isDigits(low)) {
    for (let n = Number(low); n <= Number(high); n += 1) between.push(String(n));
  } else if (low.length === 1 && high.length === 1) {
    for (let n = low.charCodeAt(0); n <= high.charCodeAt(0); n += 1) between.push(String.fromCharCode(n));
  }
  return between.length > 1 && between.length <= 26 ? between.map((step) => [...head, step]) : null;
}

/** A path below an article: its first level is an upper-case letter however it is typed. */
const ofArticle = (steps) => (steps.length && steps[0].length === 1 ? [steps[0].toUpperCase(), ...steps.slice(1)] : steps);
