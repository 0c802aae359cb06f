/* A proof is built from the claim down: a lost contract needs every turn to be won by the opponent,
 * a won one needs one turn that leaves a lost contract. Where several turns do, one whose loss is
 * needed anyway comes first, then one that the guide knows, and only then one that it finds. A
 * position keeps the strongest bound that was asked of it; its turns are looked at again when a
 * stronger one is needed. */
#include "proof/score_prove.h"

#include "base/table.h"
#include "proof/score_text.h"

struct prover {
    const struct zm_instance *game;
    const struct zm_scores *scores;
    const struct zm_score_guide *guide;
    struct zm_store *found;   /* bounds that were searched for */
    struct zm_table needed;   /* normal form -> bound on its score, int32_t */
    struct zm_table won;      /* normal form -> points shown to be won, int32_t */
    struct zm_random *random; /* or NULL */
    struct zm_run *run;
    enum zm_status status;
    struct zm_error *error;
};

static int32_t points_in(const struct prover *prover, struct zm_bytes normal)
{
    return prover->scores->available(prover->game->state, normal);
}

static int32_t answer_to(const struct prover *prover, const struct zm_turns *turns, size_t i,
                         int32_t points)
{
    struct zm_bytes next = zm_list_at(&turns->positions, i);
    return turns->turns[i].gain + points_in(prover, next) - points + 1;
}

/* Sets `turns`, and the status when that is not possible. */
static bool list_turns(struct prover *prover, struct zm_bytes normal, struct zm_turns *turns)
{
    prover->scores->turns(prover->game->state, normal, turns);
    if (zm_list_failed(&turns->positions))
        prover->status = zm_fail_memory(prover->error);
    else if (zm_run_poll(prover->run, 0, prover->needed.count))
        prover->status = zm_fail(prover->error, ZM_STOPPED, "stopped");
    return prover->status == ZM_OK;
}

static enum zm_verdict known(struct prover *prover, struct zm_bytes normal, int32_t points,
                             bool search)
{
    struct zm_value value;
    if (points <= 0)
        return ZM_WON;
    if (points > points_in(prover, normal))
        return ZM_LOST;
    if (zm_store_get(prover->found, ZM_KIND_BOUND, normal, &value) &&
        (points <= value.a || points > value.b))
        return points <= value.a ? ZM_WON : ZM_LOST;
    return prover->guide->decide(prover->guide->context, normal, points, search);
}

/* Is (normal; points) lost? By search where nothing is known. */
static bool is_lost(struct prover *prover, struct zm_bytes normal, int32_t points)
{
    enum zm_verdict verdict = known(prover, normal, points, true);
    struct zm_turns turns = {0};
    if (verdict != ZM_OPEN || prover->status != ZM_OK)
        return verdict == ZM_LOST;
    bool lost = true;
    if (list_turns(prover, normal, &turns)) {
        for (size_t i = 0; lost && prover->status == ZM_OK && i < turns.positions.count; i++)
            lost = !is_lost(prover, zm_list_at(&turns.positions, i),
                            answer_to(prover, &turns, i, points));
    }
    zm_turns_free(&turns);
    if (prover->status != ZM_OK)
        return false;
    struct zm_value bounds = {lost ? 0 : points, lost ? points - 1 : points_in(prover, normal)};
    if (zm_store_put(prover->found, ZM_KIND_BOUND, normal, bounds) != ZM_OK)
        prover->status = zm_fail_memory(prover->error);
    return lost;
}

/* Remembers a number for a normal form; false: one as strong was there before. */
static bool remember(struct prover *prover, struct zm_table *table, struct zm_bytes normal,
                     int32_t number, bool upper)
{
    bool fresh;
    int32_t before;
    void *slot = zm_table_insert(table, normal, &fresh);
    if (slot == NULL) {
        prover->status = zm_fail_memory(prover->error);
        return false;
    }
    memcpy(&before, slot, sizeof before);
    if (!fresh && (upper ? before <= number : before >= number))
        return false;
    memcpy(slot, &number, sizeof number);
    return true;
}

static bool needed_anyway(const struct prover *prover, struct zm_bytes normal, int32_t points)
{
    int32_t bound;
    if (points > points_in(prover, normal))
        return true;
    const void *slot = zm_table_find(&prover->needed, normal);
    if (slot != NULL)
        memcpy(&bound, slot, sizeof bound);
    return slot != NULL && points > bound;
}

static void show_lost(struct prover *prover, struct zm_bytes normal, int32_t points);

/* How sure it is that a turn leaves a loss: none is worked for that a sure one saves. */
enum sureness { NEEDED, KNOWN, FOUND };

static bool leaves_loss(struct prover *prover, struct zm_bytes next, int32_t points,
                        enum sureness sureness)
{
    switch (sureness) {
    case NEEDED:
        return needed_anyway(prover, next, points);
    case KNOWN:
        return known(prover, next, points, false) == ZM_LOST;
    default:
        return is_lost(prover, next, points);
    }
}

/* A turn that leaves a loss that is as sure, from `start` on and around; `count`: there is none. The
 * first, but of those known the one that leaves the shortest text: less will have to be shown. */
static size_t losing_turn(struct prover *prover, const struct zm_turns *turns, int32_t points,
                          size_t start, enum sureness sureness)
{
    bool shortest = sureness == KNOWN && prover->random == NULL;
    size_t count = turns->positions.count, best = count, least = SIZE_MAX;
    for (size_t i = 0; i < count && prover->status == ZM_OK; i++) {
        size_t turn = (start + i) % count;
        struct zm_bytes next = zm_list_at(&turns->positions, turn);
        if (next.size >= least ||
            !leaves_loss(prover, next, answer_to(prover, turns, turn, points), sureness))
            continue;
        best = turn;
        least = shortest ? next.size : 0;
        if (least == 0)
            break;
    }
    return best;
}

static void fail_won(struct prover *prover, struct zm_bytes normal, int32_t points)
{
    struct zm_buffer text = {0};
    prover->scores->print(prover->game->state, normal, &text);
    prover->status = zm_fail(prover->error, ZM_WRONG, "%.200s: no turn wins contract %d",
                             zm_buffer_string(&text), points);
    zm_buffer_free(&text);
}

static void show_won(struct prover *prover, struct zm_bytes normal, int32_t points)
{
    struct zm_turns turns = {0};
    if (prover->status != ZM_OK || points <= 0 ||
        !remember(prover, &prover->won, normal, points, false))
        return;
    if (list_turns(prover, normal, &turns)) {
        size_t count = turns.positions.count;
        size_t start = prover->random != NULL && count > 0
                           ? (size_t)zm_random_below(prover->random, count)
                           : 0;
        if (losing_turn(prover, &turns, points, start, NEEDED) == count) {
            size_t turn = losing_turn(prover, &turns, points, start, KNOWN);
            if (turn == count)
                turn = losing_turn(prover, &turns, points, start, FOUND);
            if (turn < count)
                show_lost(prover, zm_list_at(&turns.positions, turn),
                          answer_to(prover, &turns, turn, points));
            else if (prover->status == ZM_OK)
                fail_won(prover, normal, points);
        }
    }
    zm_turns_free(&turns);
}

static void show_lost(struct prover *prover, struct zm_bytes normal, int32_t points)
{
    struct zm_turns turns = {0};
    if (prover->status != ZM_OK || points > points_in(prover, normal) ||
        !remember(prover, &prover->needed, normal, points - 1, true))
        return;
    if (list_turns(prover, normal, &turns)) {
        for (size_t i = 0; prover->status == ZM_OK && i < turns.positions.count; i++)
            show_won(prover, zm_list_at(&turns.positions, i), answer_to(prover, &turns, i, points));
    }
    zm_turns_free(&turns);
}

/* Writes down what was needed. */
static void list_entries(struct prover *prover, struct zm_score_file *file)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes normal;
    struct zm_buffer text = {0};
    void *slot;
    while (prover->status == ZM_OK && zm_table_next(&prover->needed, &cursor, &normal, &slot)) {
        int32_t bound;
        memcpy(&bound, slot, sizeof bound);
        zm_buffer_clear(&text);
        prover->scores->print(prover->game->state, normal, &text);
        prover->status = zm_score_file_add(file, zm_buffer_bytes(&text), bound, prover->error);
    }
    zm_buffer_free(&text);
}

enum zm_status zm_score_prove(struct zm_score_file *file, const struct zm_instance *game,
                              struct zm_bytes position, struct zm_score_claim claim,
                              const struct zm_score_guide *guide, struct zm_random *random,
                              struct zm_run *run, struct zm_error *error)
{
    struct prover prover = {.game = game,
                            .scores = game->game->scores,
                            .guide = guide,
                            .found = zm_memory_store(0),
                            .random = random,
                            .run = run,
                            .error = error};
    struct zm_buffer normal = {0};
    int32_t sure[2];
    zm_table_init(&prover.needed, sizeof(int32_t));
    zm_table_init(&prover.won, sizeof(int32_t));
    prover.scores->normalise(game->state, position, &normal, sure);
    if (prover.found == NULL || normal.failed)
        prover.status = zm_fail_memory(error);
    struct zm_bytes root = zm_buffer_bytes(&normal);
    if (prover.status == ZM_OK && claim.lost != INT32_MAX)
        show_lost(&prover, root, claim.lost - sure[0]);
    if (prover.status == ZM_OK)
        show_won(&prover, root, claim.won - sure[0]);
    list_entries(&prover, file);
    zm_buffer_free(&normal);
    zm_table_free(&prover.needed);
    zm_table_free(&prover.won);
    if (prover.found != NULL)
        zm_store_close(prover.found);
    return prover.status;
}

/* What is not listed as lost counts as won: nothing is searched for. */
static enum zm_verdict listed(void *context, struct zm_bytes normal, int32_t points, bool search)
{
    (void)search;
    struct zm_value value;
    bool lost = zm_store_get(context, ZM_KIND_BOUND, normal, &value) && points > value.b;
    return lost ? ZM_LOST : ZM_WON;
}

enum zm_status zm_score_shrink(struct zm_score_file *file, const struct zm_instance *game,
                               struct zm_bytes position, struct zm_score_claim claim,
                               unsigned passes, uint64_t seed, struct zm_run *run,
                               struct zm_error *error)
{
    struct zm_random random = zm_random_seeded(seed);
    enum zm_status status = ZM_OK;
    for (unsigned i = 0; i < passes && status == ZM_OK; i++) {
        struct zm_score_file smaller = {0};
        struct zm_score_guide guide = {zm_memory_store(0), listed};
        if (guide.context == NULL)
            return zm_fail_memory(error);
        status = zm_score_file_load(file, game, guide.context, error);
        if (status == ZM_OK)
            status = zm_score_prove(&smaller, game, position, claim, &guide, &random, run, error);
        if (status == ZM_OK && smaller.positions.count <= file->positions.count) {
            struct zm_score_file larger = *file;
            *file = smaller;
            smaller = larger;
        }
        zm_score_file_free(&smaller);
        zm_store_close(guide.context);
    }
    return status;
}
