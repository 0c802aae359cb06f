/* Searches of the same nodes by several processes: what they tell each other, and that it decides
 * nothing. */
#include "search/peers.h"
#include "base/random.h"
#include "search/dfpn.h"
#include "search/toy_space.h"
#include "store/store.h"
#include "test.h"

struct side {
    struct zm_run run;
    struct zm_team team;
    struct zm_number_table *table;
    struct zm_peers *peers;
};

static void open_side(struct side *side)
{
    zm_run_begin(&side->run);
    assert_true(zm_team_open(&side->team, &side->run, 1));
    side->table = zm_number_table_open(1 << 20);
    side->peers = zm_peers_open(side->table, &side->team);
    assert_non_null(side->peers);
    zm_peers_begin(side->peers, 1);
}

static void close_side(struct side *side)
{
    zm_peers_close(side->peers);
    zm_number_table_close(side->table);
    zm_team_close(&side->team);
}

/* What `from` has to say goes to `to`. */
static void pass(struct side *from, struct side *to)
{
    struct zm_buffer message = {0};
    zm_peers_say(from->peers, &message);
    zm_peers_hear(to->peers, zm_bytes("a", 1), zm_buffer_bytes(&message));
    zm_buffer_free(&message);
}

static bool knows(struct side *side, struct zm_hash128 key, uint32_t proof, uint32_t disproof)
{
    struct zm_numbers numbers;
    return zm_number_table_get(side->table, key, &numbers) && numbers.proof == proof &&
           numbers.disproof == disproof;
}

static void test_numbers(void **state)
{
    (void)state;
    const struct zm_hash128 open = {1, 2}, cheap = {3, 4}, won = {5, 6}, ours = {7, 8};
    struct zm_numbers numbers;
    struct side a, b;
    open_side(&a);
    open_side(&b);
    zm_number_table_put(b.table, ours, (struct zm_numbers){9, 2}, 1);
    zm_number_table_put(b.table, won, zm_numbers_of(ZM_WON), 1);
    zm_peers_note(a.peers, open, (struct zm_numbers){5, 7}, 1000);
    zm_peers_note(a.peers, won, (struct zm_numbers){4, 4}, 1000);
    zm_peers_note(a.peers, ours, (struct zm_numbers){3, 4}, 1000);
    pass(&a, &b);
    assert_true(knows(&b, open, 5, 7));
    assert_true(knows(&b, won, 0, ZM_INFINITE)); /* solved is solved */
    assert_true(knows(&b, ours, 3, 4));          /* the last word counts */
    zm_peers_note(a.peers, open, zm_numbers_of(ZM_LOST), 1000);
    pass(&a, &b);
    assert_true(zm_number_table_get(b.table, open, &numbers));
    assert_int_equal(zm_numbers_verdict(numbers), ZM_OPEN);
    assert_int_equal(zm_numbers_claimed(numbers), ZM_LOST);
    zm_peers_begin(a.peers, 7);
    zm_peers_note(a.peers, cheap, (struct zm_numbers){5, 7}, 6);
    pass(&a, &b);
    assert_false(zm_number_table_get(b.table, cheap, &numbers)); /* not worth seven messages */
    zm_peers_begin(a.peers, 0);
    zm_peers_note(a.peers, cheap, (struct zm_numbers){5, 7}, 1000);
    pass(&a, &b);
    assert_false(zm_number_table_get(b.table, cheap, &numbers)); /* alone, nothing is told */
    close_side(&a);
    close_side(&b);
}

static void test_way(void **state)
{
    (void)state;
    const uint64_t highs[] = {UINT64_C(1) << 60, UINT64_C(2) << 60};
    uint64_t deep[2 * ZM_PEERS_WAY] = {0};
    struct side a, b;
    open_side(&a);
    open_side(&b);
    zm_peers_stand(a.peers, highs, 2);
    pass(&a, &b);
    pass(&a, &b); /* the same again: it is counted once */
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(zm_team_workers(&b.team, highs[i]), 1);
    zm_peers_stand(a.peers, highs, 1); /* it went up */
    pass(&a, &b);
    assert_int_equal(zm_team_workers(&b.team, highs[0]), 1);
    assert_int_equal(zm_team_workers(&b.team, highs[1]), 0);
    zm_peers_stand(a.peers, deep, 2 * ZM_PEERS_WAY); /* only the first nodes are told */
    pass(&a, &b);
    assert_int_equal(zm_team_workers(&b.team, 0), ZM_PEERS_WAY);
    zm_peers_begin(b.peers, 1); /* the next round with the same other */
    assert_int_equal(zm_team_workers(&b.team, 0), ZM_PEERS_WAY);
    zm_peers_begin(b.peers, 2);
    assert_int_equal(zm_team_workers(&b.team, 0), 0);
    close_side(&a);
    close_side(&b);
}

/* Messages cut short, and bytes by chance: nothing is taken for a verdict. */
static void test_nonsense(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(26);
    struct zm_buffer message = {0};
    struct side a;
    open_side(&a);
    for (int i = 0; i < 20000; i++) {
        zm_buffer_clear(&message);
        size_t size = (size_t)zm_random_below(&random, 200);
        for (size_t at = 0; at < size; at++) /* small numbers, and large ones */
            zm_buffer_byte(&message, at % 8 > 0 && i % 2 == 0
                                         ? 0
                                         : (uint8_t)(zm_random_below(&random, 5) * 63));
        zm_peers_hear(a.peers, zm_bytes(&i, sizeof i), zm_buffer_bytes(&message));
        for (size_t at = 0; at + 32 <= size; at += 8) {
            struct zm_hash128 key;
            struct zm_numbers numbers;
            memcpy(&key, message.data + at, sizeof key);
            if (zm_number_table_get(a.table, key, &numbers))
                assert_int_equal(zm_numbers_verdict(numbers), ZM_OPEN);
        }
    }
    zm_buffer_free(&message);
    close_side(&a);
}

/* Tells a search about every couple of a toy something that is probably false. */
static void lie(struct zm_peers *peers, const struct toy *toy, unsigned components,
                struct zm_random *random)
{
    struct side liar;
    struct zm_buffer node = {0}, message = {0};
    open_side(&liar);
    for (unsigned i = 0; i < components; i++)
        for (unsigned heap = 0; heap < 4; heap++) {
            toy_node(toy, i, heap, &node);
            struct zm_numbers numbers = {1 + (uint32_t)zm_random_below(random, 1000),
                                         1 + (uint32_t)zm_random_below(random, 1000)};
            uint64_t kind = zm_random_below(random, 4);
            if (kind < 2)
                numbers = zm_numbers_of(kind == 0 ? ZM_WON : ZM_LOST);
            zm_peers_note(liar.peers, zm_bytes_hash128(zm_buffer_bytes(&node)), numbers, 1000);
        }
    zm_peers_say(liar.peers, &message);
    zm_peers_hear(peers, zm_bytes("liar", 4), zm_buffer_bytes(&message));
    zm_buffer_free(&node);
    zm_buffer_free(&message);
    close_side(&liar);
}

/* Whatever a peer says, every verdict is true, and so is all that is kept. */
static void check_lies(uint64_t seed, bool plain)
{
    unsigned components = plain ? 90 : 400;
    struct zm_run run;
    struct zm_space space;
    struct zm_settings settings = {0};
    struct zm_buffer node = {0};
    struct zm_random random = zm_random_seeded(seed);
    void *search = NULL;
    zm_run_begin(&run);
    run.store = zm_memory_store(0);
    struct toy *toy = toy_open(seed, components, 8, plain ? 2 : 3, plain, &run);
    toy_space(toy, &space);
    assert_int_equal(zm_settings_declare(&settings, zm_dfpn.params, NULL), ZM_OK);
    assert_int_equal(zm_dfpn.open(&space, &settings, &search, NULL), ZM_OK);
    struct zm_peers *peers = zm_dfpn.peers(search);
    assert_non_null(peers);
    for (unsigned i = 0; i < 8; i++) {
        unsigned component = components - 1 - (unsigned)zm_random_below(&random, 10);
        unsigned heap = (unsigned)zm_random_below(&random, 6);
        zm_peers_begin(peers, 1);
        lie(peers, toy, components, &random);
        toy_node(toy, component, heap, &node);
        assert_int_equal(zm_dfpn.decide(search, zm_buffer_bytes(&node)),
                         toy_nimber(toy, component) == heap ? ZM_LOST : ZM_WON);
        if (i % 3 == 0)
            toy_forget(toy);
    }
    assert_int_equal(toy_errors(toy), 0);
    zm_buffer_free(&node);
    zm_dfpn.close(search);
    zm_settings_free(&settings);
    toy_close(toy);
    zm_store_close(run.store);
}

static void test_lies(void **state)
{
    (void)state;
    for (int seed = 1; seed <= test_rounds(10); seed++)
        check_lies((uint64_t)seed, seed % 2 == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_way),
        cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
