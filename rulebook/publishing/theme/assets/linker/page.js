/**
 * The paragraphs of a page with the node of each character, and links put around citations;
 * the twin of `rulebook/linking/blocks.py` and `page.py`.
 */

const HEADING = /^h[1-6]$/;
// What is set high or low is no mark of a note where it has a word: "27<sup>bis</sup>".
const WORDLY = new RegExp(`[${LETTERS}]{2}`);
// A number that may be an article's, and no year.
const NUMBERED = /\b\d{1,3}(?!\d)/;
const BLANK = /^[ \t\n\r\f]/;
// Blanks, or words with one space between; signs without a width part nothing and are left out.
const SEEN = "[^ \\t\\n\\r\\f\\u00ad\\u200b-\\u200d\\u2060\\ufeff]";
const STRETCH = new RegExp(`[ \\t\\n\\r\\f]+|${SEEN}+(?: ${SEEN}+)*`, "g");

/** Whether an element, with everything in it, is left alone. @param {Element} element */
function locks(element, name) {
  if (HEADING.test(name) || WORDS.elements_locked.includes(name) || element.hasAttribute("data-senza-link")) return true;
  const editable = element.getAttribute("contenteditable");
  const role = element.getAttribute("role");
  return (editable !== null && editable.toLowerCase() !== "false") || ["heading", "textbox"].includes(role);
}

/** How many columns or rows a cell covers beyond its first; few enough to be looked at. */
const spanOf = (node, name) => Math.min(50, Math.max(1, Number(node.getAttribute(name)) || 1) - 1);

/**
 * The paragraphs below a node: the text, and its stretches `{from, node, at, locked}`, each of
 * which runs to the next; `node` is null where the text has no node of its own.
 */
function cut(root) {
  const blocks = [];
  let block, text, made = 0;
  const open = (state) => {
    [block, text] = [{...state, runs: []}, ""];
  };
  const shut = (state) => {
    block.text = text;
    if (text.trim()) blocks.push(block);
    open(state);
  };
  const put = (words, node, at, locked) => {
    block.runs.push({from: text.length, node, at, locked});
    text += words;
  };
  const say = (node, {locked}) => {
    for (const {0: words, index} of node.data.matchAll(STRETCH)) {
      if (!BLANK.test(words)) put(words, node, index, locked);
      else if (text && !/[ \n]$/.test(text)) put(" ", node, index, locked);
    }
  };
  const walk = (node, state) => {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3 || child.nodeType === 4) say(child, state);
      else if (child.nodeType === 1) element(child, state);
    }
  };
  const element = (node, state) => {
    const name = node.localName.toLowerCase();
    const within = {...state, locked: state.locked || locks(node, name)};
    const table = state.table;
    if (HEADING.test(name)) within.heading = Number(name[1]);
    if (name === "table") within.table = {number: made += 1, row: -1, column: 0, taken: []};
    else if (name === "tr" && table) [table.row, table.column] = [table.row + 1, 0];
    else if ((name === "td" || name === "th") && table) {
      while (table.taken[table.column] >= table.row) table.column += 1;
      const first = table.column, final = first + spanOf(node, "colspan");
      for (let at = first; at <= final; at += 1) table.taken[at] = table.row + spanOf(node, "rowspan");
      within.cell = {table: table.number, first, last: final, head: name === "th" || !table.row};
      table.column = final + 1;
    }
    const apart = HEADING.test(name) || WORDS.elements_block.includes(name);
    if (WORDS.elements_notes.includes(name) && !WORDLY.test(node.textContent)) {
      put("", null, -1, false);
      return;
    }
    if (apart) {
      within.path = [...state.path, made += 1];
      shut(within);
    }
    if (name === "br") put("\n", null, 0, false);
    else if (WORDS.elements_objects.includes(name)) put("\ufffc", null, 0, true);
    if (!WORDS.elements_raw.includes(name)) walk(node, within);
    if (apart) shut(state);
  };
  const start = {heading: 0, cell: null, table: null, locked: false, path: [0]};
  open(start);
  element(root, start);
  shut(start);
  return blocks;
}

/** The nodes of a part of a paragraph as `[node, from, to]`; null where it may not be linked. */
function pieces({runs, text}, start, end) {
  const found = [];
  for (let at = 0; at < runs.length && runs[at].from < end; at += 1) {
    const {from, node, at: place, locked} = runs[at];
    if (place < 0 && from > start) break;
    const until = at + 1 < runs.length ? runs[at + 1].from : text.length;
    if (until <= start) continue;
    if (locked) return null;
    if (!node) continue;
    const begin = place + Math.max(0, start - from), finish = place + Math.min(until, end) - from;
    const before = last(found);
    if (before && before[0] === node) before[2] = finish;
    else found.push([node, begin, finish]);
  }
  return found;
}

/** The citations of a page: `{text, lead, pieces}`, each with its paragraph. @param {Element} root */
function citations(root) {
  const found = [], columns = {};
  let titles = [];
  for (const block of cut(root)) {
    const {heading, cell, text, path} = block;
    if (heading) {
      const says = isOtherTitle(text) ? OTHER : namedEdition(text);
      titles = titles.filter((title) => title.level < heading);
      if (says) titles.push({level: heading, home: 0, says});
      continue;
    }
    const covered = [];
    if (cell) for (let at = cell.first; at <= cell.last; at += 1) covered.push(`${cell.table} ${at}`);
    if (cell && cell.head) covered.forEach((column) => { columns[column] = columnEdition(text); });
    const told = new Set(covered.map((place) => columns[place] || null));
    const column = told.size > 1 ? SEVERAL : [...told][0];
    const title = last(titles.filter((one) => holds(one, path)));
    const section = column && title && title.level > 6 && title.says !== column ? SEVERAL : column || title && title.says;
    const listed = leads(text, section);
    for (const lead of listed) {
      const nodes = pieces(block, lead.start, lead.end);
      if (!nodes || !nodes.length) continue;
      found.push({text, lead, pieces: nodes});
    }
    if (!listed.length && tokens(text).length <= 8) {
      let says = null;
      if (isNamed(text)) {
        says = namedEdition(text);
        if (says && text.trim() === says && says !== ofPage) says = SEVERAL;
      } else if (!NUMBERED.test(text) && !block.runs.some(({locked}) => locked) && OTHER_TITLE.stands(0, lowered(text))) {
        says = OTHER;
      }
      if (says) titles.push({level: 9, home: last(path), around: path[path.length - 2] || 0, says, inside: false});
    }
  }
  return found;
}

/** Whether a paragraph stands under a title: in what the title stands in or, unless there is one, beside it. */
function holds(title, path) {
  const within = path.includes(title.home);
  title.inside = title.inside || within;
  return within || !title.inside && path.includes(title.around);
}

/**
 * The nodes, from one to another beside it, that a single link can hold; null where tags cross
 * the citation. Ranges are not used: every one that is alive slows each further change of the page.
 */
function whole(nodes) {
  const [first, from] = nodes[0], [final, , to] = last(nodes);
  let top = first.parentNode;
  while (!top.contains(final)) top = top.parentNode;
  const lifted = (node, way, inside) => {
    while (node.parentNode !== top) {
      if (inside || node[way]) return null;
      node = node.parentNode;
    }
    return node;
  };
  const begin = lifted(first, "previousSibling", from);
  const end = lifted(final, "nextSibling", to < final.length);
  if (!begin || !end) return null;
  return [begin === first ? cutOut([first, from, first.length]) : begin, end === final ? cutOut([final, 0, to]) : end];
}

/** A part of a text node as a node of its own. */
function cutOut([node, from, to]) {
  if (to < node.length) node.splitText(to);
  return from ? node.splitText(from) : node;
}

/** Put links around the citations, the last first. @returns {HTMLAnchorElement[]} */
function link(found, base) {
  const made = [];
  for (const {lead, pieces: nodes} of found.reverse()) {
    if (lead.article === null) continue;
    const one = nodes.length > 1 && whole(nodes);
    for (const held of one ? [one] : nodes.reverse().map((piece) => [cutOut(piece)])) {
      const anchor = document.createElement("a"), end = last(held);
      anchor.href = base + addressOf(lead);
      anchor.className = "rulebook-citazione";
      held[0].before(anchor);
      do anchor.append(anchor.nextSibling); while (anchor.lastChild !== end);
      made.push(anchor);
    }
  }
  return made.reverse();
}
