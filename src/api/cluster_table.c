/* A table over many machines: a cell a job; see cluster.h. Workers share nothing but the queue:
 * each keeps a store of its own from cell to cell. A report is the result as the table prints it,
 * "-" when the cell stays open. */
#include "api/cluster_inside.h"

#include "base/random.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

/* What both sides read off the campaign. */
static const struct zm_param table_params[] = {
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = INT64_MAX,
     .hint = "N",
     .help = "leave a position open after about so many nodes, and go on; 0: never"},
    {0},
};

/* -- the worker -- */

struct cells {
    struct zm_cluster_options options;
    struct zm_store *store;
    struct zm_run *run;
};

static void cells_close(void *state)
{
    struct cells *cells = state;
    zm_store_close(cells->store);
    zm_cluster_options_free(&cells->options);
    free(cells);
}

static enum zm_status cells_begin(struct cells *cells, const char *about, size_t memory,
                                  struct zm_run *run, struct zm_error *error)
{
    *cells = (struct cells){.run = run};
    return zm_cluster_options_read(about, memory, &cells->options, error);
}

static enum zm_status cells_open(const struct zm_bench *bench, const char *about, void **state,
                                 struct zm_error *error)
{
    struct cells *cells = malloc(sizeof *cells);
    if (cells == NULL)
        return zm_fail_memory(error);
    enum zm_status status = cells_begin(cells, about, bench->memory, bench->run, error);
    if (status == ZM_OK)
        *state = cells;
    else
        cells_close(cells);
    return status;
}

/* Answers for one position, with as many nodes as the campaign allows. */
static enum zm_status answer_cell(struct cells *cells, const char *position,
                                  struct zm_buffer *result, struct zm_error *error)
{
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run *run = cells->run;
    enum zm_status status =
        zm_question_open(&question, cells->options.game, position, cells->options.options,
                         cells->options.count, table_params, error);
    if (status != ZM_OK)
        return status;
    question.store = cells->store;
    status = zm_question_run(&question, run, error);
    cells->store = question.store;
    run->threads = 1;
    uint64_t nodes = (uint64_t)zm_settings_integer(&question.settings, "nodes");
    run->most_nodes = nodes == 0 ? 0 : atomic_load(&run->nodes) + nodes;
    if (status == ZM_OK)
        status =
            zm_question_answer(&question, zm_buffer_bytes(&question.position), run, &answer, error);
    bool used_up = nodes > 0 && atomic_load(&run->nodes) >= run->most_nodes;
    if (status == ZM_STOPPED && (used_up || !zm_run_stopped(run)))
        status = ZM_OK;
    if (status == ZM_OK && answer.known)
        zm_answer_print(&answer, result);
    else if (status == ZM_OK)
        zm_buffer_text(result, "-");
    zm_answer_free(&answer);
    question.store = NULL; /* it stays for the next cell */
    zm_question_close(&question);
    run->store = cells->store;
    return status;
}

static enum zm_status cells_work(void *state, struct zm_bytes key, struct zm_bytes rest,
                                 struct zm_job_report *report, struct zm_error *error)
{
    struct cells *cells = state;
    struct zm_buffer position = {0};
    uint64_t before = atomic_load(&cells->run->nodes);
    (void)key;
    zm_buffer_set(&position, rest);
    enum zm_status status =
        position.failed ? zm_fail_memory(error)
                        : answer_cell(cells, zm_buffer_string(&position), &report->text, error);
    report->nodes = atomic_load(&cells->run->nodes) - before;
    zm_buffer_free(&position);
    return status;
}

const struct zm_labour zm_table_labour = {
    .kind = "table",
    .open = cells_open,
    .work = cells_work,
    .close = cells_close,
};

/* -- the master -- */

struct filling {
    struct zm_cluster *cluster;
    struct zm_cluster_lead lead;
    struct zm_grid *grid;
    bool *heard;
    size_t missing;
    struct zm_random lots;
    struct cells cells; /* for the sample that is computed again */
    struct zm_run checking;
    bool checks;
    enum zm_status status;
    struct zm_error *error;
};

/* Which cell a key is; `size` of the grid: none. */
static size_t cell_of(const struct filling *filling, struct zm_bytes key)
{
    char text[24] = "";
    char *end;
    if (key.size == 0 || key.size >= sizeof text)
        return filling->grid->size;
    memcpy(text, key.data, key.size);
    unsigned long long index = strtoull(text, &end, 10);
    return *end == 0 && index < filling->grid->size ? (size_t)index : filling->grid->size;
}

/* Offers the cells that nobody has reported. */
static enum zm_status offer_cells(struct filling *filling, struct zm_error *error)
{
    struct zm_list jobs = {0};
    struct zm_buffer text = {0};
    for (size_t i = 0; i < filling->grid->size; i++) {
        char key[24];
        if (filling->heard[i])
            continue;
        zm_buffer_clear(&text);
        zm_family_text(&filling->grid->family, i, &text);
        int length = snprintf(key, sizeof key, "%zu", i);
        zm_job_add(&jobs, zm_bytes(key, (size_t)length), zm_buffer_bytes(&text));
        jobs.bytes.failed |= text.failed;
    }
    enum zm_status status =
        zm_campaign_offer(filling->cluster->link, filling->lead.campaign.name, &jobs, false, error);
    zm_list_free(&jobs);
    zm_buffer_free(&text);
    return status;
}

static void clear_cells(struct filling *filling)
{
    for (size_t i = 0; i < filling->grid->size; i++) {
        free(filling->grid->cells[i]);
        filling->grid->cells[i] = NULL;
        filling->heard[i] = false;
    }
    filling->missing = filling->grid->size;
}

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report);

/* A worker was wrong: all that it said is dropped, and the cells are handed out again. */
static void drop_worker(struct filling *filling, struct zm_bytes who, const char *why)
{
    bool checks = filling->checks;
    clear_cells(filling);
    filling->checks = false;
    filling->status =
        zm_cluster_ban(filling->cluster, &filling->lead, who, why, false, filling->error);
    if (filling->status == ZM_OK)
        filling->status = zm_master_recall(&filling->lead.master, hear, filling, filling->error);
    if (filling->status == ZM_OK)
        filling->status = offer_cells(filling, filling->error);
    filling->checks = checks;
}

/* Computes a cell again; false: the report was wrong, and its worker is gone. */
static bool check_cell(struct filling *filling, size_t index, struct zm_bytes who,
                       struct zm_bytes report)
{
    struct zm_buffer position = {0}, result = {0};
    char why[300];
    zm_family_text(&filling->grid->family, index, &position);
    atomic_store(&filling->checking.stop, false);
    enum zm_status status =
        answer_cell(&filling->cells, zm_buffer_string(&position), &result, filling->error);
    bool same = zm_bytes_equal(zm_buffer_bytes(&result), report);
    /* What one search leaves open another may find. */
    bool open =
        zm_bytes_equal(report, zm_bytes("-", 1)) || strcmp(zm_buffer_string(&result), "-") == 0;
    snprintf(why, sizeof why, "of %s it said '%.*s', and '%s' is right",
             zm_buffer_string(&position), report.size > 80 ? 80 : (int)report.size,
             (const char *)report.data, zm_buffer_string(&result));
    zm_buffer_free(&position);
    zm_buffer_free(&result);
    if (status != ZM_OK && status != ZM_STOPPED)
        filling->status = status;
    if (status != ZM_OK || same || open)
        return true;
    drop_worker(filling, who, why);
    return false;
}

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report)
{
    struct filling *filling = context;
    size_t index = cell_of(filling, key);
    if (index == filling->grid->size || filling->heard[index] || filling->status != ZM_OK)
        return;
    if (filling->checks && zm_random_below(&filling->lots, filling->cluster->check) == 0 &&
        !check_cell(filling, index, who, report))
        return;
    filling->heard[index] = true;
    filling->missing--;
    if (!zm_bytes_equal(report, zm_bytes("-", 1)))
        filling->grid->cells[index] = strndup((const char *)report.data, report.size);
}

/* Tells how much of the table is there. */
static void tell(void *context, struct zm_buffer *text)
{
    const struct filling *filling = context;
    zm_cluster_told(json_pack("{s:I,s:I}", "cells",
                              (json_int_t)(filling->grid->size - filling->missing), "of",
                              (json_int_t)filling->grid->size),
                    text);
}

static enum zm_status fill(struct filling *filling, struct zm_error *error)
{
    struct zm_master *master = &filling->lead.master;
    filling->missing = filling->grid->size;
    master->tell = tell;
    master->tell_context = filling;
    enum zm_status status = zm_master_recall(master, hear, filling, error);
    if (status == ZM_OK)
        status = offer_cells(filling, error);
    while (status == ZM_OK && filling->missing > 0) {
        status = zm_master_listen(master, 200, hear, filling, error);
        zm_run_poll(filling->cluster->run, filling->grid->size - filling->missing, 0);
        if (status == ZM_OK)
            status = filling->status;
    }
    return status;
}

enum zm_status zm_cluster_table(struct zm_cluster *cluster, struct zm_grid *grid, const char *game,
                                const struct zm_option *options, size_t count,
                                const struct zm_settings *settings, struct zm_error *error)
{
    struct filling filling = {.cluster = cluster,
                              .grid = grid,
                              .checks = cluster->check > 0,
                              .lots = zm_random_seeded(cluster->run->seed),
                              .error = error};
    zm_run_begin(&filling.checking);
    filling.checking.outer = cluster->run;
    json_t *about = zm_cluster_about(game, options, count, settings);
    if (about != NULL) { /* what the keys of the jobs count */
        json_object_set_new(about, "pattern", json_string(grid->family.pattern));
        json_t *ranges = json_array();
        for (size_t i = 0; i < grid->family.count; i++)
            json_array_append_new(ranges, json_pack("[s,I,I]", grid->family.variables[i].name,
                                                    (json_int_t)grid->family.variables[i].first,
                                                    (json_int_t)grid->family.variables[i].last));
        json_object_set_new(about, "ranges", ranges);
    }
    filling.heard = calloc(grid->size + 1, sizeof *filling.heard);
    enum zm_status status = zm_cluster_lead(cluster, "table", game, about, &filling.lead, error);
    if (status == ZM_OK && filling.heard == NULL)
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        status = cells_begin(&filling.cells, filling.lead.about, (size_t)1 << 30, &filling.checking,
                             error);
    if (status == ZM_OK)
        status = fill(&filling, error);
    zm_cluster_options_free(&filling.cells.options);
    zm_store_close(filling.cells.store);
    zm_cluster_leave(cluster, &filling.lead, status == ZM_OK);
    free(filling.heard);
    return status;
}
