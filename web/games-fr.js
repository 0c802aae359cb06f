// Les jeux en français ; les noms sont ceux de games-en.js.
const LAST = "Qui ne peut plus jouer perd.";
export const games = {
  sprouts: {title: "Sprouts", line: "Relier des points par des courbes qui ne se croisent jamais.", size: "points",
    rules: ["Tracez une courbe d'un point à un autre, ou au même, sans croiser aucune courbe.", "Mettez un nouveau point sur votre courbe.", "Un point porte au plus trois bouts de courbes.", "Qui ne peut plus tracer de courbe perd."], end: "Plus aucune courbe possible : qui ne peut plus jouer perd."},
  dots: {title: "Pipopipette", line: "Fermer plus de cases que l'autre.", size: "lignes x colonnes de cases",
    rules: ["Tracez un trait entre deux points voisins.", "Qui trace le quatrième côté d'une case la gagne et doit rejouer.", "Quand tout est tracé, qui a le plus de cases gagne."], sides: ["le joueur 1 : vos cases sont rouges, avec un 1", "le joueur 2 : vos cases sont bleues, avec un 2"], end: "Tout est tracé : qui a le plus de cases gagne."},
  othello: {title: "Othello", line: "Retourner les pions que l'on enferme.", size: "plateau",
    rules: ["Posez un pion de sorte que des pions adverses soient alignés entre lui et un autre pion à vous.", "Tous les pions ainsi enfermés prennent votre couleur, dans toutes les directions.", "Qui n'a pas un tel coup passe.", "Quand personne ne peut jouer, qui a le plus de pions gagne."], sides: ["noir, qui commence", "blanc"], end: "Personne ne peut jouer : qui a le plus de pions gagne ; les cases vides vont au gagnant."},
  go: {title: "Go", line: "Entourer plus de plateau que l'autre.", size: "plateau",
    rules: ["Posez une pierre sur une intersection libre. Les pierres ne bougent jamais.", "Des pierres reliées par les lignes partagent leurs voisins libres ; un groupe qui n'en a plus est retiré.", "Aucun plateau ne doit revenir.", "Deux passes finissent la partie : vos pierres et les points que vous seul entourez sont à vous ; Blanc a le komi, jouant en second."], sides: ["noir, qui commence", "blanc, avec le komi"], end: "Deux passes, ou plus de temps : on compte les pierres et les points entourés, avec le komi pour Blanc."},
  tapatan: {title: "Tapatan", line: "Trois pions alignés.", size: "départ",
    rules: ["Posez tour à tour vos trois pions sur des points libres.", "Puis glissez un pion le long d'une ligne jusqu'au point voisin.", "Trois de vos pions en ligne droite gagnent."], sides: ["jaune", "rouge, avec un anneau"], end: "Trois pions alignés gagnent ; qui ne peut plus bouger a perdu."},
  morris: {title: "Jeu du moulin", line: "Faire des moulins de trois et prendre des pions.", size: "départ",
    rules: ["Posez tour à tour vos pions sur des points libres ; puis glissez un pion le long d'une ligne jusqu'au point voisin.", "Trois des vôtres alignés sur une ligne forment un moulin : chaque fois que vous en fermez un, prenez un pion adverse.", "Qui n'a plus que deux pions, ou ne peut plus bouger, perd."], sides: ["jaune", "rouge, avec un anneau"], end: "Qui n'a plus que deux pions, ou ne peut plus bouger, a perdu."},
  hex: {title: "Hex", line: "Relier ses deux bords.", size: "lignes x colonnes",
    rules: ["Posez une pierre de votre couleur sur une case libre.", "Bleu (L) relie le haut et le bas ; rouge (R) relie la gauche et la droite.", "La première chaîne continue gagne. Il n'y a jamais de nulle."], sides: ["bleu (L) : reliez le haut et le bas", "rouge (R) : reliez la gauche et la droite"], end: "La chaîne du gagnant relie ses deux bords."},
  nim: {title: "Nim", line: "Prendre autant qu'on veut dans un tas.", size: "tas",
    rules: ["Prenez un ou plusieurs jetons dans un seul tas.", "Qui prend le tout dernier jeton gagne."], end: "Tous les tas sont vides : qui a pris le dernier jeton gagne."},
  loa: {title: "Lines of Action", line: "Réunir tous ses pions en un groupe.", size: "plateau",
    rules: ["Avancez un pion en ligne droite d'exactement autant de cases qu'il y a de pions des deux couleurs sur cette ligne.", "On saute ses propres pions, pas ceux de l'autre ; sur la dernière case on peut en prendre un.", "Qui a tous ses pions en un groupe (les diagonales comptent) gagne."], sides: ["noir, qui commence", "blanc"], end: "Tous les pions du gagnant se touchent."},
  peg: {title: "Solitaire", line: "Seul : sauter jusqu'au dernier pion.", size: "plateau",
    rules: ["Un pion saute par-dessus un voisin dans le trou libre derrière lui ; le pion sauté est retiré.", "Le dernier pion doit être au centre."]},
  klotski: {title: "Blocs coulissants", line: "Seul : amener le bloc rouge à sa place.", size: "plateau",
    rules: ["Choisissez un bloc, puis où doit venir son coin en haut à gauche ; les blocs glissent, ils ne sautent pas.", "Amenez le bloc rouge dans le cadre pointillé."]},
  montana: {title: "Montana", line: "Seul : ranger les cartes par couleur.", size: "donne",
    rules: ["Dans un trou va la carte qui suit celle de sa gauche : même couleur, un de plus.", "Derrière un roi on ne pose rien.", "Chaque rangée doit devenir une couleur, de l'as au roi."]},
  morpion: {title: "Morpion solitaire", line: "Seul : le plus de lignes de cinq possible.", size: "départ",
    rules: ["Ajoutez un point qui complète une ligne de cinq points, horizontale, verticale ou oblique, et tracez la ligne.", "Deux lignes de même direction ne se chevauchent pas.", "Combien de coups ferez-vous ?"]},
  domineering: {title: "Domineering", line: "Dominos verticaux contre horizontaux.", size: "lignes x colonnes",
    rules: ["Gauche pose des dominos verticaux sur deux cases libres, Droite des horizontaux.", LAST], sides: ["Gauche : dominos verticaux", "Droite : dominos horizontaux, avec un point"], end: "Plus aucun domino n'entre : qui ne peut plus jouer perd."},
  cram: {title: "Cram", line: "Des dominos dans tous les sens.", size: "lignes x colonnes",
    rules: ["Posez un domino sur deux cases libres voisines, dans un sens ou dans l'autre.", LAST], end: "Plus aucun domino n'entre : qui ne peut plus jouer perd."},
  chomp: {title: "Chomp", line: "Croquer du chocolat, pas le coin empoisonné.", size: "lignes x colonnes",
    rules: ["Choisissez un carré de chocolat : il est mangé avec tout ce qui est au-dessus et à sa droite.", "Qui n'a plus que le coin empoisonné (P) perd."], end: "Il ne reste que le coin empoisonné."},
  hackenbush: {title: "Hackenbush", line: "Couper des arêtes ; ce qui pend tombe.", size: "dessin",
    rules: ["Gauche coupe une arête bleue (pleine), Droite une rouge (tirets) ; les vertes (pointillés) sont à tous.", "Ce qui ne tient plus au sol tombe.", LAST], sides: ["Gauche : coupez les arêtes bleues (pleines) et vertes", "Droite : coupez les arêtes rouges (tirets) et vertes"], end: "Plus rien à couper : qui ne peut plus jouer perd."},
  "toads-and-frogs": {title: "Crapauds et grenouilles", line: "Les crapauds vont à droite, les grenouilles à gauche.", size: "bande",
    rules: ["Un crapaud (T) avance d'une case à droite, ou saute une grenouille ; une grenouille (F) de même vers la gauche.", LAST], sides: ["les crapauds (T), vers la droite", "les grenouilles (F), vers la gauche"], end: "Aucun animal ne bouge plus : qui ne peut plus jouer perd."},
  grundy: {title: "Jeu de Grundy", line: "Couper un tas en deux tas différents.", size: "tas",
    rules: ["Coupez un tas en deux tas inégaux.", LAST], end: "Aucun tas ne se coupe : qui ne peut plus jouer perd."},
  nimstring: {title: "Nimstring", line: "La pipopipette où les cases ne comptent pas.", size: "lignes x colonnes de cases",
    rules: ["Tracez un trait ; qui ferme une case doit rejouer.", "Qui doit jouer et ne le peut perd : fermer la dernière case est mauvais."], end: "Tout est tracé : qui devrait jouer perd."},
  octal: {title: "Jeux octaux", line: "Prendre dans des tas et les couper, selon un code.", size: "code:tas",
    rules: ["Prenez k jetons dans un tas. Le chiffre k du code dit ce qui peut rester : 1 rien, 2 un tas, 4 deux tas (additionnés).", LAST], end: "On ne peut plus rien prendre : qui ne peut plus jouer perd."},
  "node-kayles": {title: "Kayles sur les sommets", line: "Prendre un sommet et tous ses voisins.", size: "graphe",
    rules: ["Choisissez un sommet : il part, avec tous ses voisins.", LAST], end: "Il ne reste aucun sommet : qui ne peut plus jouer perd."},
  "arc-kayles": {title: "Kayles sur les arêtes", line: "Prendre une arête et ses deux bouts.", size: "graphe",
    rules: ["Choisissez une arête : ses deux bouts partent, avec toutes leurs arêtes.", LAST], end: "Il ne reste aucune arête : qui ne peut plus jouer perd."},
  "graph-octal": {title: "Jeux octaux sur graphes", line: "Prendre des sommets reliés, selon un code.", size: "code:graphe",
    rules: ["Prenez k sommets reliés entre eux. Le chiffre k du code dit ce qui peut rester de cette partie : 1 rien, 2 un morceau, 4 plusieurs (additionnés).", LAST], end: "On ne peut plus rien prendre : qui ne peut plus jouer perd."},
  geography: {title: "Géographie", line: "Promener un jeton, jamais deux fois au même endroit.", size: "graphe@jeton",
    rules: ["Déplacez le jeton le long d'une arête vers un voisin. Rien ne sert deux fois.", LAST], end: "Le jeton est bloqué : qui ne peut plus jouer perd."},
  qbf: {title: "Le jeu QBF", line: "L'un veut la formule vraie, l'autre fausse.", size: "clauses",
    rules: ["Tour à tour, donnez à la variable suivante la valeur T (vrai) ou F (faux).", "Le premier gagne si chaque clause a un littéral vrai à la fin."], sides: ["pour le vrai", "pour le faux"], end: "Toutes les variables ont une valeur : le premier gagne si la formule est vraie."},
  sum: {title: "Sommes de jeux", line: "Plusieurs jeux à la fois.", size: "somme",
    rules: ["Jouez dans un seul des jeux.", LAST], sides: ["Gauche", "Droite"], end: "Aucun jeu n'a plus de coup : qui ne peut plus jouer perd."},
};

// Calculs, parcours, options et leurs choix.
export const words = {
  outcome: "issue", nimber: "nimber", grundy: "valeur de Grundy", value: "valeur", tree: "arbre", rct: "arbre réduit", genus: "genre", distance: "distance", score: "score",
  winnable: "gagnable", shortest: "le plus court", longest: "le plus long", count: "nombre",
  "depth-first": "en profondeur", recursive: "récursif", variant: "variante", mode: "mode", simple: "simple", constrained: "contraint", limited: "limité", board: "plateau", men: "pions", flying: "vol",
  blocked: "bloqué", repetition: "répétition", moves: "coups", goal: "but", komi: "komi", scoring: "décompte", suicide: "suicide", threads: "fils", memory: "mémoire", seed: "graine", time: "temps", player: "joueur", level: "niveau",
  surface: "surface", contract: "contrat", edges: "arêtes", lines: "lignes", centre: "centre", phases: "phases", both: "les deux", never: "jamais", second: "deuxième", third: "troisième", loses: "perd", passes: "passe", draws: "nulle",
  area: "surface totale", territory: "territoire", jumps: "sauts", sweeps: "rafles", slides: "glissades", steps: "pas", no: "non", yes: "oui", on: "oui", off: "non",
};

// Ce que le serveur reproche, d'après son code ; {text} est son détail (server-fr.js).
export const problems = {
  game: "Ce jeu n'existe pas.", options: "Une option n'est pas acceptée : {text}.", position: "Cette position ne peut pas être lue : {text}.", moves: "Un coup de la partie n'est pas permis : {text}.",
  input: "Cela n'est pas accepté : {text}.", request: "La demande n'est pas comprise.", access: "L'accès est refusé.", missing: "Cela n'existe pas, ou plus.", state: "Ce n'est pas possible en ce moment.", busy: "Le serveur est occupé ; réessayez.", machine: "La machine n'a pas suivi : {text}.",
};

export const server = () => import("./server-fr.js");
export const helps = () => import("./helps-fr.js");
