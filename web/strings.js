// Every word of the page, for translation: one entry per language.

const strings = {
  en: {
    skip: "Skip to the content",
    play: "Play", compute: "Compute", explore: "Explore", tree: "Solution tree", families: "Tables",
    language: "Français", theme: "Light or dark",
    offline: "The server does not answer; trying again…",
    game: "Game", position: "Position", rules: "Rules", options: "Options", normalPlay: "Normal play", miserePlay: "Misère play",
    playHelp: "normal: who cannot move loses; misère: who cannot move wins",
    positionHelp: "How positions are written",
    newGame: "New game", you: "You play", first: "first", second: "second", both: "both sides", none: "neither (watch)",
    strength: "The program thinks for at most", seconds: "{n} s",
    undo: "Undo", redo: "Redo", hint: "Hint", whoWins: "Who is winning?", resign: "Give up",
    record: "Record", recordHelp: "The game as text. Paste another one here and load it.", load: "Load", copy: "Copy", copied: "Copied", download: "Download",
    moves: "Moves", noMovesYet: "No move yet", allMoves: "All moves ({n})", findMove: "Find a move…",
    yourTurn: "Your move.", playerTurn: "Player {n} to move.", thinking: "The program is thinking…",
    youWin: "You win!", youLose: "The program wins.", playerWins: "Player {n} wins.", drawn: "A draw.", onceMoreDraws: "This position has been on the board before; once more is a draw.", gameOver: "The game is over.",
    points: "{a} to {b}",
    toMoveWins: "The player to move wins.", toMoveLoses: "The player to move loses.", itsDraw: "With best play it is a draw.",
    notKnown: "Not decided in the time given.", proved: "proved", notProved: "not proved",
    programProved: "The program's move is proved best.", programNotProved: "Not proved: by random games it wins {chance} %.",
    programJudged: "Not proved: {depth} moves ahead it is judged {ahead}.",
    bestMove: "Best move: {move}", noGoodMove: "Every move loses; {move} holds out.", hintUnknown: "Not proved; try {move}.",
    components: "Components", nimber: "nimber", nimSum: "nim-sum", playMove: "Play {move}", board: "Board of {game}",
    wins: "wins", loses: "loses", draws: "draws", unknown: "unknown", win: "win", loss: "loss", draw: "draw",
    startComputation: "New computation", what: "Compute", search: "Search", start: "Start", startPaused: "Start paused", default: "default",
    running: "running", paused: "paused", done: "done", stopped: "stopped", failed: "failed",
    pause: "Pause", resume: "Go on", step: "Step", stop: "Stop", restart: "Restart, keep the table", zap: "Zap", zapHelp: "Leave the current child of this level for its next sibling", remove: "Forget", autoZap: "Zap after nodes", autoZapHelp: "While this page is open: leave a child once so many nodes have gone into it", again: "Start again", table: "Table", curves: "Curves",
    lock: "Lock", unlock: "Unlock", favour: "Favour", lockHelp: "Stay below this node until it is decided", favourHelp: "Look at this node first: divides its numbers by ten",
    level: "Level", child: "Child", alive: "Unknown", node: "Node", proof: "Proof", disproof: "Disproof", picture: "Picture", pictures: "Pictures",
    branch: "Current branch", nodes: "nodes", stored: "stored", rate: "a second", time: "time", depth: "depth", sum: "sum",
    noComputations: "Nothing has been computed yet. Start something above: closing this page changes nothing, opening it again finds everything.",
    results: "Result", firstWins: "first player wins", moverWins: "the player to move wins", moverLoses: "the player to move loses", secondWins: "second player wins",
    exploreHelp: "A position with every option and what is known of it. Click an option to go on from it.",
    look: "Look", back: "Back", move: "Move", verdict: "For who plays it", leaves: "Leaves", known: "known", optionsOf: "Options", distinct: "One of each kind", timeFor: "Time for each",
    treeHelp: "Why a position is won or lost. A won position shows one move that wins; a lost one shows every option. Click to unfold, drag to move, wheel to zoom.",
    draw_: "Draw", unfold: "Unfold {node}", fold: "Fold {node}", unfoldAll: "Unfold a level", reset: "Whole picture", more: "{n} more", svg: "SVG", zoomIn: "Zoom in", zoomOut: "Zoom out",
    familiesHelp: "One result for each member of a family. The pattern holds {n} and {m}; each cell has the time given.",
    pattern: "Pattern", from: "from", to: "to", fill: "Fill", csv: "CSV",
    entries: "Table of computation {id}", find: "Find", random: "Random entry", next: "Next", previous: "Previous", entry: "Entry", value: "Value", close: "Close", number: "Number",
    keys: "Keys", keysHelp: "Arrow keys move between moves, Enter plays, u undoes, h gives a hint, w tells who wins.",
    firstLevels: "The first levels of the tree", firstLevelsHelp: "p: what it costs to show a node won, d: to show it lost, ?: children not decided, then how much went into it; the bar is green as far as it looks won. Choose a node to steer.",
    locked: "locked", disfavour: "Put off", neutral: "As it was", coefficientHelp: "Multiplies the numbers of this node by 0.1, 10 or 1: the search goes where they are small",
    childrenByLevel: "Children, level by level", size: "Visits",
    certificate: "Certificate", certificateHelp: "Make the proof, check it against the rules and keep it as a file that 'zermelo verify' checks again", proving: "Making and checking the proof…",
    verified: "verified: {n} entries", notVerified: "Not proved in the time given: use zermelo solve --proof.",
    error: "That did not work: {text}",
  },
  fr: {
    skip: "Aller au contenu",
    play: "Jouer", compute: "Calculer", explore: "Explorer", tree: "Arbre solution", families: "Tableaux",
    language: "English", theme: "Clair ou sombre",
    offline: "Le serveur ne répond pas ; nouvel essai…",
    game: "Jeu", position: "Position", rules: "Règles", options: "Options", normalPlay: "Version normale", miserePlay: "Version misère",
    playHelp: "normale : qui ne peut plus jouer perd ; misère : qui ne peut plus jouer gagne",
    positionHelp: "Comment écrire une position",
    newGame: "Nouvelle partie", you: "Vous jouez", first: "en premier", second: "en second", both: "les deux camps", none: "aucun (regarder)",
    strength: "Le programme réfléchit au plus", seconds: "{n} s",
    undo: "Annuler", redo: "Rétablir", hint: "Conseil", whoWins: "Qui gagne ?", resign: "Abandonner",
    record: "Partie", recordHelp: "La partie en texte. Collez-en une autre ici et chargez-la.", load: "Charger", copy: "Copier", copied: "Copié", download: "Télécharger",
    moves: "Coups", noMovesYet: "Aucun coup", allMoves: "Tous les coups ({n})", findMove: "Chercher un coup…",
    yourTurn: "À vous de jouer.", playerTurn: "Au joueur {n} de jouer.", thinking: "Le programme réfléchit…",
    youWin: "Vous gagnez !", youLose: "Le programme gagne.", playerWins: "Le joueur {n} gagne.", drawn: "Partie nulle.", onceMoreDraws: "Cette position a déjà été sur le plateau ; encore une fois, et la partie est nulle.", gameOver: "La partie est finie.",
    points: "{a} à {b}",
    toMoveWins: "Le joueur au trait gagne.", toMoveLoses: "Le joueur au trait perd.", itsDraw: "Nulle si chacun joue au mieux.",
    notKnown: "Pas décidé dans le temps donné.", proved: "prouvé", notProved: "non prouvé",
    programProved: "Le coup du programme est prouvé le meilleur.", programNotProved: "Non prouvé : il gagne {chance} % de parties au hasard.",
    programJudged: "Non prouvé : {depth} coups plus loin il est estimé à {ahead}.",
    bestMove: "Meilleur coup : {move}", noGoodMove: "Tous les coups perdent ; {move} résiste.", hintUnknown: "Non prouvé ; essayez {move}.",
    components: "Composantes", nimber: "nimber", nimSum: "somme de Nim", playMove: "Jouer {move}", board: "Plateau de {game}",
    wins: "gagne", loses: "perd", draws: "annule", unknown: "inconnu", win: "gagnante", loss: "perdante", draw: "nulle",
    startComputation: "Nouveau calcul", what: "Calculer", search: "Parcours", start: "Lancer", startPaused: "Lancer en pause", default: "défaut",
    running: "en cours", paused: "en pause", done: "terminé", stopped: "arrêté", failed: "échoué",
    pause: "Pause", resume: "Continuer", step: "Un pas", stop: "Arrêter", restart: "Recommencer, garder la table", zap: "Zapper", zapHelp: "Quitter l'enfant courant de ce niveau pour le suivant", remove: "Oublier", autoZap: "Zapper après (nœuds)", autoZapHelp: "Tant que cette page est ouverte : quitter un enfant quand tant de nœuds y sont passés", again: "Relancer", table: "Table", curves: "Courbes",
    lock: "Verrouiller", unlock: "Déverrouiller", favour: "Favoriser", lockHelp: "Rester sous ce nœud jusqu'à ce qu'il soit décidé", favourHelp: "Regarder ce nœud d'abord : divise ses nombres par dix",
    level: "Niveau", child: "Enfant", alive: "Inconnus", node: "Nœud", proof: "Preuve", disproof: "Réfutation", picture: "Dessin", pictures: "Dessins",
    branch: "Branche courante", nodes: "nœuds", stored: "stockés", rate: "par seconde", time: "temps", depth: "profondeur", sum: "somme",
    noComputations: "Rien n'a encore été calculé. Lancez un calcul ci-dessus : fermer cette page n'y change rien, la rouvrir retrouve tout.",
    results: "Résultat", firstWins: "le premier joueur gagne", moverWins: "le joueur au trait gagne", moverLoses: "le joueur au trait perd", secondWins: "le second joueur gagne",
    exploreHelp: "Une position avec toutes ses options et ce qu'on en sait. Cliquez sur une option pour continuer à partir d'elle.",
    look: "Regarder", back: "Retour", move: "Coup", verdict: "Pour qui le joue", leaves: "Laisse", known: "connu", optionsOf: "Options", distinct: "Une de chaque sorte", timeFor: "Temps pour chacune",
    treeHelp: "Pourquoi une position est gagnée ou perdue. Une position gagnée montre un coup qui gagne ; une position perdue, toutes ses options. Cliquez pour déplier, glissez pour déplacer, molette pour zoomer.",
    draw_: "Dessiner", unfold: "Déplier {node}", fold: "Replier {node}", unfoldAll: "Déplier un niveau", reset: "Tout voir", more: "encore {n}", svg: "SVG", zoomIn: "Agrandir", zoomOut: "Réduire",
    familiesHelp: "Un résultat pour chaque membre d'une famille. Le motif contient {n} et {m} ; chaque case a le temps donné.",
    pattern: "Motif", from: "de", to: "à", fill: "Remplir", csv: "CSV",
    entries: "Table du calcul {id}", find: "Chercher", random: "Au hasard", next: "Suivantes", previous: "Précédentes", entry: "Entrée", value: "Valeur", close: "Fermer", number: "Numéro",
    keys: "Clavier", keysHelp: "Les flèches vont d'un coup à l'autre, Entrée joue, u annule, h conseille, w dit qui gagne.",
    firstLevels: "Les premiers niveaux de l'arbre", firstLevelsHelp: "p : ce qu'il coûte de montrer un nœud gagnant, d : perdant, ? : enfants non décidés, puis l'effort passé dessous ; la barre est verte tant qu'il paraît gagnant. Choisissez un nœud pour guider.",
    locked: "verrouillé", disfavour: "Remettre à plus tard", neutral: "Comme avant", coefficientHelp: "Multiplie les nombres de ce nœud par 0,1, 10 ou 1 : la recherche va où ils sont petits",
    childrenByLevel: "Enfants, niveau par niveau", size: "Passages",
    certificate: "Certificat", certificateHelp: "Faire la preuve, la vérifier contre les règles et la garder dans un fichier que 'zermelo verify' vérifie à nouveau", proving: "Preuve en cours de construction et de vérification…",
    verified: "vérifiée : {n} entrées", notVerified: "Pas prouvé dans le temps donné : utilisez zermelo solve --proof.",
    error: "Cela n'a pas marché : {text}",
  },
};

let language = localStorage.getItem("language") ||
  (navigator.language.startsWith("fr") ? "fr" : "en");

// t("points", {a: 3, b: 4}) is the text in the language chosen.
export function t(name, values) {
  const text = strings[language][name] ?? strings.en[name] ?? name;
  return values ? text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole) : text;
}

export function currentLanguage() {
  return language;
}

export function switchLanguage() {
  language = language === "en" ? "fr" : "en";
  localStorage.setItem("language", language);
}

export {strings};
