/* Scoring games; see scoring.h. Every form is kept once, with its stops: plain ones by minimax,
 * and those of a player who faces an opponent with moves to spare, which decide comparisons of
 * guaranteed games together with the options, much as in Conway's order. */
#include "theory/scoring.h"

#include "base/array.h"
#include "base/table.h"

#include <stdlib.h>

enum { MOST_GAMES = 200000, OLDEST = 1000 };

struct game {
    struct zm_scoring_side sides[2];
    struct zm_dyadic stops[2], passing[2]; /* [0]: Left begins */
    struct zm_dyadic least, most;          /* of all atoms at and below this position */
    uint32_t birthday;
    bool guaranteed;
};

struct zm_scoring {
    struct game *games;
    size_t count, capacity;
    struct zm_table forms, sums, order, simpler;
    bool no_memory, too_large, overflow;
};

struct pair {
    zm_scored first, second;
};

static bool failed(const struct zm_scoring *scoring)
{
    return scoring->no_memory || scoring->too_large || scoring->overflow;
}

struct zm_scoring *zm_scoring_open(void)
{
    struct zm_scoring *scoring = calloc(1, sizeof *scoring);
    if (scoring == NULL)
        return NULL;
    zm_table_init(&scoring->forms, sizeof(zm_scored));
    zm_table_init(&scoring->sums, sizeof(zm_scored));
    zm_table_init(&scoring->order, 1);
    zm_table_init(&scoring->simpler, sizeof(zm_scored));
    zm_scoring_number(scoring, zm_integer(0));
    if (scoring->no_memory) {
        zm_scoring_close(scoring);
        return NULL;
    }
    return scoring;
}

void zm_scoring_close(struct zm_scoring *scoring)
{
    if (scoring == NULL)
        return;
    for (size_t i = 0; i < scoring->count; i++)
        for (int side = 0; side <= 1; side++)
            free((void *)scoring->games[i].sides[side].options);
    free(scoring->games);
    zm_table_free(&scoring->forms);
    zm_table_free(&scoring->sums);
    zm_table_free(&scoring->order);
    zm_table_free(&scoring->simpler);
    free(scoring);
}

enum zm_status zm_scoring_check(const struct zm_scoring *scoring, struct zm_error *error)
{
    if (scoring->no_memory)
        return zm_fail_memory(error);
    if (scoring->too_large)
        return zm_fail(error, ZM_BAD_INPUT,
                       "scoring games: more than %d positions or %d moves in a row", MOST_GAMES,
                       OLDEST);
    if (scoring->overflow)
        return zm_fail(error, ZM_BAD_INPUT, "scoring games: a score is out of range");
    return ZM_OK;
}

struct zm_scoring_side zm_scoring_options(const struct zm_scoring *scoring, zm_scored g, bool right)
{
    return scoring->games[g].sides[right];
}

struct zm_dyadic zm_scoring_stop(const struct zm_scoring *scoring, zm_scored g, bool right)
{
    return scoring->games[g].stops[right];
}

struct zm_dyadic zm_scoring_passing_stop(const struct zm_scoring *scoring, zm_scored g, bool right)
{
    return scoring->games[g].passing[right];
}

bool zm_scoring_is_guaranteed(const struct zm_scoring *scoring, zm_scored g)
{
    return scoring->games[g].guaranteed;
}

/* The better of two scores for a player. */
static struct zm_dyadic better(struct zm_dyadic a, struct zm_dyadic b, bool right)
{
    return (zm_dyadic_compare(a, b) < 0) == right ? a : b;
}

/* --- making games ---------------------------------------------------------------------------- */

static int compare_handles(const void *a, const void *b)
{
    zm_scored x = *(const zm_scored *)a, y = *(const zm_scored *)b;
    return (x > y) - (x < y);
}

/* A copy of a side with its options sorted, each once. */
static struct zm_scoring_side own_side(struct zm_scoring *scoring, struct zm_scoring_side side)
{
    if (side.count == 0)
        return (struct zm_scoring_side){.atom = side.atom};
    zm_scored *options = malloc(side.count * sizeof *options);
    if (options == NULL) {
        scoring->no_memory = true;
        return (struct zm_scoring_side){0};
    }
    memcpy(options, side.options, side.count * sizeof *options);
    qsort(options, side.count, sizeof *options, compare_handles);
    size_t count = 1;
    for (size_t i = 1; i < side.count; i++)
        if (options[i] != options[count - 1])
            options[count++] = options[i];
    return (struct zm_scoring_side){.options = options, .count = count};
}

static void add_key(struct zm_buffer *key, struct zm_scoring_side side)
{
    uint64_t count = side.count;
    zm_buffer_add(key, &count, sizeof count);
    if (side.count == 0) {
        zm_buffer_add(key, &side.atom.numerator, sizeof side.atom.numerator);
        zm_buffer_add(key, &side.atom.exponent, sizeof side.atom.exponent);
    } else
        zm_buffer_add(key, side.options, side.count * sizeof *side.options);
}

/* What a game is worth when a player begins: the best of the options, or the atom. */
static void find_stops(const struct zm_scoring *scoring, struct game *game, bool right)
{
    const struct zm_scoring_side *side = &game->sides[right];
    game->stops[right] = game->passing[right] = side->atom;
    for (size_t i = 0; i < side->count; i++) {
        zm_scored option = side->options[i];
        const struct game *after = &scoring->games[option];
        /* The opponent answers, or passes, and then it is this player's turn in `after`. */
        struct zm_dyadic answered = after->passing[right];
        const struct zm_scoring_side *answers = &after->sides[!right];
        for (size_t j = 0; j < answers->count; j++)
            answered = better(answered, scoring->games[answers->options[j]].passing[right], !right);
        bool first = i == 0;
        game->stops[right] =
            first ? after->stops[!right] : better(game->stops[right], after->stops[!right], right);
        game->passing[right] = first ? answered : better(game->passing[right], answered, right);
    }
}

/* The range of scores, the birthday, and whether the game is guaranteed. */
static void find_range(const struct zm_scoring *scoring, struct game *game)
{
    bool first = true;
    game->guaranteed = true;
    for (int side = 0; side <= 1; side++) {
        const struct zm_scoring_side *list = &game->sides[side];
        for (size_t i = 0; i < (list->count == 0 ? 1 : list->count); i++) {
            const struct game *option = list->count == 0 ? NULL : &scoring->games[list->options[i]];
            struct zm_dyadic least = option == NULL ? list->atom : option->least;
            struct zm_dyadic most = option == NULL ? list->atom : option->most;
            game->least = first ? least : better(game->least, least, true);
            game->most = first ? most : better(game->most, most, false);
            first = false;
            if (option == NULL)
                continue;
            game->guaranteed &= option->guaranteed;
            if (game->birthday <= option->birthday)
                game->birthday = option->birthday + 1;
        }
    }
    if (game->sides[0].count == 0)
        game->guaranteed &= zm_dyadic_equal(game->sides[0].atom, game->least);
    if (game->sides[1].count == 0)
        game->guaranteed &= zm_dyadic_equal(game->sides[1].atom, game->most);
}

/* Keeps a game whose sides it owns from now on; 0 when it cannot. */
static zm_scored keep(struct zm_scoring *scoring, struct game game)
{
    struct game *games =
        zm_array_room(scoring->games, &scoring->capacity, scoring->count + 1, sizeof *games);
    if (games == NULL) {
        scoring->no_memory = true;
        return 0;
    }
    scoring->games = games;
    find_stops(scoring, &game, false);
    find_stops(scoring, &game, true);
    find_range(scoring, &game);
    if (game.birthday > OLDEST || scoring->count == MOST_GAMES) {
        scoring->too_large = true;
        return 0;
    }
    scoring->games[scoring->count] = game;
    return (zm_scored)scoring->count++;
}

zm_scored zm_scoring_make(struct zm_scoring *scoring, struct zm_scoring_side left,
                          struct zm_scoring_side right)
{
    struct zm_buffer key = {0};
    zm_scored found = 0;
    bool fresh = false, kept = false;
    if (failed(scoring))
        return 0;
    struct game game = {.sides = {own_side(scoring, left), own_side(scoring, right)}};
    add_key(&key, game.sides[0]);
    add_key(&key, game.sides[1]);
    void *slot = key.failed || scoring->no_memory
                     ? NULL
                     : zm_table_insert(&scoring->forms, zm_buffer_bytes(&key), &fresh);
    if (slot == NULL)
        scoring->no_memory = true;
    else if (!fresh)
        memcpy(&found, slot, sizeof found);
    else {
        found = keep(scoring, game);
        kept = !failed(scoring);
        memcpy(slot, &found, sizeof found);
    }
    for (int side = 0; side <= 1 && !kept; side++)
        free((void *)game.sides[side].options);
    zm_buffer_free(&key);
    return found;
}

zm_scored zm_scoring_number(struct zm_scoring *scoring, struct zm_dyadic score)
{
    struct zm_scoring_side side = {.atom = score};
    return zm_scoring_make(scoring, side, side);
}

/* --- negative and sum ------------------------------------------------------------------------ */

/* A list under construction. */
struct options {
    zm_scored *items;
    size_t count, capacity;
};

static void add_option(struct zm_scoring *scoring, struct options *list, zm_scored g)
{
    zm_scored *items = zm_array_room(list->items, &list->capacity, list->count + 1, sizeof *items);
    if (items == NULL) {
        scoring->no_memory = true;
        return;
    }
    list->items = items;
    list->items[list->count++] = g;
}

/* Makes the game of two lists, an atom where one is empty, and frees them. */
static zm_scored finish(struct zm_scoring *scoring, struct options sides[2],
                        const struct zm_dyadic atoms[2])
{
    zm_scored game = 0;
    if (!failed(scoring))
        game = zm_scoring_make(scoring,
                               (struct zm_scoring_side){sides[0].items, sides[0].count, atoms[0]},
                               (struct zm_scoring_side){sides[1].items, sides[1].count, atoms[1]});
    free(sides[0].items);
    free(sides[1].items);
    return game;
}

/* What a table remembers of a key, or false. */
static bool recall(const struct zm_table *table, const void *key, size_t size, zm_scored *found)
{
    const void *slot = zm_table_find(table, zm_bytes(key, size));
    if (slot != NULL)
        memcpy(found, slot, sizeof *found);
    return slot != NULL;
}

static void remember(struct zm_scoring *scoring, struct zm_table *table, const void *key,
                     size_t size, zm_scored result)
{
    if (failed(scoring))
        return;
    void *slot = zm_table_insert(table, zm_bytes(key, size), NULL);
    if (slot == NULL)
        scoring->no_memory = true;
    else
        memcpy(slot, &result, sizeof result);
}

zm_scored zm_scoring_negate(struct zm_scoring *scoring, zm_scored g)
{
    struct options sides[2] = {{0}};
    struct zm_dyadic atoms[2] = {{0}};
    struct pair key = {g, UINT32_MAX}; /* no sum has such a term */
    zm_scored result = 0;
    if (failed(scoring) || recall(&scoring->sums, &key, sizeof key, &result))
        return result;
    for (int side = 0; side <= 1; side++) {
        struct zm_scoring_side from = scoring->games[g].sides[!side];
        atoms[side] = zm_dyadic_negate(from.atom);
        for (size_t i = 0; i < from.count && !failed(scoring); i++)
            add_option(scoring, &sides[side], zm_scoring_negate(scoring, from.options[i]));
    }
    result = finish(scoring, sides, atoms);
    remember(scoring, &scoring->sums, &key, sizeof key, result);
    return result;
}

/* A side of a sum is an atom only when it is one in both terms. */
zm_scored zm_scoring_add(struct zm_scoring *scoring, zm_scored g, zm_scored h)
{
    struct options sides[2] = {{0}};
    struct zm_dyadic atoms[2] = {{0}};
    struct pair key = {g < h ? g : h, g < h ? h : g};
    zm_scored result = 0;
    if (failed(scoring) || recall(&scoring->sums, &key, sizeof key, &result))
        return result;
    for (int side = 0; side <= 1; side++) {
        struct zm_scoring_side of_g = scoring->games[g].sides[side];
        struct zm_scoring_side of_h = scoring->games[h].sides[side];
        for (size_t i = 0; i < of_g.count && !failed(scoring); i++)
            add_option(scoring, &sides[side], zm_scoring_add(scoring, of_g.options[i], h));
        for (size_t i = 0; i < of_h.count && !failed(scoring); i++)
            add_option(scoring, &sides[side], zm_scoring_add(scoring, g, of_h.options[i]));
        atoms[side] = zm_dyadic_add(of_g.atom, of_h.atom, &scoring->overflow);
    }
    result = finish(scoring, sides, atoms);
    remember(scoring, &scoring->sums, &key, sizeof key, result);
    return result;
}

/* --- order ------------------------------------------------------------------------------------ */

static bool at_least(struct zm_scoring *scoring, zm_scored g, zm_scored h);

/* Is a move of `mover` from `from` answered: by a move of the other player back to something at
 * least as good, or met by an equally good move of the mover in the game compared with? For Left's
 * moves `from` is H and `other` is G, for Right's it is the other way round. */
static bool answered(struct zm_scoring *scoring, zm_scored move, zm_scored other, bool right)
{
    struct zm_scoring_side back = scoring->games[move].sides[!right];
    struct zm_scoring_side meet = scoring->games[other].sides[right];
    for (size_t i = 0; i < meet.count; i++)
        if (right ? at_least(scoring, move, meet.options[i])
                  : at_least(scoring, meet.options[i], move))
            return true;
    for (size_t i = 0; i < back.count; i++)
        if (right ? at_least(scoring, back.options[i], other)
                  : at_least(scoring, other, back.options[i]))
            return true;
    return false;
}

static bool decide(struct zm_scoring *scoring, zm_scored g, zm_scored h)
{
    for (int side = 0; side <= 1; side++)
        if (zm_dyadic_compare(scoring->games[g].passing[side], scoring->games[h].passing[side]) < 0)
            return false;
    struct zm_scoring_side left = scoring->games[h].sides[0], right = scoring->games[g].sides[1];
    for (size_t i = 0; i < left.count; i++)
        if (!answered(scoring, left.options[i], g, false))
            return false;
    for (size_t i = 0; i < right.count; i++)
        if (!answered(scoring, right.options[i], h, true))
            return false;
    return true;
}

static bool at_least(struct zm_scoring *scoring, zm_scored g, zm_scored h)
{
    struct pair key = {g, h};
    if (failed(scoring) || g == h)
        return g == h;
    const uint8_t *known = zm_table_find(&scoring->order, zm_bytes(&key, sizeof key));
    if (known != NULL)
        return *known != 0;
    bool result = decide(scoring, g, h);
    uint8_t *slot = zm_table_insert(&scoring->order, zm_bytes(&key, sizeof key), NULL);
    if (slot == NULL)
        scoring->no_memory = true;
    else
        *slot = result;
    return result;
}

enum zm_relation zm_scoring_compare(struct zm_scoring *scoring, zm_scored g, zm_scored h)
{
    bool more = at_least(scoring, g, h), less = at_least(scoring, h, g);
    return more && less ? ZM_EQUAL : more ? ZM_GREATER : less ? ZM_LESS : ZM_CONFUSED;
}

char zm_scoring_outcome(const struct zm_scoring *scoring, zm_scored g)
{
    int left = zm_dyadic_compare(scoring->games[g].stops[0], zm_integer(0));
    int right = zm_dyadic_compare(scoring->games[g].stops[1], zm_integer(0));
    if (left * right < 0)
        return left > 0 ? 'N' : 'P';
    return left + right > 0 ? 'L' : left + right < 0 ? 'R' : 'T';
}

/* --- simpler forms ---------------------------------------------------------------------------- */

/* Is an option no better for its player than another one of the list? Of equal ones the first
 * stays. */
static bool dominated(struct zm_scoring *scoring, struct zm_scoring_side side, size_t index,
                      bool right)
{
    zm_scored option = side.options[index];
    for (size_t i = 0; i < side.count; i++) {
        zm_scored other = side.options[i];
        bool worse = right ? at_least(scoring, option, other) : at_least(scoring, other, option);
        bool equal =
            worse && (right ? at_least(scoring, other, option) : at_least(scoring, option, other));
        if (i != index && worse && (!equal || i < index))
            return true;
    }
    return false;
}

/* What a reversible option leads to: the answer of the opponent that takes nothing from `g`, when
 * the player can move on from there; else the option itself. */
static zm_scored reversed(struct zm_scoring *scoring, zm_scored g, zm_scored option, bool right)
{
    struct zm_scoring_side answers = scoring->games[option].sides[!right];
    for (size_t i = 0; i < answers.count; i++) {
        zm_scored answer = answers.options[i];
        bool reverses = right ? at_least(scoring, answer, g) : at_least(scoring, g, answer);
        if (reverses && scoring->games[answer].sides[right].count > 0)
            return answer;
    }
    return option;
}

/* One round over both sides of a game whose options are simple. */
static zm_scored reduce(struct zm_scoring *scoring, zm_scored g)
{
    struct options sides[2] = {{0}};
    struct zm_dyadic atoms[2];
    for (int right = 0; right <= 1; right++) {
        struct zm_scoring_side side = scoring->games[g].sides[right];
        atoms[right] = side.atom;
        for (size_t i = 0; i < side.count && !failed(scoring); i++) {
            if (dominated(scoring, side, i, right))
                continue;
            zm_scored answer = reversed(scoring, g, side.options[i], right);
            struct zm_scoring_side onward = scoring->games[answer].sides[right];
            if (answer == side.options[i])
                add_option(scoring, &sides[right], answer);
            for (size_t j = 0; j < onward.count && answer != side.options[i]; j++)
                add_option(scoring, &sides[right], onward.options[j]);
        }
    }
    return finish(scoring, sides, atoms);
}

static zm_scored with_simple_options(struct zm_scoring *scoring, zm_scored g)
{
    struct options sides[2] = {{0}};
    struct zm_dyadic atoms[2];
    for (int right = 0; right <= 1; right++) {
        struct zm_scoring_side side = scoring->games[g].sides[right];
        atoms[right] = side.atom;
        for (size_t i = 0; i < side.count && !failed(scoring); i++)
            add_option(scoring, &sides[right], zm_scoring_simplify(scoring, side.options[i]));
    }
    return finish(scoring, sides, atoms);
}

zm_scored zm_scoring_simplify(struct zm_scoring *scoring, zm_scored g)
{
    zm_scored result = g;
    if (failed(scoring) || !scoring->games[g].guaranteed ||
        recall(&scoring->simpler, &g, sizeof g, &result))
        return result;
    zm_scored before;
    result = with_simple_options(scoring, g);
    do {
        before = result;
        result = reduce(scoring, before);
    } while (result != before && !failed(scoring));
    zm_scored number = zm_scoring_number(scoring, scoring->games[g].stops[0]);
    if (at_least(scoring, result, number) && at_least(scoring, number, result))
        result = number;
    remember(scoring, &scoring->simpler, &g, sizeof g, result);
    return failed(scoring) ? g : result;
}
