/* The searches made for Montana visit what depth-first search does: the positions of all blocks are
 * the positions that can be reached, whatever the table holds, and so for its other searches. */
#include "base/table.h"
#include "engines/montana/blocks.h"
#include "engines/montana/classes.h"
#include "engines/montana/deadlock.h"
#include "engines/montana/graph.h"
#include "engines/montana/plot.h"
#include "engines/montana/reduce.h"
#include "support/ask.h"
#include "theory/digraph.h"

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
    zm_blocks_close(&blocks);
    zm_path_close(&path);
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

/* --- classes of the common variant ---------------------------------------------------------------- */

enum { MOST_POSITIONS = 60000, MOST_ARCS = 16 * MOST_POSITIONS };

/* All positions that can be reached, numbered, with the moves between them; false: too many. */
struct space {
    struct zm_montana_walk *walks;
    uint32_t count;
    struct zm_arc *arcs;
    size_t arc_count;
};

static bool fill_space(struct space *space, const struct zm_montana_walk *start)
{
    struct zm_table numbers;
    zm_table_init(&numbers, sizeof(uint32_t));
    space->walks[0] = *start;
    space->count = 1;
    space->arc_count = 0;
    memset(zm_table_insert(&numbers, zm_bytes(&start->key, sizeof start->key), NULL), 0, 4);
    for (uint32_t i = 0; i < space->count && space->count + 16 < MOST_POSITIONS; i++) {
        zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
        unsigned count = zm_montana_walk.moves(&space->walks[i], moves);
        for (unsigned k = 0; k < count; k++) {
            struct zm_montana_walk next = space->walks[i];
            bool fresh;
            zm_montana_walk.make(&next, moves[k]);
            void *value = zm_table_insert(&numbers, zm_bytes(&next.key, sizeof next.key), &fresh);
            if (fresh) {
                memcpy(value, &space->count, sizeof space->count);
                space->walks[space->count++] = next;
            }
            struct zm_arc *arc = &space->arcs[space->arc_count++];
            arc->tail = i;
            memcpy(&arc->head, value, sizeof arc->head);
        }
    }
    zm_table_free(&numbers);
    return space->count + 16 < MOST_POSITIONS;
}

static struct zm_hash128 class_key(const struct zm_montana_walk *walk, uint64_t *size)
{
    struct zm_gaps gaps;
    struct zm_class class;
    zm_gaps_stand(&gaps, walk);
    zm_class_of(&gaps, &class);
    *size = zm_class_size(&class);
    return zm_class_key(&gaps, &class);
}

struct met {
    struct zm_table keys;
    struct zm_gaps *queue;
    size_t count;
};

static void meet(void *context, const struct zm_gaps *gaps)
{
    struct met *met = context;
    struct zm_class class;
    bool fresh;
    zm_class_of(gaps, &class);
    struct zm_hash128 key = zm_class_key(gaps, &class);
    zm_table_insert(&met->keys, zm_bytes(&key, sizeof key), &fresh);
    if (fresh)
        met->queue[met->count++] = *gaps;
}

/* The classes are the components, of the size that is said, and their ways out lead to all. */
static void check_classes(const struct space *space, const char *text)
{
    struct zm_digraph graph;
    uint32_t *component = calloc(space->count, sizeof *component);
    struct zm_table of_key;
    zm_table_init(&of_key, 2 * sizeof(uint32_t) + sizeof(uint64_t));
    assert_true(zm_digraph_build(&graph, space->count, space->arcs, space->arc_count));
    uint32_t components = zm_digraph_components(&graph, component);
    for (uint32_t i = 0; i < space->count; i++) {
        struct {
            uint32_t component, count;
            uint64_t size;
        } entry;
        bool fresh;
        uint64_t size;
        struct zm_hash128 key = class_key(&space->walks[i], &size);
        void *value = zm_table_insert(&of_key, zm_bytes(&key, sizeof key), &fresh);
        memcpy(&entry, value, sizeof entry);
        if (fresh) {
            entry.component = component[i];
            entry.size = size;
        }
        if (entry.component != component[i] || entry.size != size)
            fail_msg("%s: two components are one class", text);
        entry.count++;
        assert_true(entry.count <= entry.size);
        memcpy(value, &entry, sizeof entry);
    }
    if (of_key.count != components)
        fail_msg("%s: %zu classes, %u components", text, of_key.count, components);
    struct met met = {.queue = malloc(space->count * sizeof *met.queue)};
    struct zm_gaps start;
    zm_table_init(&met.keys, 1);
    zm_gaps_stand(&start, &space->walks[0]);
    meet(&met, &start);
    for (size_t i = 0; i < met.count; i++) {
        struct zm_class class;
        zm_class_of(&met.queue[i], &class);
        zm_class_exits(&met.queue[i], &class, meet, &met);
    }
    assert_int_equal(met.count, components);
    zm_table_free(&met.keys);
    free(met.queue);
    zm_table_free(&of_key);
    zm_digraph_free(&graph);
    free(component);
}

static void classes_are_components(void **state)
{
    (void)state;
    struct game game;
    struct space space = {.walks = malloc(MOST_POSITIONS * sizeof *space.walks),
                          .arcs = malloc(MOST_ARCS * sizeof *space.arcs)};
    int checked = 0;
    open_game(&game, "common");
    for (int round = 0; round < test_rounds(400); round++) {
        char text[40];
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 3, 3 + round % 4, round);
        stand(&game, text);
        if (!fill_space(&space, game.alone.start))
            continue;
        check_classes(&space, text);
        checked++;
    }
    assert_true(checked > 10);
    close_game(&game);
    free(space.walks);
    free(space.arcs);
}

/* The largest component, of the thesis: its first four columns, and anything behind. */
static void largest_class(void **state)
{
    (void)state;
    struct game game;
    uint64_t size;
    open_game(&game, "common");
    stand(&game, ". . . . 8D 2D 7D 3D 6D 4D 5D 9D 10D/2H 3H 4H 5H JD QD KD 6S 7S 8S 9S 10S JS/"
                 "2S 3S 4S 5S QS KS 6C 7C 8C 9C 10C JC QC/"
                 "2C 3C 4C 5C KC 6H 7H 8H 9H 10H JH QH KH");
    class_key(game.alone.start, &size);
    assert_int_equal(size, 331776);
    close_game(&game);
}

/* --- deadlocks ------------------------------------------------------------------------------------ */

/* Marks the positions of a space from which the goal can be reached, by going over its moves until
 * nothing changes. */
static void mark_winnable(const struct space *space, bool *winnable)
{
    for (uint32_t i = 0; i < space->count; i++)
        winnable[i] = zm_montana_solved(&space->walks[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = space->arc_count; i-- > 0;) {
            const struct zm_arc *arc = &space->arcs[i];
            changed |= winnable[arc->head] && !winnable[arc->tail];
            winnable[arc->tail] |= winnable[arc->head];
        }
    }
}

/* No position that can be won is called dead, and a good part of the others is. */
static void deadlocks_are_lost(void **state)
{
    (void)state;
    static const char *const variants[] = {"base", "common"};
    struct space space = {.walks = malloc(MOST_POSITIONS * sizeof *space.walks),
                          .arcs = malloc(MOST_ARCS * sizeof *space.arcs)};
    bool *winnable = malloc(MOST_POSITIONS * sizeof *winnable);
    for (int v = 0; v < 2; v++) {
        uint32_t dead = 0, lost = 0;
        struct game game;
        open_game(&game, variants[v]);
        for (int round = 0; round < test_rounds(400); round++) {
            char text[40];
            snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 3, 3 + round % 5, round);
            stand(&game, text);
            if (!fill_space(&space, game.alone.start))
                continue;
            mark_winnable(&space, winnable);
            for (uint32_t i = 0; i < space.count; i++) {
                struct zm_gaps gaps;
                zm_gaps_stand(&gaps, &space.walks[i]);
                lost += !winnable[i];
                dead += zm_gaps_dead(&gaps);
                if (zm_gaps_dead(&gaps) && winnable[i])
                    fail_msg("%s %s: a position that can be won is called dead", text, variants[v]);
            }
        }
        assert_true(4 * dead > lost);
        close_game(&game);
    }
    free(space.walks);
    free(space.arcs);
    free(winnable);
}

/* --- reduction ------------------------------------------------------------------------------------ */

/* Can the position that comes of another by a move, told by its key, be won? */
static bool wins_by(const struct space *space, const bool *winnable, const size_t *first,
                    uint32_t from, struct zm_hash128 key)
{
    for (size_t i = first[from]; i < first[from + 1]; i++)
        if (zm_hash128_equal(space->walks[space->arcs[i].head].key, key))
            return winnable[space->arcs[i].head];
    fail_msg("a move that there is not");
    return false;
}

/* A walk through the moves that are made at once, each of which must keep what the position is worth. */
struct settling {
    const struct space *space;
    const bool *winnable;
    const size_t *first;
    uint32_t at;
    bool kept;
    unsigned made, reduced;
};

static void follow(void *context, const struct zm_gaps *gaps)
{
    struct settling *s = context;
    bool before = s->winnable[s->at];
    size_t i = s->first[s->at];
    while (!zm_hash128_equal(s->space->walks[s->space->arcs[i].head].key, gaps->key))
        i++;
    s->at = s->space->arcs[i].head;
    s->kept &= s->winnable[s->at] == before;
    s->made++;
}

/* Is a position worth the same by what the reduction leaves of its moves? */
static bool is_kept(struct settling *s, uint32_t at)
{
    struct zm_gaps gaps;
    struct zm_choice choice;
    zm_gaps_stand(&gaps, &s->space->walks[at]);
    s->at = at;
    s->kept = true;
    if (!zm_settle(&gaps, &choice, follow, s))
        return s->kept && !s->winnable[s->at];
    zm_reduce(&gaps, &choice);
    if (choice.all)
        return s->kept;
    s->reduced += choice.tried + 1 < 1u << choice.count;
    bool wins = zm_gaps_solved(&gaps);
    for (unsigned i = 0; i < choice.count; i++) {
        const struct zm_way *way = &choice.ways[i];
        if (choice.tried >> i & 1)
            wins |= wins_by(s->space, s->winnable, s->first, s->at,
                            zm_gaps_key_after(&gaps, way->card, way->from, way->to));
    }
    return s->kept && wins == s->winnable[s->at];
}

/* Finds where the moves of each position begin: they lie in the order of their positions. */
static void first_arcs(const struct space *space, size_t *first)
{
    size_t arc = 0;
    for (uint32_t i = 0; i <= space->count; i++) {
        while (arc < space->arc_count && space->arcs[arc].tail < i)
            arc++;
        first[i] = arc;
    }
}

/* Every position of small deals can be won exactly when one of the moves that are left wins. */
static void reduction_keeps_wins(void **state)
{
    (void)state;
    struct game game;
    struct space space = {.walks = malloc(MOST_POSITIONS * sizeof *space.walks),
                          .arcs = malloc(MOST_ARCS * sizeof *space.arcs)};
    bool *winnable = malloc(MOST_POSITIONS * sizeof *winnable);
    size_t *first = malloc((MOST_POSITIONS + 1) * sizeof *first);
    struct settling settling = {.space = &space, .winnable = winnable, .first = first};
    open_game(&game, "common");
    for (int round = 0; round < test_rounds(600); round++) {
        char text[40];
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 3, 3 + round % 5, 1000 + round);
        stand(&game, text);
        if (!fill_space(&space, game.alone.start))
            continue;
        mark_winnable(&space, winnable);
        first_arcs(&space, first);
        for (uint32_t i = 0; i < space.count; i++)
            if (!is_kept(&settling, i))
                fail_msg("%s: a win is lost", text);
    }
    assert_true(settling.made > 1000 && settling.reduced > 10);
    close_game(&game);
    free(space.walks);
    free(space.arcs);
    free(winnable);
    free(first);
}

/* Answers of the engine are those of the general depth-first search, with lines that the quest has
 * played again; what goes on behind a goal visits at least every position once. */
static void engine_agrees(void **state)
{
    (void)state;
    static const char *const ways[] = {
        "variant=base",
        "variant=common",
        "variant=common search=classes",
        "variant=common search=class-blocks",
        "variant=base search=blocks plain=",
        "variant=base search=blocks-ti",
        "variant=base complete= search=ti",
        "variant=base complete= search=ti-table slots=64",
        "variant=base complete= search=ti-table slots=64K",
        "variant=base complete= search=depth-first table=slots slots=64K",
    };
    for (int round = 0; round < test_rounds(300); round++) {
        char text[40];
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 3, 3 + round % 3, round);
        struct asked count = ask("montana", text, "compute=count");
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            struct asked own = ask("montana", text, ways[i]);
            struct asked plain = ask("montana", text,
                                     strstr(ways[i], "common") != NULL
                                         ? "variant=common search=depth-first"
                                         : "variant=base search=depth-first table=full");
            if (own.answer.outcome != plain.answer.outcome)
                fail_msg("%s %s: %d", text, ways[i], own.answer.outcome);
            if (strstr(ways[i], "complete") != NULL)
                assert_true(own.nodes >= (uint64_t)count.answer.number);
            zm_answer_free(&own.answer);
            zm_answer_free(&plain.answer);
        }
    }
}

/* Larger deals: what the portfolio says is what block search behind the classes says; the lines of
 * both are played again. */
static void portfolio_agrees(void **state)
{
    (void)state;
    int won = 0, lost = 0;
    for (int deal = 1; deal <= 40; deal++) {
        char text[40];
        snprintf(text, sizeof text, "deal:4x8:%d", deal);
        struct asked portfolio = ask("montana", text, "variant=common search=portfolio");
        struct asked classes = ask("montana", text, "variant=common search=classes");
        assert_int_equal(portfolio.answer.outcome, classes.answer.outcome);
        won += portfolio.answer.outcome == ZM_WIN;
        lost += portfolio.answer.outcome == ZM_LOSS;
        zm_answer_free(&portfolio.answer);
        zm_answer_free(&classes.answer);
    }
    assert_true(won > 0 && lost > 0);
}

/* The last line of what the plot tool says of some small deals. */
static void plot(const char *measure, const char *slots, struct zm_buffer *out)
{
    struct zm_settings settings = {0};
    const char *words[] = {"4x4"};
    struct zm_run run;
    zm_run_begin(&run);
    assert_int_equal(zm_settings_declare(&settings, zm_montana_plot_tool.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "measure", measure, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "slots", slots, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "deals", "20", NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "numbers", "", NULL), ZM_OK);
    assert_int_equal(zm_montana_plot_tool.run(&settings, words, 1, &run, out, NULL), ZM_OK);
    zm_buffer_byte(out, 0);
    zm_settings_free(&settings);
}

/* A table with room for every position visits each once; without one some are visited again. */
static void plots_measure(void **state)
{
    (void)state;
    struct zm_buffer table = {0}, ti = {0};
    plot("table", "1M", &table);
    plot("ti", "1M", &ti);
    assert_non_null(strstr((char *)table.data, ": median 1, nine of ten below 1, most 1\n"));
    assert_non_null(strstr((char *)ti.data, "20 of 20 deals: median 1"));
    assert_null(strstr((char *)ti.data, "most 1\n"));
    zm_buffer_free(&table);
    zm_buffer_free(&ti);
}

static unsigned count_of(const char *text, const char *word)
{
    unsigned count = 0;
    while ((text = strstr(text, word)) != NULL) {
        text += strlen(word);
        count++;
    }
    return count;
}

/* The first example of the specification, drawn: 23 positions, 18 of them can be won (one is the
 * goal), 3 moves lose. A deal with too many is refused. */
static void graph_is_drawn(void **state)
{
    (void)state;
    struct zm_settings settings = {0};
    struct zm_buffer out = {0};
    struct zm_run run;
    const char *deal[] = {"AS 4D 3C 4C ./AH 2H 3H 3D ./AD 2D 3S . ./AC 2C 4H 2S 4S"};
    zm_run_begin(&run);
    assert_int_equal(zm_settings_declare(&settings, zm_montana_graph_tool.params, NULL), ZM_OK);
    assert_int_equal(zm_montana_graph_tool.run(&settings, deal, 1, &run, &out, NULL), ZM_OK);
    zm_buffer_byte(&out, 0);
    assert_int_equal(count_of((char *)out.data, "<circle"), 23);
    assert_int_equal(count_of((char *)out.data, "fill=\"#2a2\""), 17);
    assert_int_equal(count_of((char *)out.data, "fill=\"#06c\""), 1);
    assert_int_equal(count_of((char *)out.data, "stroke=\"#c00\""), 3);
    assert_int_equal(zm_settings_set(&settings, "most", "22", NULL), ZM_OK);
    assert_int_equal(zm_montana_graph_tool.run(&settings, deal, 1, &run, &out, NULL), ZM_BAD_INPUT);
    zm_buffer_free(&out);
    zm_settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_cover_what_can_be_reached),
        cmocka_unit_test(classes_are_components),
        cmocka_unit_test(largest_class),
        cmocka_unit_test(deadlocks_are_lost),
        cmocka_unit_test(reduction_keeps_wins),
        cmocka_unit_test(engine_agrees),
        cmocka_unit_test(portfolio_agrees),
        cmocka_unit_test(plots_measure),
        cmocka_unit_test(graph_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
