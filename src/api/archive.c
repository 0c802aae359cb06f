/* Answers about archives as JSON; see archive.h. */
#include "api/archive.h"

#include "records/replay.h"

static const char *const results[] = {NULL, "first", "second", "draw"};

struct zm_bytes zm_continuation_name(const struct zm_position_stats *stats, size_t index)
{
    return zm_list_at(&stats->names, stats->moves[index].name);
}

void zm_archived_result(const struct zm_archive *archive, uint32_t game, int margin,
                        struct zm_buffer *text)
{
    const struct zm_summary *summary = zm_archive_summary(archive, game);
    if (margin == ZM_NO_MARGIN)
        zm_buffer_text(text, summary->result == ZM_SHEET_UNKNOWN ? "?" : results[summary->result]);
    else
        zm_margin_print(zm_archive_game(archive), summary->moves, margin, text);
}

static json_t *margin_json(int margin)
{
    return margin == ZM_NO_MARGIN ? json_null() : json_real(margin / 2.0);
}

static json_t *name_json(const struct zm_archive *archive, enum zm_name_kind kind, uint32_t number)
{
    const char *name = zm_archive_name(archive, kind, number);
    json_t *text = json_string(name == NULL ? "" : name);
    return text == NULL ? json_string("") : text; /* bytes that are no UTF-8 */
}

json_t *zm_archived_game_json(const struct zm_archive *archive, uint32_t game)
{
    const struct zm_summary *summary = zm_archive_summary(archive, game);
    json_t *object =
        json_pack("{s:I,s:i,s:o,s:[oo],s:s?,s:o,s:o,s:o,s:i}", "game", (json_int_t)game + 1, "year",
                  (int)summary->year, "event", name_json(archive, ZM_NAME_EVENT, summary->event),
                  "players", name_json(archive, ZM_NAME_PLAYER, summary->players[0]),
                  name_json(archive, ZM_NAME_PLAYER, summary->players[1]), "result",
                  results[summary->result & 3], "margin", margin_json(summary->margin), "theory",
                  margin_json(summary->theory), "computed", margin_json(summary->computed), "moves",
                  (int)summary->moves);
    struct zm_buffer score = {0};
    if (summary->margin != ZM_NO_MARGIN) {
        zm_archived_result(archive, game, summary->margin, &score);
        json_object_set_new(object, "score", json_string(zm_buffer_string(&score)));
    }
    zm_buffer_free(&score);
    enum zm_sheet_result winner = zm_summary_winner(summary);
    if (winner != ZM_SHEET_UNKNOWN)
        json_object_set_new(object, "winner", json_string(results[winner]));
    return object;
}

/* Wins, draws and the mean margin, real or theoretical. */
static json_t *results_json(const uint32_t counts[4], uint32_t margins, int64_t sum)
{
    json_t *mean = margins == 0 ? json_null() : json_real((double)sum / 2 / margins);
    return json_pack("{s:[II],s:I,s:o}", "wins", (json_int_t)counts[ZM_SHEET_FIRST],
                     (json_int_t)counts[ZM_SHEET_SECOND], "draws",
                     (json_int_t)counts[ZM_SHEET_DRAW], "margin", mean);
}

json_t *zm_game_tally_json(const struct zm_game_tally *tally)
{
    json_t *object = results_json(tally->real, tally->margins, tally->margin);
    if (object == NULL)
        return NULL;
    json_object_set_new(object, "games", json_integer(tally->games));
    if (tally->theories > 0)
        json_object_set_new(
            object, "theory",
            results_json(tally->theory, tally->theory_margins, tally->theory_margin));
    return object;
}

json_t *zm_position_stats_json(const struct zm_position_stats *stats)
{
    json_t *object = zm_game_tally_json(&stats->all), *moves = json_array();
    for (size_t i = 0; i < stats->count; i++) {
        struct zm_bytes name = zm_continuation_name(stats, i);
        json_t *move = zm_game_tally_json(&stats->moves[i].tally);
        if (move != NULL)
            json_object_set_new(move, "move", json_stringn((const char *)name.data, name.size));
        json_array_append_new(moves, move);
    }
    if (object == NULL || moves == NULL) {
        json_decref(moves);
        return object;
    }
    json_object_set_new(object, "ended", json_integer(stats->ended));
    json_object_set_new(object, "moves", moves);
    return object;
}
