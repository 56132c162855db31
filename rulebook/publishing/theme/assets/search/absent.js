/**
 * What is asked for and does not stand where it is sought, and how that is told; the twin of
 * `absent.py`.
 */
(function (search) {
  "use strict";

  const ALONE = /^\s*(?:(\p{L}+)\.?\s*)?([0-9]{1,6})(?![0-9])\s*\S{0,6}\s*$/u;
  const YEAR = /^(?:19|20)\d\d$/;

  /** @typedef {{citation: string, last: ?number, edition: ?string, held: boolean}} Missing */

  const missing = (citation, more) => ({citation, last: null, edition: null, held: true, ...more});
  const printed = ({compact}) => compact.replace(/[a-z]/, (letter) => letter.toUpperCase());

  /** @returns {?Missing} */
  function absent(query, parsed, labels, words, only) {
    const [, word, number] = ALONE.exec(query) || [];
    if (number && !YEAR.test(number)) {
      const folded = word && search.fold(word);
      const named = !word || [words.article, words.articles, words.announcing].some((list) => list.has(folded));
      if (named && Number(number) > words.last_article) {
        return missing(String(Number(number)), {last: words.last_article});
      }
    }
    const {asked, whole} = parsed;
    if (!whole || !asked.length) return null;
    if (!asked.some(labels.exact)) return missing(printed(asked[0]));
    for (const one of asked) {
      const lacking = labels.lacking(one, only);
      if (lacking) return missing(printed(one), {edition: lacking[0], held: lacking[1]});
    }
    return null;
  }

  /** What the visitor reads of a citation, of quoted phrases and of words that stand nowhere. */
  function notice(lacking, lost, unknown, edition) {
    const told = lost.map((phrase) => `Nessun testo${edition ? ` del ${edition}` : ""} ha «${phrase}» parola per parola.`);
    if (unknown.length) told.push(`In nessun testo si trova «${unknown.join("», «")}»: ecco che cosa risponde al resto.`);
    if (!lacking) return told.join(" ");
    const {citation, last, edition: where, held} = lacking;
    if (last !== null) told.unshift(`Il Codice non ha un articolo ${citation}: gli articoli vanno da 1 a ${last}.`);
    else if (where === null) told.unshift(`Nei testi della raccolta non c’è ${citation}: ecco il punto più vicino.`);
    else if (held) told.unshift(`Nel testo del ${where} che la raccolta ha non c’è ${citation}: ecco il punto più vicino.`);
    else told.unshift(`Il testo di ${citation} del ${where} non è nella raccolta.`);
    return told.join(" ");
  }

  Object.assign(search, {absent, notice});
})(self.rulebookSearch);
