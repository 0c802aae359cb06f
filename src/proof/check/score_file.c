/* Reading and checking score proofs; see score_file.h. A proof is walked from the root: a
 * lost contract needs every turn to be won by the opponent, a won one needs one turn that leaves a
 * lost contract, listed or plain (more points wanted than there are). Each listed position is
 * walked once, for the contract that its bound says is lost; and the turn that wins is looked for
 * once, where a position is met again and again. */
#include "proof/check/score_file.h"

#include "base/array.h"

#include <stdlib.h>

void zm_score_file_free(struct zm_score_file *file)
{
    zm_list_free(&file->positions);
    free(file->bounds);
    *file = (struct zm_score_file){0};
}

void zm_score_proof_free(struct zm_score_proof *proof)
{
    zm_buffer_free(&proof->example);
    *proof = (struct zm_score_proof){0};
}

enum zm_status zm_score_file_add(struct zm_score_file *file, struct zm_bytes position,
                                 int32_t bound, struct zm_error *error)
{
    int32_t *bounds =
        zm_array_room(file->bounds, &file->capacity, file->positions.count + 1, sizeof *bounds);
    if (bounds == NULL)
        return zm_fail_memory(error);
    file->bounds = bounds;
    file->bounds[file->positions.count] = bound;
    zm_list_add(&file->positions, position);
    return zm_list_failed(&file->positions) ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_score_file_parse_lines(struct zm_score_file *file, const char *text, size_t line,
                                         struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (; status == ZM_OK && *text != '\0'; line++) {
        size_t size = strcspn(text, "\r\n");
        const char *space = memchr(text, ' ', size);
        char *end = NULL;
        long bound = space == NULL ? -1 : strtol(space + 1, &end, 10);
        if (size > 0 && (space == NULL || end != text + size || bound < 0 || bound > 10000))
            return zm_fail(error, ZM_BAD_INPUT,
                           "line %zu: expected a position, a space and a number", line);
        if (size > 0)
            status = zm_score_file_add(file, zm_bytes(text, (size_t)(space - text)), (int32_t)bound,
                                       error);
        text += size;
        text += *text == '\r' && text[1] == '\n' ? 2 : *text != '\0';
    }
    return status;
}

enum zm_status zm_score_file_parse(struct zm_score_file *file, const char *text,
                                   struct zm_error *error)
{
    size_t size = strcspn(text, "\r\n");
    if (size != strlen(ZM_SCORE_FILE_HEADER) || strncmp(text, ZM_SCORE_FILE_HEADER, size) != 0)
        return zm_fail(error, ZM_BAD_INPUT, "line 1: expected '%s'", ZM_SCORE_FILE_HEADER);
    text += size;
    text += *text == '\r' && text[1] == '\n' ? 2 : *text != '\0';
    return zm_score_file_parse_lines(file, text, 2, error);
}

/* --- walking a proof ------------------------------------------------------------------------- */

struct walk {
    const struct zm_instance *game;
    const struct zm_score_bounds *bounds; /* that may be used */
    struct zm_run *run;                   /* or NULL */
    struct zm_table walked;               /* normal form -> done */
    struct zm_table won;                  /* normal form -> points shown to be won, int32_t */
    struct zm_score_file *used;           /* what was needed, or NULL */
    struct zm_score_proof *proof;
    struct zm_error *error;
    enum zm_status status;
};

static int32_t points_in(const struct walk *walk, struct zm_bytes normal)
{
    return walk->game->game->scores->available(walk->game->state, normal);
}

/* Is (normal; points) lost by listing, or because there are not that many points? */
static bool listed_lost(struct walk *walk, struct zm_bytes normal, int32_t points)
{
    int32_t bound;
    if (points > points_in(walk, normal))
        return true;
    return walk->bounds->find(walk->bounds->context, normal, &bound) && points > bound;
}

static void report_hole(struct walk *walk, struct zm_bytes normal, int32_t points)
{
    walk->proof->holes++;
    if (walk->proof->example.size > 0)
        return;
    zm_buffer_format(&walk->proof->example, "%d - ", points);
    walk->game->game->scores->print(walk->game->state, normal, &walk->proof->example);
}

static void walk_lost(struct walk *walk, struct zm_bytes normal, int32_t points);

/* Lists the turns of a normal form; turns that are missing for want of memory prove nothing. */
static void list_turns(struct walk *walk, struct zm_bytes normal, struct zm_turns *turns)
{
    walk->game->game->scores->turns(walk->game->state, normal, turns);
    if (zm_list_failed(&turns->positions))
        walk->status = zm_fail_memory(walk->error);
}

/* Has a turn been found that wins (normal; points)? Its loss is walked, or being walked: a position
 * is met on the way down from many. */
static bool won_before(const struct walk *walk, struct zm_bytes normal, int32_t points)
{
    int32_t before;
    const void *slot = zm_table_find(&walk->won, normal);
    if (slot != NULL)
        memcpy(&before, slot, sizeof before);
    return slot != NULL && points <= before;
}

static void remember_won(struct walk *walk, struct zm_bytes normal, int32_t points)
{
    bool fresh;
    void *slot = zm_table_insert(&walk->won, normal, &fresh);
    if (slot == NULL)
        walk->status = zm_fail_memory(walk->error);
    else
        memcpy(slot, &points, sizeof points);
}

/* Finds the turn that wins (normal; points); false: no turn leaves a listed loss. */
static bool walk_won(struct walk *walk, struct zm_bytes normal, int32_t points)
{
    struct zm_turns turns = {0};
    ptrdiff_t chosen = -1;
    int32_t wanted = 0;
    if (points <= 0 || won_before(walk, normal, points))
        return true;
    list_turns(walk, normal, &turns);
    for (size_t i = 0; i < turns.positions.count; i++) {
        struct zm_bytes next = zm_list_at(&turns.positions, i);
        int32_t answer = turns.turns[i].gain + points_in(walk, next) - points + 1;
        if (!listed_lost(walk, next, answer))
            continue;
        bool free_of_charge =
            answer > points_in(walk, next) || zm_table_find(&walk->walked, next) != NULL;
        if (chosen < 0 || free_of_charge) {
            chosen = (ptrdiff_t)i;
            wanted = answer;
        }
        if (free_of_charge)
            break;
    }
    if (chosen >= 0) {
        remember_won(walk, normal, points);
        walk_lost(walk, zm_list_at(&turns.positions, (size_t)chosen), wanted);
    }
    zm_turns_free(&turns);
    return chosen >= 0;
}

/* All turns of (normal; points) must be won by the opponent. */
static void walk_turns(struct walk *walk, struct zm_bytes normal, int32_t points)
{
    struct zm_turns turns = {0};
    list_turns(walk, normal, &turns);
    for (size_t i = 0; i < turns.positions.count && walk->status == ZM_OK; i++) {
        struct zm_bytes next = zm_list_at(&turns.positions, i);
        int32_t answer = turns.turns[i].gain + points_in(walk, next) - points + 1;
        if (!walk_won(walk, next, answer))
            report_hole(walk, next, answer);
    }
    zm_turns_free(&turns);
}

static void walk_lost(struct walk *walk, struct zm_bytes normal, int32_t points)
{
    int32_t bound;
    bool fresh;
    if (points > points_in(walk, normal) ||
        !walk->bounds->find(walk->bounds->context, normal, &bound))
        return;
    if (walk->run != NULL && zm_run_poll(walk->run, 0, walk->walked.count)) {
        walk->status = zm_fail(walk->error, ZM_STOPPED, "stopped");
        return;
    }
    if (zm_table_insert(&walk->walked, normal, &fresh) == NULL) {
        walk->status = zm_fail_memory(walk->error);
        return;
    }
    if (!fresh)
        return;
    if (walk->used != NULL) {
        struct zm_buffer text = {0};
        walk->game->game->scores->print(walk->game->state, normal, &text);
        enum zm_status added =
            text.failed ? zm_fail_memory(walk->error)
                        : zm_score_file_add(walk->used, zm_buffer_bytes(&text), bound, walk->error);
        walk->status = walk->status == ZM_OK ? added : walk->status;
        zm_buffer_free(&text);
    }
    walk_turns(walk, normal, bound + 1);
}

static enum zm_status walk_root(struct walk *walk, struct zm_bytes position, int32_t contract)
{
    struct zm_buffer normal = {0};
    int32_t sure[2];
    zm_table_init(&walk->walked, 1);
    zm_table_init(&walk->won, sizeof(int32_t));
    walk->game->game->scores->normalise(walk->game->state, position, &normal, sure);
    struct zm_bytes root = zm_buffer_bytes(&normal);
    int32_t points = contract - sure[0];
    if (normal.failed) {
        walk->status = zm_fail_memory(walk->error);
    } else if (walk_won(walk, root, points)) {
        walk->proof->outcome = ZM_WIN;
    } else {
        walk->proof->outcome = ZM_LOSS;
        if (listed_lost(walk, root, points))
            walk_lost(walk, root, points);
        else
            walk_turns(walk, root, points);
    }
    if (walk->proof->holes > 0)
        walk->proof->outcome = ZM_UNDECIDED;
    zm_buffer_free(&normal);
    zm_table_free(&walk->walked);
    zm_table_free(&walk->won);
    return walk->status;
}

enum zm_status zm_score_walk(const struct zm_score_bounds *bounds, const struct zm_instance *game,
                             struct zm_bytes position, int32_t contract, struct zm_run *run,
                             struct zm_score_file *used, struct zm_score_proof *proof,
                             struct zm_error *error)
{
    struct walk walk = {
        .game = game, .bounds = bounds, .run = run, .used = used, .proof = proof, .error = error};
    *proof = (struct zm_score_proof){0};
    return walk_root(&walk, position, contract);
}

/* --- the bounds of a file -------------------------------------------------------------------- */

enum zm_status zm_score_file_each(const struct zm_score_file *file, const struct zm_instance *game,
                                  enum zm_status (*visit)(void *context, struct zm_bytes normal,
                                                          int32_t bound),
                                  void *context, struct zm_error *error)
{
    struct zm_buffer text = {0}, position = {0}, normal = {0};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < file->positions.count; i++) {
        int32_t sure[2];
        zm_buffer_set(&text, zm_list_at(&file->positions, i));
        zm_buffer_clear(&position);
        status = text.failed ? zm_fail_memory(error)
                             : game->game->rules->parse(game->state, zm_buffer_string(&text),
                                                        &position, error);
        if (status == ZM_OK && position.failed)
            status = zm_fail_memory(error);
        if (status != ZM_OK) {
            zm_error_context(error, "entry %zu", i + 1);
            break;
        }
        game->game->scores->normalise(game->state, zm_buffer_bytes(&position), &normal, sure);
        int32_t bound = file->bounds[i] - sure[0];
        if (normal.failed)
            status = zm_fail_memory(error);
        else if (bound >= 0)
            status = visit(context, zm_buffer_bytes(&normal), bound);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    zm_buffer_free(&normal);
    return status;
}

/* Keeps the least bound of a normal form. */
static enum zm_status keep_bound(void *context, struct zm_bytes normal, int32_t bound)
{
    bool fresh;
    int32_t before;
    void *value = zm_table_insert(context, normal, &fresh);
    if (value == NULL)
        return ZM_FAILED;
    memcpy(&before, value, sizeof before);
    if (fresh || bound < before)
        memcpy(value, &bound, sizeof bound);
    return ZM_OK;
}

bool zm_score_table_find(void *table, struct zm_bytes normal, int32_t *bound)
{
    const void *value = zm_table_find(table, normal);
    if (value != NULL)
        memcpy(bound, value, sizeof *bound);
    return value != NULL;
}

enum zm_status zm_score_file_table(const struct zm_score_file *file, const struct zm_instance *game,
                                   struct zm_table *table, struct zm_error *error)
{
    enum zm_status status = zm_score_file_each(file, game, keep_bound, table, error);
    return status == ZM_FAILED ? zm_fail_memory(error) : status;
}

enum zm_status zm_score_file_verify(const struct zm_score_file *file,
                                    const struct zm_instance *game, struct zm_bytes position,
                                    int32_t contract, struct zm_run *run,
                                    struct zm_score_file *used, struct zm_score_proof *proof,
                                    struct zm_error *error)
{
    struct zm_table table;
    const struct zm_score_bounds bounds = {&table, zm_score_table_find};
    zm_table_init(&table, sizeof(int32_t));
    *proof = (struct zm_score_proof){0};
    enum zm_status status = zm_score_file_table(file, game, &table, error);
    if (status == ZM_OK)
        status = zm_score_walk(&bounds, game, position, contract, run, used, proof, error);
    zm_table_free(&table);
    return status;
}
