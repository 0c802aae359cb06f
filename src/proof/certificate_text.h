/* Certificates as text, for who makes them. */
#ifndef ZM_PROOF_CERTIFICATE_TEXT_H
#define ZM_PROOF_CERTIFICATE_TEXT_H

#include "proof/check/certificate.h"

/* Appends the certificate. ZM_BAD_INPUT: an entry would not be the same when it is read again. */
enum zm_status zm_certificate_print(const struct zm_certificate *certificate,
                                    struct zm_buffer *text, struct zm_error *error);
enum zm_status zm_certificate_write(const struct zm_certificate *certificate, FILE *out,
                                    struct zm_error *error);
/* Verifies a certificate as whoever gets its text will: from the text alone. */
enum zm_status zm_certificate_check(const struct zm_certificate *certificate, struct zm_run *run,
                                    struct zm_error *error);

#endif
