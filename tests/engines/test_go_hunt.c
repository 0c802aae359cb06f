/* Hunts for proofs on small boards: their strategies against the plain board, what they claim
 * against searches by depth. */
#include "engines/go/hunt.h"
#include "engines/go/settle.h"

#include "tests/engines/go_walker.h"
#include "tests/test.h"

enum { DEEPEST = 40, GAMES = 4000 };

struct tally {
    unsigned boards, forced, held;
};

/* A board with stones at random. */
static void make_place(struct zm_random *random, const struct small_size *size,
                       struct force_place *place)
{
    unsigned stones = (unsigned)zm_random_below(random, size->points);
    *place = (struct force_place){.turn = (uint8_t)zm_random_below(random, 2)};
    for (unsigned i = 0; i < stones; i++)
        small_play(size, &place->board, zm_random_below(random, 2) == 0,
                   UINT32_C(1) << zm_random_below(random, size->points) &
                       ~(place->board.stones[0] | place->board.stones[1]));
}

/* Is it forced in few moves, by the search that all places of 2x3 were compared with? */
static bool is_forced(const struct force *claim, const struct force_place *place)
{
    struct force force;
    unsigned length;
    bool forced = false;
    assert_true(force_open(&force, claim->size, 1 << 22, claim->run));
    force_aim(&force, claim->hero, claim->target);
    for (unsigned depth = 1; depth <= DEEPEST && !forced && force.nodes < 300000; depth++)
        forced = force_finds(&force, place, depth, &length);
    force_close(&force);
    return forced;
}

/* Draws a strategy that holds once more, and looks at it by the plain board. */
static void look_at(struct hunt *hunt, const struct force_place *place, enum go_ko ko,
                    struct zm_random *random)
{
    struct plays plays;
    plays_init(&plays);
    assert_true(hunt_draws(hunt, place, &plays));
    assert_true(plays_measure(&plays));
    walker_compare(&plays, hunt->claim);
    for (unsigned i = 0; i < 50; i++)
        assert_in_range(walker_play(&plays, hunt->claim, place, ko, random), 0, 100);
    plays_free(&plays);
}

static void compare(const struct small_size *size, const struct force_place *place, unsigned hero,
                    int target, enum go_ko ko, struct zm_random *random, struct tally *tally)
{
    struct zm_run run;
    zm_run_begin(&run);
    const struct force claim = {.size = size, .run = &run, .hero = hero, .target = target};
    const struct hunt_rule rule = {.ko = ko,
                                   .moves = 4 * SMALL_POINTS,
                                   .nodes = 20000,
                                   .mending = zm_random_below(random, 2) == 0 ? 1 : 20000};
    struct hunt hunt;
    assert_true(hunt_open(&hunt, &claim, 1 << 20));
    guess_learn(&hunt.guess, place, 200);
    bool forced = is_forced(&claim, place), held = hunt_holds(&hunt, place, &rule);
    assert_true(!held || forced);
    if (held)
        look_at(&hunt, place, ko, random);
    tally->boards++;
    tally->forced += forced;
    tally->held += held;
    hunt_close(&hunt);
}

/* Boards of which a search by depth knows all: nothing else is claimed, and nearly all that is. */
static void test_claims(void **unused)
{
    static const unsigned sizes[][2] = {{2, 3}, {2, 4}, {3, 3}, {4, 3}};
    const uint64_t seed = 41;
    struct zm_random random = zm_random_seeded(seed);
    unsigned boards = test_long() ? 400 : test_sanitized() ? 8 : 40;
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct small_size size;
        struct tally tally = {0};
        small_size_set(&size, sizes[i][0], sizes[i][1]);
        for (unsigned k = 0; k < boards; k++) {
            struct force_place place;
            make_place(&random, &size, &place);
            int target = 1 + (int)zm_random_below(&random, size.points);
            compare(&size, &place, k % 2, target, (enum go_ko)(k % 3), &random, &tally);
        }
        print_message("seed %u, %ux%u: %u boards, %u forced, %u of them by a hunt\n",
                      (unsigned)seed, sizes[i][0], sizes[i][1], tally.boards, tally.forced,
                      tally.held);
        assert_true(4 * tally.held >= 3 * tally.forced);
    }
}

/* All of 2x5 and of 3x5 with the first move (van der Werf and others 2003), from nothing. */
static void test_whole_boards(void **unused)
{
    static const unsigned sizes[][2] = {{5, 2}, {5, 3}};
    struct zm_random random = zm_random_seeded(43);
    (void)unused;
    for (size_t i = 0; i < (test_sanitized() ? 1 : 2); i++) {
        struct small_size size;
        struct zm_run run;
        const struct force_place root = {.turn = 0};
        small_size_set(&size, sizes[i][0], sizes[i][1]);
        zm_run_begin(&run);
        const struct force claim = {.size = &size, .run = &run, .target = (int)size.points};
        const struct hunt_rule rule = {
            .ko = GO_POSITIONAL, .moves = 60, .nodes = 1 << 20, .mending = 20000};
        struct hunt hunt;
        assert_true(hunt_open(&hunt, &claim, 1 << 24));
        float share = guess_learn(&hunt.guess, &root, GAMES);
        assert_true(hunt_holds(&hunt, &root, &rule));
        print_message("%ux%u: %.2f of the games, %u nodes\n", sizes[i][0], sizes[i][1],
                      (double)share, (unsigned)hunt.nodes);
        look_at(&hunt, &root, GO_POSITIONAL, &random);
        hunt_close(&hunt);
    }
}

/* Boards of 4x5 where strategies bring boards back: what then fails cannot be mended where it is, as
 * that may take one node at first, and is searched again from above. */
static void test_mending(void **unused)
{
    static const struct small_board boards[] = {
        {{0x1410, 0x8004}}, {{0x41001, 0x84}}, {{0x8000c, 0x3}}};
    struct zm_random random = zm_random_seeded(47);
    struct small_size size;
    struct zm_run run;
    (void)unused;
    small_size_set(&size, 5, 4);
    zm_run_begin(&run);
    const struct force claim = {.size = &size, .run = &run, .target = (int)size.points};
    const struct hunt_rule rule = {
        .ko = GO_POSITIONAL, .moves = 80, .nodes = 1 << 22, .mending = 1};
    for (size_t i = 0; i < (test_sanitized() ? 1 : sizeof boards / sizeof *boards); i++) {
        const struct force_place root = {.board = boards[i]};
        struct hunt hunt;
        assert_true(hunt_open(&hunt, &claim, 1 << 24));
        guess_learn(&hunt.guess, &root, GAMES);
        assert_true(hunt_holds(&hunt, &root, &rule));
        print_message("%u barred, %u nodes\n", (unsigned)hunt.barred.count, (unsigned)hunt.nodes);
        look_at(&hunt, &root, GO_POSITIONAL, &random);
        hunt_close(&hunt);
    }
}

/* Places 0 to 8 as a drawing numbers them: two loops that meet in 2, which 0 leads to, and leads of 5
 * and 7 to 8, where plays end. */
static void test_loops(void **unused)
{
    static const uint64_t leads[][3] = {{101, 108}, {102},      {103, 105, 108}, {104}, {102},
                                        {106, 108}, {102, 107}, {108},           {0}};
    static const bool in_loop[] = {false, false, true, true, true, true, true, false, false};
    struct plays plays;
    (void)unused;
    plays_init(&plays);
    for (uint64_t i = 0; i < 9; i++)
        assert_int_equal(plays_number(&plays, 100 + i), i);
    for (uint32_t i = 0; i < 9; i++) {
        plays_begin(&plays, i);
        for (unsigned k = 0; k < 3 && leads[i][k] != 0; k++)
            plays_lead_to(&plays, leads[i][k]);
    }
    plays_at(&plays, 8)->length = 5;
    assert_false(plays_measure(&plays));
    for (uint32_t i = 0; i < 9; i++)
        assert_int_equal(plays_loops(&plays, i), in_loop[i]);
    assert_int_equal(plays_at(&plays, 7)->length, 6);
    assert_true(plays_at(&plays, 0)->length > plays_at(&plays, 2)->length);
    plays_free(&plays);
}

/* A play that is longer than any that comes to an end. */
static void test_endless_way(void **unused)
{
    enum { PLACES = 1 << 20 };
    struct plays plays;
    (void)unused;
    plays_init(&plays);
    for (uint32_t i = 0; i < PLACES; i++) {
        plays_number(&plays, i);
        plays_begin(&plays, i);
        plays_lead_to(&plays, (i + 1) % PLACES);
    }
    assert_false(plays_measure(&plays));
    assert_true(plays_loops(&plays, 0));
    plays_free(&plays);
}

/* A strategy that there is no room to draw is not claimed. */
static void test_no_room(void **unused)
{
    struct small_size size;
    struct zm_run run;
    struct hunt hunt;
    const struct force_place root = {.turn = 0};
    (void)unused;
    small_size_set(&size, 5, 2);
    zm_run_begin(&run);
    const struct force claim = {.size = &size, .run = &run, .target = (int)size.points};
    const struct hunt_rule rule = {
        .ko = GO_POSITIONAL, .moves = 40, .nodes = 1 << 20, .mending = 20000};
    assert_true(hunt_open(&hunt, &claim, 1 << 24));
    guess_learn(&hunt.guess, &root, GAMES);
    run.memory_limit = 1 << 24;
    assert_true(hunt_proves(&hunt, &root, rule.nodes));
    assert_false(hunt_holds(&hunt, &root, &rule));
    run.memory_limit = 1 << 26;
    assert_true(hunt_holds(&hunt, &root, &rule));
    hunt_close(&hunt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims),      cmocka_unit_test(test_whole_boards),
        cmocka_unit_test(test_mending),     cmocka_unit_test(test_loops),
        cmocka_unit_test(test_endless_way), cmocka_unit_test(test_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
