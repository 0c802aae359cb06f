/* Certificates by strategy: made for small positions of every game that has them, read again,
 * verified; then forged. Whatever the checker accepts must be true by the rules alone.
 *
 *     ZM_SEED=N     draws the same lots again
 *     ZM_GAME=NAME  that game alone
 *     ZM_LONG=1     a hundred times as many */
#include "adversary/naive.h"
#include "adversary/places.h"
#include "api/certify.h"
#include "proof/check/check.h"
#include "proof/check/header.h"
#include "test.h"

enum { MOST_GAMES = 64, BUDGET = 3000, FORGERIES = 12, LARGEST = 5 };

static struct {
    uint64_t seed, made, forged, accepted;
} tally;

/* What is true of a position. */
struct truth {
    enum zm_outcome outcome[2]; /* of the player to move, in normal and misère play */
    bool scored;
    int32_t margin; /* in half points */
};

/* False: there are too many positions. */
static bool find_truth(const struct zm_instance *game, struct zm_bytes position,
                       struct truth *truth)
{
    struct naive naive;
    *truth = (struct truth){0};
    if (naive_explore(&naive, game, position, BUDGET) != NAIVE_SMALL)
        return false;
    for (unsigned misere = 0; misere < 2; misere++) {
        struct naive_fact *facts = naive_facts(&naive, misere);
        truth->outcome[misere] = facts[0].outcome;
        free(facts);
    }
    int32_t *margins = naive_margins(&naive);
    truth->scored = margins != NULL;
    if (margins != NULL)
        truth->margin = margins[0];
    free(margins);
    naive_free(&naive);
    return true;
}

static bool is_true(const struct truth *truth, const struct zm_strategy_certificate *certificate)
{
    enum zm_outcome outcome = truth->outcome[certificate->misere];
    switch (certificate->claim.kind) {
    case ZM_STRATEGY_WIN:
        return outcome == ZM_WIN;
    case ZM_STRATEGY_LOSS:
        return outcome == ZM_LOSS;
    case ZM_STRATEGY_DRAW:
        return outcome == ZM_DRAW;
    case ZM_STRATEGY_MARGIN:
        break;
    }
    return truth->scored && truth->margin == certificate->claim.margin;
}

static enum zm_status check(struct zm_buffer *text, struct zm_error *error)
{
    struct zm_checked checked;
    enum zm_status status = zm_check_text(text, "forged", NULL, &checked, error);
    zm_checked_free(&checked);
    return status;
}

/* Turns the claim round. */
static void change_claim(struct zm_strategy_claim *claim, struct zm_random *random)
{
    if (claim->kind == ZM_STRATEGY_MARGIN && zm_random_below(random, 2) == 0)
        claim->margin += (int32_t)zm_random_below(random, 9) - 4;
    else
        claim->kind = (enum zm_strategy_kind)zm_random_below(random, 4);
}

/* Leaves an entry out, doubles one, or puts one in the place of another. */
static void change_entries(struct zm_strategy_certificate *certificate, struct zm_random *random)
{
    struct zm_list words = {0};
    struct zm_buffer *choices = &certificate->choices;
    const char *rest = zm_buffer_string(choices);
    for (size_t size; *(rest += strspn(rest, " \n")) != '\0'; rest += size) {
        size = strcspn(rest, " \n");
        zm_list_add(&words, zm_bytes(rest, size));
    }
    size_t chosen = words.count == 0 ? 0 : (size_t)zm_random_below(random, words.count);
    uint64_t how = zm_random_below(random, 3);
    struct zm_buffer changed = {0};
    certificate->entries = 0;
    for (size_t i = 0; i < words.count; i++) {
        size_t other = i == chosen && how == 2 ? (size_t)zm_random_below(random, words.count) : i;
        struct zm_bytes word = zm_list_at(&words, other);
        for (unsigned times = i != chosen ? 1
                              : how == 0  ? 0
                              : how == 1  ? 2
                                          : 1;
             times > 0; times--) {
            zm_buffer_add(&changed, word.data, word.size);
            zm_buffer_byte(&changed, ' ');
            certificate->entries++;
        }
    }
    zm_buffer_set(choices, zm_buffer_bytes(&changed));
    zm_buffer_free(&changed);
    zm_list_free(&words);
}

/* Forges a certificate once, and holds what is accepted against the truth. */
static void forge(const struct zm_buffer *honest, const struct truth *truth,
                  struct zm_random *random)
{
    struct zm_strategy_certificate certificate;
    struct zm_buffer text = {0};
    struct zm_error error = {0};
    zm_buffer_set(&text, zm_buffer_bytes(honest));
    zm_buffer_string(&text);
    assert_int_equal(zm_strategy_parse(&certificate, NULL, (char *)text.data, &error), ZM_OK);
    uint64_t how = zm_random_below(random, 3);
    if (how != 0)
        change_claim(&certificate.claim, random);
    if (how != 1)
        change_entries(&certificate, random);
    zm_buffer_clear(&text);
    zm_strategy_print(&certificate, &text);
    enum zm_status status = check(&text, &error);
    tally.forged++;
    tally.accepted += status == ZM_OK;
    assert_true(status == ZM_OK || status == ZM_WRONG);
    if (status == ZM_OK && !is_true(truth, &certificate)) {
        zm_buffer_clear(&text);
        zm_strategy_print(&certificate, &text);
        fail_msg("a false certificate is accepted, seed %llu\n%s", (unsigned long long)tally.seed,
                 zm_buffer_string(&text));
    }
    zm_strategy_free(&certificate);
    zm_buffer_free(&text);
}

/* What is asked of each position. */
static const struct zm_option asked[][2] = {
    {{"play", "normal"}, {"compute", "outcome"}},
    {{"play", "misere"}, {"compute", "outcome"}},
    {{"play", "normal"}, {"compute", "distance"}},
    {{"play", "normal"}, {"compute", "score"}},
};

/* Makes the certificate of an answer; false: there is none. */
static bool certify(const struct zm_game *game, const char *position,
                    const struct zm_option options[2], struct zm_buffer *text)
{
    /* Of a game that repeats, only what can be reached from here is labelled. */
    const struct zm_option all[] = {options[0], options[1], {"positions", "reachable"}};
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    struct zm_error error = {0};
    size_t entries;
    if (zm_question_open(&question, game->name, position, all, game->loops != NULL ? 3 : 2, NULL,
                         &error) != ZM_OK)
        return false;
    zm_run_begin(&run);
    enum zm_status status = zm_question_run(&question, &run, &error);
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    &error);
    if (status == ZM_OK)
        status = zm_certify_strategy(&question, &run, &answer, text, &entries, &error);
    /* In games that repeat, only a win that comes nearer is a strategy. */
    bool repeats = game->loops != NULL && strstr(error.text, "comes back") != NULL;
    if (status != ZM_OK && status != ZM_BAD_INPUT && !repeats)
        fail_msg("%s %s: %s", game->name, position, error.text);
    zm_answer_free(&answer);
    zm_question_close(&question);
    return status == ZM_OK;
}

static void play_round(const struct zm_game *game, struct zm_random *random)
{
    struct zm_instance instance;
    struct zm_buffer position = {0}, text = {0};
    struct truth truth;
    assert_true(place_open(&instance, game));
    place_draw(&instance, random, 1 + (unsigned)zm_random_below(random, LARGEST), &position);
    place_print(&instance, zm_buffer_bytes(&position), &text);
    bool small = find_truth(&instance, zm_buffer_bytes(&position), &truth);
    for (size_t i = 0; small && i < sizeof asked / sizeof *asked; i++) {
        struct zm_buffer honest = {0}, copy = {0};
        struct zm_error error = {0};
        if (certify(game, zm_buffer_string(&text), asked[i], &honest)) {
            tally.made++;
            zm_buffer_set(&copy, zm_buffer_bytes(&honest));
            assert_int_equal(check(&copy, &error), ZM_OK);
            for (unsigned k = 0; k < FORGERIES; k++)
                forge(&honest, &truth, random);
        }
        zm_buffer_free(&honest);
        zm_buffer_free(&copy);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_instance_close(&instance);
}

static void test_game(void **state)
{
    const struct zm_game *game = *state;
    struct zm_random random = zm_random_seeded(tally.seed);
    uint64_t made = tally.made;
    int rounds = test_many(30, 3000);
    for (int i = 0; i < rounds || (tally.made == made && i < 100 * rounds); i++)
        play_round(game, &random);
    assert_true(tally.made > made);
}

static void test_bad_input(void **unused)
{
    static const struct {
        const char *text, *expected;
        enum zm_status status;
    } cases[] = {
        {"zermelo certificate 1\ngame hex\nrules \nplay odd\nposition 2x2\nclaim strategy win\n"
         "entries 1\nchecksum 0\n\na1\n",
         "play normal", ZM_BAD_INPUT},
        {"zermelo certificate 1\ngame hex\nrules \nplay normal\nposition 2x2\nclaim strategy odd\n"
         "entries 1\nchecksum 0\n\na1\n",
         "strategy win", ZM_BAD_INPUT},
        {"zermelo certificate 1\ngame hex\nrules \nplay normal\nposition 2x2\nclaim strategy "
         "margin "
         "99999999\nentries 1\nchecksum 0\n\na1\n",
         "margin N", ZM_BAD_INPUT},
        {"zermelo certificate 1\ngame hex\nrules \nplay normal\nposition 2x2\nclaim strategy win\n"
         "entries 1\nchecksum 0\n\na1\n",
         "checksum", ZM_WRONG},
        {"zermelo certificate 1\ngame domineering\nrules \nplay normal\nposition 2x2\nclaim "
         "strategy "
         "win\nentries 1\nchecksum 0\n\na1\n",
         "who moves", ZM_BAD_INPUT},
        {"zermelo certificate 1\ngame peg\nrules \nplay normal\nposition english\nclaim strategy "
         "win\nentries 1\nchecksum 0\n\na1\n",
         "", ZM_BAD_INPUT},
        {"zermelo certificate 1\ngame sprouts\nrules \nplay normal\nposition 0*2@all\nclaim "
         "strategy win\nentries 1\nchecksum 0\n\na1\n",
         "stands for", ZM_BAD_INPUT},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct zm_buffer text = {0};
        struct zm_error error = {0};
        zm_buffer_text(&text, cases[i].text);
        zm_buffer_string(&text);
        assert_int_equal(check(&text, &error), cases[i].status);
        if (strstr(error.text, cases[i].expected) == NULL)
            fail_msg("'%s' does not say '%s'", error.text, cases[i].expected);
        zm_buffer_free(&text);
    }
}

/* Where a game lists only some of the moves of the other player, nothing is proved. */
static void test_unlisted(void **unused)
{
    struct zm_instance sprouts;
    struct zm_strategy_certificate certificate;
    struct zm_settings settings = {0};
    struct zm_buffer position = {0}, text = {0};
    struct zm_error error = {0};
    const struct zm_game *game = zm_game_find("sprouts", NULL);
    (void)unused;
    assert_true(place_open(&sprouts, game));
    assert_int_equal(game->rules->parse(sprouts.state,
                                        "2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2",
                                        &position, &error),
                     ZM_OK);
    assert_int_equal(zm_settings_declare(&settings, game->params, &error), ZM_OK);
    assert_int_equal(
        zm_strategy_begin(&certificate, game, &settings, false, zm_buffer_bytes(&position), &error),
        ZM_OK);
    certificate.claim.kind = ZM_STRATEGY_LOSS;
    certificate.entries = 1;
    zm_buffer_text(&certificate.choices, "1-2 ");
    zm_strategy_print(&certificate, &text);
    assert_int_equal(check(&text, &error), ZM_WRONG);
    assert_non_null(strstr(error.text, "not all moves of the other player are listed"));
    zm_strategy_free(&certificate);
    zm_settings_free(&settings);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_instance_close(&sprouts);
}

static int tell(void **state)
{
    (void)state;
    printf("# in all: %llu forgeries of %llu certificates, %llu were accepted; seed %llu\n",
           (unsigned long long)tally.forged, (unsigned long long)tally.made,
           (unsigned long long)tally.accepted, (unsigned long long)tally.seed);
    return 0;
}

int main(void)
{
    static struct CMUnitTest tests[MOST_GAMES];
    const char *seed = getenv("ZM_SEED"), *only = getenv("ZM_GAME");
    size_t count = 0;
    tally.seed = seed != NULL ? strtoull(seed, NULL, 10) : ZM_DEFAULT_SEED;
    printf("# seed %llu\n", (unsigned long long)tally.seed);
    tests[count++] = (struct CMUnitTest){.name = "bad input", .test_func = test_bad_input};
    tests[count++] = (struct CMUnitTest){.name = "unlisted", .test_func = test_unlisted};
    for (size_t i = 0; zm_games[i] != NULL && count < MOST_GAMES; i++) {
        const struct zm_game *game = zm_games[i];
        bool suits = game->players == ZM_PARTISAN && game->scores == NULL;
        if (suits && (only == NULL || strcmp(only, game->name) == 0))
            tests[count++] = (struct CMUnitTest){
                .name = game->name, .test_func = test_game, .initial_state = (void *)game};
    }
    return _cmocka_run_group_tests("strategy", tests, count, NULL, tell);
}
