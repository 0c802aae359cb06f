/* Records of Morpion solitaire: every text and back, what is refused, how long random games are
 * (against games by the naive rules), and the curve of the longest games in a store. */
#include "engines/morpion/engine.h"
#include "engines/morpion/records.h"

#include "games/morpion_naive.h"
#include "store/store.h"
#include "tests/test.h"

#include <math.h>
#include <unistd.h>

/* Runs a tool with one word and maybe one setting; returns its status. */
static enum zm_status run_tool(const struct zm_tool *tool, const char *word, const char *name,
                               const char *value, struct zm_buffer *out, struct zm_error *error)
{
    struct zm_settings settings = {0};
    struct zm_run run;
    zm_run_begin(&run);
    zm_buffer_clear(out);
    assert_int_equal(zm_settings_declare(&settings, tool->params, NULL), ZM_OK);
    if (name != NULL)
        assert_int_equal(zm_settings_set(&settings, name, value, NULL), ZM_OK);
    enum zm_status status = tool->run(&settings, &word, 1, &run, out, error);
    zm_settings_free(&settings);
    return status;
}

static void expect_text(const char *word, const char *expected)
{
    struct zm_buffer out = {0};
    struct zm_error error = {0};
    if (run_tool(&zm_morpion_text_tool, word, NULL, NULL, &out, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_string_equal(zm_buffer_string(&out), expected);
    zm_buffer_free(&out);
}

/* Random games of all variants and from a free start, as JSON and back; those of five from the
 * cross also as Pentasol writes them. */
static void test_texts(void **unused)
{
    enum { SEED = 20262 };
    static const char *const starts[] = {"5T", "5D", "4T", "4D", "5D#.oooo/o..o/oooo.", "5T"};
    struct zm_random random = zm_random_seeded(SEED);
    (void)unused;
    print_message("# seed %d\n", SEED);
    for (int round = 0; round < test_rounds(60); round++) {
        struct zm_buffer own = {0}, other = {0};
        struct zm_morpion_walk *walk;
        assert_int_equal(zm_record_open(starts[round % 6], -1, &walk, NULL), ZM_OK);
        for (unsigned i = (unsigned)zm_random_below(&random, 90); i > 0 && walk->legal_count > 0;
             i--)
            zm_morpion_walks.make(walk, walk->legal[zm_random_below(&random, walk->legal_count)]);
        zm_morpion_walks.position(NULL, walk, &other);
        zm_morpion_print(NULL, zm_buffer_bytes(&other), &own);
        zm_buffer_byte(&own, '\n');
        zm_buffer_clear(&other);
        zm_record_to_json(walk, &other);
        expect_text(zm_buffer_string(&other), zm_buffer_string(&own));
        if (walk->variant->length == 5 && walk->header[1] == 0) {
            zm_buffer_clear(&other);
            zm_buffer_format(&other, "%s ", walk->variant->name);
            zm_morpion_print_pentasol(walk, &other);
            expect_text(zm_buffer_string(&other), zm_buffer_string(&own));
        }
        free(walk);
        zm_buffer_free(&own);
        zm_buffer_free(&other);
    }
}

/* The form of public collections, with what else they say. */
static void test_json(void **unused)
{
    struct zm_buffer out = {0};
    (void)unused;
    expect_text(
        "{\"version\": \"0.1\", \"variant\": \"4D\", \"score\": 2, \"terminal\": false, "
        "\"bbox\": [0, 0, 1, 1], \"moves\": [{\"x\": 7, \"y\": 4, \"dir\": \"DN\", \"pos\": 3}"
        ", {\"x\": 8, \"y\": 4, \"dir\": \"H\", \"pos\": 3, \"by\": \"x\"}]}",
        "4D 7,4DN3 8,4H3\n");
    assert_int_equal(run_tool(&zm_morpion_json_tool, "5T 3,4V4 3,5V1", "move", "1", &out, NULL),
                     ZM_OK);
    assert_string_equal(zm_buffer_string(&out),
                        "{\"variant\": \"5T\", \"score\": 1, \"moves\": [\n"
                        "  {\"x\": 3, \"y\": 4, \"dir\": \"V\", \"pos\": 4}\n]}\n");
    zm_buffer_free(&out);
}

static void expect_error(const char *word, const char *part)
{
    struct zm_buffer out = {0};
    struct zm_error error = {0};
    assert_int_equal(run_tool(&zm_morpion_text_tool, word, NULL, NULL, &out, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s': '%s' is not in '%s'", word, part, error.text);
    zm_buffer_free(&out);
}

static void test_bad_input(void **unused)
{
    struct zm_buffer out = {0};
    (void)unused;
    expect_error("{", "line 1 of the record is not JSON");
    expect_error("{\"variant\": \"5T\"}", "has its \"moves\"");
    expect_error("{\"moves\": []}", "has a \"variant\"");
    expect_error("{\"variant\": 5, \"moves\": []}", "has a \"variant\"");
    expect_error("{\"variant\": \"6T\", \"moves\": []}", "expected 5T, 5D");
    expect_error("{\"variant\": \"{}\", \"moves\": []}", "expected 5T, 5D");
    expect_error("{\"variant\": \"5T\", \"score\": 1, \"moves\": []}", "0 moves and a score of 1");
    expect_error("{\"variant\": \"5T\", \"start\": \"o/x\", \"moves\": []}", "1 to 36 dots");
    expect_error("{\"variant\": \"5T\", \"moves\": [3]}", "move 1 of the record in JSON");
    expect_error("{\"variant\": \"5T\", \"moves\": [{\"x\": 3, \"y\": 4, \"dir\": \"V\"}]}",
                 "move 1 of the record in JSON");
    expect_error(
        "{\"variant\": \"5T\", \"moves\": [{\"x\": 1e9, \"y\": 4, \"dir\": \"V\", \"pos\": 4}]}",
        "move 1 of the record in JSON");
    expect_error(
        "{\"variant\": \"5T\", \"moves\": [{\"x\": 3, \"y\": 4, \"dir\": \"X\", \"pos\": 4}]}",
        "expected a place, H, V, DN or DP");
    expect_error(
        "{\"variant\": \"5T\", \"moves\": [{\"x\": 3, \"y\": 4, \"dir\": \"V\", \"pos\": 3}]}",
        "move 1, '3,4V3', is not legal in 5T: its line lacks a dot at 3,5");
    assert_int_equal(run_tool(&zm_morpion_pentasol_tool, "4T", NULL, NULL, &out, NULL),
                     ZM_BAD_INPUT);
    zm_buffer_free(&out);
}

/* -- random games -- */

/* The mean length of games by the naive rules, every legal move being as likely as another. */
static double naive_mean(const struct zm_morpion_variant *variant, int games)
{
    struct zm_random random = zm_random_seeded(7);
    zm_morpion_move moves[ZM_MORPION_LEGAL];
    double sum = 0;
    for (int i = 0; i < games; i++) {
        struct morpion_naive naive;
        unsigned count, length = 0;
        morpion_naive_start(&naive, variant->length, variant->touching);
        for (; (count = morpion_naive_moves(&naive, moves)) > 0; length++)
            morpion_naive_play(&naive, moves[zm_random_below(&random, count)]);
        sum += length;
    }
    return sum / games;
}

static void test_random(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < ZM_MORPION_VARIANTS; i++) {
        const struct zm_morpion_variant *variant = &zm_morpion_variants[i];
        struct zm_buffer out = {0};
        int games = test_rounds(30);
        double mean, spread, expected = naive_mean(variant, games);
        unsigned shortest, before, decile, count = 0;
        int used;
        assert_int_equal(
            run_tool(&zm_morpion_random_tool, variant->name, "games", "5000", &out, NULL), ZM_OK);
        const char *text = zm_buffer_string(&out);
        assert_int_equal(sscanf(text,
                                "5000 games: mean %lf, standard deviation %lf, shortest %u "
                                "deciles:%n",
                                &mean, &spread, &shortest, &used),
                         3);
        assert_true(fabs(mean - expected) < 4 * spread / sqrt(games));
        before = shortest;
        for (text += used; sscanf(text, " %u%n", &decile, &used) == 1; text += used, count++) {
            assert_true(decile >= before);
            before = decile;
        }
        assert_int_equal(count, 10);
        assert_true(spread > 0 && before > mean && shortest < mean);
        zm_buffer_free(&out);
    }
}

/* Nothing can be played after the end of a record: all games are as long as it is. */
static void test_no_random(void **unused)
{
    struct zm_morpion_walk walk;
    struct zm_buffer json = {0}, out = {0};
    (void)unused;
    morpion_record("morpion-rosin82.txt", &walk);
    zm_record_to_json(&walk, &json);
    assert_int_equal(
        run_tool(&zm_morpion_random_tool, zm_buffer_string(&json), "games", "2", &out, NULL),
        ZM_OK);
    assert_string_equal(zm_buffer_string(&out),
                        "2 games: mean 82.00, standard deviation 0.00, shortest 82\n"
                        "deciles: 82 82 82 82 82 82 82 82 82 82\n");
    zm_buffer_free(&json);
    zm_buffer_free(&out);
}

/* -- the curve -- */

static void add_note(struct zm_store *store, const char *text)
{
    assert_int_equal(zm_store_add_note(store, zm_bytes(text, strlen(text)), NULL), ZM_OK);
}

/* Two runs: the seconds of the second go on from the first's, shorter games are left out, and so
 * is what is no game. */
static void test_curve(void **unused)
{
    char folder[] = "/tmp/zermelo-morpion-XXXXXX", path[64];
    struct zm_store *store = NULL;
    struct zm_store_header header = {.canon = 1, .format = ZM_STORE_FORMAT};
    struct zm_buffer out = {0};
    struct zm_error error = {0};
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games", folder);
    zm_buffer_text(&header.game, "morpion");
    zm_buffer_text(&header.play, "normal");
    zm_buffer_text(&header.keys, "count");
    zm_buffer_text(&header.rules, "");
    assert_int_equal(zm_store_open(path, ZM_STORE_CREATE, &header, 0, &store, NULL), ZM_OK);
    zm_store_header_free(&header);
    zm_store_close(store);
    assert_int_equal(run_tool(&zm_morpion_curve_tool, path, NULL, NULL, &out, &error),
                     ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "has no games"));
    assert_int_equal(zm_store_open(path, ZM_STORE_WRITE, NULL, 0, &store, NULL), ZM_OK);
    add_note(store, "{\"morpion-game\":\"5D\",\"length\":60,\"seconds\":1.5}");
    add_note(store, "{\"something\":\"else\",\"length\":99,\"seconds\":2}");
    add_note(store, "{\"morpion-game\":\"5D\",\"length\":70,\"seconds\":10}");
    add_note(store, "{\"morpion-game\":\"5D\",\"length\":65,\"seconds\":0.5}");
    add_note(store, "{\"morpion-game\":\"5D\",\"length\":71,\"seconds\":5}");
    zm_store_close(store);
    assert_int_equal(run_tool(&zm_morpion_curve_tool, path, NULL, NULL, &out, NULL), ZM_OK);
    /* 60 after 1.5 s, 70 after 10, 71 after 15: seconds by their logarithms, in 275 points a power of
     * ten from 70 on; 60 to 72 moves in 290 points from 310 upwards. */
    assert_non_null(strstr(zm_buffer_string(&out), "d=\"M118.4 310.0 H345.0 V68.3 H393.4 V44.2\""));
    zm_buffer_free(&out);
    unlink(path);
    snprintf(path, sizeof path, "%s/games-lock", folder);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),     cmocka_unit_test(test_json),
        cmocka_unit_test(test_bad_input), cmocka_unit_test(test_random),
        cmocka_unit_test(test_no_random), cmocka_unit_test(test_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
