"""Invented articles of a card game's rules, edited as an editor would, with the true pairs.

Every edit is remembered, so that an alignment can be scored against what was really done.
Nothing here is law: the sentences are made of parts drawn at random with a fixed seed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from rulebook.label import ROMAN, Label
from rulebook.model import Article, ArticleName, Edition, Paragraph
from rulebook.text import Text, plain

WHO = """il dichiarante|il morto|l’avversario di destra|l’avversario di sinistra|il mazziere
il capitano della squadra|il segnapunti|l’apertore|il rispondente|il compagno di chi ha errato
chi siede in Est|chi ha mescolato|lo spettatore|il giocatore di turno|la coppia ospite
il responsabile della sala|chi ha mostrato la carta|l’attaccante|il sostituto|la linea danneggiata
il cronometrista|chi tiene la bussola|il giocatore che esita|un membro della giuria
il decano del tavolo|chi ha ricevuto la mano sbagliata|il supplente|la riserva
l’osservatore del circolo|chi ha preso nota della smazzata""".replace("\n", "|").split("|")

DOES = """espone|ritira|nasconde|mescola|conta|sostituisce|dichiara|annuncia|spiega|corregge
confonde|raccoglie|scarta|solleva|capovolge|nomina|contesta|accetta|respinge|registra
pretende|trattiene|consegna|ordina|sfiora|indica|dimentica|ripete|anticipa|ritarda
commenta|interrompe|trascura|verifica|firma|sospende|riapre|cede|scambia|rivela""".replace(
    "\n", "|"
).split("|")

WHAT = """una carta coperta|la presa contestata|il cartellino rosso|la busta della smazzata
il foglio dei punti|l’attacco iniziale|una carta del morto|la scala dei livelli|il seme di atout
la convenzione del sistema|il mazzo di riserva|la domanda sul significato|un onore secco
la terza presa|la surlicita in difesa|il gesto involontario|la pausa troppo lunga
il conteggio delle carte|la rinuncia al colore|la claim del contratto|il raddoppio tardivo
la rotazione dei posti|la dotazione del tavolo|una quinta inferiore|la mano passata
il sipario del tavolo|la penna elettronica|il vassoio delle chiamate|l’ordine di arrivo
il reclamo scritto|la tessera federale|il turno di riposo|la vulnerabilità della linea
il bonus di partita|il piccolo slam|la difesa contro il barrage|un singolo nel colore lungo
la segnalazione di parità|la presa già coperta|la carta penalizzabile|il risultato ritoccato
l’astuccio aperto|il duplicato delle mani|un impasse riuscito|la messa in mano
la licita di prova|l’informazione sfuggita|un rimpianto a voce alta|la lista dei partecipanti
l’esito della prova|la conta dei perdenti|il colore agonistico|il tagliando d’iscrizione
la durata del turno|la bandiera del tempo|il foglio di appello|la nota a margine
il tavolo gemello|la sequenza competitiva|la sostituzione del mazzo""".replace("\n", "|").split("|")

WHEN = """prima che la presa sia chiusa|dopo l’ultimo passo|durante la smazzata
mentre il compagno riflette|al termine del turno|quando il tempo è scaduto
fino alla firma del punteggio|nei primi cinque minuti|all’inizio della seduta
appena scoperto il morto|finché nessuno ha giocato|nel corso della pausa
dopo la consegna delle buste|prima dell’attacco|quando il tavolo è al completo
alla ripresa del gioco|in assenza di testimoni|dopo due avvertimenti
nella seconda metà dell’incontro|quando la sala è chiusa|in qualunque momento
prima della premiazione|entro la mezz’ora|a mani ferme""".replace("\n", "|").split("|")

THEN = """la presa resta acquisita|il punteggio viene dimezzato|la mano si rigioca al tavolo vicino
si avvisa il responsabile della sala|la carta resta sul tavolo scoperta|il turno passa a sinistra
la linea perde il diritto di protestare|si assegna la media a entrambe le coppie
il gioco prosegue senza correzioni|due prese passano all’altra linea
il contratto scende di un livello|la giuria si riunisce in privato
l’avversario sceglie il colore di ritorno
nessuna correzione è dovuta|il risultato si annota con un asterisco|il mazzo viene sostituito
la domanda si rivolge al solo interessato|il tempo perso si recupera nel turno seguente
la chiamata si considera mai fatta|il compagno tace per un giro|l’onore va scartato per primo
la seduta è rinviata di un giorno|la busta torna sigillata|vale la prima versione annotata
la squadra paga un punto vittoria|il sostituto prende posto in Ovest
si legge ad alta voce il verbale|l’attacco si ripete con altra carta
la difesa conserva ogni opzione|il morto riordina i colori
si concede una proroga di tre minuti|la nota va affissa in bacheca""".replace("\n", "|").split("|")

MUST = "può|deve|non può|dovrebbe|non deve".split("|")

MORE = """salvo diverso avviso degli organizzatori|anche se nessuno ha protestato
purché la smazzata sia ancora leggibile|in conformità al regolamento della gara
a meno che il tavolo non sia d’accordo|senza pregiudizio per la squadra ospite
con il consenso di entrambi i capitani|tenuto conto dell’esperienza dei giocatori
nei limiti della buona fede|fatta salva la facoltà di appello
quale che sia il contratto finale|per il tempo strettamente necessario
secondo l’uso del circolo|a pena di esclusione dal girone
ferma restando la parità dei punti|nella misura del danno provato""".replace("\n", "|").split("|")

HEADS = """Esposizione|Ritiro|Conteggio|Protesta|Rimedio|Verifica|Eccezione|Procedura|Termini
Sostituzione|Accettazione|Rinuncia|Diritti|Obblighi|Conseguenze|Precedenza|Rotazione|Appello""".replace(
    "\n", "|"
).split("|")


@dataclass
class Node:
    """A provision under way; `was` names the old provisions that it is made of."""

    sentences: list[str] = field(default_factory=list)
    heading: str | None = None
    children: list[Node] = field(default_factory=list)
    was: set[int] = field(default_factory=set)

    def walk(self) -> list[Node]:
        """This node and all below it."""
        return [self, *(n for child in self.children for n in child.walk())]


@dataclass(frozen=True)
class Edited:
    """An article before and after, with the label pairs that are true."""

    old: Article
    new: Article
    pairs: frozenset[tuple[Label | None, Label | None]]


class Writer:
    """Writes sentences; each article has matters that it comes back to."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.matters: list[str] = []
        self.people: list[str] = []

    def begin(self) -> None:
        """Choose the matters of the next article."""
        self.matters = self.rng.sample(WHAT, 7)
        self.people = self.rng.sample(WHO, 5)

    def what(self) -> str:
        return self.rng.choice(self.matters if self.rng.random() < 0.5 else WHAT)

    def who(self) -> str:
        return self.rng.choice(self.people if self.rng.random() < 0.5 else WHO)

    def sentence(self) -> str:
        """One sentence of a rule."""
        pick = self.rng.choice
        shape = self.rng.randrange(5)
        if shape == 0:
            text = f"se {self.who()} {pick(DOES)} {self.what()} {pick(WHEN)}, {pick(THEN)}"
        elif shape == 1:
            text = f"{self.who()} {pick(MUST)} {_infinitive(pick(DOES))} {self.what()} {pick(WHEN)}"
        elif shape == 2:
            text = f"{pick(WHEN)} {self.who()} {pick(DOES)} {self.what()}, {pick(MORE)}"
        elif shape == 3:
            text = f"quando {self.who()} {pick(DOES)} {self.what()}, {pick(THEN)}, {pick(MORE)}"
        else:
            cite = self.rng.randrange(1, 94)
            text = f"{pick(THEN)} se {self.who()} {pick(DOES)} {self.what()} (vedi articolo {cite})"
        return text[0].upper() + text[1:] + "."

    def heading(self) -> str:
        """A short heading."""
        matter = self.what()
        if self.rng.random() < 0.6:
            return f"{self.rng.choice(HEADS)}: {matter}"
        return matter[0].upper() + matter[1:]

    def node(self, depth: int) -> Node:
        """A provision with what it holds."""
        rng = self.rng
        node = Node(heading=self.heading() if rng.random() < (0.6, 0.25, 0.05)[depth] else None)
        if depth < 2 and rng.random() < (0.4, 0.3)[depth]:
            node.children = [self.node(depth + 1) for _ in range(rng.randint(2, 4))]
        if not node.children or rng.random() < 0.4:
            node.sentences = [self.sentence() for _ in range(rng.choice((1, 1, 2, 2, 3)))]
        return node

    def article(self) -> Node:
        """An article; its root has an introduction now and then."""
        self.begin()
        root = Node(children=[self.node(0) for _ in range(self.rng.randint(2, 6))])
        root.heading = self.heading()
        if self.rng.random() < 0.2:
            root.sentences = [self.sentence()]
        return root


def _infinitive(verb: str) -> str:
    return f"fare in modo che si {verb}"


def numbered(nodes: list[Node]) -> None:
    """Give each node an identity, as the old provision that it is."""
    for index, node in enumerate(nodes):
        node.was = {index}


def built(root: Node, number: int, edition: str) -> Article:
    """The tree as an article; markers follow the position."""

    def paragraph(node: Node, label: Label, marker: str) -> Paragraph:
        return Paragraph(
            label=label,
            marker=plain(marker),
            heading=plain(node.heading) if node.heading else None,
            text=plain(" ".join(node.sentences)) if node.sentences else Text(),
            children=tuple(
                paragraph(child, label.child(step), step)
                for child, step in zip(node.children, _steps(len(label.path)), strict=False)
            ),
        )

    body = paragraph(root, Label(number), f"Art. {number}")
    title = body.heading
    return Article(edition, "stated", title, replace(body, heading=None), "complete", edition)


def _steps(depth: int) -> list[str]:
    return (
        [chr(ord("A") + i) for i in range(26)],
        [str(i) for i in range(1, 40)],
        [chr(ord("a") + i) for i in range(26)],
        ROMAN,
    )[min(depth, 3)]


def labels(root: Node, number: int) -> dict[int, Label]:
    """The label of each node of a tree, by the node's id()."""
    found = {id(root): Label(number)}

    def below(node: Node, label: Label) -> None:
        for child, step in zip(node.children, _steps(len(label.path)), strict=False):
            found[id(child)] = label.child(step)
            below(child, label.child(step))

    below(root, Label(number))
    return found


class Editor:
    """Edits a tree in place; what each node was made of goes with it."""

    def __init__(self, rng: random.Random, writer: Writer) -> None:
        self.rng, self.writer = rng, writer

    def edit(self, root: Node, count: int) -> None:
        """Some edits of random kinds."""
        kinds = (
            self.reword,
            self.reword,
            self.reword,
            self.insert,
            self.delete,
            self.split,
            self.merge,
            self.move,
            self.swap,
            self.replace,
            self.retitle,
        )
        for _ in range(count):
            self.rng.choice(kinds)(root)

    def _holders(self, root: Node) -> list[Node]:
        return [n for n in root.walk() if n.children]

    def _leaves(self, root: Node) -> list[tuple[Node, Node]]:
        return [(h, c) for h in self._holders(root) for c in h.children if not c.children]

    def reword(self, root: Node) -> None:
        """Other words here and there: up to two fifths."""
        nodes = [n for n in root.walk() if n.sentences]
        if nodes:
            node = self.rng.choice(nodes)
            share = self.rng.uniform(0.05, 0.4)
            node.sentences = [self._reworded(s, share) for s in node.sentences]

    def _reworded(self, sentence: str, share: float) -> str:
        out: list[str] = []
        for word in sentence.split(" "):
            if self.rng.random() < share:
                chance = self.rng.random()
                fresh = self.rng.choice(self.writer.sentence().rstrip(".").split(" "))
                if chance < 0.6:
                    out.append(fresh)
                elif chance < 0.8:
                    out += [word, fresh]
            else:
                out.append(word)
        return " ".join(out) or sentence

    def insert(self, root: Node) -> None:
        """A new rule among the others."""
        holder = self.rng.choice(self._holders(root))
        holder.children.insert(self.rng.randint(0, len(holder.children)), self._fresh())

    def _fresh(self) -> Node:
        return Node(
            [self.writer.sentence() for _ in range(self.rng.randint(1, 3))],
            self.writer.heading() if self.rng.random() < 0.4 else None,
        )

    def delete(self, root: Node) -> None:
        """A rule goes."""
        choice = [(h, c) for h, c in self._leaves(root) if len(h.children) > 1]
        if choice:
            holder, child = self.rng.choice(choice)
            holder.children.remove(child)

    def replace(self, root: Node) -> None:
        """Another rule under the same number: the trap of equal labels."""
        choice = self._leaves(root)
        if choice:
            holder, child = self.rng.choice(choice)
            holder.children[holder.children.index(child)] = self._fresh()

    def split(self, root: Node) -> None:
        """A rule of some sentences becomes two neighbours."""
        choice = [(h, c) for h, c in self._leaves(root) if len(c.sentences) > 1]
        if choice:
            holder, child = self.rng.choice(choice)
            at = self.rng.randint(1, len(child.sentences) - 1)
            second = Node(child.sentences[at:], was=set(child.was))
            child.sentences = child.sentences[:at]
            holder.children.insert(holder.children.index(child) + 1, second)

    def merge(self, root: Node) -> None:
        """Two neighbours become one."""
        choice = [
            (h, i)
            for h in self._holders(root)
            for i in range(len(h.children) - 1)
            if len(h.children) > 2
            and not h.children[i].children
            and not h.children[i + 1].children
            and len(h.children[i].was | h.children[i + 1].was) == 2
        ]
        if choice:
            holder, at = self.rng.choice(choice)
            first, second = holder.children[at : at + 2]
            first.sentences += second.sentences
            first.was |= second.was
            del holder.children[at + 1]

    def move(self, root: Node) -> None:
        """A rule goes below another parent."""
        leaves = [(h, c) for h, c in self._leaves(root) if len(h.children) > 1]
        if leaves:
            holder, child = self.rng.choice(leaves)
            others = [h for h in self._holders(root) if h is not holder]
            if others:
                holder.children.remove(child)
                other = self.rng.choice(others)
                other.children.insert(self.rng.randint(0, len(other.children)), child)

    def swap(self, root: Node) -> None:
        """Two neighbours change places."""
        choice = [h for h in self._holders(root) if len(h.children) > 1]
        if choice:
            holder = self.rng.choice(choice)
            at = self.rng.randint(0, len(holder.children) - 2)
            pair = holder.children[at : at + 2]
            holder.children[at : at + 2] = pair[::-1]

    def retitle(self, root: Node) -> None:
        """A heading goes, or is put in other words."""
        nodes = [n for n in root.walk() if n.heading and n is not root and n.sentences]
        if nodes:
            node = self.rng.choice(nodes)
            node.heading = None if self.rng.random() < 0.5 else self.writer.heading()


def _copied(node: Node) -> Node:
    return Node(
        list(node.sentences), node.heading, [_copied(c) for c in node.children], set(node.was)
    )


def truth(
    olds: list[tuple[Node, int]], news: list[tuple[Node, int]]
) -> frozenset[tuple[Label | None, Label | None]]:
    """The true pairs of trees with their numbers; None where a provision has no counterpart."""
    old_labels: dict[int, Label] = {}
    empty: set[Label] = set()
    for root, number in olds:
        names = labels(root, number)
        for node in root.walk():
            old_labels[next(iter(node.was))] = names[id(node)]
            if node is root and not node.sentences:
                empty.add(names[id(node)])
    pairs: set[tuple[Label | None, Label | None]] = set()
    gone = set(old_labels.values()) - empty
    for root, number in news:
        names = labels(root, number)
        for node in root.walk():
            if node is root and not node.sentences:
                continue
            name = names[id(node)]
            befores = [old_labels[i] for i in node.was]
            pairs |= {(before, name) for before in befores}
            gone -= set(befores)
            if not befores:
                pairs.add((None, name))
    return frozenset(pairs | {(label, None) for label in gone})


def edited_article(seed: int, number: int = 27, edits: int | None = None) -> Edited:
    """An article of its own and its later edition."""
    rng = random.Random(seed)
    writer = Writer(rng)
    before = writer.article()
    numbered(before.walk())
    after = _copied(before)
    Editor(rng, writer).edit(after, rng.randint(1, 6) if edits is None else edits)
    return Edited(
        built(before, number, "1997"),
        built(after, number, "2007"),
        truth([(before, number)], [(after, number)]),
    )


@dataclass(frozen=True)
class EditedEdition:
    """A whole edition before and after, with the label pairs that are true."""

    old: Edition
    new: Edition
    pairs: frozenset[tuple[Label | None, Label | None]]


def edited_edition(seed: int, articles: int = 93, edits: int = 3) -> EditedEdition:
    """A whole edition and a later one: articles edited, and rules moved between articles."""
    rng = random.Random(seed)
    writer = Writer(rng)
    before = [writer.article() for _ in range(articles)]
    numbered([node for root in before for node in root.walk()])
    after = [_copied(root) for root in before]
    for root in after:
        writer.begin()
        Editor(rng, writer).edit(root, rng.randint(0, 2 * edits))
    for _ in range(articles // 8):
        _move_between(rng, after)
    return EditedEdition(
        _edition("1997", [built(root, n, "1997") for n, root in enumerate(before, 1)]),
        _edition("2007", [built(root, n, "2007") for n, root in enumerate(after, 1)]),
        truth(
            [(root, n) for n, root in enumerate(before, 1)],
            [(root, n) for n, root in enumerate(after, 1)],
        ),
    )


def _move_between(rng: random.Random, roots: list[Node]) -> None:
    source, target = rng.sample(roots, 2)
    leaves = [c for c in source.children if not c.children and c.sentences]
    if leaves and len(source.children) > 1:
        child = rng.choice(leaves)
        source.children.remove(child)
        target.children.append(child)


def _edition(name: str, articles: list[Article]) -> Edition:
    known = tuple(ArticleName(int(a.number), str(a.title)) for a in articles)
    return Edition(
        name, name, name, "prova", "prova", "prova", "", known=known, articles=tuple(articles)
    )
