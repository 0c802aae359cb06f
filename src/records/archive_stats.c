/* What became of the games of an archive: results at a position, games that are there twice, and
 * whether the archive is in order; see archive_query.h. */
#include "records/archive_query.h"

#include "base/array.h"
#include "records/replay.h"

#include <stdlib.h>

void zm_game_tally_add(struct zm_game_tally *tally, const struct zm_summary *summary)
{
    tally->games++;
    tally->real[summary->result & 3]++;
    if (summary->margin != ZM_NO_MARGIN) {
        tally->margins++;
        tally->margin += summary->margin;
    }
    enum zm_sheet_result winner = zm_summary_winner(summary);
    tally->theory[winner]++;
    tally->theories += winner != ZM_SHEET_UNKNOWN;
    if (summary->theory != ZM_NO_MARGIN) {
        tally->theory_margins++;
        tally->theory_margin += summary->theory;
    }
}

/* -- a position -- */

/* The moves of a position, by the key of what they lead to. */
struct walk {
    const struct zm_archive *archive;
    struct zm_filter *filter;
    struct zm_position_stats *stats;
    uint32_t *nexts;
    uint32_t last; /* game that was counted, plus 1 */
};

void zm_position_stats_free(struct zm_position_stats *stats)
{
    free(stats->moves);
    zm_list_free(&stats->names);
    *stats = (struct zm_position_stats){0};
}

/* Adds a move, unless another leads to the same by symmetry; false: no memory. */
static bool add_move(struct walk *walk, const struct zm_instance *instance,
                     struct zm_bytes position, struct zm_bytes move)
{
    struct zm_position_stats *stats = walk->stats;
    struct zm_buffer next = {0};
    uint64_t key = 0;
    instance->game->rules->apply(instance->state, position, move, &next);
    bool good = !next.failed && zm_position_key(instance, zm_buffer_bytes(&next), &key);
    zm_buffer_free(&next);
    for (size_t i = 0; good && i < stats->count; i++)
        if (walk->nexts[i] == (uint32_t)key)
            return true;
    if (!good)
        return false;
    walk->nexts[stats->count] = (uint32_t)key;
    instance->game->rules->name(instance->state, position, move, &stats->names.bytes);
    zm_list_close(&stats->names);
    stats->moves[stats->count] = (struct zm_continuation){.name = (uint32_t)stats->count};
    stats->count++;
    return !zm_list_failed(&stats->names);
}

static enum zm_status add_moves(struct walk *walk, const struct zm_instance *instance,
                                struct zm_bytes position, struct zm_error *error)
{
    struct zm_list moves = {0};
    instance->game->rules->moves(instance->state, position, NULL, &moves);
    walk->nexts = calloc(moves.count + 1, sizeof *walk->nexts);
    walk->stats->moves = calloc(moves.count + 1, sizeof *walk->stats->moves);
    bool good = !zm_list_failed(&moves) && walk->nexts != NULL && walk->stats->moves != NULL;
    for (size_t i = 0; good && i < moves.count; i++)
        good = add_move(walk, instance, position, zm_list_at(&moves, i));
    zm_list_free(&moves);
    return good ? ZM_OK : zm_fail_memory(error);
}

static bool count_game(void *context, const struct zm_occurrence *occurrence)
{
    struct walk *walk = context;
    if (occurrence->game >= zm_archive_count(walk->archive) ||
        occurrence->game + 1 == walk->last) /* the position comes back in a game: counted once */
        return true;
    const struct zm_summary *summary = zm_archive_summary(walk->archive, occurrence->game);
    if (!zm_summary_counts(summary) ||
        (walk->filter != NULL && !zm_filter_takes(walk->filter, occurrence->game)))
        return true;
    walk->last = occurrence->game + 1;
    zm_game_tally_add(&walk->stats->all, summary);
    for (size_t i = 0; i < walk->stats->count; i++)
        if (walk->nexts[i] == occurrence->next) {
            zm_game_tally_add(&walk->stats->moves[i].tally, summary);
            return true;
        }
    walk->stats->ended++;
    return true;
}

static int by_games(const void *a, const void *b)
{
    const struct zm_continuation *x = a, *y = b;
    return x->tally.games != y->tally.games
               ? (x->tally.games < y->tally.games) - (x->tally.games > y->tally.games)
               : (x->name > y->name) - (x->name < y->name);
}

enum zm_status zm_archive_position(const struct zm_archive *archive, const char *text,
                                   struct zm_filter *filter, struct zm_position_stats *stats,
                                   struct zm_error *error)
{
    struct walk walk = {.archive = archive, .filter = filter, .stats = stats};
    struct zm_replay replay;
    struct zm_buffer position = {0};
    uint64_t key = 0;
    *stats = (struct zm_position_stats){0};
    if (zm_archive_game(archive) == NULL)
        return ZM_OK;
    zm_replay_open(&replay, zm_archive_game(archive));
    enum zm_status status = zm_replay_rules(&replay, "", error);
    if (status == ZM_OK)
        status = zm_parse_position(&replay.instance, text, &position, error);
    if (status == ZM_OK)
        status = add_moves(&walk, &replay.instance, zm_buffer_bytes(&position), error);
    if (status == ZM_OK && !zm_position_key(&replay.instance, zm_buffer_bytes(&position), &key))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        zm_archive_find(archive, key, count_game, &walk);
        if (stats->count > 0)
            qsort(stats->moves, stats->count, sizeof *stats->moves, by_games);
        while (stats->count > 0 && stats->moves[stats->count - 1].tally.games == 0)
            stats->count--;
    } else {
        zm_position_stats_free(stats);
    }
    free(walk.nexts);
    zm_buffer_free(&position);
    zm_replay_close(&replay);
    return status;
}

/* -- games that are there twice -- */

struct marked {
    struct zm_hash128 hash;
    uint32_t game;
};

static int by_hash(const void *a, const void *b)
{
    const struct marked *x = a, *y = b;
    int order = memcmp(&x->hash, &y->hash, sizeof x->hash);
    return order != 0 ? order : (x->game > y->game) - (x->game < y->game);
}

/* Sets the hashes of all games that count; returns how many, SIZE_MAX: something is wrong. */
static size_t mark_all(const struct zm_archive *archive, struct marked *marks,
                       struct zm_error *error)
{
    struct zm_sheet sheet = {0};
    struct zm_buffer line = {0};
    size_t count = 0;
    for (uint32_t game = 0; game < zm_archive_count(archive) && count != SIZE_MAX; game++) {
        if (!zm_summary_counts(zm_archive_summary(archive, game)))
            continue;
        if (zm_archive_sheet(archive, game, &sheet, NULL, error) != ZM_OK) {
            count = SIZE_MAX;
            break;
        }
        zm_usual_moves(zm_archive_game(archive), zm_buffer_string(&sheet.start),
                       zm_buffer_string(&sheet.moves), &line);
        zm_buffer_format(&line, " %s", zm_buffer_string(&sheet.start));
        marks[count++] = (struct marked){zm_bytes_hash128(zm_buffer_bytes(&line)), game};
    }
    zm_sheet_free(&sheet);
    zm_buffer_free(&line);
    return count;
}

enum zm_status zm_archive_duplicates(const struct zm_archive *archive,
                                     void (*visit)(void *context, const uint32_t *games,
                                                   size_t count),
                                     void *context, struct zm_error *error)
{
    size_t most = (size_t)zm_archive_count(archive) + 1;
    struct marked *marks = malloc(most * sizeof *marks);
    uint32_t *games = malloc(most * sizeof *games);
    enum zm_status status = marks == NULL || games == NULL ? zm_fail_memory(error) : ZM_OK;
    size_t count = status == ZM_OK ? mark_all(archive, marks, error) : 0;
    if (count == SIZE_MAX)
        status = error->status;
    if (status == ZM_OK)
        qsort(marks, count, sizeof *marks, by_hash);
    for (size_t i = 0, next; status == ZM_OK && i < count; i = next) {
        for (next = i; next < count && zm_hash128_equal(marks[next].hash, marks[i].hash); next++)
            games[next - i] = marks[next].game;
        if (next - i > 1)
            visit(context, games, next - i);
    }
    free(marks);
    free(games);
    return status;
}

/* -- is it in order? -- */

struct looked {
    uint32_t game, next;
    bool found;
};

static bool look(void *context, const struct zm_occurrence *occurrence)
{
    struct looked *looked = context;
    looked->found = occurrence->game == looked->game && occurrence->next == looked->next;
    return !looked->found;
}

/* The first thing that is wrong with a game; NULL: nothing. */
static const char *fault(const struct zm_archive *archive, uint32_t game,
                         const struct zm_replay *replay)
{
    const struct zm_summary *summary = zm_archive_summary(archive, game);
    if (summary->moves + 1u != replay->count)
        return "its summary says another number of moves";
    if (((summary->flags & ZM_ARCHIVED_OVER) != 0) != replay->over)
        return "its summary is wrong about whether it was finished";
    /* The start is in every game, and the index would be gone through for each. */
    for (size_t i = replay->count > 20 ? 20 : 0; i < replay->count; i++) {
        struct looked looked = {.game = game,
                                .next = i + 1 < replay->count ? (uint32_t)replay->keys[i + 1] : 0};
        zm_archive_find(archive, replay->keys[i], look, &looked);
        if (!looked.found)
            return "a position of it is not in the index";
    }
    return NULL;
}

enum zm_status zm_archive_check(const struct zm_archive *archive, struct zm_run *run,
                                struct zm_buffer *report, struct zm_error *error)
{
    struct zm_replay replay;
    struct zm_sheet sheet = {0};
    enum zm_status status = ZM_OK;
    unsigned wrong = 0;
    zm_replay_open(&replay, zm_archive_game(archive));
    for (uint32_t game = 0; status == ZM_OK && game < zm_archive_count(archive); game++) {
        struct zm_error why = {0};
        if (game % 256 == 0 && zm_run_look(run))
            status = zm_fail(error, ZM_STOPPED, "stopped after %u games", game);
        enum zm_status good = zm_archive_sheet(archive, game, &sheet, NULL, &why);
        if (good == ZM_OK)
            good = zm_replay_sheet(&replay, &sheet, &why);
        const char *bad = good == ZM_OK ? fault(archive, game, &replay) : why.text;
        if (good == ZM_FAILED)
            status = zm_fail(error, good, "%s", why.text);
        if (bad != NULL && ++wrong <= 20)
            zm_buffer_format(report, "game %u: %s\n", game + 1, bad);
    }
    zm_replay_close(&replay);
    zm_sheet_free(&sheet);
    if (status == ZM_OK && wrong > 0)
        status = zm_fail(error, ZM_WRONG, "%u games are not in order", wrong);
    return status;
}
