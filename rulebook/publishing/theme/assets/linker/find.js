/**
 * Finding citations of the Code in Italian prose; the twin of `citations.py`.
 */

const COLON = plain(`${OPT}:?${OPT}`);
const NAME_GOES_ON = plain("[@_=\\\\]|[.][A-Za-z]|/(?![(]?[A-Za-z0-9]{1,4}[)]?(?![A-Za-z0-9./_-]))");

const makeDraft = (start, members, more) => ({
  start, end: last(members).end, members, plural: false, worded: false, unit: null, editions: [],
  own: false, named: false, foreign: false, direction: null, strength: "number", ...more,
});

/** The citations, with those taken back that turn out to be of another collection. */
function mentions() {
  const found = [];
  let pending = null, foreignEnd = -1;
  for (const draft of drafts()) {
    if (!draft.foreign && !draft.own && foreignEnd >= 0) draft.foreign = joins(foreignEnd, draft.start);
    if (draft.foreign) {
      if (pending && !pending.own && joins(pending.end, draft.start)) pending = null;
      foreignEnd = draft.end;
    }
    if (pending) found.push(mention(pending));
    pending = draft.foreign ? null : draft;
    if (pending) foreignEnd = -1;
  }
  if (pending) found.push(mention(pending));
  return found;
}

function joins(start, finish) {
  return finish >= start && finish - start <= 24 && lexis.joined.full(prose.slice(start, finish)) !== null;
}

function drafts() {
  const scans = [lexis.worded, lexis.glued, lexis.shaped];
  const places = scans.flatMap((scan, order) => scan.all(prose).map((match) => ({match, order})));
  places.sort((a, b) => a.match.index - b.match.index || a.order - b.order);
  const found = [];
  let at = 0, announced = false;
  for (const {match} of places) {
    const draft = match.index < at ? null : readAt(match);
    if (!draft) continue;
    at = draft.end;
    announced = isAnnouncement(draft, announced);
    if (!announced) found.push(draft);
  }
  return found;
}

function readAt(match) {
  const name = Object.keys(match.groups).find((key) => match.groups[key] !== undefined);
  const start = match.index, finish = endOf(match);
  if (name === "singular" || name === "plural") return afterArticle(start, finish, name === "plural");
  if (name === "unit" || name === "glued") return afterUnit(start, finish, match.groups[name]);
  if (name === "adjective") return afterAdjective(finish);
  return name === "compact" ? compact(start) : label(start);
}

function afterArticle(start, after, plural) {
  let at = skip(COLON, after);
  const lead = plural ? lexis.from.stands(at) : null;
  at = skip(lexis.numberWord, lead ? endOf(lead) : at);
  const first = numbered(at, true);
  if (first) {
    const draft = makeDraft(start, [first], {plural, worded: true});
    extend(draft, lead !== null || preceded(lexis.fromBefore, start) !== null);
    return judged(draft);
  }
  const number = lexis.number.stands(at);
  if (number) return makeDraft(start, [member(start, endOf(number), 0, [])], {foreign: true});
  const place = skip(OPTIONAL, at) - 1;
  const direction = !plural && place >= 0 ? lexis.direction.stands(place) : null;
  if (direction && /\s/.test(prose[at - 1] || "") && !direction[3]) {
    const finish = endOf(direction);
    return makeDraft(start, [member(start, finish, null, [])], {strength: "word", direction: directionOf(direction)});
  }
  return null;
}

function afterUnit(start, after, word) {
  const at = skip(OPTIONAL, after);
  const [unit, plural] = unitOf(word);
  const whole = numbered(at, false);
  if (whole && whole.steps.length) {
    const draft = makeDraft(start, [whole], {plural, worded: true});
    extend(draft, false);
    return judged(draft);
  }
  const members = parts(at, unit, plural);
  if (!members.length) return null;
  const draft = makeDraft(start, members, {plural, unit, strength: unit.weak ? "cue" : "word"});
  const alone = plural && members.length === 1 && isDigits(members[0].steps[0]);
  deepen(draft);
  belong(draft);
  direct(draft);
  if (alone && draft.members.length === 1 && !draft.direction && isRelative(draft)) return null;
  return judged(draft);
}

function afterAdjective(at) {
  const adjective = preceded(lexis.adjectiveBefore, at);
  if (!adjective || adjective[1]) return compact(at);
  const first = numbered(at, true);
  if (!first || lexis.counted.stands(first.end)) return null;
  const draft = makeDraft(at, [first], {worded: true});
  extend(draft, false);
  return judged(draft);
}

function compact(start) {
  const first = numbered(start, false);
  if (!first || !first.steps.length || isCall(first)) return null;
  if (NAME_GOES_ON.stands(first.end) || isExcluded(start)) return null;
  const draft = makeDraft(start, [first]);
  extend(draft, false);
  return judged(draft);
}

/** Whether "2C" is a call, or "12K" no letter of a paragraph. */
function isCall({start, end: finish, article, steps}) {
  if (steps.length > 1 && article <= 7 && /\p{Ll}/u.test(prose[start + 1])) return true;
  if (steps.length > 1) return article <= 7 && prose.slice(start, finish).includes("-");
  return article <= 7 || !DATA.letters.includes(steps[0]);
}

/** A label without a word for it, which is one by its shape: "B1(b) dell'articolo 27". */
function label(start) {
  const path = readPath(start, {loose: false});
  if (!path) return null;
  const {steps, end: finish} = path;
  if (!DATA.letters.includes(steps[0]) || steps.length < 3 && lexis.card.stands(finish) || isExcluded(start)) return null;
  const members = listed([member(start, finish, null, steps)], {digits: false, plural: true});
  const draft = makeDraft(start, members, {strength: steps.length > 2 ? "cue" : "weak"});
  belong(draft);
  direct(draft);
  return judged(draft);
}

function mention(draft) {
  const {members} = draft;
  const refs = members.map((m, at) => ({
    start: at ? m.start : draft.start,
    end: members.length === 1 ? draft.end : m.end,
    article: m.article, path: m.steps, direction: draft.direction,
  }));
  return {
    start: draft.start, end: draft.end, refs, relative: isRelative(draft),
    editionWords: [...new Set(draft.editions)], strength: draft.strength,
  };
}

/** The citations in a prose, in its order. @param {string} said */
function find(said) {
  [prose, low] = [said, lowered(said)];
  return mentions();
}
