/* Crackers: pieces of a position of Cram that can be exchanged for others, the nimber changing by a
 * constant, whatever the rest of the position is. Normal play. (The word is that of Winning Ways,
 * vol. 3, which the thesis cites for equivalences that "would allow to cut positions sooner"; the
 * pieces and the proof are our own.)
 *
 * A piece M is a graph of cells. Its terminals t1 .. tk are the cells that the rest X of the
 * position may be joined to, in any way; the others have no neighbours outside M. X(M) is the
 * position. M' with as many terminals is alike, with difference n, when
 *
 *     nimber(X(M)) xor nimber(X(M')) = n    for all X and all ways to join it.
 *
 * Proof of that from the pieces alone. P(M, M', n) holds when
 *   - without terminals left, nimber(M) xor nimber(M') xor n = 0;
 *   - else, the same terminals are left in M and M', and
 *     (1) for each of them, P holds when it is taken away from both;
 *     (2) to each domino inside M or M', and to each move of the heap n, there is an answer of that
 *         kind after which P holds.
 * P is a finite check. If it holds, the second player wins X(M) + X(M') + *n, which is what was to
 * be shown: a domino in X is answered by the same one in the other copy of X, one on a cell of X
 * and on a terminal likewise, which is (1), all others as (2) says. So P holds again, with fewer
 * cells, and there always is an answer.
 *
 * A piece with two terminals a and b, not neighbours, is a cracker when it can be cut: when it is
 * alike to a sum of two, the first with a and the second with b. What is on a's side is then
 * independent of what is on b's. If it can be cut at all, then into M without b and M without a,
 * for take away a from both sides: what is left shows that the second piece is alike to M without
 * a, and for the first the same with b. So whether (M, a, b) is a cracker is one check. */
#ifndef ZM_GAMES_CRAM_CRACKERS_H
#define ZM_GAMES_CRAM_CRACKERS_H

#include "games/cram/graph.h"

enum { CRAM_PIECE_CELLS = 24 };

/* The first `terminals` cells are the terminals. */
struct cram_piece {
    unsigned count, terminals;
    uint32_t near[CRAM_PIECE_CELLS];
};

static inline void cram_piece_join(struct cram_piece *piece, unsigned a, unsigned b)
{
    piece->near[a] |= UINT32_C(1) << b;
    piece->near[b] |= UINT32_C(1) << a;
}

/* crackers.c: does P hold for the two pieces with some difference? It is set when it does. */
bool cram_pieces_alike(const struct cram_piece *a, const struct cram_piece *b,
                       unsigned *difference);
/* Sets `cut` to the sum of the two pieces that a piece with two terminals is cut into, if it can be
 * cut; false: it has too many cells to tell. */
bool cram_piece_cut(const struct cram_piece *piece, struct cram_piece *cut);

/* The cells `left` of a piece, its terminals among them, as a piece. */
void cram_piece_keep(const struct cram_piece *piece, uint32_t left, struct cram_piece *kept);
/* The cells beside its terminal that a piece with one can do without, as many as can be: what is
 * left is alike, with a difference of less than CRAM_CRACKS_NIMBERS. 0: none. */
enum { CRAM_CRACKS_CELLS = 10, CRAM_CRACKS_NIMBERS = 4 };
uint32_t cram_piece_spare(const struct cram_piece *piece, unsigned *difference);

/* cracked.c: pieces of a few cells that hang on a position by one terminal, made smaller. */
struct cram_cracks;
/* `cells`: that hanging pieces may have beside their terminals. */
struct cram_cracks *cram_cracks_open(unsigned cells);
void cram_cracks_close(struct cram_cracks *cracks);
/* Takes away cells of the component `*part` of a graph, again and again, and adds what that changes
 * to `*nimber`; false: nothing could be taken away. What is left cannot be cracked. */
bool cram_crack(struct cram_cracks *cracks, const struct cram_graph *graph, cram_cells *part,
                unsigned *nimber);
/* The same for a component in board form: adds what is left, and boards that are worth the heap. */
bool cram_crack_board(struct cram_cracks *cracks, struct zm_bytes component, struct zm_list *sum);

/* cracker_list.c: a piece with cells to spare (one terminal) or one that can be cut (two). */
struct cram_cracker {
    struct cram_board board;
    unsigned terminals, terminal[2]; /* cells of the board */
    cram_cells spare;
    unsigned difference;
};
typedef void cram_cracker_visit(void *context, const struct cram_cracker *cracker);
struct cram_cracker_counts {
    unsigned pieces, crackers, minimal;
};
/* Visits the crackers of at most `cells` cells, terminals included, that no smaller ones give, and
 * counts pieces by their cells. `visit` may be NULL. */
enum zm_status cram_crackers_list(unsigned cells, unsigned terminals, struct zm_run *run,
                                  cram_cracker_visit *visit, void *context,
                                  struct cram_cracker_counts counts[CRAM_CRACKS_CELLS + 2],
                                  struct zm_error *error);

#endif
