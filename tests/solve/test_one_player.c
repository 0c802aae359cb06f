/* Games of one player: winnable, shortest, longest and count against plain enumeration by the rules,
 * on two toys and on small boards of peg solitaire, with one thread and with three; and the
 * published results of peg solitaire. */
#include "solve/one_player.h"

#include "base/table.h"
#include "games/peg/peg.h"
#include "games/walk.h"
#include "support/ask.h"
#include "toys/toys.h"

struct trial {
    const struct zm_game *game;
    struct zm_settings settings;
    struct zm_instance instance;
};

static void open_trial(struct trial *trial, const struct zm_game *game, const char *moves)
{
    *trial = (struct trial){.game = game};
    assert_int_equal(zm_settings_declare(&trial->settings, game->params, NULL), ZM_OK);
    assert_int_equal(zm_settings_declare(&trial->settings, zm_count.params, NULL), ZM_OK);
    if (moves != NULL)
        assert_int_equal(zm_settings_set(&trial->settings, "moves", moves, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&trial->instance, game, &trial->settings, NULL), ZM_OK);
}

static void close_trial(struct trial *trial)
{
    zm_instance_close(&trial->instance);
    zm_settings_free(&trial->settings);
}

/* --- by the rules alone ---------------------------------------------------------------------- */

enum { TOO_MANY = 4000 };

/* What enumeration finds: -1 where there is nothing to find. */
struct facts {
    int64_t shortest, longest, count;
};

static int64_t worth_of(const struct trial *trial, struct zm_bytes position)
{
    return trial->game->goals->worth(trial->instance.state, position);
}

/* Adds the positions after one move to a list. */
static void add_next(const struct trial *trial, struct zm_bytes position, struct zm_list *next)
{
    struct zm_list moves = {0};
    struct zm_buffer after = {0};
    trial->game->rules->moves(trial->instance.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        trial->game->rules->apply(trial->instance.state, position, zm_list_at(&moves, i), &after);
        zm_list_add(next, zm_buffer_bytes(&after));
    }
    zm_list_free(&moves);
    zm_buffer_free(&after);
}

/* Layer after layer of what can be reached. */
static void enumerate(const struct trial *trial, struct zm_bytes start, struct facts *facts)
{
    struct zm_table seen;
    struct zm_list layer = {0}, next = {0};
    *facts = (struct facts){.shortest = -1};
    zm_table_init(&seen, 1);
    zm_list_add(&layer, start);
    for (int64_t depth = 0; layer.count > 0 && seen.count <= TOO_MANY; depth++) {
        zm_list_clear(&next);
        for (size_t i = 0; i < layer.count; i++) {
            bool fresh;
            assert_non_null(zm_table_insert(&seen, zm_list_at(&layer, i), &fresh));
            if (!fresh)
                continue;
            if (facts->shortest < 0 && worth_of(trial, zm_list_at(&layer, i)) > 0)
                facts->shortest = depth;
            add_next(trial, zm_list_at(&layer, i), &next);
        }
        struct zm_list old = layer;
        layer = next;
        next = old;
    }
    facts->count = (int64_t)seen.count;
    zm_table_free(&seen);
    zm_list_free(&layer);
    zm_list_free(&next);
}

/* The most moves from a position, in a game in which no position comes back. */
static int64_t longest_from(const struct trial *trial, struct zm_table *known,
                            struct zm_bytes position)
{
    int64_t longest = 0;
    void *found = zm_table_find(known, position);
    if (found != NULL) {
        memcpy(&longest, found, sizeof longest);
        return longest;
    }
    struct zm_list next = {0};
    add_next(trial, position, &next);
    for (size_t i = 0; i < next.count; i++) {
        int64_t length = 1 + longest_from(trial, known, zm_list_at(&next, i));
        longest = length > longest ? length : longest;
    }
    zm_list_free(&next);
    memcpy(zm_table_insert(known, position, NULL), &longest, sizeof longest);
    return longest;
}

/* --- by the calculations --------------------------------------------------------------------- */

static enum zm_status compute(const struct trial *trial, const struct zm_calculation *calculation,
                              struct zm_bytes position, unsigned threads, struct zm_answer *answer)
{
    struct zm_run run;
    struct zm_error error = {0};
    struct zm_decider alone = {0}; /* no search is named: it walks by itself */
    void *state;
    zm_run_begin(&run);
    run.threads = threads;
    run.memory_limit = 64 << 20;
    struct zm_problem problem = {trial->game, &trial->settings, false, &run};
    *answer = (struct zm_answer){.distance = -1};
    if (calculation->open(&problem, &state, &error) != ZM_OK)
        fail_msg("%s: %s", calculation->name, error.text);
    enum zm_status status = calculation->answer(state, position, &alone, answer, &error);
    calculation->close(state);
    return status;
}

/* Plays the moves of an answer by their names; returns what the last position is worth. */
static int64_t play_line(const struct trial *trial, struct zm_bytes start,
                         const struct zm_list *line)
{
    struct zm_buffer position = {0}, next = {0}, name = {0};
    zm_buffer_set(&position, start);
    for (size_t i = 0; i < line->count; i++) {
        struct zm_list moves = {0};
        bool found = false;
        trial->game->rules->moves(trial->instance.state, zm_buffer_bytes(&position), NULL, &moves);
        for (size_t j = 0; j < moves.count && !found; j++) {
            zm_buffer_clear(&name);
            trial->game->rules->name(trial->instance.state, zm_buffer_bytes(&position),
                                     zm_list_at(&moves, j), &name);
            found = zm_bytes_equal(zm_buffer_bytes(&name), zm_list_at(line, i));
            if (found)
                trial->game->rules->apply(trial->instance.state, zm_buffer_bytes(&position),
                                          zm_list_at(&moves, j), &next);
        }
        assert_true(found);
        zm_buffer_set(&position, zm_buffer_bytes(&next));
        zm_list_free(&moves);
    }
    int64_t worth = worth_of(trial, zm_buffer_bytes(&position));
    zm_buffer_free(&position);
    zm_buffer_free(&next);
    zm_buffer_free(&name);
    return worth;
}

static void check_goal(const struct trial *trial, struct zm_bytes position, unsigned threads,
                       const struct facts *facts)
{
    static const struct zm_calculation *const by[] = {&zm_winnable, &zm_shortest};
    for (int i = 0; i < 2; i++) {
        struct zm_answer answer;
        assert_int_equal(compute(trial, by[i], position, threads, &answer), ZM_OK);
        assert_true(answer.known && answer.proved && answer.alone);
        assert_int_equal(answer.outcome, facts->shortest < 0 ? ZM_LOSS : ZM_WIN);
        if (facts->shortest >= 0) {
            assert_true(play_line(trial, position, &answer.line) > 0);
            if (by[i] == &zm_shortest) {
                assert_int_equal(answer.number, facts->shortest);
                assert_int_equal(answer.line.count, facts->shortest);
            }
        }
        zm_answer_free(&answer);
    }
}

static void check_position(const struct trial *trial, struct zm_bytes position, unsigned threads)
{
    struct facts facts;
    struct zm_answer answer;
    enumerate(trial, position, &facts);
    if (facts.count > TOO_MANY)
        return;
    assert_int_equal(compute(trial, &zm_count, position, threads, &answer), ZM_OK);
    assert_int_equal(answer.number, facts.count);
    zm_answer_free(&answer);
    if (!trial->game->goals->maximise)
        check_goal(trial, position, threads, &facts);
    if (trial->game->walk->course(trial->instance.state) == ZM_RETURNING) {
        assert_int_equal(compute(trial, &zm_longest, position, threads, &answer), ZM_BAD_INPUT);
        zm_answer_free(&answer);
        return;
    }
    struct zm_table known;
    zm_table_init(&known, sizeof(int64_t));
    facts.longest = longest_from(trial, &known, position);
    zm_table_free(&known);
    assert_int_equal(compute(trial, &zm_longest, position, threads, &answer), ZM_OK);
    assert_int_equal(answer.number, facts.longest);
    assert_int_equal(answer.line.count, facts.longest);
    play_line(trial, position, &answer.line);
    zm_answer_free(&answer);
}

static void check_game(const struct zm_game *game, const char *moves, int rounds)
{
    struct zm_random random = zm_random_seeded(43);
    struct zm_buffer position = {0};
    struct trial trial;
    open_trial(&trial, game, moves);
    for (int round = 0; round < test_rounds(rounds); round++) {
        game->rules->random(trial.instance.state, &random, 9, &position);
        check_position(&trial, zm_buffer_bytes(&position), round % 2 == 0 ? 1 : 3);
    }
    zm_buffer_free(&position);
    close_trial(&trial);
}

static void picks_agree_with_enumeration(void **state)
{
    (void)state;
    check_game(&toy_picks, NULL, 300);
}

static void slides_agree_with_enumeration(void **state)
{
    (void)state;
    check_game(&toy_slide, NULL, 200);
}

static void pegs_agree_with_enumeration(void **state)
{
    (void)state;
    check_game(&zm_peg, "jumps", 300);
    check_game(&zm_peg, "sweeps", 300);
}

/* Of the fifteen puzzle half of the positions can be solved; this small one takes at most 21 moves. */
static void half_of_the_slides_are_solvable(void **state)
{
    (void)state;
    struct trial trial;
    struct zm_answer answer;
    open_trial(&trial, &toy_slide, NULL);
    assert_int_equal(compute(&trial, &zm_count, zm_bytes("12345.", 6), 1, &answer), ZM_OK);
    assert_int_equal(answer.number, 720 / 2);
    zm_answer_free(&answer);
    assert_int_equal(compute(&trial, &zm_shortest, zm_bytes("45.123", 6), 1, &answer), ZM_OK);
    assert_int_equal(answer.number, 21);
    zm_answer_free(&answer);
    assert_int_equal(compute(&trial, &zm_winnable, zm_bytes("21345.", 6), 1, &answer), ZM_OK);
    assert_int_equal(answer.outcome, ZM_LOSS);
    zm_answer_free(&answer);
    close_trial(&trial);
}

/* --- published results ----------------------------------------------------------------------- */

/* One row of tests/oracles/peg.txt that is a question. */
static void check_row(const char *position, char *options, const char *result)
{
    for (char *comma = strchr(options, ','); comma != NULL; comma = strchr(comma, ','))
        *comma = ' ';
    struct asked asked = ask("peg", position, options);
    bool lost = asked.answer.outcome == ZM_LOSS;
    if (strcmp(result, "loss") == 0 || strcmp(result, "win") == 0)
        assert_int_equal(lost, strcmp(result, "loss") == 0);
    else if (lost || asked.answer.number != strtoll(result, NULL, 10))
        fail_msg("peg %s %s: %lld instead of %s", position, options, (long long)asked.answer.number,
                 result);
}

static void published_results(void **state)
{
    (void)state;
    char line[1000], position[50], options[100], result[50], mark[10];
    int rows = 0;
    FILE *file = test_oracle("peg.txt");
    while (fgets(line, sizeof line, file) != NULL) {
        mark[0] = 0;
        if (line[0] == '#' || strncmp(line, "layers", 6) == 0)
            continue;
        if (sscanf(line, "%49s %99s %49s %9s", position, options, result, mark) < 3)
            fail_msg("a row that cannot be read: %s", line);
        if (mark[0] != 0 && !test_long())
            continue;
        check_row(position, options, result);
        rows++;
    }
    fclose(file);
    assert_true(rows >= 8);
}

/* The positions up to symmetry one jump after those of a layer. */
static struct zm_table next_layer(struct zm_peg_walk *walk, const struct zm_table *layer)
{
    struct zm_table next;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    zm_move moves[ZM_PEG_JUMPS];
    zm_table_init(&next, 1);
    while (zm_table_next(layer, &cursor, &key, &value)) {
        memcpy(&walk->pegs, key.data, sizeof walk->pegs);
        unsigned count = zm_peg_walk.moves(walk, moves);
        for (unsigned i = 0; i < count; i++) {
            zm_peg_walk.make(walk, moves[i]);
            uint64_t least = zm_peg_walk.canonical(walk).low;
            zm_table_insert(&next, zm_bytes(&least, sizeof least), NULL);
            zm_peg_walk.unmake(walk, moves[i]);
        }
    }
    return next;
}

/* The positions after n jumps from the central vacancy, up to symmetry: the first of them here, and
 * all of them together are the count that the long test makes. */
static void published_layers(void **state)
{
    (void)state;
    enum { LAYERS = 9 };
    char line[1000];
    FILE *file = test_oracle("peg.txt");
    do
        assert_non_null(fgets(line, sizeof line, file));
    while (strncmp(line, "layers", 6) != 0);
    fclose(file);
    struct trial trial;
    struct zm_buffer position = {0};
    struct zm_peg_walk walk;
    struct zm_table layer;
    open_trial(&trial, &zm_peg, "jumps");
    zm_peg.rules->parse(trial.instance.state, "english", &position, NULL);
    zm_peg_walk.begin(trial.instance.state, zm_buffer_bytes(&position), &walk, NULL);
    zm_table_init(&layer, 1);
    zm_table_insert(&layer, zm_bytes(&walk.pegs, sizeof walk.pegs), NULL);
    uint64_t all = 0;
    unsigned index = 0;
    char *rest = line + 6;
    for (char *end; strtoull(rest, &end, 10), end != rest; rest = end, index++) {
        uint64_t published = strtoull(rest, &end, 10);
        all += published;
        if (index >= LAYERS)
            continue;
        assert_int_equal(layer.count, published);
        struct zm_table next = next_layer(&walk, &layer);
        zm_table_free(&layer);
        layer = next;
    }
    assert_int_equal(all, 23475688);
    zm_table_free(&layer);
    zm_buffer_free(&position);
    close_trial(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_agree_with_enumeration),
        cmocka_unit_test(slides_agree_with_enumeration),
        cmocka_unit_test(pegs_agree_with_enumeration),
        cmocka_unit_test(half_of_the_slides_are_solvable),
        cmocka_unit_test(published_results),
        cmocka_unit_test(published_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
