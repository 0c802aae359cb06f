/* The coherence of a store, and its compaction; see store_care.h.
 *
 * Nimbers of components are checked by proof/verify.c, as the entries of a certificate are. A lost
 * node of a game played on whole positions is right when each of its children is known to be won:
 * by the rules, or because one of its own children is an entry or lost by the rules; and so is a
 * lost node of misère play. In all cases an entry leans only on positions after it in the game, so
 * if each is right given the others, all are.
 *
 * A misère node names its reduced trees by their addresses, so it can be read when those trees have
 * been made: by expanding entries without trees, and the positions of the store's jobs, then what
 * that makes readable, and so on. */
#include "api/store_care.h"

#include "api/certify.h"
#include "api/key_text.h"
#include "proof/verify.h"
#include "solve/hybrid.h"
#include "solve/misere_node.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define SUMS "sums with reduced trees"

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

/* All entries of a kind in memory: `value` of a nimber in four bytes, nothing of a lost node. */
struct loading {
    struct zm_table table;
    bool failed;
};

static bool load_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct loading *loading = context;
    uint32_t nimber = value.a < 0 || value.a > UINT32_MAX ? UINT32_MAX : (uint32_t)value.a;
    loading->failed = !zm_certificate_put(&loading->table, key, nimber);
    return !loading->failed;
}

static enum zm_status load(struct zm_store *store, enum zm_kind kind, struct loading *loading,
                           struct zm_error *error)
{
    zm_table_init(&loading->table, sizeof(uint32_t));
    loading->failed = false;
    store->class->each(store, kind, load_entry, loading);
    return loading->failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status check_nimbers(struct zm_store *store, const struct zm_problem *problem,
                                    struct zm_store_report *report, struct zm_error *error)
{
    struct zm_instance instance = {0};
    struct loading loading;
    enum zm_status status = load(store, ZM_KIND_NIMBER, &loading, error);
    if (status == ZM_OK)
        status = zm_instance_open(&instance, problem->game, problem->settings, error);
    if (status == ZM_OK) {
        status = zm_verify_nimbers(&instance, &loading.table, problem->run, &report->wrong, error);
        zm_instance_close(&instance);
    }
    report->checked += loading.table.count;
    zm_table_free(&loading.table);
    return status;
}

/* Is each child of a node that is said to be lost shown to be won? */
static bool shown_lost(const struct zm_space *space, struct zm_bytes node, struct zm_list *children,
                       struct zm_list *deeper)
{
    enum zm_verdict verdict = space->expand(space->state, node, children);
    bool lost = verdict != ZM_WON;
    for (size_t i = 0; verdict == ZM_OPEN && lost && i < children->count; i++)
        lost = space->expand(space->state, zm_list_at(children, i), deeper) == ZM_WON;
    return lost && !zm_list_failed(children) && !zm_list_failed(deeper);
}

/* Makes the trees of the positions that the store was asked about: two moves deep. */
static void expand_jobs(struct zm_store *store, struct zm_hybrid *hybrid,
                        const struct zm_space *space)
{
    const struct zm_instance *game = &zm_hybrid_base(hybrid)->components->game;
    struct zm_buffer text = {0}, drawn = {0}, node = {0};
    struct zm_list children = {0}, deeper = {0};
    for (size_t i = 0; zm_lmdb_job(store, i, &text); i++) {
        json_t *job = json_loads(zm_buffer_string(&text), 0, NULL);
        const char *position = json_string_value(json_object_get(job, "position"));
        zm_buffer_clear(&drawn);
        if (position != NULL &&
            game->game->rules->parse(game->state, position, &drawn, NULL) == ZM_OK &&
            zm_hybrid_root(hybrid, zm_buffer_bytes(&drawn), 0, &node, NULL) == ZM_OK) {
            space->expand(space->state, zm_buffer_bytes(&node), &children);
            for (size_t k = 0; k < children.count; k++)
                space->expand(space->state, zm_list_at(&children, k), &deeper);
        }
        json_decref(job);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&drawn);
    zm_buffer_free(&node);
    zm_list_free(&children);
    zm_list_free(&deeper);
}

/* Were components taken for trees in another way than this check does? */
static bool other_trees(struct zm_store *store)
{
    struct zm_buffer text = {0};
    bool other = false;
    for (size_t i = 0; !other && zm_lmdb_job(store, i, &text); i++)
        other = strstr(zm_buffer_string(&text), "\"rct-") != NULL;
    zm_buffer_free(&text);
    return other;
}

static bool readable(struct zm_hybrid *hybrid, struct zm_bytes node)
{
    struct zm_misere_node parts = {0};
    bool read = hybrid == NULL || zm_misere_node_read(zm_hybrid_base(hybrid), node, &parts);
    zm_misere_node_free(&parts);
    return read;
}

enum { CHECKED = 1 }; /* in the value of a loaded entry */

/* Checks the entries that can be read and were not checked before; returns how many. */
static size_t check_round(struct zm_hybrid *hybrid, const struct zm_space *space,
                          const struct zm_table *entries, struct zm_store_report *report,
                          uint32_t *easiest, enum zm_status *status, struct zm_error *error)
{
    struct zm_list children = {0}, deeper = {0};
    struct zm_table_cursor cursor = {0};
    struct zm_bytes node;
    void *value;
    size_t checked = 0;
    const uint32_t done = CHECKED;
    while (*status == ZM_OK && zm_table_next(entries, &cursor, &node, &value)) {
        if (memcmp(value, &done, sizeof done) == 0 || !readable(hybrid, node))
            continue;
        memcpy(value, &done, sizeof done);
        checked++;
        if (!shown_lost(space, node, &children, &deeper)) {
            uint32_t difficulty = space->difficulty(space->state, node);
            if (report->wrong++ == 0 || difficulty < *easiest) {
                struct zm_buffer text = {0};
                *easiest = difficulty;
                space->describe(space->state, node, &text);
                zm_fail(error, ZM_WRONG, "%.200s: said to be lost, which does not follow",
                        zm_buffer_string(&text));
                zm_buffer_free(&text);
            }
        }
        if (zm_run_poll(space->run, 0, 0))
            *status = zm_fail(error, ZM_STOPPED, "stopped");
    }
    zm_list_free(&children);
    zm_list_free(&deeper);
    return checked;
}

static enum zm_status check_nodes(struct zm_hybrid *hybrid, const struct zm_space *space,
                                  const struct zm_table *entries, struct zm_store_report *report,
                                  struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    uint32_t easiest = UINT32_MAX;
    size_t all = 0, checked;
    do {
        checked = check_round(hybrid, space, entries, report, &easiest, &status, error);
        all += checked;
    } while (checked > 0 && status == ZM_OK && all < entries->count);
    report->checked += all;
    report->unreadable = entries->count - all;
    return status == ZM_OK && report->wrong > 0 ? ZM_WRONG : status;
}

/* Lost whole positions. The space looks results up in the run's store, and may put what it derives
 * there: a store in memory, so that the file stays as it is. */
static enum zm_status check_lost(struct zm_store *store, const struct zm_problem *problem,
                                 struct zm_store_report *report, struct zm_error *error)
{
    struct loading loading;
    struct zm_space space;
    void *state = NULL;
    const struct zm_calculation *calculation =
        zm_calculation_find("outcome", problem->game, problem->misere, error);
    if (calculation == NULL)
        return ZM_BAD_INPUT;
    bool sums = calculation->keys != NULL && strcmp(calculation->keys, SUMS) == 0;
    if (sums && other_trees(store))
        return zm_fail(error, ZM_BAD_INPUT,
                       "it was filled with --rct-size or --rct-base; only misère stores with the "
                       "game's own measure of small components can be checked");
    if (calculation->space == NULL || calculation->keys == NULL ||
        (!sums && strcmp(calculation->keys, "positions") != 0))
        return zm_fail(error, ZM_BAD_INPUT, "lost nodes of %s cannot be checked by its rules alone",
                       problem->game->name);
    enum zm_status status = load(store, ZM_KIND_LOST, &loading, error);
    problem->run->store = zm_memory_store(0);
    if (status == ZM_OK && problem->run->store == NULL)
        status = zm_fail_memory(error);
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    while (status == ZM_OK && zm_table_next(&loading.table, &cursor, &key, &value))
        status = zm_store_put(problem->run->store, ZM_KIND_LOST, key, (struct zm_value){0});
    if (status == ZM_OK)
        status = calculation->open(problem, &state, error);
    if (status == ZM_OK) {
        calculation->space(state, &space);
        if (sums)
            expand_jobs(store, state, &space);
        status = check_nodes(sums ? state : NULL, &space, &loading.table, report, error);
        calculation->close(state);
    }
    if (problem->run->store != NULL)
        zm_store_close(problem->run->store);
    problem->run->store = NULL;
    zm_table_free(&loading.table);
    return status;
}

enum zm_status zm_store_check(struct zm_store *store, struct zm_run *run,
                              struct zm_store_report *report, struct zm_error *error)
{
    const struct zm_store_header *header = zm_lmdb_header(store);
    const char *keys = zm_buffer_string(&header->keys);
    struct zm_problem problem = {.run = run};
    struct zm_settings settings = {0};
    *report = (struct zm_store_report){0};
    enum zm_status status = find_game(header, &problem.game, error);
    for (int kind = 0; status == ZM_OK && kind < ZM_KIND_COUNT; kind++) {
        bool can =
            (kind == ZM_KIND_NIMBER && strcmp(keys, "components") == 0) ||
            (kind == ZM_KIND_LOST && (strcmp(keys, "positions") == 0 || strcmp(keys, SUMS) == 0));
        if (!can && zm_lmdb_count(store, (enum zm_kind)kind) > 0)
            status = zm_fail(error, ZM_BAD_INPUT,
                             "it holds entries of the kind '%s' with keys '%s'; only nimbers of "
                             "components, lost positions and lost misère sums can be checked",
                             zm_kind_name((enum zm_kind)kind), keys);
    }
    if (status == ZM_OK)
        status = zm_header_settings(header, problem.game->params, &settings, error);
    problem.settings = &settings;
    problem.misere = strcmp(zm_buffer_string(&header->play), "misere") == 0;
    if (status == ZM_OK)
        status = strcmp(keys, "components") == 0 ? check_nimbers(store, &problem, report, error)
                                                 : check_lost(store, &problem, report, error);
    zm_settings_free(&settings);
    return status;
}

/* Does the store know every component of the position? Then a proof is of its nimber. */
static bool nimber_known(const struct zm_question *question, struct zm_store *store)
{
    struct zm_list components = {0};
    struct zm_value value;
    question->game->sums->split(question->instance.state, zm_buffer_bytes(&question->position),
                                &components);
    bool known = !zm_list_failed(&components);
    for (size_t i = 0; known && i < components.count; i++)
        known = zm_store_get(store, ZM_KIND_NIMBER, zm_list_at(&components, i), &value);
    zm_list_free(&components);
    return known;
}

/* A proof about the position from what the store holds, verified. */
static enum zm_status prove(const char *path, const struct zm_store_header *header,
                            const char *position, struct zm_run *run,
                            struct zm_certificate *certificate, struct zm_error *error)
{
    bool misere = strcmp(zm_buffer_string(&header->play), "misere") == 0;
    struct zm_option options[] = {
        {"play", misere ? "misere" : "normal"}, {"compute", "outcome"}, {"store", path}};
    struct zm_question question;
    struct zm_answer answer = {0};
    enum zm_status status =
        zm_question_of_rules(zm_buffer_string(&header->game), position,
                             zm_buffer_string(&header->rules), options, 3, NULL, &question, error);
    if (status != ZM_OK)
        return status;
    status = zm_question_run(&question, run, error);
    if (status == ZM_OK && !misere && nimber_known(&question, run->store)) {
        question.calculation = zm_calculation_find("nimber", question.game, false, error);
        status = question.calculation == NULL ? ZM_BAD_INPUT : ZM_OK;
    }
    if (status == ZM_OK)
        status =
            zm_question_answer(&question, zm_buffer_bytes(&question.position), run, &answer, error);
    if (status == ZM_OK)
        status = zm_certify(&question, run, &answer, certificate, error);
    else if (status == ZM_STOPPED)
        zm_fail(error, ZM_STOPPED, "stopped before the answer was known");
    zm_answer_free(&answer);
    zm_question_close(&question);
    run->store = NULL;
    return status;
}

static enum zm_status copy_jobs(struct zm_store *from, struct zm_store *into,
                                struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && zm_lmdb_job(from, i, &text); i++)
        status = zm_lmdb_add_job(into, zm_buffer_bytes(&text), error);
    zm_buffer_free(&text);
    return status;
}

/* A new store at `path` with the header and the jobs of another one and these entries. */
static enum zm_status write_store(const char *path, struct zm_store *old, enum zm_kind kind,
                                  const struct zm_table *entries, struct zm_error *error)
{
    struct zm_store *store;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    enum zm_status status =
        zm_lmdb_open(path, ZM_STORE_CREATE, zm_lmdb_header(old), 0, &store, error);
    if (status != ZM_OK)
        return status;
    status = copy_jobs(old, store, error);
    while (status == ZM_OK && zm_table_next(entries, &cursor, &key, &value)) {
        uint32_t nimber;
        memcpy(&nimber, value, sizeof nimber);
        status = zm_store_put(store, kind, key, (struct zm_value){.a = nimber});
    }
    if (status == ZM_OK)
        status = store->class->flush(store, error);
    else if (error->status == ZM_OK)
        zm_fail(error, status, "cannot write '%s'", path);
    zm_store_close(store);
    return status;
}

static enum zm_status replace(const char *path, struct zm_store *old, enum zm_kind kind,
                              const struct zm_table *entries, struct zm_error *error)
{
    struct zm_buffer fresh = {0}, lock = {0};
    zm_buffer_format(&fresh, "%s.compact", path);
    zm_buffer_format(&lock, "%s-lock", zm_buffer_string(&fresh));
    if (fresh.failed || lock.failed) {
        zm_buffer_free(&fresh);
        zm_buffer_free(&lock);
        return zm_fail_memory(error);
    }
    remove(zm_buffer_string(&fresh)); /* what a killed compaction left */
    enum zm_status status = write_store(zm_buffer_string(&fresh), old, kind, entries, error);
    if (status == ZM_OK && rename(zm_buffer_string(&fresh), path) != 0)
        status = zm_fail(error, ZM_FAILED, "cannot replace '%s': %s", path, strerror(errno));
    if (status != ZM_OK)
        remove(zm_buffer_string(&fresh));
    remove(zm_buffer_string(&lock));
    zm_buffer_free(&fresh);
    zm_buffer_free(&lock);
    return status;
}

enum zm_status zm_store_compact(const char *path, const char *game, const char *position,
                                struct zm_run *run, size_t *before, size_t *after,
                                struct zm_error *error)
{
    struct zm_store_header header = {0};
    struct zm_certificate certificate;
    struct zm_store *store;
    enum zm_status status = zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, error);
    if (status != ZM_OK)
        return status;
    status = zm_store_header_copy(zm_lmdb_header(store), &header, error);
    bool sums = status == ZM_OK && strcmp(zm_buffer_string(&header.keys), SUMS) == 0;
    enum zm_kind kind = sums ? ZM_KIND_LOST : ZM_KIND_NIMBER;
    *before = (size_t)zm_lmdb_count(store, kind);
    zm_store_close(store);
    if (status == ZM_OK && strcmp(zm_buffer_string(&header.game), game) != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "'%s' has the game '%s', not '%s'", path,
                         zm_buffer_string(&header.game), game);
    if (status == ZM_OK && !sums && strcmp(zm_buffer_string(&header.keys), "components") != 0)
        status = zm_fail(error, ZM_BAD_INPUT,
                         "'%s' has keys '%s'; only stores of nimbers of components and of misère "
                         "sums can be made compact, and everything is kept",
                         path, zm_buffer_string(&header.keys));
    if (status == ZM_OK)
        status = prove(path, &header, position, run, &certificate, error);
    if (status == ZM_OK) {
        *after = certificate.entries.count;
        status = zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, error);
        if (status == ZM_OK) {
            status = replace(path, store, kind, &certificate.entries, error);
            zm_store_close(store);
        }
        zm_certificate_free(&certificate);
    }
    zm_store_header_free(&header);
    return status;
}

enum zm_status zm_store_nimbers(const char *path, const struct zm_certificate *certificate,
                                struct zm_table *entries, struct zm_error *error)
{
    const struct zm_game *game;
    struct zm_store *store;
    struct loading loading = {.table = *entries};
    enum zm_status status = zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, error);
    if (status != ZM_OK)
        return status;
    const struct zm_store_header *header = zm_lmdb_header(store);
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
    if (status == ZM_OK) {
        store->class->each(store, ZM_KIND_NIMBER, load_entry, &loading);
        *entries = loading.table;
        if (loading.failed)
            status = zm_fail_memory(error);
    }
    zm_store_close(store);
    return status;
}
