/* Certificates of scores; see score_certificate.h. The form is that of other certificates:
 *
 *     zermelo certificate 1
 *     game dots
 *     rules canon=deformed theorem13=off equal-parts=drop
 *     play normal
 *     position 2x2
 *     claim score 3                 or: claim contract 4 lost, claim contract 2 won
 *     entries 9
 *     checksum 97d6b4a1b53cd6cf8a9d4e4e0e5f1c07
 *
 *     A*EALALB*E 2
 *     ...
 *
 * An entry is a position and a proved upper bound on the score of the player to move, as in the
 * files of score_file.h. */
#include "proof/check/score_certificate.h"

#include "proof/check/header.h"

#include <stdlib.h>
#include <string.h>

enum zm_status zm_score_certificate_begin(struct zm_score_certificate *certificate,
                                          const struct zm_game *game,
                                          const struct zm_settings *settings,
                                          struct zm_bytes position, struct zm_error *error)
{
    *certificate = (struct zm_score_certificate){.claim = {0, INT32_MAX}};
    const struct zm_header_place place = {&certificate->instance, &certificate->rules,
                                          &certificate->position, &certificate->drawn};
    /* Bounds that prove no strategy are switched off. */
    enum zm_status status =
        game->scores != NULL
            ? zm_header_place_open(&place, game, settings, "theorem13", position, error)
            : zm_fail(error, ZM_BAD_INPUT, "%s has no points to count", game->name);
    if (status != ZM_OK)
        zm_score_certificate_free(certificate);
    return status;
}

void zm_score_certificate_free(struct zm_score_certificate *certificate)
{
    zm_instance_close(&certificate->instance);
    zm_buffer_free(&certificate->rules);
    zm_buffer_free(&certificate->position);
    zm_buffer_free(&certificate->drawn);
    zm_score_file_free(&certificate->entries);
    *certificate = (struct zm_score_certificate){0};
}

void zm_score_claim_print(struct zm_score_claim claim, struct zm_buffer *text)
{
    if (claim.lost == INT32_MAX)
        zm_buffer_format(text, "contract %d won", claim.won);
    else if (claim.lost == claim.won + 1)
        zm_buffer_format(text, "score %d", claim.won);
    else
        zm_buffer_format(text, "contract %d lost", claim.lost);
}

bool zm_score_certificate_is(const char *text)
{
    return zm_header_claims(text, "score ") || zm_header_claims(text, "contract ");
}

static bool read_claim(const char *text, struct zm_score_claim *claim)
{
    bool score = strncmp(text, "score ", 6) == 0;
    char *end = NULL;
    const char *number = score ? text + 6 : text + 9;
    if (*number < '0' || *number > '9')
        return false;
    unsigned long points = strtoul(number, &end, 10);
    if (points > 10000)
        return false;
    *claim = (struct zm_score_claim){(int32_t)points, (int32_t)points + 1};
    if (score)
        return *end == '\0';
    if (strcmp(end, " won") == 0)
        claim->lost = INT32_MAX;
    else
        *claim = (struct zm_score_claim){0, (int32_t)points};
    return claim->lost == INT32_MAX || strcmp(end, " lost") == 0;
}

static enum zm_status open_game(struct zm_score_certificate *certificate,
                                char *const fields[ZM_HEADER_FIELDS], struct zm_error *error)
{
    struct zm_header_subject subject;
    enum zm_status status = zm_header_subject_read(&subject, NULL, fields, error);
    if (status == ZM_OK)
        status = zm_score_certificate_begin(certificate, subject.game, &subject.settings,
                                            zm_buffer_bytes(&subject.position), error);
    zm_header_subject_free(&subject);
    return status;
}

static enum zm_status read_entries(struct zm_score_certificate *certificate, const char *text,
                                   char *fields[ZM_HEADER_FIELDS], struct zm_error *error)
{
    enum zm_status status = zm_header_check(text, fields, error);
    if (status == ZM_OK)
        status = zm_score_file_parse_lines(&certificate->entries, text, ZM_HEADER_LINES + 1, error);
    if (status == ZM_OK &&
        certificate->entries.positions.count != strtoul(fields[ZM_HEADER_ENTRIES], NULL, 10))
        status = zm_fail(error, ZM_WRONG, "%.20s entries announced, %zu found",
                         fields[ZM_HEADER_ENTRIES], certificate->entries.positions.count);
    return status;
}

enum zm_status zm_score_certificate_parse(struct zm_score_certificate *certificate, char *text,
                                          struct zm_error *error)
{
    char *fields[ZM_HEADER_FIELDS];
    enum zm_status status = zm_header_take(&text, fields, error);
    if (status == ZM_OK && strcmp(fields[ZM_HEADER_PLAY], "normal") != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "line 4: expected 'play normal'");
    if (status == ZM_OK)
        status = open_game(certificate, fields, error);
    if (status != ZM_OK)
        return status;
    if (!read_claim(fields[ZM_HEADER_CLAIM], &certificate->claim))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "line %d: expected 'claim score N', 'claim contract N won' or 'claim "
                         "contract N lost'",
                         ZM_HEADER_CLAIM + 2);
    if (status == ZM_OK)
        status = read_entries(certificate, text, fields, error);
    if (status != ZM_OK)
        zm_score_certificate_free(certificate);
    return status;
}

static enum zm_status verify_contract(const struct zm_score_certificate *certificate,
                                      int32_t contract, enum zm_outcome expected,
                                      struct zm_run *run, struct zm_score_file *used,
                                      struct zm_error *error)
{
    struct zm_score_proof proof = {0};
    enum zm_status status = zm_score_file_verify(&certificate->entries, &certificate->instance,
                                                 zm_buffer_bytes(&certificate->drawn), contract,
                                                 run, used, &proof, error);
    if (status == ZM_OK && proof.holes > 0)
        status = zm_fail(error, ZM_WRONG, "%zu holes; the first is %.200s", proof.holes,
                         zm_buffer_string(&proof.example));
    else if (status == ZM_OK && proof.outcome != expected)
        status = zm_fail(error, ZM_WRONG, "contract %d is %s, against the claim", contract,
                         proof.outcome == ZM_WIN ? "won" : "lost");
    zm_score_proof_free(&proof);
    return status;
}

enum zm_status zm_score_certificate_follow(const struct zm_score_certificate *certificate,
                                           struct zm_run *run, struct zm_score_file *used,
                                           struct zm_error *error)
{
    struct zm_score_claim claim = certificate->claim;
    enum zm_status status = ZM_OK;
    if (claim.lost != INT32_MAX)
        status = verify_contract(certificate, claim.lost, ZM_LOSS, run, used, error);
    if (status == ZM_OK && (claim.won > 0 || claim.lost == INT32_MAX))
        status = verify_contract(certificate, claim.won, ZM_WIN, run, used, error);
    return status;
}

enum zm_status zm_score_certificate_verify(const struct zm_score_certificate *certificate,
                                           struct zm_run *run, struct zm_error *error)
{
    return zm_score_certificate_follow(certificate, run, NULL, error);
}

void zm_score_certificate_describe(const struct zm_score_certificate *certificate,
                                   struct zm_buffer *text)
{
    zm_buffer_format(text, "%s %s, normal play: ", certificate->instance.game->name,
                     zm_buffer_string(&certificate->position));
    zm_score_claim_print(certificate->claim, text);
}
