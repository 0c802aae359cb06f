/* Proofs about scores as text, and their bounds in stores; for who makes them. */
#ifndef ZM_PROOF_SCORE_TEXT_H
#define ZM_PROOF_SCORE_TEXT_H

#include "proof/check/score_certificate.h"
#include "store/store.h"

/* Appends the file, sorted. */
void zm_score_file_print(const struct zm_score_file *file, struct zm_buffer *text);
/* Appends the certificate. */
void zm_score_certificate_print(const struct zm_score_certificate *certificate,
                                struct zm_buffer *text);

/* Puts the bounds into a store, each at the normal form of its position. */
enum zm_status zm_score_file_load(const struct zm_score_file *file, const struct zm_instance *game,
                                  struct zm_store *store, struct zm_error *error);
/* Sets `file` to what of a store's bounds is needed to prove the contract: its solution tree. */
enum zm_status zm_score_file_extract(struct zm_score_file *file, struct zm_store *store,
                                     const struct zm_instance *game, struct zm_bytes position,
                                     int32_t contract, struct zm_score_proof *proof,
                                     struct zm_error *error);

#endif
