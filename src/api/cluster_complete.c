/* A complete search by many machines, cut into tasks by its engine (engines/split.h; Morpion
 * solitaire): a task is a job, and what a task leaves becomes jobs in the same step in which it is
 * counted (Helmstetter and Cazenave's tasks, with leases). When the pile of tasks that wait is full,
 * tasks are done whole, and leave none. A report is the number of positions, the length of the best
 * line (and whether it was done whole), its moves, and the hashes of the tasks left. The master adds up what
 * is reached from the first task: so the sum is that of one machine, whatever else is on the
 * server. */
#include "api/cluster_inside.h"

#include "base/random.h"
#include "base/table.h"
#include "engines/split.h"
#include "solve/quest.h"

#include <stdlib.h>

bool zm_cluster_completes(const struct zm_question *question)
{
    const struct zm_split *split = zm_split_of(question->game);
    return split != NULL && (question->calculation->quest & split->quests) != 0;
}

const struct zm_param *zm_cluster_split_params(const struct zm_question *question)
{
    return question->search == &zm_cluster_complete ? zm_split_of(question->game)->params : NULL;
}

static const struct zm_param pile_params[] = {
    ZM_CLUSTER_PILE_PARAM,
    {0},
};

/* -- reports -- */

#define WHOLE (UINT32_C(1) << 31) /* beside the length of the line */

static void write_report(const struct zm_split_done *done, bool whole, struct zm_buffer *report)
{
    uint32_t length = (uint32_t)(done->line.size / sizeof(zm_move)) | (whole ? WHOLE : 0);
    zm_buffer_add(report, &done->count, sizeof done->count);
    zm_buffer_add(report, &length, sizeof length);
    zm_buffer_add(report, done->line.data, done->line.size);
    for (size_t i = 0; i < done->left.count; i++) {
        struct zm_hash128 hash = zm_bytes_hash128(zm_list_at(&done->left, i));
        zm_buffer_add(report, &hash, sizeof hash);
    }
}

/* A report taken apart; what it points to is not aligned. */
struct told {
    uint64_t count;
    uint32_t length;
    const uint8_t *line, *left;
    size_t left_count;
    bool whole;
};

static bool read_report(struct zm_bytes report, struct told *told)
{
    enum { HEAD = sizeof(uint64_t) + sizeof(uint32_t), HASH = sizeof(struct zm_hash128) };
    if (report.size < HEAD)
        return false;
    memcpy(&told->count, report.data, sizeof told->count);
    memcpy(&told->length, report.data + sizeof told->count, sizeof told->length);
    told->whole = (told->length & WHOLE) != 0;
    told->length &= ~WHOLE;
    size_t line = told->length * sizeof(zm_move), rest = report.size - HEAD;
    if (line > rest || (rest - line) % HASH != 0)
        return false;
    told->line = report.data + HEAD;
    told->left = told->line + line;
    told->left_count = (rest - line) / HASH;
    return true;
}

/* -- the worker -- */

struct tasks {
    struct zm_cluster_options options;
    struct zm_question question;
    bool opened;
    const struct zm_split *split;
    void *state; /* of it */
    struct zm_run *run;
    const uint64_t *waiting; /* tasks on the server, when this one was taken; NULL: none */
    uint64_t pile;           /* as many are enough */
};

static void tasks_close(void *state)
{
    struct tasks *tasks = state;
    if (tasks->state != NULL)
        tasks->split->close(tasks->state);
    if (tasks->opened)
        zm_question_close(&tasks->question);
    zm_cluster_options_free(&tasks->options);
    free(tasks);
}

static enum zm_status tasks_begin(const char *about, struct zm_run *run, size_t memory,
                                  struct tasks **made, struct zm_error *error)
{
    struct tasks *tasks = calloc(1, sizeof *tasks);
    if (tasks == NULL)
        return zm_fail_memory(error);
    tasks->run = run;
    enum zm_status status = zm_cluster_options_read(about, memory, &tasks->options, error);
    const char *position = json_string_value(json_object_get(tasks->options.root, "position"));
    if (status == ZM_OK)
        status = zm_question_open(&tasks->question, tasks->options.game, position,
                                  tasks->options.options, tasks->options.count, pile_params, error);
    tasks->opened = status == ZM_OK;
    if (status == ZM_OK)
        tasks->pile = (uint64_t)zm_settings_integer(&tasks->question.settings, "pile");
    tasks->split = status == ZM_OK ? zm_split_of(tasks->question.game) : NULL;
    if (status == ZM_OK && tasks->split == NULL)
        status = zm_fail(error, ZM_BAD_INPUT, "%s: there are no tasks of this game",
                         tasks->question.game->name);
    if (status == ZM_OK)
        status =
            tasks->split->open(&tasks->question.settings,
                               zm_buffer_bytes(&tasks->question.position), &tasks->state, error);
    if (status == ZM_OK)
        *made = tasks;
    else
        tasks_close(tasks);
    return status;
}

static enum zm_status tasks_open(const struct zm_bench *bench, const char *about, void **state,
                                 struct zm_error *error)
{
    struct tasks *tasks = NULL;
    enum zm_status status = tasks_begin(about, bench->run, bench->memory, &tasks, error);
    if (status == ZM_OK)
        tasks->waiting = bench->waiting;
    *state = tasks;
    return status;
}

static enum zm_status tasks_work(void *state, struct zm_bytes key, struct zm_bytes rest,
                                 struct zm_job_report *report, struct zm_error *error)
{
    struct tasks *tasks = state;
    struct zm_split_done done = {0};
    bool whole = *tasks->waiting >= tasks->pile;
    (void)rest;
    enum zm_status status = tasks->split->work(tasks->state, key, whole, tasks->run, &done, error);
    if (status == ZM_OK) {
        write_report(&done, whole, &report->text);
        for (size_t i = 0; i < done.left.count; i++)
            zm_job_add(&report->left, zm_list_at(&done.left, i), zm_bytes("", 0));
        report->nodes = done.count;
    }
    zm_split_done_free(&done);
    return status;
}

const struct zm_labour zm_complete_labour = {
    .kind = "complete",
    .open = tasks_open,
    .work = tasks_work,
    .close = tasks_close,
};

/* -- the master -- */

enum { REACHED = 1, DONE = 2, CHECKED_MOST = 3000000 };

/* What is known of a task, under its hash. */
struct entry {
    uint32_t report; /* in `reports` */
    uint8_t flags;
};

struct adding {
    struct zm_cluster *cluster;
    const struct zm_alone *alone; /* stands on the first position */
    struct zm_table known;
    struct zm_list reports;
    struct zm_buffer stack; /* hashes of tasks that were reached */
    struct zm_hash128 first;
    uint64_t missing;      /* reached, and not done */
    struct zm_buffer line; /* the best */
    uint64_t positions, counted;
    struct tasks *checker;
    struct zm_run checking;
    struct zm_random lots;
    bool failed;
    enum zm_status status;
    struct zm_error *error;
};

static struct entry entry_of(struct adding *adding, struct zm_hash128 hash, uint8_t **slot)
{
    struct entry entry = {0, 0};
    *slot = zm_table_insert(&adding->known, zm_bytes(&hash, sizeof hash), NULL);
    if (*slot == NULL)
        adding->failed = true;
    else
        memcpy(&entry, *slot, sizeof entry);
    return entry;
}

/* Counts a task that is reached and done, and reaches what it left. */
static void count_task(struct adding *adding, struct zm_bytes report)
{
    struct told told;
    if (!read_report(report, &told))
        return;
    adding->missing--;
    adding->counted++;
    adding->positions += told.count;
    atomic_fetch_add(&adding->cluster->run->nodes, told.count);
    if (told.length * sizeof(zm_move) > adding->line.size)
        zm_buffer_set(&adding->line, zm_bytes(told.line, told.length * sizeof(zm_move)));
    zm_buffer_add(&adding->stack, told.left, told.left_count * sizeof(struct zm_hash128));
}

static void reach(struct adding *adding, struct zm_hash128 hash)
{
    uint8_t *slot;
    struct entry entry = entry_of(adding, hash, &slot);
    if (slot == NULL || (entry.flags & REACHED) != 0)
        return;
    entry.flags |= REACHED;
    memcpy(slot, &entry, sizeof entry);
    adding->missing++;
    if ((entry.flags & DONE) != 0)
        count_task(adding, zm_list_at(&adding->reports, entry.report));
}

static void reach_all(struct adding *adding)
{
    struct zm_hash128 hash;
    while (adding->stack.size > 0 && !adding->failed) {
        adding->failed |= adding->stack.failed;
        adding->stack.size -= sizeof hash;
        memcpy(&hash, adding->stack.data + adding->stack.size, sizeof hash);
        reach(adding, hash);
    }
}

/* Computes a small task again; false: the report is wrong. */
static bool is_right(struct adding *adding, struct zm_bytes task, struct zm_bytes report)
{
    struct told told;
    struct zm_split_done done = {0};
    struct zm_buffer again = {0};
    if (!read_report(report, &told))
        return false;
    if (adding->cluster->check == 0 || told.count > CHECKED_MOST ||
        zm_random_below(&adding->lots, adding->cluster->check) != 0)
        return true;
    const struct tasks *checker = adding->checker;
    enum zm_status status = checker->split->work(checker->state, task, told.whole,
                                                 &adding->checking, &done, adding->error);
    if (status == ZM_OK)
        write_report(&done, told.whole, &again);
    bool right = status != ZM_OK || again.failed || zm_bytes_equal(zm_buffer_bytes(&again), report);
    zm_split_done_free(&done);
    zm_buffer_free(&again);
    return right && status != ZM_BAD_INPUT;
}

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report);

/* The jobs of one worker. */
struct gathering {
    struct zm_bytes who;
    struct zm_list jobs;
};

static void gather(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report)
{
    struct gathering *gathering = context;
    (void)report;
    if (zm_bytes_equal(who, gathering->who))
        zm_job_add(&gathering->jobs, key, zm_bytes("", 0));
}

static void forget_all(struct adding *adding)
{
    zm_table_free(&adding->known);
    zm_table_init(&adding->known, sizeof(struct entry));
    zm_list_clear(&adding->reports);
    zm_buffer_clear(&adding->stack);
    adding->missing = adding->positions = adding->counted = 0;
    zm_buffer_clear(&adding->line);
    reach(adding, adding->first);
}

/* A worker was wrong: its tasks are done again by others. */
static void drop(struct adding *adding, struct zm_bytes who)
{
    struct zm_cluster *cluster = adding->cluster;
    struct zm_master *master = &cluster->lead.master;
    struct gathering gathering = {.who = who};
    struct zm_random lots = adding->lots;
    adding->status = zm_master_recall(master, gather, &gathering, adding->error);
    if (adding->status == ZM_OK)
        adding->status =
            zm_cluster_ban(cluster, &cluster->lead, who,
                           "a task that it counted has other positions", false, adding->error);
    forget_all(adding);
    if (adding->status == ZM_OK)
        adding->status = zm_master_recall(master, hear, adding, adding->error);
    if (adding->status == ZM_OK)
        adding->status = zm_campaign_offer(cluster->link, cluster->lead.campaign.name,
                                           &gathering.jobs, true, adding->error);
    adding->lots = lots;
    zm_list_free(&gathering.jobs);
}

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report)
{
    struct adding *adding = context;
    uint8_t *slot;
    if (adding->status != ZM_OK || adding->failed)
        return;
    struct entry entry = entry_of(adding, zm_bytes_hash128(key), &slot);
    if (slot == NULL || (entry.flags & DONE) != 0)
        return;
    if (!is_right(adding, key, report)) {
        drop(adding, who);
        return;
    }
    entry.flags |= DONE;
    entry.report = (uint32_t)adding->reports.count;
    zm_list_add(&adding->reports, report);
    adding->failed |= zm_list_failed(&adding->reports);
    memcpy(slot, &entry, sizeof entry);
    if ((entry.flags & REACHED) != 0)
        count_task(adding, report);
    reach_all(adding);
}

static enum zm_status add_up(struct adding *adding, struct zm_bytes first, struct zm_error *error)
{
    struct zm_cluster *cluster = adding->cluster;
    struct zm_list jobs = {0};
    adding->first = zm_bytes_hash128(first);
    forget_all(adding);
    enum zm_status status = zm_master_recall(&cluster->lead.master, hear, adding, error);
    zm_job_add(&jobs, first, zm_bytes("", 0));
    if (status == ZM_OK)
        status = zm_campaign_offer(cluster->link, cluster->lead.campaign.name, &jobs, false, error);
    zm_list_free(&jobs);
    while (status == ZM_OK && adding->missing > 0) {
        status = zm_master_listen(&cluster->lead.master, 200, hear, adding, error);
        zm_run_poll(cluster->run, adding->counted, 0);
        status = status != ZM_OK ? status : adding->failed ? zm_fail_memory(error) : adding->status;
    }
    return status;
}

/* Tells the sum so far, and the moves of the best line once they have been played here. */
static void tell(void *context, struct zm_buffer *text)
{
    const struct adding *adding = context;
    struct zm_answer answer = {0};
    size_t length = adding->line.size / sizeof(zm_move);
    const zm_move *moves = (const zm_move *)adding->line.data;
    json_t *line = json_array();
    if (length > 0 && zm_quest_playable(adding->alone, moves, length, false) &&
        zm_alone_line(adding->alone, moves, length, &answer, NULL) == ZM_OK)
        for (size_t i = 0; i < answer.line.count; i++) {
            struct zm_bytes name = zm_list_at(&answer.line, i);
            json_array_append_new(line, json_stringn((const char *)name.data, name.size));
        }
    zm_answer_free(&answer);
    zm_cluster_told(json_pack("{s:I,s:I,s:o}", "positions", (json_int_t)adding->positions, "length",
                              (json_int_t)length, "line", line),
                    text);
}

/* Gives the quest what was added up. */
static enum zm_status give(const struct adding *adding, struct zm_quest *quest, bool proved,
                           struct zm_error *error)
{
    static const zm_move none[1];
    size_t length = adding->line.size / sizeof(zm_move);
    const void *line = length == 0 ? (const void *)none : adding->line.data;
    quest->proved = proved;
    quest->count = adding->positions;
    quest->best = (int64_t)length;
    return !adding->line.failed && zm_quest_keep(quest, line, length) ? ZM_OK
                                                                      : zm_fail_memory(error);
}

static enum zm_status explore(struct zm_alone *alone, struct zm_quest *quest,
                              struct zm_error *error)
{
    struct zm_cluster *cluster = alone->problem.run->cluster;
    struct zm_list tasks = {0};
    struct adding *adding = calloc(1, sizeof *adding);
    if (adding == NULL)
        return zm_fail_memory(error);
    adding->cluster = cluster;
    adding->alone = alone;
    adding->error = error;
    cluster->lead.master.tell = tell;
    cluster->lead.master.tell_context = adding;
    adding->lots = zm_random_seeded(cluster->run->seed);
    zm_table_init(&adding->known, sizeof(struct entry));
    zm_run_begin(&adding->checking);
    adding->checking.outer = cluster->run;
    enum zm_status status =
        tasks_begin(cluster->lead.about, &adding->checking, 1 << 20, &adding->checker, error);
    if (status == ZM_OK)
        status = adding->checker->split->first(adding->checker->state, &tasks, error);
    if (status == ZM_OK)
        status = add_up(adding, zm_list_at(&tasks, 0), error);
    if (status == ZM_OK || status == ZM_STOPPED) {
        enum zm_status told = give(adding, quest, status == ZM_OK, error);
        status = told == ZM_OK ? status : told;
    }
    cluster->lead.master.tell = NULL;
    if (adding->checker != NULL)
        tasks_close(adding->checker);
    zm_table_free(&adding->known);
    zm_list_free(&adding->reports);
    zm_buffer_free(&adding->stack);
    zm_buffer_free(&adding->line);
    zm_list_free(&tasks);
    free(adding);
    return status;
}

const struct zm_search zm_cluster_complete = {
    .name = "complete",
    .summary = "a complete search by many machines",
    .explore = explore,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_SHORTEST | ZM_QUEST_LONGEST | ZM_QUEST_COUNT,
};
