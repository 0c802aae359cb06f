/* What front ends ask archives, and the answers as JSON. */
#ifndef ZM_API_ARCHIVE_H
#define ZM_API_ARCHIVE_H

#include "records/archive_query.h"

#include <jansson.h>

/* A game of an archive: "game" (its number, from 1 on), "year", "event", "players", "result"
 * ("first", "second", "draw" or null), "margin", "theory", "computed", "moves" (how many), and
 * "score" (as its players write it) when the margin is known, "winner" when it is known who wins by
 * perfect play. */
json_t *zm_archived_game_json(const struct zm_archive *archive, uint32_t game);
/* Results: "games", "wins" (first, second), "draws", "margin", and "theory" with the same. */
json_t *zm_game_tally_json(const struct zm_game_tally *tally);
/* A position: its results, "ended", and "moves", each with "move" and results. */
json_t *zm_position_stats_json(const struct zm_position_stats *stats);

/* The name of a move of zm_position_stats, for `%.*s`. */
struct zm_bytes zm_continuation_name(const struct zm_position_stats *stats, size_t index);
/* Appends the result of a game as its players write it: "41-23" in Othello, else by how much. */
void zm_archived_result(const struct zm_archive *archive, uint32_t game, int margin,
                        struct zm_buffer *text);

#endif
