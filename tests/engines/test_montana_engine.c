/* The searches made for Montana visit what depth-first search does: the positions of all blocks are
 * the positions that can be reached, whatever the table holds, and so for its other searches. */
#include "base/table.h"
#include "engines/montana/blocks.h"
#include "support/ask.h"

struct game {
    struct zm_instance instance;
    struct zm_settings settings;
    struct zm_run run;
    struct zm_alone alone;
};

static void open_game(struct game *game, const char *variant)
{
    *game = (struct game){0};
    assert_int_equal(zm_settings_declare(&game->settings, zm_montana.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&game->settings, "variant", variant, NULL), ZM_OK);
    zm_run_begin(&game->run);
    struct zm_problem problem = {&zm_montana, &game->settings, false, &game->run};
    assert_int_equal(zm_alone_open(&game->alone, &problem, NULL), ZM_OK);
}

static void close_game(struct game *game)
{
    zm_alone_close(&game->alone);
    zm_settings_free(&game->settings);
}

static void stand(struct game *game, const char *text)
{
    struct zm_buffer position = {0};
    assert_int_equal(zm_montana_parse(game->alone.game.state, text, &position, NULL), ZM_OK);
    assert_int_equal(zm_alone_begin(&game->alone, zm_buffer_bytes(&position), NULL), ZM_OK);
    zm_buffer_free(&position);
}

/* All positions that can be reached, by the walk alone. */
static void reach(const struct zm_montana_walk *walk, struct zm_table *reached)
{
    zm_move moves[ZM_MONTANA_SUITS];
    bool fresh;
    zm_table_insert(reached, zm_bytes(&walk->key, sizeof walk->key), &fresh);
    if (!fresh)
        return;
    unsigned count = zm_montana_walk.moves(walk, moves);
    for (unsigned i = 0; i < count; i++) {
        struct zm_montana_walk next = *walk;
        zm_montana_walk.make(&next, moves[i]);
        reach(&next, reached);
    }
}

/* --- blocks -------------------------------------------------------------------------------------- */

struct covered {
    const struct zm_table *reached;
    struct zm_table keys;
};

/* Notes all positions of a block, each of which must be one that can be reached. */
static void cover(void *context, const struct zm_block *block)
{
    struct covered *covered = context;
    unsigned steps[ZM_MONTANA_SUITS] = {0}, hole;
    do {
        struct zm_gaps gaps;
        zm_block_position(block, steps, &gaps);
        struct zm_bytes key = zm_bytes(&gaps.key, sizeof gaps.key);
        assert_non_null(zm_table_find(covered->reached, key));
        zm_table_insert(&covered->keys, key, NULL);
        for (hole = 0; hole < gaps.suits && steps[hole] == block->sequences[hole].length; hole++)
            steps[hole] = 0;
        if (hole < gaps.suits)
            steps[hole]++;
    } while (hole < block->root.suits);
}

/* Searches all blocks; returns how many positions they cover. `slots` 0: no table. */
static size_t cover_all(struct game *game, size_t slots, bool axes, bool bars,
                        const struct zm_table *reached, bool *won)
{
    struct zm_path path;
    struct zm_quest quest = {.kind = ZM_QUEST_GOAL};
    struct covered covered = {.reached = reached};
    struct zm_blocks blocks = {.path = &path,
                               .quest = &quest,
                               .axes = axes,
                               .bars = bars,
                               .complete = true,
                               .visit = cover,
                               .context = &covered};
    zm_table_init(&covered.keys, 1);
    assert_true(zm_path_open(&path, &game->alone));
    if (slots > 0)
        assert_true(zm_slots_open(&blocks.slots, slots));
    struct zm_gaps start;
    zm_gaps_stand(&start, game->alone.start);
    zm_blocks_search(&blocks, &start);
    assert_true(quest.proved);
    *won = quest.found;
    size_t count = covered.keys.count;
    zm_table_free(&covered.keys);
    zm_slots_close(&blocks.slots);
    zm_path_close(&path);
    free(blocks.line);
    free(quest.line);
    return count;
}

static void blocks_cover_what_can_be_reached(void **state)
{
    (void)state;
    struct game game;
    open_game(&game, "base");
    for (int round = 0; round < test_many(1500, 10000); round++) {
        char text[40];
        bool won[6];
        struct zm_table reached;
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 4,
                 3 + round % (round % 4 == 3 ? 2 : 4), round);
        stand(&game, text);
        zm_table_init(&reached, 1);
        reach(game.alone.start, &reached);
        size_t counts[6] = {cover_all(&game, 1 << 16, true, false, &reached, &won[0]),
                            cover_all(&game, 1 << 16, false, false, &reached, &won[1]),
                            cover_all(&game, 1024, true, false, &reached, &won[2]),
                            cover_all(&game, 0, true, true, &reached, &won[3]),
                            cover_all(&game, 1 << 16, true, true, &reached, &won[4]),
                            cover_all(&game, 64, false, true, &reached, &won[5])};
        for (int i = 0; i < 6; i++)
            if (counts[i] != reached.count || won[i] != won[0])
                fail_msg("%s, way %d: %zu of %zu", text, i, counts[i], reached.count);
        zm_table_free(&reached);
    }
    close_game(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_cover_what_can_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
