/**
 * Finding citations of the Code in Italian prose; the twin of `citations.py`.
 */

const COLON = plain(`${OPT}:?${OPT}`);
const NAME_GOES_ON = plain("[@_=\\\\]|[.][A-Za-z]|/(?![(]?[A-Za-z0-9]{1,4}[)]?(?![A-Za-z0-9./_-]))");

// What is not said of a draft is not so: `plural`, `worded`, `own`, `named`, `foreign`, `word`.
const makeDraft = (start, members, more) => ({
  start, end: last(members).end, members, editions: [], ...more,
});

/** The citations; what belongs to another collection may turn out only behind it. */
function mentions() {
  const read = [];
  let foreignEnd = -1, topic = false;
  for (const draft of drafts()) {
    const before = last(read);
    if (!draft.foreign && !draft.own && foreignEnd >= 0) draft.foreign = carriesOn(foreignEnd, draft, topic);
    if (draft.foreign) {
      if (before && !before.own && joins(before.end, draft.start)) before.foreign = true;
      topic = draft.topical || topic && foreignEnd >= 0;
      foreignEnd = draft.end;
    } else {
      foreignEnd = -1;
    }
    read.push(draft);
  }
  return read.filter((draft) => draft.worded || !draft.foreign).map(mention);
}

function joins(start, finish) {
  return finish >= start && finish - start <= 24 && lexis.joined.stands(0, low.slice(start, finish));
}

/** Whether a citation goes on with the other collection that was named before it. */
function carriesOn(start, draft, topic) {
  const between = prose.slice(start, draft.start), {article, steps} = draft.members[0];
  if (joins(start, draft.start) || lexis.parted.stands(0, lowered(between))) return true;
  return topic && !draft.editions.length && !(article !== null && isUpper(steps[0])) && !ENDED.search(between);
}

function drafts() {
  const places = [...lexis.worded.all(prose), ...lexis.shaped.all(prose)].sort((a, b) => a.index - b.index);
  const found = [];
  let at = 0, announced = false;
  for (const match of places) {
    const draft = match.index < at ? null : readAt(match);
    if (!draft || draft.start < at) continue;
    at = draft.end;
    announced = isAnnouncement(draft, announced);
    if (!announced) found.push(draft);
  }
  return found;
}

function readAt({groups, index, 0: {length}}) {
  const finish = index + length;
  if (groups.p || groups.s) return afterArticle(index, finish, groups.p);
  if (groups.u) return afterUnit(index, finish, groups.u);
  if (groups.a) return afterAdjective(finish);
  return groups.c ? compact(index) : label(index);
}

function afterArticle(start, after, plural) {
  let at = skip(COLON, after);
  const lead = plural ? lexis.from.stands(at) : null;
  at = skip(lexis.numberWord, lead ? endOf(lead) : at);
  const first = numbered(at, true);
  if (first) {
    const draft = makeDraft(start, [first], {plural, worded: true});
    extend(draft, lead || preceded(lexis.fromBefore, start));
    return judged(draft);
  }
  const number = lexis.number.stands(at);
  if (number) return makeDraft(start, [member(start, endOf(number), 0, [])], {foreign: true});
  const place = skip(OPTIONAL, at) - 1;
  const direction = !plural && place >= 0 ? lexis.directionAfter.stands(place) : null;
  if (direction && /\s/.test(prose[at - 1] || "") && !direction[3]) {
    const finish = endOf(direction);
    return makeDraft(start, [member(start, finish, null, [])], {word: true, directed: true});
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
  const draft = makeDraft(start, members, {plural, unit, word: !unit.weak});
  const alone = plural && members.length === 1 && isDigits(members[0].steps[0]);
  deepen(draft);
  belong(draft);
  direct(draft);
  if (alone && draft.members.length === 1 && !draft.directed && isRelative(draft)) return null;
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
  if (NAME_GOES_ON.stands(first.end)) return null;
  const draft = makeDraft(start, [first], {foreign: first.steps.length < 3 && isExcluded(start)});
  if (draft.foreign) return draft;
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
  const draft = makeDraft(start, members);
  belong(draft);
  direct(draft);
  return judged(draft);
}

function mention(draft) {
  const {members} = draft;
  const refs = members.map((m, at) => ({
    start: at ? m.start : draft.start,
    end: members.length === 1 ? draft.end : m.end,
    article: m.article, path: m.steps,
  }));
  return {
    start: draft.start, end: draft.end, refs, editionWords: [...new Set(draft.editions)], word: !!draft.word, own: !!draft.own,
    other: !!draft.foreign, said: prose.slice(draft.start, draft.end),
  };
}

/** The citations in a prose, in its order. @param {string} said */
function find(said) {
  [prose, low] = [said, lowered(said)];
  return mentions();
}
