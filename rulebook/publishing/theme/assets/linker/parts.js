/**
 * The pieces of a citation read at a place: numbers with paths, words for parts, lists, editions;
 * the twin of `citation_parts.py`.
 */

const OPTIONAL = plain(OPT);
const COMMA_GAP = plain(`${OPT},${OPT}`);
const LINK = plain(`${OPT}[,(–\\-]?${OPT}`);
const CLOSES = plain(`${OPT}(?:[);,:\\]]|${STOP})`);
const QUOTE = plain("[\"“«‘']?");
const TIGHT_DASH = plain("[-–—]");
const LOOSE_DASH = plain(`${OPT}[-–—]${OPT}`);
const LOWER_CASE_LABEL = plain("[a-h][0-9]");
const LOWER_DIGIT = plain(`[a-z][0-9]|[b-df-hj-np-z]${GAP}[0-9](?![0-9])`);
const SPACED = plain(`${OPT}[:–—\\-]${OPT}(?=[A-Z][0-9])`);
const JOINED_UPPER = plain("[./\\-](?=[A-Z])");
const INITIALS = plain(`${GAP}[A-Z][.](?:${OPT}[A-Z]|[a-z])[.]`);
const LETTER_ALONE = plain(`[a-z](?![${LETTERS}0-9'’])`);
const NUMBER_FOLLOWS = plain(`${GAP}[0-9]{2}`);

const member = (start, finish, article, steps) => ({start, end: finish, article, steps});

/** @returns {[unit: object, plural: boolean]} the kind of part that a word names */
function unitOf(word) {
  const bare = tidy(word);
  const unit = UNITS.find((u) => u.s.includes(bare) || u.p.includes(bare));
  return [unit, !unit.s.includes(bare)];
}

/** Where the pattern ends if it stands at the place, else the place. */
function skip(pattern, at) {
  const match = pattern.stands(at);
  return match ? endOf(match) : at;
}

/** An article's number with the path that is written to it: `27B1b`, `27 B 1 (b)`, `27, B1`. */
function numbered(at, worded) {
  const match = lexis.number.stands(at);
  if (!match) return null;
  const number = Number(match[1]), after = endOf(match);
  if (number < 1 || number > DATA.last) return null;
  if (lexis.foreignSuffix.stands(after)) return null;
  if (isLetter(prose[after] || "")) {
    const fold = worded || LOWER_CASE_LABEL.stands(after);
    const path = readPath(after, {fold});
    return path && member(at, path.end, number, path.steps);
  }
  if (worded && INITIALS.stands(after)) return member(at, after, number, []);
  const path = pathAfter(after, worded);
  if (path && !isName(after)) return member(at, path.end, number, ofArticle(path.steps));
  return member(at, after, number, []);
}

const isName = (at) => [lexis.otherLaw, lexis.otherNamed, lexis.own]
  .some((pattern) => pattern.stands(at));

/** The path that follows an article's number with something between. */
function pathAfter(at, worded) {
  const joined = JOINED_UPPER.stands(at);
  if (joined) return readPath(endOf(joined));
  const gap = GAPPED.stands(at);
  if (gap && !isConjunction(endOf(gap))) {
    const path = readPath(endOf(gap));
    if (path && isUpper(path.steps[0]) && (worded || path.steps.length > 1)) return path;
  }
  if (!worded) return null;
  const comma = COMMA_GAP.stands(at);
  if (comma) {
    const path = readPath(endOf(comma));
    if (!path || !isUpper(path.steps[0])) return null;
    const on = lexis.conjunction.stands(path.end);
    const goesOn = on && readPath(endOf(on));
    return path.steps.length > 1 || CLOSES.stands(path.end) || goesOn ? path : null;
  }
  const spaced = SPACED.stands(at);
  if (spaced) return readPath(endOf(spaced));
  const place = skip(OPTIONAL, at);
  if (prose[place] === "(" || prose[place] === "[") {
    const outside = readPath(place);
    if (outside && isLower(outside.steps[0]) && outside.steps[0].length === 1) return outside;
    const path = readPath(place + 1);
    const closed = path && (prose[path.end] === ")" || prose[path.end] === "]");
    return closed ? {steps: path.steps, end: path.end + 1} : null;
  }
  if (gap && LOWER_DIGIT.stands(endOf(gap))) return readPath(endOf(gap), {fold: true});
  if (gap && prose[endOf(gap) + 1] === ")" && /\p{Ll}/u.test(prose[endOf(gap)])) return letterStep(endOf(gap));
  return null;
}

/** Whether an upper-case E or O joins two articles: "ARTICOLI 23 E 26". */
function isConjunction(at) {
  if (!"EO".includes(prose[at])) return false;
  const gap = GAPPED.stands(at + 1);
  return gap && lexis.article.stands(endOf(gap)) || NUMBER_FOLLOWS.stands(at + 1);
}

/** The provisions after a word for a part: "B1", "1 e 2", "a, b e c", "da A a D"; or none. */
function parts(at, unit, plural) {
  const {digits} = unit;
  const quoted = QUOTE.stands(at);
  let place = endOf(quoted);
  const lead = lexis.from.stands(place);
  if (lead) place = endOf(lead);
  if (digits) place = skip(lexis.numberWord, place);
  let path = readPath(place, {digits}) || letterStep(place);
  const vowel = !path && plural ? LETTER_ALONE.stands(place) : null;
  if (vowel) path = {steps: [vowel[0]], end: endOf(vowel)};
  if (!path) return [];
  let finish = path.end;
  if (quoted[0] && prose[finish] && "\"”»’'".includes(prose[finish])) finish += 1;
  if (prose[finish] === ")" && !/\p{Ll}/u.test(prose[finish - 1])) finish = closing(finish);
  return listed([member(place, finish, null, path.steps)], {digits, plural, ranged: lead});
}

/** Members with those that a list or a range adds to them; all have the same article. */
function listed(members, {digits, plural, ranged = false}) {
  const found = [...members];
  for (;;) {
    let further = range(last(found), digits, plural, ranged);
    if (!further.length) further = nextInList(last(found), digits, plural);
    if (!further.length) return found;
    found.push(...further);
  }
}

function nextInList(before, digits, plural) {
  const joint = lexis.conjunction.stands(before.end);
  if (!joint) return [];
  const at = endOf(joint);
  let path = readPath(at, {digits});
  if (!path && isLower(last(before.steps))) path = letterStep(at);
  if (!path || (isDigits(path.steps[0]) && !plural && !joint[2])) return [];
  if (lexis.card.stands(path.end) && path.steps.length < 3) return [];
  const steps = continued(before.steps, path.steps);
  return steps ? [member(at, path.end, before.article, steps)] : [];
}

function range(before, digits, plural, ranged) {
  const dash = (plural ? LOOSE_DASH : TIGHT_DASH).stands(before.end);
  const to = ranged || plural ? lexis.to.stands(before.end) : null;
  const joint = dash || to;
  if (!joint) return [];
  const counting = digits || dash && isDigits(last(before.steps));
  let path = readPath(endOf(joint), {digits: counting});
  if (path && counting && !digits && path.steps[0].length > 1) return [];
  if (!path && isLower(last(before.steps))) path = letterStep(endOf(joint));
  const steps = path && continued(before.steps, path.steps);
  const between = steps && expanded(before.steps, steps);
  if (!between) return [];
  const inner = between.slice(1, -1).map((step) => member(before.end, before.end, before.article, step));
  return [...inner, member(endOf(joint), path.end, before.article, last(between))];
}

/** A member taken further by a word for a part: "lettera B" + "punti 1 e 2". */
function innerParts(reach, before) {
  let place = skip(LINK, reach.end);
  const lead = lexis.lead.stands(place);
  if (lead) place = endOf(lead);
  const opened = prose[place - 1] === "(";
  const word = lexis.unit.stands(place);
  if (!word) return null;
  const [unit, plural] = unitOf(word[1]);
  if (unit === before) return null;
  const below = parts(endOf(word), unit, plural);
  if (!below.length) return null;
  if (opened) {
    if (prose[last(below).end] !== ")") return null;
    last(below).end += 1;
  }
  const made = below.map((part) => {
    const whole = nested(reach.steps, part.steps);
    const steps = reach.article && !reach.steps.length ? ofArticle(whole) : whole;
    return member(part.start, part.end, reach.article, steps);
  });
  made[0].start = reach.start;
  return [made, unit];
}

/** What a word says of the edition: "old", "new", "current" or the year itself. */
function editionWord(word) {
  const bare = tidy(word);
  if (WORDS.editions_old.includes(bare)) return "old";
  if (WORDS.editions_new.includes(bare)) return "new";
  return yearOf(bare) || "current";
}

/** The editions that the groups of a match name; a year tells more than another word. */
function editionsIn(match) {
  const said = match.slice(1).filter(Boolean).map((word) => editionWord(word)), years = said.filter(isDigits);
  return years.length ? years : said;
}

/** Where a dash between two numbers ends, or null. */
function dashAt(at, loose) {
  const match = (loose ? LOOSE_DASH : TIGHT_DASH).stands(at);
  return match ? endOf(match) : null;
}
