/* A certificate: a claim about a position, and all that anybody needs to check it against the
 * rules. What checks it is in this folder, which knows games and theory alone, and is linked
 * without anything that searches (zermelo-verify); proof/certificate_text.h writes it.
 *
 * In normal play its entries are single components with their nimbers; in misère play they are lost
 * sums of components, or lost nodes with reduced trees (nodes.h). On file they are text in the
 * game's public grammar, sorted, so that a certificate outlives the program's own canonical forms:
 * reading it makes each entry canonical. */
#ifndef ZM_PROOF_CHECK_CERTIFICATE_H
#define ZM_PROOF_CHECK_CERTIFICATE_H

#include "base/table.h"
#include "games/game.h"

#include <stdio.h>

enum zm_claim { ZM_CLAIM_WIN, ZM_CLAIM_LOSS, ZM_CLAIM_NIMBER, ZM_CLAIM_GRUNDY };

struct zm_nodes;

struct zm_certificate {
    struct zm_instance instance; /* the game with its parameters */
    struct zm_buffer rules;      /* the parameters: "name=value ..." */
    struct zm_buffer position;   /* as text */
    struct zm_list root;         /* the components of the position (of the last of its cases) */
    struct zm_list cases;        /* keys of the sums that the claim is about; see zm_rules.cases */
    bool loony;                  /* the position is, and no sum: it is won, whatever the play */
    struct zm_buffer because;    /* why these are all, when the position stands for several */
    bool misere;
    enum zm_claim claim;
    uint32_t nimber;         /* of ZM_CLAIM_NIMBER; the Grundy value of ZM_CLAIM_GRUNDY */
    struct zm_table entries; /* a key (see zm_sum_key) -> its nimber, 4 bytes; 0 in misère play */
    struct zm_nodes *nodes;  /* misère play with reduced trees: keys are its nodes; or NULL */
    struct zm_buffer trees;  /* which components it takes for trees */
    size_t ignored;          /* entries read that are no single component any more */
    size_t size;             /* of the text that it was read from; 0: it was made */
};

/* An empty certificate for a board position of a game with these settings. */
enum zm_status zm_certificate_begin(struct zm_certificate *certificate, const struct zm_game *game,
                                    const struct zm_settings *settings, bool misere,
                                    struct zm_bytes position, struct zm_error *error);
/* Makes the entries of an empty certificate of misère play nodes with reduced trees; see
 * zm_nodes_open. */
enum zm_status zm_certificate_with_trees(struct zm_certificate *certificate, const char *trees,
                                         size_t allowance, struct zm_run *run,
                                         struct zm_error *error);
void zm_certificate_free(struct zm_certificate *certificate);
/* The node of one of the cases, of a certificate with trees, with the heap of its claim. */
enum zm_status zm_certificate_node(const struct zm_certificate *certificate, size_t index,
                                   struct zm_buffer *node, struct zm_error *error);
/* Prepares what theory knows, once the claim is known; the same for who makes a certificate and who
 * checks it (zm_nodes_settle). */
enum zm_status zm_certificate_settle(const struct zm_certificate *certificate,
                                     struct zm_error *error);
/* Is the nimber (or, in misère play, the lost sum) of these bytes in `entries`? */
bool zm_certificate_get(const struct zm_table *entries, struct zm_bytes key, uint32_t *nimber);
/* False when there is no memory. */
bool zm_certificate_put(struct zm_table *entries, struct zm_bytes key, uint32_t nimber);

/* Reads a text, which it changes. `path` is only for messages. Checks form, count and checksum, and
 * makes trees until `run` is stopped (which may be NULL). On an error nothing is left to free.
 */
enum zm_status zm_certificate_parse(struct zm_certificate *certificate, struct zm_buffer *text,
                                    const char *path, struct zm_run *run, struct zm_error *error);
/* The same of a text that may be about a game which is not in the registry; NULL: there is none. */
enum zm_status zm_certificate_parse_of(struct zm_certificate *certificate,
                                       const struct zm_game *own, struct zm_buffer *text,
                                       const char *path, struct zm_run *run,
                                       struct zm_error *error);
/* The same from a file. */
enum zm_status zm_certificate_read(struct zm_certificate *certificate, FILE *in, const char *path,
                                   struct zm_run *run, struct zm_error *error);
/* The claim in words: "nimber 2", "loss". */
void zm_claim_print(const struct zm_certificate *certificate, struct zm_buffer *text);
/* With what it is about: "cram 5x6, normal play: nimber 2". */
void zm_certificate_describe(const struct zm_certificate *certificate, struct zm_buffer *text);

/* A sum as bytes: each component after its length in two bytes, sorted. A node of misère play. */
void zm_sum_key(const struct zm_list *components, struct zm_buffer *key);
void zm_sum_components(struct zm_bytes key, struct zm_list *components);
/* Calls `visit` with the key of every sum that one move makes of this one, until it returns false.
 * Returns false when memory ran out. */
bool zm_sum_options(const struct zm_instance *instance, struct zm_bytes key,
                    bool (*visit)(void *context, struct zm_bytes option), void *context);
/* Has a sum moves that are not among its options? Then it is not over although it has none. */
bool zm_sum_has_loony_moves(const struct zm_instance *instance, struct zm_bytes key);

#endif
