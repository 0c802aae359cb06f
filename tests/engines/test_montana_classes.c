/* Block search from class to class, in Montana's common variant, covers every class that can be
 * reached, and none besides; when Twos wait, it still says of every position whether it can be won; on
 * larger deals it says what the other searches say. */
#include "base/table.h"
#include "engines/montana/blocks.h"
#include "engines/montana/deadlock.h"
#include "engines/montana/sift.h"
#include "support/ask.h"

enum { MOST_POSITIONS = 20000 };

struct game {
    struct zm_settings settings;
    struct zm_run run;
    struct zm_alone alone;
};

static void open_game(struct game *game)
{
    *game = (struct game){0};
    assert_int_equal(zm_settings_declare(&game->settings, zm_montana.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&game->settings, "variant", "common", NULL), ZM_OK);
    zm_run_begin(&game->run);
    struct zm_problem problem = {&zm_montana, &game->settings, false, &game->run};
    assert_int_equal(zm_alone_open(&game->alone, &problem, NULL), ZM_OK);
}

static void stand(struct game *game, const char *text)
{
    struct zm_buffer position = {0};
    assert_int_equal(zm_montana_parse(game->alone.game.state, text, &position, NULL), ZM_OK);
    assert_int_equal(zm_alone_begin(&game->alone, zm_buffer_bytes(&position), NULL), ZM_OK);
    zm_buffer_free(&position);
}

/* Adds the class of a position, its key its own, which must be among others (NULL: any). */
static void add_class(struct zm_table *classes, const struct zm_gaps *gaps,
                      const struct zm_table *others)
{
    struct zm_class class;
    zm_class_of(gaps, &class);
    struct zm_hash128 key = zm_class_key(gaps, &class);
    assert_true(others == NULL || zm_table_find(others, zm_bytes(&key, sizeof key)) != NULL);
    zm_table_insert(classes, zm_bytes(&key, sizeof key), NULL);
}

/* The classes of all positions that can be reached, by the walk alone; false: too many. */
static bool reach(const struct zm_montana_walk *start, struct zm_table *classes)
{
    struct zm_table reached;
    struct zm_montana_walk *queue = malloc(MOST_POSITIONS * sizeof *queue);
    size_t count = 1;
    zm_table_init(&reached, 1);
    zm_table_insert(&reached, zm_bytes(&start->key, sizeof start->key), NULL);
    queue[0] = *start;
    for (size_t i = 0; i < count && count < MOST_POSITIONS - 16; i++) {
        zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
        struct zm_gaps gaps;
        zm_gaps_stand(&gaps, &queue[i]);
        add_class(classes, &gaps, NULL);
        unsigned ways = zm_montana_walk.moves(&queue[i], moves);
        for (unsigned k = 0; k < ways; k++) {
            bool fresh;
            queue[count] = queue[i];
            zm_montana_walk.make(&queue[count], moves[k]);
            zm_table_insert(&reached, zm_bytes(&queue[count].key, sizeof queue[count].key), &fresh);
            count += fresh;
        }
    }
    free(queue);
    zm_table_free(&reached);
    return count < MOST_POSITIONS - 16;
}

/* -- Twos that wait -- */

/* All positions that can be reached from a start, by the walk alone, and which can be won: those from
 * which the goal can be reached, found by going back from it over and over. */
struct graph {
    struct zm_montana_walk *walks;
    bool *won;
    size_t count;
};

static void expand(struct graph *graph, struct zm_table *reached, size_t at)
{
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    unsigned ways = zm_montana_walk.moves(&graph->walks[at], moves);
    for (unsigned k = 0; k < ways; k++) {
        struct zm_montana_walk *next = &graph->walks[graph->count];
        bool fresh;
        *next = graph->walks[at];
        zm_montana_walk.make(next, moves[k]);
        void *index = zm_table_insert(reached, zm_bytes(&next->key, sizeof next->key), &fresh);
        if (fresh) {
            memcpy(index, &graph->count, sizeof graph->count);
            graph->count++;
        }
    }
}

/* Is there a move to what can be won? */
static bool has_win(const struct graph *graph, const struct zm_table *reached, size_t at)
{
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    unsigned ways = zm_montana_walk.moves(&graph->walks[at], moves);
    for (unsigned k = 0; k < ways; k++) {
        struct zm_montana_walk next = graph->walks[at];
        zm_montana_walk.make(&next, moves[k]);
        size_t index;
        memcpy(&index, zm_table_find(reached, zm_bytes(&next.key, sizeof next.key)), sizeof index);
        if (graph->won[index])
            return true;
    }
    return false;
}

/* False: there are too many positions. */
static bool make_graph(struct graph *graph, const struct zm_montana_walk *start)
{
    struct zm_table reached;
    bool changed = true;
    zm_table_init(&reached, sizeof(size_t));
    graph->walks[0] = *start;
    graph->count = 1;
    memset(zm_table_insert(&reached, zm_bytes(&start->key, sizeof start->key), NULL), 0,
           sizeof(size_t));
    for (size_t i = 0; i < graph->count && graph->count < MOST_POSITIONS - 16; i++)
        expand(graph, &reached, i);
    bool whole = graph->count < MOST_POSITIONS - 16;
    for (size_t i = 0; i < graph->count; i++)
        graph->won[i] = zm_montana_solved(&graph->walks[i]);
    while (whole && changed) {
        changed = false;
        for (size_t i = graph->count; i-- > 0;)
            if (!graph->won[i] && has_win(graph, &reached, i))
                graph->won[i] = changed = true;
    }
    zm_table_free(&reached);
    return whole;
}

/* What block search from class to class says of a position, when Twos wait. */
static bool search_waiting(struct game *game, const struct zm_montana_walk *walk)
{
    struct zm_path path;
    struct zm_quest quest = {.kind = ZM_QUEST_GOAL};
    struct zm_blocks blocks = {
        .path = &path, .quest = &quest, .axes = true, .bars = true, .classes = true, .waits = true};
    struct zm_gaps start;
    assert_true(zm_path_open(&path, &game->alone));
    assert_true(zm_slots_open(&blocks.slots, 1 << 10));
    zm_gaps_stand(&start, walk);
    zm_blocks_search(&blocks, &start);
    assert_true(quest.proved);
    zm_blocks_close(&blocks);
    zm_path_close(&path);
    free(quest.line);
    return quest.found;
}

static void waiting_loses_no_solution(void **state)
{
    (void)state;
    struct game game;
    struct graph graph = {malloc(MOST_POSITIONS * sizeof *graph.walks), calloc(MOST_POSITIONS, 1),
                          0};
    size_t won = 0, lost = 0;
    int rounds = test_many(600, 20000);
    open_game(&game);
    for (int round = 0; round < rounds; round++) {
        char text[40];
        unsigned suits = 2 + (unsigned)round % 3;
        snprintf(text, sizeof text, "deal:%ux%d:%d", suits, 3 + round / 3 % (suits == 4 ? 3 : 5),
                 round);
        stand(&game, text);
        if (!make_graph(&graph, game.alone.start))
            continue;
        for (size_t i = 0; i < graph.count; i += 1 + graph.count / 40) {
            bool found = search_waiting(&game, &graph.walks[i]);
            if (found != graph.won[i])
                fail_msg("%s, position %zu: %d, not %d", text, i, found, graph.won[i]);
            won += found;
            lost += !found;
        }
    }
    assert_true(won > (size_t)rounds && lost > (size_t)rounds);
    free(graph.walks);
    free(graph.won);
    zm_alone_close(&game.alone);
    zm_settings_free(&game.settings);
}

/* Of positions that differ by some moves those are dropped that are dead. */
static void sifting_drops_the_dead(void **state)
{
    (void)state;
    struct game game;
    size_t dead = 0, alive = 0;
    int rounds = test_many(400, 20000);
    open_game(&game);
    for (int round = 0; round < rounds; round++) {
        char text[40];
        struct zm_gaps positions[24], left[24];
        size_t count = 0, kept = 0, most = 1 + (size_t)round % 24;
        snprintf(text, sizeof text, "deal:%ux%d:%d", 2 + (unsigned)round % 3, 3 + round % 11,
                 round);
        stand(&game, text);
        struct zm_montana_walk walk = *(const struct zm_montana_walk *)game.alone.start;
        while (count < most) {
            zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
            unsigned ways = zm_montana_walk.moves(&walk, moves);
            zm_gaps_stand(&positions[count++], &walk);
            if (ways == 0)
                break;
            zm_montana_walk.make(&walk, moves[(count * 7 + (size_t)round) % ways]);
        }
        memcpy(left, positions, sizeof left);
        size_t sifted = zm_gaps_sift(left, count);
        for (size_t i = 0; i < count; i++) {
            if (zm_gaps_dead(&positions[i])) {
                dead++;
                continue;
            }
            assert_true(kept < sifted);
            assert_memory_equal(left[kept].cells, positions[i].cells, sizeof left[kept].cells);
            kept++;
        }
        assert_int_equal(kept, sifted);
        alive += kept;
    }
    assert_true(dead > (size_t)rounds / 4 && alive > (size_t)rounds / 4);
    zm_alone_close(&game.alone);
    zm_settings_free(&game.settings);
}

/* -- all classes -- */

struct covered {
    const struct zm_table *reached;
    struct zm_table classes;
};

/* Notes the classes of all positions of a block. */
static void cover(void *context, const struct zm_block *block)
{
    struct covered *covered = context;
    unsigned steps[ZM_MONTANA_SUITS] = {0}, hole;
    do {
        struct zm_gaps gaps;
        zm_block_position(block, steps, &gaps);
        gaps.key.low -= block->shift.low;
        gaps.key.high -= block->shift.high;
        add_class(&covered->classes, &gaps, covered->reached);
        for (hole = 0; hole < gaps.suits && steps[hole] == block->sequences[hole].length; hole++)
            steps[hole] = 0;
        if (hole < gaps.suits)
            steps[hole]++;
    } while (hole < block->root.suits);
}

/* Searches all blocks, and sees that they cover the classes. `slots` 0: no table. */
static void cover_all(struct game *game, size_t slots, bool axes, bool bars,
                      const struct zm_table *reached, const char *text)
{
    struct zm_path path;
    struct zm_quest quest = {.kind = ZM_QUEST_GOAL};
    struct covered covered = {.reached = reached};
    struct zm_blocks blocks = {.path = &path,
                               .quest = &quest,
                               .axes = axes,
                               .bars = bars,
                               .complete = true,
                               .classes = true,
                               .visit = cover,
                               .context = &covered};
    struct zm_gaps start;
    zm_table_init(&covered.classes, 1);
    assert_true(zm_path_open(&path, &game->alone));
    if (slots > 0)
        assert_true(zm_slots_open(&blocks.slots, slots));
    zm_gaps_stand(&start, game->alone.start);
    zm_blocks_search(&blocks, &start);
    assert_true(quest.proved);
    if (covered.classes.count != reached->count)
        fail_msg("%s, %zu slots: %zu of %zu classes", text, slots, covered.classes.count,
                 reached->count);
    zm_table_free(&covered.classes);
    zm_blocks_close(&blocks);
    zm_path_close(&path);
    free(quest.line);
}

static void blocks_cover_classes(void **state)
{
    (void)state;
    struct game game;
    int checked = 0, rounds = test_many(150, 10000);
    open_game(&game);
    for (int round = 0; round < rounds; round++) {
        char text[40];
        struct zm_table reached;
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 3,
                 3 + round % (round % 3 == 2 ? 3 : 5), round);
        stand(&game, text);
        zm_table_init(&reached, 1);
        if (reach(game.alone.start, &reached)) {
            cover_all(&game, 1 << 14, true, true, &reached, text);
            cover_all(&game, 1 << 14, false, false, &reached, text);
            cover_all(&game, 64, true, false, &reached, text);
            checked += reached.count > 20;
        }
        zm_table_free(&reached);
    }
    assert_true(checked > rounds / 4);
    zm_alone_close(&game.alone);
    zm_settings_free(&game.settings);
}

/* Larger deals: the same answer as by classes and block search behind them, with lines that are
 * played again. */
static void class_blocks_agree(void **state)
{
    (void)state;
    int won = 0, lost = 0;
    for (int deal = 1; deal <= test_many(16, 400); deal++) {
        char text[40];
        snprintf(text, sizeof text, "deal:4x%d:%d", 5 + deal % 3, 100 + deal);
        struct asked blocks = ask("montana", text, "variant=common search=class-blocks memory=8M");
        struct asked classes = ask("montana", text, "variant=common search=classes");
        if (blocks.answer.outcome != classes.answer.outcome)
            fail_msg("%s: %d, not %d", text, blocks.answer.outcome, classes.answer.outcome);
        won += blocks.answer.outcome == ZM_WIN;
        lost += blocks.answer.outcome == ZM_LOSS;
        zm_answer_free(&blocks.answer);
        zm_answer_free(&classes.answer);
    }
    assert_true(test_sanitized() || (won > 0 && lost > 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_cover_classes),
        cmocka_unit_test(class_blocks_agree),
        cmocka_unit_test(waiting_loses_no_solution),
        cmocka_unit_test(sifting_drops_the_dead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
