/**
 * What an editor is told of the citations that need a look.
 */

const SAID = {
  s: "parla di più edizioni: porta alla pagina di tutte",
  w: "non si sa di quale edizione parli: porta alla pagina di tutte",
  n: "senza edizione: porta alla pagina di tutte",
  u: "nomina un’edizione che il sito non ha: nessun link",
  a: "non si sa di quale articolo parli: nessun link",
  o: "è di un altro testo, per le parole che ha accanto: nessun link",
  t: "sta sotto il titolo di un altro testo: nessun link",
};
// What is left to other texts is told, and nothing is to be done about it.
const LEFT = "ot";

/** The date that a page bears, as an ISO date, or null. */
function dated() {
  const found = document.querySelector('meta[property="article:published_time"], meta[name="date"], meta[name="DC.date"], time[datetime]');
  const said = found && (found.getAttribute("content") || found.getAttribute("datetime"));
  return said && /^\d{4}(-\d\d)?/.test(said) ? said.slice(0, 10) : null;
}

/**
 * The counts, the doubts, what is left alone, and hints: from the page's date, and where links lead.
 * What was found comes last first, as the links were put in.
 */
function report(found, edition, base) {
  const told = [...found].reverse().filter(({lead}) => lead.doubt).map(({text, lead: {start, end, doubt}}) => ({
    citazione: text.slice(start, end), dubbio: SAID[doubt], lasciata: LEFT.includes(doubt),
    contesto: text.slice(Math.max(0, start - 40), end + 40).trim(),
  }));
  const linked = found.filter(({lead}) => !["u", "a", ...LEFT].includes(lead.doubt)).length;
  const date = dated();
  const force = date && EDITIONS.find(([, from, until]) => (!from || from <= date) && (!until || date < until));
  const hint = force && force[0] !== edition
    ? `La pagina porta la data ${date}: allora era in vigore il Codice ${force[0]}.` : null;
  const wrong = edition && !EDITIONS.some(([id]) => id === edition)
    ? `data-edizione dice «${edition}», un’edizione che il sito non ha: vale come se non ci fosse.` : null;
  const home = linked && new URL(base).origin === location.origin
    ? `I link portano a questo stesso sito, ${base}: se le regole stanno altrove, lo dica data-sito.` : null;
  return {
    collegate: linked, dubbi: told.filter((one) => !one.lasciata), lasciate: told.filter((one) => one.lasciata),
    indizi: [wrong, home, hint].filter(Boolean),
  };
}

/** Show the report at the end of the page. */
function showReport({collegate, dubbi, lasciate, indizi}) {
  const box = document.createElement("details");
  box.id = "rulebook-rapporto";
  box.open = true;
  Object.assign(box.style, {
    position: "relative", margin: "16px", padding: "12px", border: "2px solid #b45309", background: "#fff",
    color: "#1a1a1a", font: "15px/1.5 system-ui, sans-serif", overflowWrap: "anywhere",
  });
  const line = (name, text) => box.appendChild(Object.assign(document.createElement(name), {textContent: text}));
  line("summary", `Citazioni del Codice: ${collegate} collegate, ${dubbi.length} da guardare, ${lasciate.length} lasciate ad altri testi`);
  for (const indizio of indizi) line("p", indizio);
  for (const {citazione, dubbio, contesto} of [...dubbi, ...lasciate]) line("p", `«${citazione}» ${dubbio}. (… ${contesto} …)`);
  document.body.append(box);
  return box;
}

/** What was found, told at the end of the page and kept for a program. */
function tell(found, edition, base) {
  linker.told = report(found, edition, base);
  showReport(linker.told);
}

Object.assign(linker, {tell});
