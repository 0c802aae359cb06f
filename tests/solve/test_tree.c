/* Strong solutions: the published counts of Cram, and trees against a naive walk of the rules. */
#include "solve/by_rules.h"
#include "support/ask.h"

#include "store/store.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void ask_tree(struct asking *asking, const char *game, const char *position,
                     const char *compute, const char *play)
{
    struct zm_option options[] = {{"compute", compute}, {"play", play}, {"canon", "board"}};
    ask_open(asking, game, position, options, strcmp(game, "cram") == 0 ? 3 : 2);
}

static void test_cram_counts(void **state)
{
    (void)state;
    char line[200], board[20];
    FILE *file = test_oracle("cram-trees.txt");
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        long long positions, trees, reduced, singles, nimber, grundy;
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%19s %lld %lld %lld %lld %lld %lld", board, &positions,
                                &trees, &reduced, &singles, &nimber, &grundy),
                         7);
        rows++;
        if (positions > (test_sanitized() ? 30000 : test_long() ? 2000000 : 100000))
            continue;
        struct asking asking;
        ask_tree(&asking, "cram", board, "rct", "misere");
        struct zm_answer found = ask_now(&asking);
        assert_int_equal(found.counts[0], positions);
        assert_int_equal(found.counts[1], trees);
        assert_int_equal(found.counts[2], reduced);
        assert_int_equal(found.outcome, grundy == 0 ? ZM_LOSS : ZM_WIN);
        zm_answer_free(&found);
        ask_close(&asking);
    }
    fclose(file);
    assert_int_equal(rows, 30);
}

static void check_against_rules(const char *name, const char *start, unsigned size, int rounds)
{
    struct zm_random random = zm_random_seeded(17);
    struct asking asking;
    ask_tree(&asking, name, start, "tree", "normal");
    struct zm_forest forest;
    struct zm_table known;
    assert_true(zm_forest_init(&forest, false));
    zm_table_init(&known, sizeof(uint32_t));
    const struct zm_instance *game = &asking.question.instance;
    for (int i = 0; i < rounds; i++) {
        struct zm_buffer position = {0};
        game->game->rules->random(game->state, &random, size, &position);
        uint32_t tree = naive_tree(game, &forest, &known, zm_buffer_bytes(&position));
        struct zm_answer found = ask_for(&asking, zm_buffer_bytes(&position));
        struct zm_buffer text = {0};
        const struct zm_tree *t = zm_tree_at(&forest, tree);
        if (!zm_tree_print(&forest, tree, 300, &text)) {
            zm_buffer_clear(&text);
            zm_buffer_format(&text, "%u-%016llx%016llx-%c", t->height,
                             (unsigned long long)t->address.high,
                             (unsigned long long)t->address.low, t->lost ? 'L' : 'W');
        }
        assert_string_equal(zm_buffer_string(&found.text), zm_buffer_string(&text));
        zm_buffer_free(&text);
        zm_buffer_free(&position);
        zm_answer_free(&found);
    }
    zm_table_free(&known);
    zm_forest_free(&forest);
    ask_close(&asking);
}

static void test_against_the_rules(void **state)
{
    (void)state;
    check_against_rules("nim", "1", 4, test_rounds(1000));
    check_against_rules("cram", "1x1", 10, test_rounds(2000));
}

static void expect(const char *game, const char *position, const char *compute, const char *text)
{
    struct asking asking;
    ask_tree(&asking, game, position, compute, "misere");
    struct zm_answer found = ask_now(&asking);
    assert_string_equal(zm_buffer_string(&found.text), text);
    zm_answer_free(&found);
    ask_close(&asking);
}

static void test_texts(void **state)
{
    (void)state;
    expect("nim", "2,2", "rct", "{2;3}");
    expect("nim", "2,2", "tree", "{2;{1;2;{1}}}");
    expect("nim", "0", "genus", "0^120");
    expect("nim", "1", "genus", "1^031");
    expect("nim", "2", "genus", "2^20");
    expect("nim", "2,3", "genus", "1^13");
}

/* A path in a folder of its own, and its end. */
static char *new_store(void)
{
    static char path[200];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/zermelo-strong-XXXXXX", folder != NULL ? folder : "/tmp");
    assert_non_null(mkdtemp(path));
    strcat(path, "/store");
    return path;
}

static void end_store(char *path)
{
    char lock[250];
    snprintf(lock, sizeof lock, "%s-lock", path);
    unlink(path);
    unlink(lock);
    *strrchr(path, '/') = 0;
    rmdir(path);
}

/* Solves with a store; `nodes` gets how many positions were done now. */
static enum zm_status solve_into(const char *path, const char *board, const char *compute,
                                 const char *memory, struct zm_answer *found, uint64_t *nodes)
{
    struct zm_option options[] = {
        {"compute", compute}, {"canon", "board"}, {"memory", memory}, {"store", path}};
    struct asking asking;
    struct zm_error error = {0};
    ask_open(&asking, "cram", board, options, 4);
    enum zm_status status = ask_try(&asking, found, &error);
    *nodes = atomic_load(&asking.run.nodes);
    ask_close(&asking);
    return status;
}

/* 4x5 of the published table. */
static void expect_4x5(const struct zm_answer *found)
{
    assert_true(found->known);
    assert_int_equal(found->counts[0], 3749);
    assert_int_equal(found->counts[1], 874);
    assert_int_equal(found->counts[2], 205);
}

/* Stopped for want of memory, a run goes on from its store, and a third has nothing left to do. */
static void test_goes_on(void **state)
{
    (void)state;
    char *path = new_store();
    struct zm_answer found;
    uint64_t first, second, third;
    assert_int_equal(solve_into(path, "4x5", "rct", "300K", &found, &first), ZM_STOPPED);
    assert_false(found.known);
    assert_true(found.counts[0] > 500 && first > 500);
    zm_answer_free(&found);
    assert_int_equal(solve_into(path, "4x5", "rct", "1G", &found, &second), ZM_OK);
    expect_4x5(&found);
    char *text = strdup(zm_buffer_string(&found.text));
    zm_answer_free(&found);
    assert_int_equal(first + second, 3749);
    assert_int_equal(solve_into(path, "4x5", "rct", "1G", &found, &third), ZM_OK);
    expect_4x5(&found);
    assert_int_equal(third, 0);
    assert_string_equal(zm_buffer_string(&found.text), text);
    zm_answer_free(&found);
    free(text);
    end_store(path);
}

/* Short canonical trees are written out also by a run that only reads. */
static void test_texts_from_store(void **state)
{
    (void)state;
    char *path = new_store();
    struct zm_answer first, second;
    uint64_t nodes;
    assert_int_equal(solve_into(path, "2x3", "tree", "1G", &first, &nodes), ZM_OK);
    assert_int_equal(solve_into(path, "2x3", "tree", "1G", &second, &nodes), ZM_OK);
    assert_int_equal(nodes, 0);
    assert_int_equal(zm_buffer_string(&first.text)[0], '{');
    assert_string_equal(zm_buffer_string(&first.text), zm_buffer_string(&second.text));
    zm_answer_free(&first);
    zm_answer_free(&second);
    end_store(path);
}

/* A store of several positions keeps them all; each is counted for itself. */
static void test_several_in_one_store(void **state)
{
    (void)state;
    char *path = new_store();
    struct zm_answer found;
    uint64_t nodes;
    assert_int_equal(solve_into(path, "3x6", "rct", "1G", &found, &nodes), ZM_OK);
    zm_answer_free(&found);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(solve_into(path, "4x5", "rct", "1G", &found, &nodes), ZM_OK);
        expect_4x5(&found);
        assert_int_equal(nodes, 3749);
        zm_answer_free(&found);
    }
    end_store(path);
}

/* A tree that is not what the rules make of it is refused. */
static void test_broken_store(void **state)
{
    (void)state;
    char *path = new_store();
    struct zm_answer found;
    struct zm_error error;
    struct zm_store *store;
    uint64_t nodes;
    assert_int_equal(solve_into(path, "3x4", "rct", "1G", &found, &nodes), ZM_OK);
    zm_answer_free(&found);
    assert_int_equal(zm_store_open(path, ZM_STORE_WRITE, NULL, 0, &store, &error), ZM_OK);
    uint8_t key[19] = {'R', 1, 0, 7, 7, 7}; /* its child is nowhere */
    assert_int_equal(
        zm_store_put(store, ZM_KIND_TREE, zm_bytes(key, sizeof key), (struct zm_value){4, 5}),
        ZM_OK);
    zm_store_close(store);
    assert_int_equal(solve_into(path, "3x4", "rct", "1G", &found, &nodes), ZM_WRONG);
    zm_answer_free(&found);
    end_store(path);
}

/* Killed without warning at some moment, a run goes on from what reached the disk. */
static void test_killed(void **state)
{
    (void)state;
    char *path = new_store();
    struct zm_answer found;
    uint64_t nodes;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        solve_into(path, "4x6", "rct", "1G", &found, &nodes);
        _exit(0);
    }
    struct stat about;
    for (int i = 0; i < 2000; i++) { /* at most about 20 seconds */
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        if ((stat(path, &about) == 0 && about.st_size > 1000000) ||
            waitpid(child, NULL, WNOHANG) == child)
            break;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_int_equal(solve_into(path, "4x6", "rct", "1G", &found, &nodes), ZM_OK);
    assert_int_equal(found.counts[0], 29300);
    assert_int_equal(found.counts[1], 6401);
    assert_int_equal(found.counts[2], 2136);
    zm_answer_free(&found);
    end_store(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cram_counts),
        cmocka_unit_test(test_against_the_rules),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_texts_from_store),
        cmocka_unit_test(test_several_in_one_store),
        cmocka_unit_test(test_broken_store),
        cmocka_unit_test(test_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
