/**
 * The paragraphs of a page with the node of each character, and links put around citations;
 * the twin of `rulebook/linking/blocks.py` and `page.py`.
 */

const set = (names) => new Set(names.split(" "));
const BLOCK = set("address article aside blockquote body caption center col colgroup dd details dialog dir div dl "
  + "dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup "
  + "hr html legend li main menu nav noscript ol optgroup option p pre search section select "
  + "summary table tbody td template textarea tfoot th thead tr ul");
const LOCKED = set("a audio button canvas code datalist embed frameset h1 h2 h3 h4 h5 h6 head iframe kbd math "
  + "meter noscript object option output pre progress samp select svg template textarea title video xmp");
const SILENT = set("script style textarea title xmp iframe noembed noframes plaintext template");
const OBJECTS = set("audio button canvas embed iframe img input object svg math video");
const HEADING = /^h[1-6]$/;
const UNSEEN = /[\u00ad\u200b\u200c\u200d\u2060\ufeff]/;
const BLANK = /[ \t\n\r\f]/;

/** Whether an element, with everything in it, is left alone. @param {Element} element */
function locks(element, name) {
  if (LOCKED.has(name) || element.hasAttribute("data-senza-link")) return true;
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
    const apart = BLOCK.has(name);
    if (apart) shut(within);
    if (name === "br") put("\n", null, 0, false);
    else if (OBJECTS.has(name)) put("\ufffc", null, 0, true);
    if (!SILENT.has(name)) walk(node, within);
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

/** The citations of a page: `{words, lead, pieces, context}`. @param {Element} root */
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
      const context = text.slice(Math.max(0, lead.start - 40), lead.end + 40).trim();
      found.push({words: text.slice(lead.start, lead.end), lead, pieces: nodes, context});
    }
  }
  return found;
}

/** The one range that a single link can hold, or null. */
function whole(nodes) {
  const range = document.createRange();
  const [first, from] = nodes[0], [final, , to] = last(nodes);
  range.setStart(first, from);
  range.setEnd(final, to);
  const top = range.commonAncestorContainer;
  let node = first;
  if (node !== top && node.parentNode !== top) {
    if (from) return null;
    while (node.parentNode !== top) {
      if (node.previousSibling) return null;
      node = node.parentNode;
    }
    range.setStartBefore(node);
  }
  node = final;
  if (node !== top && node.parentNode !== top) {
    if (to < final.length) return null;
    while (node.parentNode !== top) {
      if (node.nextSibling) return null;
      node = node.parentNode;
    }
    range.setEndAfter(node);
  }
  return range;
}

/** Put links around the citations, the last first. @returns {HTMLAnchorElement[]} */
function link(found, base) {
  const made = [];
  for (const {lead, pieces: nodes} of [...found].reverse()) {
    if (lead.article === null) continue;
    let ranges = [nodes.length > 1 ? whole(nodes) : null];
    if (!ranges[0]) {
      ranges = nodes.map(([node, from, to]) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return range;
      });
    }
    for (const range of ranges.reverse()) {
      const anchor = document.createElement("a");
      anchor.href = base + addressOf(lead);
      anchor.className = "rulebook-citazione";
      range.surroundContents(anchor);
      made.push(anchor);
    }
  }
  return made.reverse();
}
