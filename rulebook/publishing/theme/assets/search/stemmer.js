/**
 * The Italian stemmer of the Snowball project's definition, written for this engine.
 * A test compares it with PyStemmer, word by word.
 */
(function (search) {
  "use strict";

  const VOWELS = "aeiouàèìòù";
  const PRONOUNS = list("ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene " +
    "mela mele meli melo mene tela tele teli telo tene cela cele celi celo cene vela vele veli " +
    "velo vene");
  const STANDARD = [
    ["R2", "", "anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste " +
      "isti istà istè istì oso osi osa ose mente atrice atrici ante anti"],
    ["action", "", "azione azioni atore atori"],
    ["R2", "log", "logia logie"],
    ["R2", "u", "uzione uzioni usione usioni"],
    ["R2", "ente", "enza enze"],
    ["RV", "", "amento amenti imento imenti"],
    ["manner", "", "amente"],
    ["quality", "", "ità"],
    ["tendency", "", "ivo ivi iva ive"],
  ].flatMap(([kind, put, endings]) => endings.split(" ").map((ending) => [ending, kind, put]))
    .sort((a, b) => b[0].length - a[0].length);
  const VERBS = list("ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo " +
    "avano avate avi avo emmo enda ende endi endo erà erai eranno ere erebbe erebbero erei " +
    "eremmo eremo ereste eresti erete erò erono essero ete eva evamo evano evate evi evo Yamo " +
    "iamo immo irà irai iranno ire irebbe irebbero irei iremmo iremo ireste iresti irete irò " +
    "irono isca iscano isce isci isco iscono issero ita ite iti ito iva ivamo ivano ivate ivi " +
    "ivo ono uta ute uti uto ar ir");

  function list(words) {
    return words.split(" ").sort((a, b) => b.length - a.length);
  }

  const isVowel = (letter) => letter !== undefined && VOWELS.includes(letter);

  /** @returns {string} the word with u and i between vowels, and u after q, out of the way */
  function prelude(word) {
    const graved = word.replace(/[áéíóú]/g, (letter) => "àèìòù"["áéíóú".indexOf(letter)])
      .replace(/qu/g, "qU");
    const letters = [...graved];
    for (let at = 1; at < letters.length - 1; at += 1) {
      const between = (letters[at] === "u" || letters[at] === "i") &&
        isVowel(letters[at - 1]) && isVowel(letters[at + 1]);
      if (between) letters[at] = letters[at].toUpperCase();
    }
    return letters.join("");
  }

  /** @returns {number} where the region after the next vowel and consonant begins */
  function after(word, from) {
    let at = from;
    while (at < word.length && !isVowel(word[at])) at += 1;
    while (at < word.length && isVowel(word[at])) at += 1;
    return Math.min(word.length, at + 1);
  }

  function regionV(word) {
    if (word.length < 2) return word.length;
    const next = (from, wanted) => {
      for (let at = from; at < word.length; at += 1) if (isVowel(word[at]) === wanted) return at + 1;
      return word.length;
    };
    if (!isVowel(word[1])) return next(2, true);
    if (isVowel(word[0])) return next(2, false);
    return word.length < 3 ? word.length : 3;
  }

  function pronoun(word, rv) {
    const ending = PRONOUNS.find((end) => word.endsWith(end));
    if (!ending || word.length - ending.length < rv) return word;
    const rest = word.slice(0, -ending.length);
    const verb = ["ando", "endo", "ar", "er", "ir"].find((end) => rest.endsWith(end));
    if (!verb || rest.length - verb.length < rv) return word;
    return verb.length === 4 ? rest : rest + "e";
  }

  function without(word, endings, from) {
    const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= from);
    return ending === undefined ? word : word.slice(0, -ending.length);
  }

  function standard(word, rv, r1, r2) {
    const found = STANDARD.find(([ending]) => word.endsWith(ending));
    if (!found) return null;
    const [ending, kind, put] = found;
    const rest = word.slice(0, -ending.length);
    const region = kind === "RV" ? rv : kind === "manner" ? r1 : r2;
    if (rest.length < region) return null;
    if (kind === "action") return without(rest, ["ic"], r2);
    if (kind === "quality") return without(rest, ["abil", "ic", "iv"], r2);
    if (kind === "manner") {
      const short = without(rest, ["iv"], r2);
      if (rest.endsWith("iv")) return short === rest ? rest : without(short, ["at"], r2);
      return without(rest, ["abil", "os", "ic"], r2);
    }
    if (kind === "tendency") {
      const short = without(rest, ["at"], r2);
      return short === rest ? rest : without(short, ["ic"], r2);
    }
    return rest + put;
  }

  function verb(word, rv) {
    return without(word, VERBS, rv);
  }

  function vowelEnd(word, rv) {
    let rest = word;
    if (rest.length - 1 >= rv && "aeioàèìò".includes(rest[rest.length - 1])) {
      rest = rest.slice(0, -1);
      if (rest.endsWith("i") && rest.length - 1 >= rv) rest = rest.slice(0, -1);
    }
    const hard = (rest.endsWith("ch") || rest.endsWith("gh")) && rest.length - 2 >= rv;
    return hard ? rest.slice(0, -1) : rest;
  }

  /** @param {string} word in lower case @returns {string} */
  function italianStem(word) {
    if (word === "divano") return "divan";
    let rest = prelude(word);
    const rv = regionV(rest);
    const r1 = after(rest, 0);
    const r2 = after(rest, r1);
    rest = pronoun(rest, rv);
    const short = standard(rest, rv, r1, r2);
    rest = short === null ? verb(rest, rv) : short;
    return vowelEnd(rest, rv).replace(/[UI]/g, (letter) => letter.toLowerCase());
  }

  search.italianStem = italianStem;
})(self.rulebookSearch);
