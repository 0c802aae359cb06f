/* Certificates by strategy: reading, checking, writing; see strategy.h. */
#include "proof/check/strategy.h"

#include "games/cases.h"
#include "proof/check/header.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MARGIN = 100000, COLUMNS = 100 };

enum zm_status zm_strategy_begin(struct zm_strategy_certificate *certificate,
                                 const struct zm_game *game, const struct zm_settings *settings,
                                 bool misere, struct zm_bytes position, struct zm_error *error)
{
    *certificate = (struct zm_strategy_certificate){.misere = misere};
    const struct zm_header_place place = {&certificate->instance, &certificate->rules,
                                          &certificate->position, &certificate->drawn};
    if (game->players == ZM_ONE_PLAYER)
        return zm_fail(error, ZM_BAD_INPUT, "%s has one player: no strategy is needed", game->name);
    enum zm_status status = zm_header_place_open(&place, game, settings, NULL, position, error);
    if (status == ZM_OK && game->rules->turn != NULL &&
        zm_turn_said(&certificate->instance, position) < 0)
        status = zm_fail(error, ZM_BAD_INPUT,
                         "the position does not say who moves: a proof is for one of the two");
    if (status == ZM_OK)
        status = zm_expect_one(&certificate->instance, position, error);
    if (status != ZM_OK)
        zm_strategy_free(certificate);
    return status;
}

void zm_strategy_free(struct zm_strategy_certificate *certificate)
{
    zm_instance_close(&certificate->instance);
    zm_buffer_free(&certificate->rules);
    zm_buffer_free(&certificate->position);
    zm_buffer_free(&certificate->drawn);
    zm_buffer_free(&certificate->choices);
    *certificate = (struct zm_strategy_certificate){0};
}

/* -- claims -- */

static const char *const kind_names[] = {"win", "loss", "draw", "margin"};

void zm_strategy_claim_print(struct zm_strategy_claim claim, struct zm_buffer *text)
{
    zm_buffer_format(text, "strategy %s", kind_names[claim.kind]);
    if (claim.kind == ZM_STRATEGY_MARGIN)
        zm_buffer_format(text, " %s%d%s", claim.margin < 0 ? "-" : "", abs(claim.margin) / 2,
                         claim.margin % 2 == 0 ? "" : ".5");
}

static bool read_claim(const char *text, struct zm_strategy_claim *claim)
{
    char *end = NULL;
    const char *number = text + strlen("strategy margin ");
    *claim = (struct zm_strategy_claim){0};
    for (unsigned i = ZM_STRATEGY_WIN; i < ZM_STRATEGY_MARGIN; i++)
        if (strcmp(text + strlen("strategy "), kind_names[i]) == 0) {
            claim->kind = (enum zm_strategy_kind)i;
            return true;
        }
    bool negative = strncmp(text, "strategy margin -", strlen("strategy margin -")) == 0;
    number += negative;
    if (strncmp(text, "strategy margin ", strlen("strategy margin ")) != 0 || *number < '0' ||
        *number > '9')
        return false;
    unsigned long points = strtoul(number, &end, 10);
    bool half = strcmp(end, ".5") == 0;
    if (points > MOST_MARGIN || (*end != '\0' && !half))
        return false;
    claim->kind = ZM_STRATEGY_MARGIN;
    claim->margin = (int32_t)(2 * points + half) * (negative ? -1 : 1);
    return true;
}

unsigned zm_strategy_goals(const struct zm_strategy_certificate *certificate,
                           struct zm_strategy_goal goals[2])
{
    struct zm_strategy_claim claim = certificate->claim;
    int mover = zm_turn_at(&certificate->instance, zm_buffer_bytes(&certificate->drawn), NULL);
    bool margin = claim.kind == ZM_STRATEGY_MARGIN;
    goals[0] = (struct zm_strategy_goal){.player = mover,
                                         .by_margin = margin,
                                         .wins = claim.kind == ZM_STRATEGY_WIN,
                                         .margin = claim.margin};
    if (claim.kind == ZM_STRATEGY_WIN)
        return 1;
    goals[1] = (struct zm_strategy_goal){.player = 1 - mover,
                                         .by_margin = margin,
                                         .wins = claim.kind == ZM_STRATEGY_LOSS,
                                         .margin = -claim.margin};
    if (claim.kind != ZM_STRATEGY_LOSS)
        return 2;
    goals[0] = goals[1];
    return 1;
}

/* -- reading -- */

bool zm_strategy_is(const char *text)
{
    return zm_header_claims(text, "strategy ");
}

static enum zm_status open_game(struct zm_strategy_certificate *certificate,
                                const struct zm_game *own, char *const fields[ZM_HEADER_FIELDS],
                                struct zm_error *error)
{
    struct zm_header_subject subject;
    bool misere = strcmp(fields[ZM_HEADER_PLAY], "misere") == 0;
    if (!misere && strcmp(fields[ZM_HEADER_PLAY], "normal") != 0)
        return zm_fail(error, ZM_BAD_INPUT, "line 4: expected 'play normal' or 'play misere'");
    enum zm_status status = zm_header_subject_read(&subject, own, fields, error);
    if (status == ZM_OK)
        status = zm_strategy_begin(certificate, subject.game, &subject.settings, misere,
                                   zm_buffer_bytes(&subject.position), error);
    zm_header_subject_free(&subject);
    return status;
}

enum zm_status zm_strategy_parse(struct zm_strategy_certificate *certificate,
                                 const struct zm_game *own, char *text, struct zm_error *error)
{
    char *fields[ZM_HEADER_FIELDS], *end;
    enum zm_status status = zm_header_take(&text, fields, error);
    if (status == ZM_OK)
        status = open_game(certificate, own, fields, error);
    if (status != ZM_OK)
        return status;
    if (!read_claim(fields[ZM_HEADER_CLAIM], &certificate->claim))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "line %d: expected 'claim strategy win', 'loss', 'draw' or 'margin N'",
                         ZM_HEADER_CLAIM + 2);
    if (status == ZM_OK)
        status = zm_header_check(text, fields, error);
    if (status == ZM_OK) {
        zm_buffer_text(&certificate->choices, text);
        certificate->entries = strtoul(fields[ZM_HEADER_ENTRIES], &end, 10);
        if (certificate->choices.failed)
            status = zm_fail_memory(error);
    }
    if (status != ZM_OK)
        zm_strategy_free(certificate);
    return status;
}

/* -- checking -- */

void zm_strategy_describe(const struct zm_strategy_certificate *certificate, struct zm_buffer *text)
{
    zm_buffer_format(text, "%s %s, %s play: ", certificate->instance.game->name,
                     zm_buffer_string(&certificate->position),
                     certificate->misere ? "misere" : "normal");
    zm_strategy_claim_print(certificate->claim, text);
}

/* The choices that are left to read. */
struct reader {
    const char *rest;
    size_t taken;
    const struct zm_strategy_witness *witness; /* or NULL */
};

static enum zm_status read_choice(void *context, struct zm_strategy_choice *choice,
                                  struct zm_error *error)
{
    struct reader *reader = context;
    const char *word = reader->rest + strspn(reader->rest, " \r\n");
    struct zm_bytes name = zm_bytes(word, strcspn(word, " \r\n"));
    if (name.size == 0)
        return zm_fail(error, ZM_WRONG, "the strategy ends after %zu entries", reader->taken);
    for (size_t i = 0; i < choice->names->count; i++)
        if (zm_bytes_equal(zm_list_at(choice->names, i), name))
            choice->chosen = i;
    if (choice->chosen == SIZE_MAX)
        return zm_fail(error, ZM_WRONG, "entry %zu, '%.*s', is no legal move there",
                       reader->taken + 1, name.size > 60 ? 60 : (int)name.size, word);
    reader->rest = word + name.size;
    reader->taken++;
    return reader->witness == NULL ? ZM_OK
                                   : reader->witness->see(reader->witness->context, choice, error);
}

enum zm_status zm_strategy_verify(const struct zm_strategy_certificate *certificate,
                                  struct zm_run *run, struct zm_error *error)
{
    return zm_strategy_follow(certificate, run, NULL, error);
}

enum zm_status zm_strategy_follow(const struct zm_strategy_certificate *certificate,
                                  struct zm_run *run, const struct zm_strategy_witness *witness,
                                  struct zm_error *error)
{
    struct zm_buffer text = {0};
    zm_buffer_set(&text, zm_buffer_bytes(&certificate->choices));
    if (text.failed)
        return zm_fail_memory(error);
    struct reader reader = {.rest = zm_buffer_string(&text), .witness = witness};
    struct zm_strategy_walker walker = {
        .certificate = certificate, .run = run, .context = &reader, .choose = read_choice};
    enum zm_status status = zm_strategy_walk(&walker, error);
    if (status == ZM_OK &&
        (reader.taken != certificate->entries || reader.rest[strspn(reader.rest, " \r\n")] != '\0'))
        status = zm_fail(error, ZM_WRONG, "%zu entries announced, %zu are needed",
                         certificate->entries, reader.taken);
    zm_buffer_free(&text);
    return status;
}

/* -- writing -- */

void zm_strategy_print(const struct zm_strategy_certificate *certificate, struct zm_buffer *text)
{
    struct zm_buffer claim = {0}, lines = {0};
    size_t column = 0;
    const uint8_t *data = certificate->choices.data;
    for (size_t i = 0; i < certificate->choices.size; i++, column++) {
        bool breaks = data[i] == '\n' || (data[i] == ' ' && column >= COLUMNS);
        zm_buffer_byte(&lines, breaks ? '\n' : data[i]);
        if (breaks)
            column = 0;
    }
    if (lines.size > 0 && lines.data[lines.size - 1] != '\n')
        lines.data[lines.size - 1] = '\n'; /* in place of the last space */
    zm_strategy_claim_print(certificate->claim, &claim);
    const struct zm_header header = {.game = certificate->instance.game->name,
                                     .rules = zm_buffer_string(&certificate->rules),
                                     .position = zm_buffer_string(&certificate->position),
                                     .claim = zm_buffer_string(&claim),
                                     .misere = certificate->misere,
                                     .entries = certificate->entries};
    zm_header_print(&header, zm_buffer_bytes(&lines), text);
    zm_buffer_add(text, lines.data, lines.size);
    text->failed |= claim.failed || lines.failed;
    zm_buffer_free(&claim);
    zm_buffer_free(&lines);
}
