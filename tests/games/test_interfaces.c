/* games/game.h carries every kind of game: the toys of tests/toys, each solved through its
 * interface in two independent ways. */
#include "test.h"

#include "base/table.h"
#include "games/naive.h"
#include "games/walk.h"
#include "search/depth_first.h"
#include "solve/outcome.h"
#include "store/store.h"
#include "toys/toys.h"

/* --- ring: passes, repetition, enumeration --- */

enum { RING = 28 };

/* Labels by plain iteration over the numbered positions until nothing changes. */
static void label_ring(enum zm_outcome label[RING])
{
    struct zm_buffer position = {0}, next = {0};
    struct zm_list moves = {0};
    for (int i = 0; i < RING; i++) {
        struct zm_ending ending;
        toy_ring.loops->unrank(NULL, (uint64_t)i, &position);
        toy_ring.rules->ending(NULL, zm_buffer_bytes(&position), NULL, &ending);
        label[i] = ending.over ? ending.outcome : ZM_UNDECIDED;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < RING; i++) {
            if (label[i] != ZM_UNDECIDED)
                continue;
            toy_ring.loops->unrank(NULL, (uint64_t)i, &position);
            zm_list_clear(&moves);
            toy_ring.rules->moves(NULL, zm_buffer_bytes(&position), NULL, &moves);
            bool wins = false, loses = true;
            for (size_t j = 0; j < moves.count; j++) {
                toy_ring.rules->apply(NULL, zm_buffer_bytes(&position), zm_list_at(&moves, j),
                                      &next);
                enum zm_outcome after = label[toy_ring.loops->rank(NULL, zm_buffer_bytes(&next))];
                wins |= after == ZM_LOSS;
                loses &= after == ZM_WIN;
            }
            label[i] = wins ? ZM_WIN : loses ? ZM_LOSS : ZM_UNDECIDED;
            changed |= label[i] != ZM_UNDECIDED;
        }
    }
    for (int i = 0; i < RING; i++)
        label[i] = label[i] == ZM_UNDECIDED ? ZM_DRAW : label[i];
    zm_buffer_free(&position);
    zm_buffer_free(&next);
    zm_list_free(&moves);
}

/* The best that the player to move can get, with the record, so that repetition ends the game. */
static int ring_value(struct zm_bytes position, struct zm_record *record)
{
    struct zm_ending ending;
    toy_ring.rules->ending(NULL, position, record, &ending);
    if (ending.over)
        return ending.outcome == ZM_LOSS ? -1 : 0;
    struct zm_list moves = {0};
    struct zm_buffer next = {0}, here = {0};
    int best = -1;
    zm_buffer_set(&here, position);
    toy_ring.rules->moves(NULL, position, record, &moves);
    zm_list_add(&record->positions, zm_buffer_bytes(&here));
    for (size_t i = 0; i < moves.count && best < 1; i++) {
        toy_ring.rules->apply(NULL, zm_buffer_bytes(&here), zm_list_at(&moves, i), &next);
        int value = -ring_value(zm_buffer_bytes(&next), record);
        best = value > best ? value : best;
    }
    record->positions.count--; /* back to what it was: the bytes beyond are overwritten */
    record->positions.bytes.size -= here.size;
    zm_list_free(&moves);
    zm_buffer_free(&next);
    zm_buffer_free(&here);
    return best;
}

static void test_ring_labels_agree_with_play(void **state)
{
    (void)state;
    enum zm_outcome label[RING];
    struct zm_buffer position = {0};
    label_ring(label);
    int seen[4] = {0};
    for (int i = 0; i < RING; i++) {
        struct zm_record record = {0};
        assert_true(toy_ring.loops->unrank(NULL, (uint64_t)i, &position));
        assert_int_equal(toy_ring.loops->rank(NULL, zm_buffer_bytes(&position)), i);
        int value = ring_value(zm_buffer_bytes(&position), &record);
        assert_int_equal(value, label[i] == ZM_WIN ? 1 : label[i] == ZM_LOSS ? -1 : 0);
        seen[label[i]]++;
        zm_list_free(&record.positions);
    }
    assert_true(seen[ZM_WIN] > 0 && seen[ZM_LOSS] > 0);
    zm_buffer_free(&position);
}

static void test_ring_has_passes(void **state)
{
    (void)state;
    struct zm_instance ring = {&toy_ring, NULL};
    struct zm_buffer position = {0}, move = {0}, next = {0};
    toy_ring.rules->parse(NULL, "3", &position, NULL);
    assert_int_equal(zm_find_move(&ring, zm_buffer_bytes(&position), NULL, "pass", &move, NULL),
                     ZM_OK);
    toy_ring.rules->apply(NULL, zm_buffer_bytes(&position), zm_buffer_bytes(&move), &next);
    assert_int_equal(toy_ring.rules->turn(NULL, zm_buffer_bytes(&next)), 1);
    assert_int_equal(zm_find_move(&ring, zm_buffer_bytes(&next), NULL, "pass", &move, NULL),
                     ZM_BAD_INPUT);
    zm_buffer_free(&position);
    zm_buffer_free(&move);
    zm_buffer_free(&next);
}

/* --- row: scores --- */

/* Points of the player to move at the end, by the rules alone. */
static int row_by_rules(struct zm_bytes position)
{
    struct zm_ending ending;
    toy_row.rules->ending(NULL, position, NULL, &ending);
    if (ending.over)
        return ending.half_points[0] / 2;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    int best = -1, total = position.data[1] + position.data[2];
    for (size_t i = 3; i < position.size; i++)
        total += position.data[i];
    toy_row.rules->moves(NULL, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        toy_row.rules->apply(NULL, position, zm_list_at(&moves, i), &next);
        bool again = toy_row.rules->turn(NULL, zm_buffer_bytes(&next)) ==
                     toy_row.rules->turn(NULL, position);
        int value = row_by_rules(zm_buffer_bytes(&next));
        value = again ? value : total - value;
        best = value > best ? value : best;
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return best;
}

/* The same through zm_scores: points still to be got. */
static int row_by_turns(struct zm_bytes coins)
{
    struct zm_turns turns = {0};
    int best = 0;
    toy_row.scores->turns(NULL, coins, &turns);
    for (size_t i = 0; i < turns.positions.count; i++) {
        struct zm_bytes next = zm_list_at(&turns.positions, i);
        int value = row_by_turns(next);
        if (!turns.turns[i].again)
            value = toy_row.scores->available(NULL, next) - value;
        value += turns.turns[i].gain;
        best = value > best ? value : best;
    }
    zm_turns_free(&turns);
    return best;
}

static void test_row_scores_agree(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(3);
    struct zm_buffer position = {0}, normal = {0};
    for (int round = 0; round < test_rounds(500); round++) {
        int32_t sure[2];
        toy_row.rules->random(NULL, &random, 10, &position);
        toy_row.scores->normalise(NULL, zm_buffer_bytes(&position), &normal, sure);
        assert_int_equal(row_by_rules(zm_buffer_bytes(&position)),
                         sure[0] + row_by_turns(zm_buffer_bytes(&normal)));
    }
    zm_buffer_free(&position);
    zm_buffer_free(&normal);
}

/* --- cake: partisan sums --- */

/* Winning Ways, chapter 2: with 2^j <= height < 2^(j+1), a cake at least that wide is worth
 * floor(width / 2^j) - 1 to Left; the turned one its negative; square ones nothing. */
static int cake_value(unsigned width, unsigned height)
{
    unsigned j = 0, k = 0;
    while (2u << j <= height)
        j++;
    while (2u << k <= width)
        k++;
    if (k >= j)
        return (int)(width >> j) - 1;
    return -((int)(height >> k) - 1);
}

static int cake_sum(struct zm_bytes position)
{
    int sum = 0;
    for (size_t i = 1; i < position.size; i += 2)
        sum += cake_value(position.data[i], position.data[i + 1]);
    return sum;
}

static enum zm_verdict decide_by_rules(const struct zm_game *game, struct zm_bytes position)
{
    struct zm_run run;
    struct zm_space space;
    struct zm_answer answer = {0};
    struct zm_decider decider = {.decide = zm_depth_first.decide};
    void *calculation = NULL;
    zm_run_begin(&run);
    run.store = zm_memory_store(0);
    struct zm_problem problem = {.game = game, .run = &run};
    assert_int_equal(zm_outcome_rules.open(&problem, &calculation, NULL), ZM_OK);
    zm_outcome_rules.space(calculation, &space);
    assert_int_equal(zm_depth_first.open(&space, NULL, &decider.search, NULL), ZM_OK);
    assert_int_equal(zm_outcome_rules.answer(calculation, position, &decider, &answer, NULL),
                     ZM_OK);
    zm_depth_first.close(decider.search);
    zm_outcome_rules.close(calculation);
    zm_store_close(run.store);
    return answer.outcome == ZM_WIN ? ZM_WON : ZM_LOST;
}

static void test_cake_outcomes_agree(void **state)
{
    (void)state;
    struct naive naive;
    struct zm_random random = zm_random_seeded(9);
    struct zm_buffer position = {0};
    naive_open(&naive, &toy_cake);
    for (int round = 0; round < test_rounds(300); round++) {
        toy_cake.rules->random(NULL, &random, 4, &position);
        int value = cake_sum(zm_buffer_bytes(&position));
        bool wins = position.data[0] == ZM_LEFT ? value > 0 : value < 0;
        assert_int_equal(naive_wins(&naive, zm_buffer_bytes(&position), false), wins);
        assert_int_equal(decide_by_rules(&toy_cake, zm_buffer_bytes(&position)),
                         wins ? ZM_WON : ZM_LOST);
    }
    naive_close(&naive);
    zm_buffer_free(&position);
}

/* A component's options and values through the sums, signs included: the value is the simplest
 * integer between the best of Left's options and the best of Right's. */
static int component_value(struct zm_bytes component)
{
    int best[2] = {-1000, 1000};
    for (int side = 0; side < 2; side++) {
        struct zm_options options = {0};
        toy_cake.sums->options(NULL, component, (enum zm_side)side, &options);
        for (size_t i = 0; i < options.count; i++) {
            int sum = 0;
            for (size_t j = zm_options_begin(&options, i); j < options.ends[i]; j++)
                sum += component_value(zm_list_at(&options.components, j));
            if (side == ZM_LEFT ? sum > best[0] : sum < best[1])
                best[side] = sum;
        }
        zm_options_free(&options);
    }
    int value = 0; /* of the integers strictly between, the one nearest to 0 */
    while (value <= best[0])
        value++;
    while (value >= best[1])
        value--;
    return value;
}

static void test_cake_components_carry_signs(void **state)
{
    (void)state;
    for (uint8_t wide = 2; wide < 8; wide++)
        for (uint8_t high = 1; high <= wide; high++)
            for (uint8_t sign = 0; sign < 2; sign++) {
                uint8_t component[3] = {sign, wide, high};
                int value = cake_value(wide, high);
                assert_int_equal(component_value(zm_bytes(component, 3)), sign ? -value : value);
            }
}

/* --- picks: one player --- */

static int64_t picks_by_play(struct zm_bytes position)
{
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    int64_t best = toy_picks.goals->worth(NULL, position);
    toy_picks.rules->moves(NULL, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        toy_picks.rules->apply(NULL, position, zm_list_at(&moves, i), &next);
        int64_t value = picks_by_play(zm_buffer_bytes(&next));
        best = value > best ? value : best;
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return best;
}

static int64_t picks_by_formula(struct zm_bytes position)
{
    int64_t with = 0, without = 0; /* the last digit picked, or not */
    for (size_t i = 0; i < position.size; i += 2) {
        int64_t picked = without + position.data[i];
        without = with > without ? with : without;
        with = picked;
    }
    return with > without ? with : without;
}

/* Moves that a walk says commute can be made in either order, and lead to one position. */
static void check_commutation(struct zm_bytes position)
{
    const struct zm_walk *walk = toy_picks.walk;
    zm_move moves[64], kept[64];
    struct zm_buffer before = {0}, orders[2] = {{0}, {0}};
    void *here = malloc(walk->size(NULL)), *there = malloc(walk->size(NULL));
    assert_int_equal(walk->begin(NULL, position, here, NULL), ZM_OK);
    walk->position(NULL, here, &before);
    assert_true(zm_bytes_equal(zm_buffer_bytes(&before), position));
    unsigned count = walk->moves(here, moves);
    for (unsigned i = 0; i < count; i++) {
        unsigned left = walk->commuting(here, moves[i], moves, count, kept);
        for (unsigned j = 0; j < left; j++) {
            const zm_move both[2][2] = {{moves[i], kept[j]}, {kept[j], moves[i]}};
            for (int order = 0; order < 2; order++) {
                memcpy(there, here, walk->size(NULL));
                walk->make(there, both[order][0]);
                walk->make(there, both[order][1]);
                walk->position(NULL, there, &orders[order]);
            }
            assert_true(zm_bytes_equal(zm_buffer_bytes(&orders[0]), zm_buffer_bytes(&orders[1])));
        }
    }
    free(here);
    free(there);
    zm_buffer_free(&before);
    zm_buffer_free(&orders[0]);
    zm_buffer_free(&orders[1]);
}

static void test_picks_for_one_player(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(17);
    struct zm_buffer position = {0};
    for (int round = 0; round < test_rounds(200); round++) {
        toy_picks.rules->random(NULL, &random, 9, &position);
        assert_int_equal(picks_by_play(zm_buffer_bytes(&position)),
                         picks_by_formula(zm_buffer_bytes(&position)));
        check_commutation(zm_buffer_bytes(&position));
    }
    zm_buffer_free(&position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring_labels_agree_with_play),
        cmocka_unit_test(test_ring_has_passes),
        cmocka_unit_test(test_row_scores_agree),
        cmocka_unit_test(test_cake_outcomes_agree),
        cmocka_unit_test(test_cake_components_carry_signs),
        cmocka_unit_test(test_picks_for_one_player),
    };
    return cmocka_run_group_tests_name("interfaces", tests, NULL, NULL);
}
