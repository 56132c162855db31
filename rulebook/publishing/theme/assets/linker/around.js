/**
 * What stands around a citation and decides about it: editions, other collections, title lines;
 * the twin of `citation_around.py`.
 */

// How many characters back a word can bear on a citation.
const REACH = 72;
const ANNOUNCED = plain(`[.!?:;»”"…\\])0-9]${OPT}${STOP}`);
const CAPITALS = plain(`${OPT}[–—:.\\-]${OPT}[A-ZÀ-Ý]{4}`);
const ENDED = plain(`[.!?]${GAP}[A-ZÀ-Ý]`);
const STARTS_CAPITAL = plain("[A-ZÀ-Ý0-9/.°]");
const BULLETS = /^[ \t\u00a0•*\-–—·«“"0-9.)]*$/;

/** The few words before a place. @param {number} at */
const windowAt = (at) => prose.slice(Math.max(0, at - REACH), at);
/** A pattern that ends at a place, looked for in the few words before. */
const preceded = (pattern, at) => pattern.search(windowAt(at));

const split = (said) => said.split(/\s+/).filter(Boolean);

/** The draft with the edition and the collection that the words around it name. */
function judged(draft) {
  if (!draft.foreign && draft.worded && !draft.own) {
    const said = prose.slice(draft.start, draft.end);
    const after = skip(lexis.onward, draft.end);
    const beside = lexis.aside.stands(after);
    draft.foreign = !/^[^a-z]*[A-Z][^a-z]*$/.test(said) && lexis.otherInitials.stands(after) || beside && (lexis.other.stands(endOf(beside)) || lexis.otherLaw.stands(endOf(beside)))
      || !LETTERED.test(said) && lexis.owner.stands(after);
  }
  if (draft.foreign) return draft;
  takeAdjective(draft);
  const window = windowAt(draft.start);
  const own = lexis.ownBefore.search(window);
  if (own) {
    draft.own = true;
    const lead = window.slice(0, own.index + 1).slice(-30);
    const compared = lexis.comparison.search(lead) && !lexis.into.search(window);
    if (!draft.editions.length && !compared) {
      draft.editions.push(...editionsIn(own));
      const joined = lexis.ownJoined.search(window.slice(0, own.index + 1));
      if (joined && draft.editions.some(isDigits)) draft.editions.unshift(...editionsIn(joined));
    }
  } else if (!draft.own) {
    draft.foreign = draft.topical = afterOther(draft.start);
  }
  return draft;
}

/** Whether the word before a label says that it is something else: "tavolo 12A". */
const isExcluded = (start) => preceded(lexis.notAfter, start);

/** Take the adjectives before a citation into it: "il vecchio ed il nuovo articolo 27". */
function takeAdjective(draft) {
  const found = preceded(lexis.adjectiveBefore, draft.start);
  if (!found || found[1]) return;
  draft.editions.unshift(...found.slice(2).filter(Boolean).map((said) => editionWord(said)));
  const first = found[0].startsWith(found[2] || found[3]) ? 0 : 1;
  draft.start = Math.max(0, draft.start - REACH) + found.index + first;
}

/** Whether the name of another collection leads up to a citation: "Statuto, art. 5". */
function afterOther(start) {
  const window = windowAt(start);
  const strange = lexis.ownAnywhere.all(window).map((name) => strangeAfter(name, window)).filter(Boolean);
  return [...lexis.otherBefore.all(window), ...strange].some((name) => {
    const rest = window.slice(endOf(name));
    if (ENDED.search(rest)) return false;
    const joined = lexis.joinedTo.search(rest);
    const words = split(joined ? rest.slice(0, joined.index) : rest);
    return words.length <= 6 && words.every((word, at) =>
      isTail(word) || lexis.genitive.stands(0, lowered(`${at ? words[at - 1] : ""} `)));
  });
}

function isTail(word) {
  const bare = word.replace(/^[,:;()–\-“”"]+|[,:;()–\-“”"]+$/g, "");
  return !bare || STARTS_CAPITAL.stands(0, bare) || lexis.tailWord.stands(0, lowered(bare));
}

/** Whether the words are the title line of an article, not a citation of it. */
function isAnnouncement(draft, afterAnother) {
  if (!draft.worded || draft.foreign || isRelative(draft) || draft.members.length > 1) return false;
  if (draft.editions.length || draft.named || draft.members[0].steps.length) return false;
  const lead = prose.slice(Math.max(0, draft.start - 40), draft.start);
  if (CAPITALS.stands(draft.end) && !/['’(]\s*$/.test(lead)) return true;
  if (!lexis.title.stands(draft.end)) return false;
  const broken = lead.lastIndexOf("\n");
  const above = broken < 0 ? "" : lead.slice(0, broken);
  const starts = BULLETS.test(lead.slice(broken + 1)) && (broken >= 0 || draft.start <= 40);
  return starts && (!above.trim() || ANNOUNCED.search(above) || afterAnother);
}
