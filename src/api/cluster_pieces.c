/* Piecework by many machines (engines/piecework.h): a piece is a job, under the hash of its text;
 * the report is its answer. The theoretical scores of an archive and the endgames of games to learn
 * from are done so. */
#include "api/cluster_inside.h"

#include "base/random.h"
#include "base/table.h"

#include <stdlib.h>

/* -- the worker -- */

struct labour {
    struct zm_cluster_options options;
    const struct zm_piecework *work;
    void *state; /* of it */
    struct zm_run *run;
};

static void labour_close(void *state)
{
    struct labour *labour = state;
    if (labour->state != NULL)
        labour->work->close(labour->state);
    zm_cluster_options_free(&labour->options);
    free(labour);
}

static enum zm_status labour_open(const struct zm_bench *bench, const char *about, void **state,
                                  struct zm_error *error)
{
    struct labour *labour = calloc(1, sizeof *labour);
    if (labour == NULL)
        return zm_fail_memory(error);
    labour->run = bench->run;
    enum zm_status status = zm_cluster_options_read(about, bench->memory, &labour->options, error);
    const char *name = json_string_value(json_object_get(labour->options.root, "work"));
    const struct zm_game *game = status == ZM_OK ? zm_game_find(labour->options.game, error) : NULL;
    if (game != NULL && name != NULL)
        labour->work = zm_piecework_of(game, name);
    if (status == ZM_OK && labour->work == NULL)
        status = zm_fail(error, ZM_BAD_INPUT, "this program knows no such work of the game");
    if (status == ZM_OK)
        status = labour->work->open(bench->memory, &labour->state, error);
    if (status == ZM_OK)
        *state = labour;
    else
        labour_close(labour);
    return status;
}

static enum zm_status labour_work(void *state, struct zm_bytes key, struct zm_bytes rest,
                                  struct zm_job_report *report, struct zm_error *error)
{
    struct labour *labour = state;
    struct zm_buffer piece = {0};
    uint64_t before = atomic_load(&labour->run->nodes);
    (void)key;
    labour->run->threads = 1;
    zm_buffer_set(&piece, rest);
    enum zm_status status = piece.failed
                                ? zm_fail_memory(error)
                                : labour->work->work(labour->state, zm_buffer_string(&piece),
                                                     labour->run, &report->text, error);
    report->nodes = atomic_load(&labour->run->nodes) - before;
    zm_buffer_free(&piece);
    return status;
}

const struct zm_labour zm_pieces_labour = {
    .kind = "pieces",
    .open = labour_open,
    .work = labour_work,
    .close = labour_close,
};

/* -- the master -- */

struct handing {
    struct zm_cluster *cluster;
    const struct zm_piecework *work;
    const struct zm_list *pieces;
    struct zm_table numbers; /* hash of a piece to one with this text, from 1, 4 bytes */
    uint32_t *next;          /* another one with the same text, from 1; 0: no more */
    bool *done;
    size_t missing;
    void *checker; /* the work, opened for the sample that is done again; NULL: none is */
    struct zm_run checking;
    struct zm_random lots;
    void (*heard)(void *context, size_t piece, const char *answer);
    void *context;
    enum zm_status status;
    struct zm_error *error;
};

/* The text of a piece without the 0 that ends it. */
static struct zm_bytes text_of(const struct handing *handing, size_t piece)
{
    struct zm_bytes bytes = zm_list_at(handing->pieces, piece);
    return zm_bytes(bytes.data, bytes.size - 1);
}

static struct zm_hash128 hash_of(const struct handing *handing, size_t piece)
{
    return zm_bytes_hash128(text_of(handing, piece));
}

/* Does a piece again; false: the answer is wrong. */
static bool is_right(struct handing *handing, size_t piece, const char *answer)
{
    struct zm_buffer again = {0};
    if (handing->checker == NULL || zm_random_below(&handing->lots, handing->cluster->check) != 0)
        return true;
    enum zm_status status =
        handing->work->work(handing->checker, (const char *)zm_list_at(handing->pieces, piece).data,
                            &handing->checking, &again, handing->error);
    bool right = status != ZM_OK || again.failed || strcmp(zm_buffer_string(&again), answer) == 0;
    zm_buffer_free(&again);
    return right;
}

/* Offers the pieces that are not done. */
static enum zm_status offer(struct handing *handing, struct zm_error *error)
{
    struct zm_list jobs = {0};
    for (size_t i = 0; i < handing->pieces->count; i++) {
        struct zm_hash128 hash = hash_of(handing, i);
        if (!handing->done[i])
            zm_job_add(&jobs, zm_bytes(&hash, sizeof hash), text_of(handing, i));
    }
    enum zm_status status = zm_campaign_offer(
        handing->cluster->link, handing->cluster->lead.campaign.name, &jobs, false, error);
    zm_list_free(&jobs);
    return status;
}

/* A worker was wrong: it is refused. What it said before and was believed stays: its answers are
 * with the caller. */
static void refuse(struct handing *handing, struct zm_bytes who)
{
    handing->status =
        zm_cluster_ban(handing->cluster, &handing->cluster->lead, who,
                       "a piece that it did comes out otherwise", false, handing->error);
    if (handing->status == ZM_OK)
        handing->status = offer(handing, handing->error);
}

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report)
{
    struct handing *handing = context;
    const uint8_t *found = zm_table_find(&handing->numbers, key);
    struct zm_buffer answer = {0};
    uint32_t piece = 0;
    if (found != NULL)
        memcpy(&piece, found, sizeof piece);
    if (found == NULL || handing->done[piece - 1] || handing->status != ZM_OK)
        return;
    zm_buffer_set(&answer, report);
    if (answer.failed)
        handing->status = zm_fail_memory(handing->error);
    else if (!is_right(handing, piece - 1, zm_buffer_string(&answer)))
        refuse(handing, who);
    else
        for (; piece > 0; piece = handing->next[piece - 1]) {
            handing->done[piece - 1] = true;
            handing->missing--;
            handing->heard(handing->context, piece - 1, zm_buffer_string(&answer));
        }
    zm_buffer_free(&answer);
}

/* Tells how many pieces are done. */
static void tell(void *context, struct zm_buffer *text)
{
    const struct handing *handing = context;
    zm_cluster_told(json_pack("{s:I,s:I}", "cells",
                              (json_int_t)(handing->pieces->count - handing->missing), "of",
                              (json_int_t)handing->pieces->count),
                    text);
}

/* Numbers the pieces. */
static enum zm_status number_pieces(struct handing *handing, struct zm_error *error)
{
    size_t count = handing->missing = handing->pieces->count;
    handing->done = calloc(count + 1, sizeof *handing->done);
    handing->next = calloc(count + 1, sizeof *handing->next);
    bool good = handing->done != NULL && handing->next != NULL && count < UINT32_MAX;
    for (uint32_t i = 1; i <= count && good; i++) {
        struct zm_hash128 hash = hash_of(handing, i - 1);
        uint8_t *slot = zm_table_insert(&handing->numbers, zm_bytes(&hash, sizeof hash), NULL);
        good = slot != NULL;
        if (good) {
            memcpy(&handing->next[i - 1], slot, sizeof i);
            memcpy(slot, &i, sizeof i);
        }
    }
    return good ? ZM_OK : zm_fail_memory(error);
}

static enum zm_status hand_out(struct handing *handing, struct zm_error *error)
{
    struct zm_cluster *cluster = handing->cluster;
    struct zm_master *master = &cluster->lead.master;
    master->tell = tell;
    master->tell_context = handing;
    enum zm_status status = zm_master_recall(master, hear, handing, error);
    if (status == ZM_OK)
        status = offer(handing, error);
    while (status == ZM_OK && handing->missing > 0) {
        status = zm_master_listen(master, 200, hear, handing, error);
        zm_run_poll(cluster->run, handing->pieces->count - handing->missing, 0);
        if (status == ZM_OK)
            status = handing->status;
    }
    return status;
}

static enum zm_status help(void *context, const struct zm_piecework *work, const char *about,
                           const struct zm_list *pieces,
                           void (*heard)(void *heard_context, size_t piece, const char *answer),
                           void *heard_context, struct zm_error *error)
{
    struct zm_cluster *cluster = context;
    struct handing handing = {.cluster = cluster,
                              .work = work,
                              .pieces = pieces,
                              .lots = zm_random_seeded(cluster->run->seed),
                              .heard = heard,
                              .context = heard_context,
                              .error = error};
    zm_table_init(&handing.numbers, sizeof(uint32_t));
    zm_run_begin(&handing.checking);
    handing.checking.outer = cluster->run;
    enum zm_status status = number_pieces(&handing, error);
    if (status == ZM_OK && cluster->check > 0)
        status = work->open((size_t)64 << 20, &handing.checker, error);
    if (status == ZM_OK)
        status = zm_cluster_lead(cluster, "pieces", work->game->name,
                                 json_pack("{s:s,s:{},s:s,s:s}", "game", work->game->name,
                                           "options", "work", work->name, "position", about),
                                 &cluster->lead, error);
    if (status == ZM_OK)
        status = hand_out(&handing, error);
    zm_cluster_leave(cluster, &cluster->lead, status == ZM_OK);
    if (handing.checker != NULL)
        work->close(handing.checker);
    zm_table_free(&handing.numbers);
    free(handing.done);
    free(handing.next);
    return status;
}

void zm_cluster_helpers(struct zm_cluster *cluster, struct zm_helpers *helpers)
{
    *helpers = (struct zm_helpers){.context = cluster, .work = help};
}
