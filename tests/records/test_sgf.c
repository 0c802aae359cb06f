/* SGF: trees come back as they were, games of Go as positions; broken files are refused. */
#include "records/sgf_go.h"

#include "tests/test.h"

static const struct go_rules rules = {.usual_komi = true};

static void expect_same(const char *text, const char *printed)
{
    struct zm_sgf sgf;
    struct zm_error error = {0};
    struct zm_buffer out = {0};
    if (zm_sgf_read(zm_bytes(text, strlen(text)), &sgf, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    zm_sgf_print(&sgf, &out);
    assert_string_equal(zm_buffer_string(&out), printed);
    zm_sgf_free(&sgf);
    zm_buffer_free(&out);
}

static void test_trees(void **unused)
{
    (void)unused;
    expect_same("(;)", "(;)\n");
    expect_same("noise (;GM[1] ;B[aa]\n;W [bb] [cc]) more", "(;GM[1];B[aa];W[bb][cc])\n");
    expect_same("(;A[](;B[];C[])(;D[](;E[])(;F[])))", "(;A[](;B[];C[])(;D[](;E[])(;F[])))\n");
    expect_same("(;A[](;B[]))", "(;A[];B[])\n");
    expect_same("(;A[])(;B[]) (;C[])", "(;A[])(;B[])(;C[])\n");
    expect_same("(;C[a\\]b\\\\c\\:d\\\ne:f])", "(;C[a\\]b\\\\c:de:f])\n");
    expect_same("(;CoPyright[old names])", "(;CP[old names])\n");
}

static void expect_error(const char *text, const char *part)
{
    struct zm_sgf sgf;
    struct zm_error error = {0};
    assert_int_equal(zm_sgf_read(zm_bytes(text, strlen(text)), &sgf, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s': '%s' is not in '%s'", text, part, error.text);
}

static void test_broken(void **unused)
{
    (void)unused;
    expect_error("", "no game");
    expect_error("nothing here", "no game");
    expect_error("(", "no game");
    expect_error("()", "without nodes");
    expect_error("(;A[]", "expected ')'");
    expect_error("(;A[", "inside a value");
    expect_error("(;A[x\\", "inside a value");
    expect_error("(;A)", "expected the name of a property and '['");
    expect_error("(;a[x])", "expected the name");
    expect_error("(;()", "without nodes");
    expect_error("(A[])", "expected '(' or ';'");
    expect_error("((;))", "expected ';'");
    expect_error("(;1)", "expected the name");
}

/* A file that opens and never closes, as deep as it is long. */
static void test_deep(void **unused)
{
    struct zm_buffer text = {0}, out = {0};
    struct zm_sgf sgf;
    struct zm_error error = {0};
    (void)unused;
    for (int i = 0; i < 100000; i++)
        zm_buffer_text(&text, "(;A[]");
    assert_int_equal(zm_sgf_read(zm_buffer_bytes(&text), &sgf, &error), ZM_BAD_INPUT);
    for (int i = 0; i < 100000; i++)
        zm_buffer_byte(&text, ')');
    assert_int_equal(zm_sgf_read(zm_buffer_bytes(&text), &sgf, &error), ZM_OK);
    zm_sgf_print(&sgf, &out);
    assert_int_equal(out.size, 100000 * 4 + 3);
    zm_sgf_free(&sgf);
    zm_buffer_free(&text);
    zm_buffer_free(&out);
}

/* The position at the last node. */
static enum zm_status position_of(const char *text, struct zm_buffer *position,
                                  struct zm_error *error)
{
    struct zm_sgf sgf;
    enum zm_status status = zm_sgf_read(zm_bytes(text, strlen(text)), &sgf, error);
    if (status == ZM_OK)
        status = zm_sgf_go_position(&sgf, (uint32_t)sgf.count - 1, &rules, position, error);
    zm_sgf_free(&sgf);
    return status;
}

static void test_positions(void **unused)
{
    static const struct {
        const char *sgf, *text;
    } known[] = {
        {"(;SZ[9];B[ee];W[cg];B[];W[gc])", "9x9 e5 c3 pass g7"},
        {"(;SZ[9];B[ee];W[tt];B[aa])", "9x9 e5 pass a9"},
        {"(;GM[1])", "19x19"},
        {"(;SZ[3:2]AB[aa:ca];B[ab])", "XXX/... X a1"},
        {"(;SZ[3]AB[aa][cc]HA[2];W[bb])", "X../.../..X O b2"},
        {"(;SZ[5];B[aa];B[bb])", "5x5 a5 pass b4"},
        {"(;SZ[5];B[aa];AW[cc]PL[W];W[bb])", "X..../...../..O../...../..... O b4"},
    };
    struct zm_buffer text = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct zm_error error = {0};
        if (position_of(known[i].sgf, &text, &error) != ZM_OK)
            fail_msg("%s: %s", known[i].sgf, error.text);
        assert_string_equal(zm_buffer_string(&text), known[i].text);
    }
    zm_buffer_free(&text);
}

static void test_bad_positions(void **unused)
{
    static const char *const bad[][2] = {
        {"(;SZ[1])", "SZ[1]"},
        {"(;SZ[99999999999999999999])", "SZ[9999"},
        {"(;SZ[9x])", "SZ[9x]"},
        {"(;GM[2])", "no game of Go"},
        {"(;SZ[9];B[zz])", "B[zz]"},
        {"(;SZ[9];B[a])", "B[a]"},
        {"(;SZ[9];B[aa];W[aa])", "move 2, W[aa], is not legal"},
        {"(;SZ[9];B[];W[];B[aa])", "is not legal"},
        {"(;SZ[2]AB[aa:bb])", "without liberties"},
        {"(;SZ[9]AB[])", "AB[]"},
        {"(;SZ[9]AB[aa:zz])", "AB[aa:zz]"},
    };
    struct zm_buffer text = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_error error = {0};
        assert_int_equal(position_of(bad[i][0], &text, &error), ZM_BAD_INPUT);
        if (strstr(error.text, bad[i][1]) == NULL)
            fail_msg("%s: '%s' is not in '%s'", bad[i][0], bad[i][1], error.text);
    }
    zm_buffer_free(&text);
}

/* Random games are written and read back as the same position. */
static void test_round_trip(void **unused)
{
    struct zm_random random = zm_random_seeded(8);
    struct go_state state = {.rules = rules};
    struct zm_buffer position = {0}, out = {0}, text = {0}, again = {0};
    (void)unused;
    for (unsigned i = 0; i < 200; i++) {
        struct zm_sgf sgf = {0};
        struct zm_error error = {0};
        zm_go.rules->random(&state, &random, i % 10, &position);
        assert_true(go_game_read(&state.game, &rules, zm_buffer_bytes(&position)));
        assert_true(zm_sgf_go_write(&state.game, &rules, &sgf));
        zm_buffer_clear(&out);
        zm_sgf_print(&sgf, &out);
        zm_sgf_free(&sgf);
        if (position_of(zm_buffer_string(&out), &text, &error) != ZM_OK)
            fail_msg("%s: %s", zm_buffer_string(&out), error.text);
        zm_buffer_clear(&again);
        go_print(&state, zm_buffer_bytes(&position), &again);
        assert_string_equal(zm_buffer_string(&text), zm_buffer_string(&again));
    }
    go_game_free(&state.game);
    zm_buffer_free(&position);
    zm_buffer_free(&out);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
}

/* Bytes changed at random are read or refused. */
static void test_noise(void **unused)
{
    static const char sample[] =
        "(;GM[1]SZ[9]C[a\\]b](;B[ee];W[cc])(;B[dd](;W[])(;W[tt];AB[aa:cc])))";
    struct zm_random random = zm_random_seeded(12);
    unsigned good = 0;
    (void)unused;
    for (unsigned i = 0; i < 5000; i++) {
        char text[sizeof sample];
        struct zm_buffer position = {0};
        struct zm_sgf sgf;
        memcpy(text, sample, sizeof sample);
        for (int changes = 0; changes < 3; changes++)
            text[zm_random_below(&random, sizeof sample - 1)] =
                "()[];\\:ABWaz19"[zm_random_below(&random, 15)];
        if (zm_sgf_read(zm_bytes(text, sizeof sample - 1), &sgf, NULL) != ZM_OK)
            continue;
        for (uint32_t node = 0; node < sgf.count; node++)
            good += zm_sgf_go_position(&sgf, node, &rules, &position, NULL) == ZM_OK;
        zm_buffer_free(&position);
        zm_sgf_free(&sgf);
    }
    assert_true(good > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),         cmocka_unit_test(test_broken),
        cmocka_unit_test(test_deep),          cmocka_unit_test(test_positions),
        cmocka_unit_test(test_bad_positions), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
