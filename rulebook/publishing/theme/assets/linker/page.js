/**
 * The paragraphs of a page with the node of each character, and links put around citations;
 * the twin of `rulebook/linking/blocks.py` and `page.py`.
 */

const HEADING = /^h[1-6]$/;
const UNSEEN = /[\u00ad\u200b\u200c\u200d\u2060\ufeff]/;
const BLANK = /[ \t\n\r\f]/;

/** Whether an element, with everything in it, is left alone. @param {Element} element */
function locks(element, name) {
  if (HEADING.test(name) || WORDS.elements_locked.includes(name) || element.hasAttribute("data-senza-link")) return true;
  const editable = element.getAttribute("contenteditable");
  const role = element.getAttribute("role");
  return (editable !== null && editable.toLowerCase() !== "false") || role === "heading" || role === "textbox";
}

/**
 * The paragraphs below a node: the text, and its stretches `{from, node, at, locked}`, each of
 * which runs to the next; `node` is null where the text has no node of its own.
 */
function cut(root) {
  const blocks = [];
  let block, text, tables = 0;
  const open = (state) => {
    [block, text] = [{heading: state.heading, cell: state.cell, runs: []}, ""];
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
    const {data} = node;
    // What stands as it will be read is taken in one piece, up to a doubled blank or a sign unseen.
    const odd = /[\t\n\r\f\u00ad\u200b\u200c\u200d\u2060\ufeff]| {2}/g;
    let from = 0;
    while (from < data.length) {
      if (BLANK.test(data[from])) {
        let to = from + 1;
        while (to < data.length && BLANK.test(data[to])) to += 1;
        if (!text || !" \n".includes(text[text.length - 1])) put(" ", node, from, locked);
        from = to;
      } else if (UNSEEN.test(data[from])) {
        from += 1;
      } else {
        odd.lastIndex = from;
        const stop = odd.exec(data);
        const to = stop ? stop.index : data.length;
        put(data.slice(from, to), node, from, locked);
        from = to;
      }
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
    if (name === "table") within.table = {number: tables += 1, row: -1, column: 0};
    else if (name === "tr" && table) [table.row, table.column] = [table.row + 1, 0];
    else if ((name === "td" || name === "th") && table) {
      const final = table.column + Math.max(1, Number(node.getAttribute("colspan")) || 1) - 1;
      within.cell = {table: table.number, first: table.column, last: final, head: name === "th" || !table.row};
      table.column = final + 1;
    }
    const apart = HEADING.test(name) || WORDS.elements_block.includes(name);
    if (apart) shut(within);
    if (name === "br") put("\n", null, 0, false);
    else if (WORDS.elements_objects.includes(name)) put("\ufffc", null, 0, true);
    if (!WORDS.elements_raw.includes(name)) walk(node, within);
    if (apart) shut(state);
  };
  const start = {heading: 0, cell: null, table: null, locked: false};
  open(start);
  element(root, start);
  shut(start);
  return blocks;
}

/** The nodes of a part of a paragraph as `[node, from, to]`; null where it may not be linked. */
function pieces({runs, text}, start, end) {
  const found = [];
  let low = 0, high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (runs[middle].from <= start) low = middle;
    else high = middle - 1;
  }
  for (let at = low; at < runs.length && runs[at].from < end; at += 1) {
    const {from, node, at: place, locked} = runs[at];
    if (locked) return null;
    if (!node) continue;
    const length = (at + 1 < runs.length ? runs[at + 1].from : text.length) - from;
    const begin = place + Math.max(0, start - from), finish = place + Math.min(length, end - from);
    const before = last(found);
    if (before && before[0] === node) before[2] = finish;
    else found.push([node, begin, finish]);
  }
  return found;
}

/** The citations of a page: `{text, lead, pieces}`, each with its paragraph. @param {Element} root */
function citations(root, frame) {
  const found = [], columns = new Map();
  let headings = [];
  for (const block of cut(root)) {
    const {heading, cell, text} = block;
    if (heading) {
      headings = headings.filter(([level]) => level < heading);
      headings.push([heading, namedEdition(text, frame)]);
      continue;
    }
    if (cell && cell.head) {
      const edition = namedEdition(text, frame);
      for (let at = cell.first; at <= Math.min(cell.last, cell.first + 50); at += 1) columns.set(`${cell.table} ${at}`, edition);
    }
    const above = headings.map(([, edition]) => edition).filter(Boolean);
    const section = (cell && columns.get(`${cell.table} ${cell.first}`)) || last(above) || null;
    for (const lead of leads(text, frame, section)) {
      const nodes = pieces(block, lead.start, lead.end);
      if (!nodes || !nodes.length) continue;
      found.push({text, lead, pieces: nodes});
    }
  }
  return found;
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
