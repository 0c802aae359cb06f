/* The coherence of a store; see store_care.h.
 *
 * Nimbers of components are checked by proof/check/verify.c, as the entries of a certificate are. A
 * lost node of a game played on whole positions is right when each of its children is known to be
 * won: by the rules, or because one of its own children is an entry or lost by the rules. The other
 * kinds have files of their own: lost sums of misère play and their trees (store_sums.c), bounds on
 * scores (store_bounds.c), distances (store_distances.c), strong solutions (store_strong.c), one-player games
 * (store_again.c). */
#include "care/store_check.h"

#include "care/key_text.h"
#include "proof/check/verify.h"
#include "solve/contracts.h"

#include <jansson.h>
#include <string.h>

void zm_store_wrong(struct zm_store_checking *checking, uint32_t difficulty, const char *text,
                    const char *why)
{
    if (checking->report->wrong++ > 0 && difficulty >= checking->easiest)
        return;
    checking->easiest = difficulty;
    zm_fail(checking->error, ZM_WRONG, "%.200s: %s", text, why);
}

static bool copy_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    bool fresh;
    void *slot = zm_table_insert(context, key, &fresh);
    if (slot != NULL)
        memcpy(slot, &value, sizeof value);
    return slot != NULL;
}

enum zm_status zm_store_table(struct zm_store *store, enum zm_kind kind, struct zm_table *table,
                              struct zm_error *error)
{
    zm_table_init(table, sizeof(struct zm_value));
    store->class->each(store, kind, copy_entry, table);
    return table->count == zm_store_count(store, kind) ? ZM_OK : zm_fail_memory(error);
}

struct copying {
    struct zm_store *into;
    enum zm_kind kind;
    enum zm_status status;
};

static bool put_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct copying *copying = context;
    copying->status = zm_store_put(copying->into, copying->kind, key, value);
    return copying->status == ZM_OK;
}

struct zm_store *zm_store_in_memory(struct zm_store *store, enum zm_kind kind,
                                    struct zm_error *error)
{
    struct copying copying = {.into = zm_memory_store(0), .kind = kind};
    if (copying.into != NULL)
        store->class->each(store, kind, put_entry, &copying);
    if (copying.into != NULL && copying.status == ZM_OK)
        return copying.into;
    zm_store_close(copying.into);
    zm_fail_memory(error);
    return NULL;
}

static void set_text(struct zm_buffer *text, const char *from)
{
    zm_buffer_clear(text);
    zm_buffer_text(text, from == NULL ? "" : from);
}

bool zm_store_job_says(struct zm_store *store, size_t index, const char *option,
                       struct zm_buffer *position, struct zm_buffer *text)
{
    struct zm_buffer job = {0};
    bool there = zm_store_note(store, index, &job);
    if (there) {
        json_t *root = json_loads(zm_buffer_string(&job), 0, NULL);
        set_text(position, json_string_value(json_object_get(root, "position")));
        set_text(text,
                 json_string_value(json_object_get(json_object_get(root, "options"), option)));
        json_decref(root);
    }
    zm_buffer_free(&job);
    return there;
}

/* -- nimbers -- */

struct loading {
    struct zm_table *table;
    bool failed;
};

static bool load_nimber(void *context, struct zm_bytes key, struct zm_value value)
{
    struct loading *loading = context;
    uint32_t nimber = value.a < 0 || value.a > UINT32_MAX ? UINT32_MAX : (uint32_t)value.a;
    loading->failed = !zm_certificate_put(loading->table, key, nimber);
    return !loading->failed;
}

static enum zm_status load_nimbers(struct zm_store *store, struct zm_table *table,
                                   struct zm_error *error)
{
    struct loading loading = {.table = table};
    store->class->each(store, ZM_KIND_NIMBER, load_nimber, &loading);
    return loading.failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status check_nimbers(struct zm_store_checking *checking)
{
    const struct zm_problem *problem = &checking->problem;
    struct zm_instance instance = {0};
    struct zm_table table;
    zm_table_init(&table, sizeof(uint32_t));
    enum zm_status status =
        problem->game->sums == NULL
            ? zm_fail(checking->error, ZM_BAD_INPUT, "%s has no components", problem->game->name)
            : ZM_OK;
    if (status == ZM_OK)
        status = load_nimbers(checking->store, &table, checking->error);
    if (status == ZM_OK)
        status = zm_instance_open(&instance, problem->game, problem->settings, checking->error);
    if (status == ZM_OK) {
        status = zm_verify_nimbers(&instance, &table, problem->run, &checking->report->wrong,
                                   checking->error);
        zm_instance_close(&instance);
    }
    checking->report->checked += table.count;
    zm_table_free(&table);
    return status == ZM_WRONG ? ZM_OK : status;
}

/* -- lost positions -- */

static void check_lost(struct zm_store_checking *checking, const struct zm_space *space,
                       struct zm_bytes node, struct zm_list *children, struct zm_list *deeper)
{
    enum zm_verdict verdict = space->expand(space->state, node, children);
    const char *wrong =
        verdict == ZM_WON ? "said to be lost, but a move makes it lost for the other" : NULL;
    for (size_t i = 0; verdict == ZM_OPEN && wrong == NULL && i < children->count; i++)
        if (space->expand(space->state, zm_list_at(children, i), deeper) != ZM_WON)
            wrong = "said to be lost, but an option is not shown to be won";
    checking->report->checked++;
    if (wrong == NULL)
        return;
    struct zm_buffer text = {0};
    space->describe(space->state, node, &text);
    zm_store_wrong(checking, space->difficulty(space->state, node), zm_buffer_string(&text), wrong);
    zm_buffer_free(&text);
}

static enum zm_status check_lost_all(struct zm_store_checking *checking,
                                     const struct zm_space *space, const struct zm_table *entries)
{
    struct zm_list children = {0}, deeper = {0};
    struct zm_table_cursor cursor = {0};
    struct zm_bytes node;
    void *value;
    enum zm_status status = ZM_OK;
    while (status == ZM_OK && zm_table_next(entries, &cursor, &node, &value)) {
        check_lost(checking, space, node, &children, &deeper);
        if (zm_run_poll(space->run, 0, checking->report->checked))
            status = zm_fail(checking->error, ZM_STOPPED, "stopped");
        else if (zm_list_failed(&children) || zm_list_failed(&deeper))
            status = zm_fail_memory(checking->error);
    }
    zm_list_free(&children);
    zm_list_free(&deeper);
    return status;
}

/* The space looks results up in the run's store, and may put what it derives there: a store in
 * memory, so that the file stays as it is. */
static enum zm_status check_positions(struct zm_store_checking *checking)
{
    const struct zm_problem *problem = &checking->problem;
    struct zm_error *error = checking->error;
    struct zm_table entries;
    struct zm_space space;
    void *state = NULL;
    const struct zm_calculation *calculation =
        zm_calculation_find("outcome", problem->game, problem->misere, error);
    if (calculation == NULL)
        return ZM_BAD_INPUT;
    if (calculation->space == NULL || calculation->keys == NULL ||
        strcmp(calculation->keys, "positions") != 0)
        return zm_fail(error, ZM_BAD_INPUT, "%s is not decided by lost positions",
                       problem->game->name);
    enum zm_status status = zm_store_table(checking->store, ZM_KIND_LOST, &entries, error);
    if (status == ZM_OK) {
        problem->run->store = zm_store_in_memory(checking->store, ZM_KIND_LOST, error);
        status = problem->run->store == NULL ? ZM_FAILED : ZM_OK;
    }
    if (status == ZM_OK)
        status = calculation->open(problem, &state, error);
    if (status == ZM_OK) {
        calculation->space(state, &space);
        status = check_lost_all(checking, &space, &entries);
        calculation->close(state);
    }
    zm_store_close(problem->run->store);
    problem->run->store = NULL;
    zm_table_free(&entries);
    return status;
}

/* -- all kinds -- */

static enum zm_status find_game(const struct zm_store_header *header, const struct zm_game **game,
                                struct zm_error *error)
{
    *game = zm_game_find(zm_buffer_string(&header->game), error);
    if (*game == NULL)
        return ZM_BAD_INPUT;
    if ((*game)->canon_version != header->canon)
        return zm_fail(error, ZM_BAD_INPUT,
                       "the store has version %u of the canonical form, this program has %u",
                       header->canon, (*game)->canon_version);
    return ZM_OK;
}

/* What the keys of a store are, which kinds of entries belong to them, and who checks those. */
static const struct keys {
    const char *name;
    unsigned kinds; /* bits */
    enum zm_status (*check)(struct zm_store_checking *checking);
} all_keys[] = {
    {"components", 1 << ZM_KIND_NIMBER, check_nimbers},
    {"positions", 1 << ZM_KIND_LOST, check_positions},
    {ZM_KEYS_SUMS, 1 << ZM_KIND_LOST | 1 << ZM_KIND_TREE, zm_check_sums},
    {ZM_CONTRACTS_KEYS, 1 << ZM_KIND_BOUND, zm_check_bounds},
    {"strong solution", 1 << ZM_KIND_TREE, zm_check_strong},
    {"distance", 1 << ZM_KIND_DISTANCE, zm_check_distances},
    {"outcome", 1 << ZM_KIND_DISTANCE, zm_check_distances},
    {"winnable", 1 << ZM_KIND_DISTANCE, zm_check_winnable},
    {"boards", 1 << ZM_KIND_LOST, zm_check_boards},
};

static enum zm_status check_kinds(struct zm_store_checking *checking)
{
    const char *name = zm_buffer_string(&checking->header->keys);
    const struct keys *keys = NULL;
    for (size_t i = 0; i < sizeof all_keys / sizeof *all_keys; i++)
        if (strcmp(all_keys[i].name, name) == 0)
            keys = &all_keys[i];
    bool any = false;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        bool there = zm_store_count(checking->store, (enum zm_kind)kind) > 0;
        any = any || there;
        if (there && (keys == NULL || (keys->kinds >> kind & 1) == 0))
            return zm_fail(checking->error, ZM_BAD_INPUT,
                           "it holds entries of the kind '%s', which do not belong to keys '%s'",
                           zm_kind_name((enum zm_kind)kind), name);
    }
    enum zm_status status =
        any ? zm_store_keys_known(checking->store, checking->problem.run, checking->error) : ZM_OK;
    return any && status == ZM_OK ? keys->check(checking) : status;
}

enum zm_status zm_store_check(struct zm_store *store, struct zm_run *run,
                              struct zm_store_report *report, struct zm_error *error)
{
    struct zm_settings settings = {0};
    struct zm_store_checking checking = {.store = store,
                                         .header = zm_store_header(store),
                                         .problem = {.run = run, .settings = &settings},
                                         .report = report,
                                         .error = error};
    *report = (struct zm_store_report){0};
    enum zm_status status = find_game(checking.header, &checking.problem.game, error);
    if (status == ZM_OK)
        status =
            zm_header_settings(checking.header, checking.problem.game->params, &settings, error);
    checking.problem.misere = strcmp(zm_buffer_string(&checking.header->play), "misere") == 0;
    if (status == ZM_OK)
        status = check_kinds(&checking);
    zm_settings_free(&settings);
    return status == ZM_OK && report->wrong > 0 ? ZM_WRONG : status;
}

enum zm_status zm_store_nimbers(const char *path, const struct zm_certificate *certificate,
                                struct zm_table *entries, struct zm_error *error)
{
    const struct zm_game *game;
    struct zm_store *store;
    enum zm_status status = zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, error);
    if (status != ZM_OK)
        return status;
    const struct zm_store_header *header = zm_store_header(store);
    status = find_game(header, &game, error);
    if (status == ZM_OK &&
        (game != certificate->instance.game || certificate->misere ||
         strcmp(zm_buffer_string(&header->keys), "components") != 0 ||
         strcmp(zm_buffer_string(&header->rules), zm_buffer_string(&certificate->rules)) != 0))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "'%s' has '%s' of %s with '%s'; expected nimbers of components of %s with "
                         "'%s'",
                         path, zm_buffer_string(&header->keys), game->name,
                         zm_buffer_string(&header->rules), certificate->instance.game->name,
                         zm_buffer_string(&certificate->rules));
    if (status == ZM_OK)
        status = zm_store_keys_known(store, NULL, error);
    if (status == ZM_OK)
        status = load_nimbers(store, entries, error);
    zm_store_close(store);
    return status;
}
