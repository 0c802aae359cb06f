/* Nested rollout policy adaptation of games of one player (Rosin): random games choose moves in
 * proportion to the exponential of a weight learnt for each. A search of level n makes a number of
 * searches of level n - 1 with its policy and moves the policy towards the best line seen, after
 * each. Weights are learnt for what the game calls one move (zm_walk.code). */
#include "search/explore.h"

#include "base/table.h"
#include "search/path.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_LEVELS = 6 };

struct nrpa {
    struct zm_path path;
    struct zm_quest *quest;
    struct zm_random random;
    int64_t samples, iterations;
    struct zm_table codes; /* a number for each code met */
    size_t capacity;       /* weights of each policy */
    double *policies[MOST_LEVELS + 1];
    struct zm_kept_line best[MOST_LEVELS + 1];
    zm_move *moves; /* of a position; the numbers of their codes, and their chances */
    uint32_t *numbers;
    double *chances;
};

static bool is_over(const struct nrpa *n)
{
    return n->path.failed || n->path.stopped || n->samples <= 0 ||
           (n->quest->kind != ZM_QUEST_LONGEST && n->quest->found);
}

/* -- policies -- */

static bool grow(struct nrpa *n)
{
    size_t capacity = 2 * n->capacity + 1024;
    for (unsigned i = 0; i <= MOST_LEVELS; i++) {
        double *policy = realloc(n->policies[i], capacity * sizeof *policy);
        if (policy == NULL)
            return false;
        memset(policy + n->capacity, 0, (capacity - n->capacity) * sizeof *policy);
        n->policies[i] = policy;
    }
    n->capacity = capacity;
    return true;
}

/* The number of a move's code. */
static uint32_t number_of(struct nrpa *n, zm_move move)
{
    const struct zm_path *path = &n->path;
    uint64_t code = path->rules->code == NULL ? move : path->rules->code(zm_path_here(path), move);
    bool fresh = false;
    uint32_t number = (uint32_t)n->codes.count;
    void *value = zm_table_insert(&n->codes, zm_bytes(&code, sizeof code), &fresh);
    if (value == NULL || (fresh && number >= n->capacity && !grow(n))) {
        n->path.failed = true;
        return 0;
    }
    if (fresh)
        memcpy(value, &number, sizeof number);
    memcpy(&number, value, sizeof number);
    return number;
}

/* Lists the moves where the path stands, with their chances by a policy; returns the sum of these.
 */
static double list_moves(struct nrpa *n, unsigned level, unsigned *count)
{
    double sum = 0;
    *count = n->path.rules->moves(zm_path_here(&n->path), n->moves);
    for (unsigned i = 0; i < *count; i++) {
        n->numbers[i] = number_of(n, n->moves[i]);
        n->chances[i] = n->path.failed ? 1 : exp(n->policies[level][n->numbers[i]]);
        sum += n->chances[i];
    }
    return sum;
}

/* -- games -- */

/* Plays a game by the policy of level 0, and keeps it as the line of that level. */
static void play(struct nrpa *n)
{
    enum { LONGEST_GAME = 1 << 16 };
    struct zm_path *path = &n->path;
    bool goal = n->quest->kind != ZM_QUEST_LONGEST;
    n->samples--;
    zm_path_restart(path);
    while (path->depth < LONGEST_GAME) {
        if (!zm_path_visit(path) || path->failed)
            return;
        if (goal && path->rules->worth(zm_path_here(path)) > 0)
            break;
        unsigned count, chosen = 0;
        double lot =
            list_moves(n, 0, &count) * (double)(zm_random_next(&n->random) >> 11) * 0x1p-53;
        if (count == 0)
            break;
        for (lot -= n->chances[0]; lot >= 0 && chosen + 1 < count; lot -= n->chances[chosen])
            chosen++;
        if (!zm_path_go(path, n->moves[chosen]))
            return;
    }
    int64_t score = zm_path_score(path, n->quest);
    zm_path_remember(&n->path, &n->best[0], score);
    if (score <= n->quest->best)
        return;
    n->quest->best = score;
    if (!goal || score == INT64_MAX)
        zm_path_keep(path, n->quest);
}

/* Moves the policy of a level towards its best line, all steps by the policy before. */
static void adapt(struct nrpa *n, unsigned level)
{
    struct zm_path *path = &n->path;
    const struct zm_kept_line *line = &n->best[level];
    zm_path_restart(path);
    memcpy(n->policies[0], n->policies[level], n->capacity * sizeof **n->policies);
    for (size_t i = 0; i < line->length && !path->failed; i++) {
        unsigned count;
        double sum = list_moves(n, 0, &count);
        for (unsigned k = 0; k < count && !path->failed; k++)
            n->policies[level][n->numbers[k]] +=
                (n->moves[k] == line->moves[i]) - n->chances[k] / sum;
        if (!zm_path_go(path, line->moves[i]))
            return;
    }
}

/* Takes the line of the level below when it is as good. */
static void take_better(struct nrpa *n, unsigned level)
{
    struct zm_kept_line *below = &n->best[level - 1], *here = &n->best[level];
    if (below->score < here->score)
        return;
    struct zm_kept_line old = *here;
    *here = *below;
    *below = old;
}

static void search(struct nrpa *n, unsigned level)
{
    n->best[level].score = INT64_MIN;
    n->best[level].length = 0;
    for (int64_t i = 0; i < n->iterations && !is_over(n); i++) {
        memcpy(n->policies[level - 1], n->policies[level], n->capacity * sizeof **n->policies);
        if (level == 1)
            play(n);
        else
            search(n, level - 1);
        if (is_over(n))
            return;
        take_better(n, level);
        adapt(n, level);
    }
}

static bool open_nrpa(struct nrpa *n, const struct zm_alone *alone)
{
    size_t most = alone->most + 1;
    zm_table_init(&n->codes, sizeof(uint32_t));
    n->moves = malloc(most * sizeof *n->moves);
    n->numbers = malloc(most * sizeof *n->numbers);
    n->chances = malloc(most * sizeof *n->chances);
    return n->moves != NULL && n->numbers != NULL && n->chances != NULL && grow(n) &&
           zm_path_open(&n->path, alone);
}

static void close_nrpa(struct nrpa *n)
{
    for (unsigned i = 0; i <= MOST_LEVELS; i++) {
        free(n->policies[i]);
        free(n->best[i].moves);
    }
    zm_table_free(&n->codes);
    zm_path_close(&n->path);
    free(n->moves);
    free(n->numbers);
    free(n->chances);
}

static enum zm_status explore_nrpa(struct zm_alone *alone, struct zm_quest *quest,
                                   struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    struct nrpa n = {.quest = quest, .random = zm_random_seeded(alone->problem.run->seed)};
    unsigned level = (unsigned)zm_settings_integer(settings, "level");
    n.samples = zm_settings_integer(settings, "samples");
    n.iterations = zm_settings_integer(settings, "iterations");
    if (!open_nrpa(&n, alone)) {
        close_nrpa(&n);
        return zm_fail_memory(error);
    }
    while (!is_over(&n)) {
        memset(n.policies[level], 0, n.capacity * sizeof **n.policies);
        search(&n, level);
    }
    enum zm_status status = zm_path_status(&n.path, error);
    close_nrpa(&n);
    return status;
}

static const struct zm_param nrpa_params[] = {
    {.name = "level",
     .kind = ZM_PARAM_INTEGER,
     .value = "2",
     .min = 1,
     .max = MOST_LEVELS,
     .hint = "N",
     .help = "one player: how deep games are nested"},
    {.name = "iterations",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 1,
     .max = 1000000,
     .hint = "N",
     .help = "one player: searches of the level below that each level makes"},
    ZM_SAMPLES_PARAM,
    {0},
};

const struct zm_search zm_nrpa = {
    .name = "nrpa",
    .summary = "one player: nested rollout policy adaptation",
    .params = nrpa_params,
    .explore = explore_nrpa,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_LONGEST,
};
