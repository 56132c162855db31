/**
 * How a citation goes on: names and editions, parts, lists and ranges, what a part belongs to;
 * the twin of `citation_tail.py`.
 */

const COMMA = plain(`(?:${OPT},)?${OPT}`);
const COMMA_NUMBER = plain(`${OPT},${OPT}([1-9])(?![0-9A-Z]|[.,][0-9])`);
const COMMA_LETTER = plain(`${OPT},${OPT}([b-df-hj-np-z]|[aeio](?=\\)))(?![${LETTERS}0-9'’])`);
const PRONOUN = plain(`(?:quale|quali|cui)(?![${LETTERS}])`);
const LETTER_OR_DIGIT = plain(`[${LETTERS}0-9]`);

const isRelative = (draft) => draft.members[0].article === null;

/** Read what follows an article's number: names, editions, parts, further numbers. */
function extend(draft, ranged) {
  while (!draft.foreign && (named(draft) || stepAfterComma(draft)
    || rangeOfArticles(draft, ranged) || deepenOnce(draft) || nextArticle(draft))) {}
}

/** Take the name of a collection or an edition; another collection ends the matter. */
function named(draft) {
  const at = skip(lexis.onward, draft.end);
  const own = lexis.own.stands(at);
  const others = [lexis.other, lexis.otherNamed, lexis.otherLaw].map((p) => p.stands(at));
  const other = Math.max(...others.map((m) => (m ? endOf(m) : -1)));
  if (other > (own ? endOf(own) : -1)) {
    draft.foreign = true;
    draft.end = other;
    return true;
  }
  if (isStrange(at, own)) return draft.foreign = true;
  const found = own || lexis.editionYear.stands(at) || lexis.editionName.stands(at)
    || lexis.adjectiveAfter.stands(at);
  if (!found) return namedToo(draft);
  draft.own = draft.named = draft.own || found === own;
  draft.editions.push(...editionsIn(found));
  draft.end = closed(found);
  return true;
}

/** Take a further edition after one that is named: "del Codice 1997 e del Codice 2007". */
function namedToo(draft) {
  const further = draft.editions.length && lexis.ownFurther.stands(draft.end);
  if (!further || !editionsIn(further).some(isDigits)) return false;
  draft.editions.push(...editionsIn(further));
  draft.end = closed(further);
  return true;
}

/** Where a name ends, with the bracket that closes one within it. */
function closed(match) {
  const opened = match[0].split("(").length > match[0].split(")").length;
  return endOf(match) + (opened && prose[endOf(match)] === ")" ? 1 : 0);
}

/** Whether the name of the Code at a place goes on as that of another: "Codice civile". */
function isStrange(at, own) {
  const stemmed = own && lexis.ownStem.stands(at);
  if (!stemmed || endOf(own) > endOf(stemmed)) return false;
  const after = endOf(stemmed);
  return !lexis.editionYear.stands(after) && !lexis.editionName.stands(after) && strangeAfter(stemmed);
}

/** How the name of another code goes on: behind a name that is nobody else's only a word for one tells. */
function strangeAfter(stemmed, said) {
  const found = lexis.stranger.stands(endOf(stemmed), said);
  return found && (found[1] || WORDS.context_things.includes(last(tokens(lowered(stemmed[0]))))) && found;
}

/** Take a word for a part and its labels, unless it looks elsewhere. */
function deepenOnce(draft) {
  if (INITIALS.stands(draft.end)) return false;
  const before = last(draft.members);
  const inner = innerParts({...before, end: draft.end}, draft.unit);
  if (!inner) return false;
  const [members, unit] = inner;
  const finish = last(members).end;
  if (!isRelative(draft) && (lexis.directionAfter.stands(finish) || ofHolder(finish))) return false;
  draft.members.splice(-1, 1, ...members);
  draft.unit = unit;
  draft.end = finish;
  return true;
}

function deepen(draft) {
  while (deepenOnce(draft)) {}
}

/** Take a step that a comma sets off: "art. 16, B, 1 (a)"; in a list a number is an article. */
function stepAfterComma(draft) {
  const before = last(draft.members);
  if (draft.plural || !draft.worded || !before.steps.length || draft.end !== before.end) return false;
  const deepest = last(before.steps);
  const step = (isUpper(deepest) ? COMMA_NUMBER : COMMA_LETTER).stands(draft.end);
  if (!step || lexis.counted.stands(endOf(step))) return false;
  if (isLower(deepest) || lexis.listAhead.stands(endOf(step) - 1)) return false;
  const path = readOn({steps: [...before.steps, step[1]], end: endOf(step)});
  if (!path) return false;
  draft.members.splice(-1, 1, member(before.start, path.end, before.article, path.steps));
  draft.end = path.end;
  return true;
}

/** Take the end of a range: "20-23", "dal 16 al 18", "dall'articolo 16 all'articolo 18". */
function rangeOfArticles(draft, ranged) {
  const before = last(draft.members);
  let at = dashAt(draft.end, draft.plural);
  const to = at === null && (ranged || draft.plural) ? lexis.to.stands(draft.end) : null;
  if (to) {
    const article = lexis.article.stands(endOf(to));
    at = skip(lexis.numberWord, endOf(article || to));
  }
  if (at === null) return false;
  if (before.steps.length) {
    const made = listed([before], {digits: false, plural: draft.plural, ranged});
    if (made.length > 1 && draft.end === before.end) {
      draft.members.splice(-1, 1, ...made);
      draft.end = last(made).end;
      return true;
    }
  }
  const further = numbered(at, true);
  if (!further || before.article === null) return false;
  if (further.article <= before.article || lexis.counted.stands(further.end)) return false;
  for (let n = before.article + 1; n < further.article; n += 1) draft.members.push(member(draft.end, draft.end, n, []));
  draft.members.push(further);
  draft.end = further.end;
  return true;
}

/** Take a further member of a list: an article, or a part of the article before. */
function nextArticle(draft) {
  const joint = lexis.conjunction.stands(draft.end);
  if (!joint) return false;
  const before = last(draft.members);
  let at = endOf(joint);
  const lead = lexis.lead.stands(at);
  if (lead && lexis.number.stands(endOf(lead))) at = endOf(lead);
  if (draft.end === before.end && before.steps.length) {
    const digits = isDigits(last(before.steps)) && joint[2];
    const made = listed([before], {digits, plural: draft.plural});
    if (made.length > 1 && goesOn(before, made[1])) {
      draft.members.push(...made.slice(1));
      draft.end = last(made).end;
      return true;
    }
  }
  const further = numbered(at, draft.worded);
  if (!further || lexis.counted.stands(further.end)) return false;
  if (!draft.worded && (further.steps.length || further.article < 8)) return false;
  if (!joint[2] && !draft.plural && !further.steps.length) {
    if (!lexis.listAhead.stands(at) || further.article <= (before.article || 0)) return false;
  }
  draft.members.push(further);
  draft.end = further.end;
  draft.unit = null;
  return true;
}

/** Whether a number after a path counts on from it ("B1 e 2") and is no article. */
function goesOn(before, further) {
  if (!/[0-9]/.test(prose[further.start] || "")) return true;
  const step = last(further.steps), previous = last(before.steps);
  return step.length === 1 && isDigits(previous) && Number(previous) < Number(step)
    && Number(step) < (before.article || 0);
}

/** Read what a part belongs to: "dell'articolo 27", "del paragrafo B", "del bando". */
function belong(draft) {
  while (!draft.foreign && isRelative(draft)) {
    const at = skip(COMMA, draft.end);
    const of = at > draft.end ? lexis.of.stands(at) : null;
    if (!of) return;
    if (!belongsTo(draft, endOf(of))) {
      judgeOwner(draft, at, endOf(of));
      return;
    }
  }
}

/** Take the article or the part that holds the draft's members. */
function belongsTo(draft, at) {
  const adjective = lexis.adjectiveLead.stands(at);
  const place = adjective ? endOf(adjective) : at;
  const article = lexis.article.stands(place);
  const word = article ? null : lexis.unit.stands(place);
  const holder = numbered(article ? endOf(article) : place, article);
  if (holder && (article || holder.steps.length || adjective)) {
    const inside = (steps) => (holder.steps.length ? [...holder.steps, ...steps] : ofArticle(steps));
    draft.members = draft.members.map((m) => member(m.start, m.end, holder.article, inside(m.steps)));
    draft.end = holder.end;
    draft.word = false;
    draft.worded = true;
    if (adjective) draft.editions.push(...editionsIn(adjective));
    draft.unit = null;
    names(draft);
    if (draft.members.length === 1 && !draft.foreign) deepen(draft);
    return true;
  }
  if (word) {
    const [unit, plural] = unitOf(word[1]);
    const outer = parts(endOf(word), unit, plural);
    if (outer.length) {
      draft.members = draft.members.map((m) => member(m.start, m.end, null, nested(outer[0].steps, m.steps)));
      draft.end = last(outer).end;
      return true;
    }
  }
  return false;
}

function names(draft) {
  while (!draft.foreign && named(draft)) {}
}

/** Decide about a part of something without a number: this article, the Code, a stranger. */
function judgeOwner(draft, at, after) {
  const here = lexis.thisArticle.stands(after);
  if (here) {
    draft.end = endOf(here);
    return;
  }
  const before = draft.end;
  names(draft);
  if (draft.foreign || draft.end > before) return;
  const article = lexis.article.stands(after);
  const elsewhere = article && lexis.directionAfter.stands(endOf(article));
  if (elsewhere) {
    draft.foreign = true;
    draft.end = endOf(elsewhere);
    return;
  }
  if (article || PRONOUN.stands(after)) return;
  const genitive = lexis.genitive.stands(at);
  if (genitive && LETTER_OR_DIGIT.stands(endOf(genitive))) draft.foreign = true;
}

/** Take the word that says where a relative citation leads: "precedente", "seguente". */
function direct(draft) {
  if (!isRelative(draft) || draft.foreign) return;
  const after = lexis.directionAfter.stands(draft.end);
  if (after) {
    draft.directed = true;
    draft.end = endOf(after);
    belong(draft);
    return;
  }
  draft.directed = draft.directed || preceded(lexis.directionBefore, draft.start);
  if (draft.end === last(draft.members).end) names(draft);
}
