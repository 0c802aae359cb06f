/* The compaction of a store: what a verified proof about one position needs goes to a new file,
 * which is checked by the rules as any store is and then takes the place of the old one. The proofs
 * are certificates, where there are such; lost positions of games that do not split are gathered in
 * store_lost.c. */
#include "care/key_text.h"
#include "care/store_care.h"

#include "api/certify.h"
#include "care/store_check.h"
#include "proof/hybrid_nodes.h"
#include "proof/score_text.h"
#include "solve/contracts.h"
#include "solve/hybrid.h"
#include "solve/misere_node.h"
#include "solve/rct_store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A question about the position, with the store as its store; its answer; and what to keep. */
struct compacting {
    const char *path;
    struct zm_store_header header;
    struct zm_question question;
    struct zm_answer answer;
    struct zm_run *run;
    struct zm_store *kept; /* in memory */
    struct zm_error *error;
};

static bool keys_are(const struct compacting *c, const char *keys)
{
    return strcmp(zm_buffer_string(&c->header.keys), keys) == 0;
}

/* -- the question -- */

enum { OPTIONS = 6 };

/* How components were taken for trees when the store was filled: as in the last job about the
 * position, or the last of all. */
static void way_of_jobs(struct zm_store *store, const char *position, struct zm_buffer *size,
                        struct zm_buffer *base)
{
    struct zm_buffer about = {0}, text = {0}, other = {0};
    bool same = false;
    for (size_t i = 0; zm_store_job_says(store, i, "rct-size", &about, &text) &&
                       zm_store_job_says(store, i, "rct-base", &about, &other);
         i++) {
        bool equal = strcmp(zm_buffer_string(&about), position) == 0;
        if (same && !equal)
            continue;
        same = equal;
        zm_buffer_set(size, zm_buffer_bytes(&text));
        zm_buffer_set(base, zm_buffer_bytes(&other));
    }
    zm_buffer_free(&about);
    zm_buffer_free(&text);
    zm_buffer_free(&other);
}

/* Does the store know every component of the position? Then a proof is of its nimber. */
static bool nimber_known(const struct zm_question *question, struct zm_store *store)
{
    struct zm_list components = {0};
    struct zm_value value;
    bool known = zm_split(&question->instance, zm_buffer_bytes(&question->position), &components) &&
                 !zm_list_failed(&components);
    for (size_t i = 0; known && i < components.count; i++)
        known = zm_store_get(store, ZM_KIND_NIMBER, zm_list_at(&components, i), &value);
    zm_list_free(&components);
    return known;
}

static enum zm_status ask(struct compacting *c, const char *position, const struct zm_buffer *size,
                          const struct zm_buffer *base)
{
    bool misere = strcmp(zm_buffer_string(&c->header.play), "misere") == 0;
    const char *compute = keys_are(c, ZM_CONTRACTS_KEYS) ? "score"
                          : keys_are(c, "distance")      ? "distance"
                                                         : "outcome";
    struct zm_option options[OPTIONS] = {{"play", misere ? "misere" : "normal"},
                                         {"compute", compute}};
    size_t count = 2;
    if (size->size > 0)
        options[count++] = (struct zm_option){"rct-size", zm_buffer_string(size)};
    if (base->size > 0)
        options[count++] = (struct zm_option){"rct-base", zm_buffer_string(base)};
    enum zm_status status = zm_question_of_rules(zm_buffer_string(&c->header.game), position,
                                                 zm_buffer_string(&c->header.rules), options, count,
                                                 NULL, &c->question, c->error);
    if (status == ZM_OK)
        status = zm_settings_set_local(&c->question.settings, "store", c->path, c->error);
    if (status != ZM_OK)
        return status;
    const struct zm_calculation *calculation = c->question.calculation;
    status = zm_question_run(&c->question, c->run, c->error);
    if (status == ZM_OK && keys_are(c, "components") && nimber_known(&c->question, c->run->store)) {
        calculation = zm_calculation_find("nimber", c->question.game, false, c->error);
        status = calculation == NULL ? ZM_BAD_INPUT : ZM_OK;
    }
    if (status == ZM_OK)
        status =
            zm_question_answer_by(&c->question, calculation, zm_buffer_bytes(&c->question.position),
                                  c->run, &c->answer, c->error);
    return status == ZM_STOPPED
               ? zm_fail(c->error, ZM_STOPPED, "stopped before the answer was known")
               : status;
}

/* -- what to keep -- */

/* The trees that a lost node names. */
static enum zm_status keep_trees(struct compacting *c, struct zm_rct_base *base,
                                 struct zm_kept_trees *trees, struct zm_bytes node)
{
    struct zm_misere_node parts = {0};
    enum zm_status status = zm_misere_node_read(base, node, &parts) ? ZM_OK : ZM_FAILED;
    for (size_t i = 0; status == ZM_OK && i < parts.trees.count; i++)
        status = zm_rct_store_keep(base, parts.trees.items[i], trees, c->kept);
    zm_misere_node_free(&parts);
    return status;
}

/* In which ways the nodes were made. */
static bool keep_way(void *context, struct zm_bytes key, struct zm_value value)
{
    struct compacting *c = context;
    return key.size == 0 || key.data[0] != 'W' ||
           zm_store_put(c->kept, ZM_KIND_TREE, key, value) == ZM_OK;
}

/* The entries of a certificate with reduced trees, under the keys of the store. */
static enum zm_status keep_nodes(struct compacting *c, const struct zm_certificate *certificate)
{
    struct zm_hybrid_nodes *nodes = NULL;
    struct zm_kept_trees trees = {0};
    struct zm_table_cursor cursor = {0};
    struct zm_buffer node = {0};
    struct zm_bytes key;
    void *value;
    enum zm_status status =
        zm_hybrid_nodes_open(certificate->instance.game, &c->question.settings,
                             zm_buffer_string(&certificate->trees), c->run, &nodes, c->error);
    while (status == ZM_OK && zm_table_next(&certificate->entries, &cursor, &key, &value)) {
        status = zm_hybrid_nodes_key(nodes, certificate->nodes, key, &node, c->error);
        if (status == ZM_OK)
            status =
                zm_store_put(c->kept, ZM_KIND_LOST, zm_buffer_bytes(&node), (struct zm_value){0});
        if (status == ZM_OK)
            status = keep_trees(c, zm_hybrid_base(nodes->hybrid), &trees, zm_buffer_bytes(&node));
    }
    c->run->store->class->each(c->run->store, ZM_KIND_TREE, keep_way, c);
    zm_buffer_free(&node);
    zm_kept_trees_free(&trees);
    zm_hybrid_nodes_close(nodes);
    return status;
}

static enum zm_status keep_certificate(struct compacting *c)
{
    struct zm_certificate certificate;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    enum zm_status status = zm_certify(&c->question, c->run, &c->answer, &certificate, c->error);
    if (status != ZM_OK)
        return status;
    if (certificate.nodes != NULL)
        status = keep_nodes(c, &certificate);
    while (status == ZM_OK && certificate.nodes == NULL &&
           zm_table_next(&certificate.entries, &cursor, &key, &value)) {
        uint32_t nimber;
        memcpy(&nimber, value, sizeof nimber);
        status = zm_store_put(c->kept, certificate.misere ? ZM_KIND_LOST : ZM_KIND_NIMBER, key,
                              (struct zm_value){.a = nimber});
    }
    zm_certificate_free(&certificate);
    return status == ZM_OK ? ZM_OK : zm_fail_memory(c->error);
}

/* The bounds of the certificate, and those of the position itself. */
static enum zm_status keep_scores(struct compacting *c)
{
    struct zm_score_certificate certificate;
    const struct zm_question *question = &c->question;
    struct zm_buffer normal = {0};
    int32_t sure[2] = {0, 0};
    enum zm_status status =
        zm_certify_score(&c->question, c->run, &c->answer, &certificate, c->error);
    if (status != ZM_OK)
        return status;
    status = zm_score_file_load(&certificate.entries, &question->instance, c->kept, c->error);
    question->game->scores->normalise(question->instance.state,
                                      zm_buffer_bytes(&question->position), &normal, sure);
    int64_t score = c->answer.number - sure[0];
    if (status == ZM_OK)
        status = normal.failed ? ZM_FAILED
                               : zm_store_put(c->kept, ZM_KIND_BOUND, zm_buffer_bytes(&normal),
                                              (struct zm_value){score, score});
    zm_buffer_free(&normal);
    zm_score_certificate_free(&certificate);
    if (status != ZM_OK && c->error->status == ZM_OK)
        zm_fail_memory(c->error);
    return status;
}

static enum zm_status keep_distance(struct compacting *c, struct zm_bytes position)
{
    struct zm_value value;
    return zm_store_get(c->run->store, ZM_KIND_DISTANCE, position, &value)
               ? zm_store_put(c->kept, ZM_KIND_DISTANCE, position, value)
               : ZM_OK;
}

static enum zm_status keep_distances(struct compacting *c)
{
    const struct zm_instance *game = &c->question.instance;
    struct zm_bytes position = zm_buffer_bytes(&c->question.position);
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    enum zm_status status = keep_distance(c, position);
    game->game->rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; status == ZM_OK && i < moves.count; i++) {
        zm_buffer_clear(&next);
        game->game->rules->apply(game->state, position, zm_list_at(&moves, i), &next);
        status = next.failed ? ZM_FAILED : keep_distance(c, zm_buffer_bytes(&next));
    }
    if (status == ZM_OK && zm_list_failed(&moves))
        status = ZM_FAILED;
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return status == ZM_OK ? ZM_OK : zm_fail_memory(c->error);
}

static enum zm_status keep(struct compacting *c)
{
    if (keys_are(c, "components") || keys_are(c, ZM_KEYS_SUMS))
        return keep_certificate(c);
    if (keys_are(c, ZM_CONTRACTS_KEYS))
        return keep_scores(c);
    if (keys_are(c, "positions"))
        return zm_keep_lost(&c->question, c->run, c->answer.outcome, c->kept, c->error);
    if (keys_are(c, "distance") || keys_are(c, "outcome"))
        return keep_distances(c);
    return zm_fail(c->error, ZM_BAD_INPUT, "'%s' has keys '%s': nothing is kept under such keys",
                   c->path, zm_buffer_string(&c->header.keys));
}

/* -- the new file -- */

struct writing {
    struct zm_store *into;
    enum zm_kind kind;
    enum zm_status status;
    uint64_t count;
};

static bool write_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct writing *writing = context;
    writing->status = zm_store_put(writing->into, writing->kind, key, value);
    writing->count++;
    return writing->status == ZM_OK;
}

static enum zm_status copy_jobs(struct zm_store *from, struct zm_store *into,
                                struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && zm_store_note(from, i, &text); i++)
        status = zm_store_add_note(into, zm_buffer_bytes(&text), error);
    zm_buffer_free(&text);
    return status;
}

/* A new store at `path` with the header and the jobs of another one and the entries of a third. */
static enum zm_status write_store(const char *path, struct zm_store *old, struct zm_store *entries,
                                  uint64_t *count, struct zm_error *error)
{
    struct writing writing = {0};
    enum zm_status status =
        zm_store_open(path, ZM_STORE_CREATE, zm_store_header(old), 0, &writing.into, error);
    if (status != ZM_OK)
        return status;
    status = copy_jobs(old, writing.into, error);
    for (int kind = 0; status == ZM_OK && kind < ZM_KIND_COUNT; kind++) {
        writing.kind = (enum zm_kind)kind;
        entries->class->each(entries, writing.kind, write_entry, &writing);
        status = writing.status;
    }
    if (status == ZM_OK)
        status = zm_store_flush(writing.into, error);
    else if (error->status == ZM_OK)
        zm_fail(error, status, "cannot write '%s'", path);
    zm_store_close(writing.into);
    *count = writing.count;
    return status;
}

static enum zm_status check_file(const char *path, struct zm_run *run, struct zm_error *error)
{
    struct zm_store *store;
    struct zm_store_report report;
    enum zm_status status = zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, error);
    if (status != ZM_OK)
        return status;
    status = zm_store_check(store, run, &report, error);
    zm_store_close(store);
    return status;
}

static enum zm_status replace(const char *path, struct zm_store *old, struct zm_store *entries,
                              struct zm_run *run, uint64_t *count, struct zm_error *error)
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
    enum zm_status status = write_store(zm_buffer_string(&fresh), old, entries, count, error);
    if (status == ZM_OK)
        status = check_file(zm_buffer_string(&fresh), run, error);
    if (status == ZM_OK && rename(zm_buffer_string(&fresh), path) != 0)
        status = zm_fail(error, ZM_FAILED, "cannot replace '%s': %s", path, strerror(errno));
    if (status != ZM_OK)
        remove(zm_buffer_string(&fresh));
    remove(zm_buffer_string(&lock));
    zm_buffer_free(&fresh);
    zm_buffer_free(&lock);
    return status;
}

/* -- all of it -- */

/* Fills `kept`; the store is closed again when it is done. */
static enum zm_status gather(struct compacting *c, const char *position,
                             const struct zm_buffer *size, const struct zm_buffer *base)
{
    c->kept = zm_memory_store(0);
    if (c->kept == NULL)
        return zm_fail_memory(c->error);
    enum zm_status status = ask(c, position, size, base);
    if (status == ZM_OK)
        status = keep(c);
    zm_answer_free(&c->answer);
    if (c->question.game != NULL)
        zm_question_close(&c->question);
    c->run->store = NULL;
    return status;
}

static uint64_t count_all(struct zm_store *store)
{
    uint64_t count = 0;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        count += zm_store_count(store, (enum zm_kind)kind);
    return count;
}

enum zm_status zm_store_compact(const char *path, const char *game, const char *position,
                                struct zm_run *run, struct zm_compaction *compaction,
                                struct zm_error *error)
{
    struct compacting c = {.path = path, .run = run, .error = error};
    struct zm_buffer size = {0}, base = {0};
    struct zm_store *store;
    enum zm_status status = zm_store_open(path, ZM_STORE_ALONE, NULL, 0, &store, error);
    if (status != ZM_OK)
        return status;
    status = zm_store_header_copy(zm_store_header(store), &c.header, error);
    *compaction = (struct zm_compaction){.before = count_all(store)};
    way_of_jobs(store, position, &size, &base);
    if (status == ZM_OK && strcmp(zm_buffer_string(&c.header.game), game) != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "'%s' has the game '%s', not '%s'", path,
                         zm_buffer_string(&c.header.game), game);
    if (status == ZM_OK)
        status = zm_store_keys_known(store, run, error);
    zm_store_close(store);
    compaction->all = status == ZM_OK && keys_are(&c, "strong solution");
    if (status == ZM_OK && !compaction->all) {
        status = gather(&c, position, &size, &base);
        if (status == ZM_OK)
            status = zm_store_open(path, ZM_STORE_ALONE, NULL, 0, &store, error);
        if (status == ZM_OK) {
            compaction->all = zm_store_stats(c.kept).entries >= compaction->before;
            if (!compaction->all)
                status = replace(path, store, c.kept, run, &compaction->after, error);
            zm_store_close(store);
        }
        zm_store_close(c.kept);
    }
    if (status == ZM_OK && compaction->all) {
        status = check_file(path, run, error);
        compaction->after = compaction->before;
    }
    zm_store_header_free(&c.header);
    zm_buffer_free(&size);
    zm_buffer_free(&base);
    return status;
}
