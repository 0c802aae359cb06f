/* Forged certificates: for every game and everything that has certificates, small positions by lot,
 * the honest certificate with its claim turned round and the rest adapted. Whatever the checker
 * accepts must be true by the rules alone.
 *
 *     ZM_SEED=N     draws the same lots again
 *     ZM_GAME=NAME  that game alone
 *     ZM_LONG=1     a hundred times as many
 */
#include "adversary/lots.h"
#include "adversary/places.h"
#include "api/certify.h"
#include "base/clock.h"
#include "proof/certificate_text.h"
#include "proof/check/check.h"
#include "proof/forger.h"
#include "proof/score_text.h"
#include "test.h"

#include <time.h>

enum { MOST_GAMES = 64, FORGERIES = 60, MENDINGS = 6, LARGEST = 6 };

static struct {
    uint64_t seed, forged, accepted, honest, unknown;
    size_t games;
} tally;

/* What is asked of each position. */
static const struct zm_option asked[][4] = {
    {{"play", "normal"}, {"compute", "outcome"}},
    {{"play", "normal"}, {"compute", "nimber"}},
    {{"play", "misere"}, {"compute", "outcome"}},
    {{"play", "misere"}, {"compute", "grundy"}},
    {{"play", "misere"}, {"compute", "outcome"}, {"rct-base", "none"}},
    {{"play", "misere"}, {"compute", "grundy"}, {"rct-size", "100000"}},
    {{"play", "misere"}, {"compute", "outcome"}, {"rct-size", "3"}},
    {{"compute", "score"}},
    {{"compute", "outcome"}, {"contract", "1"}},
    {{"compute", "outcome"}, {"contract", "3"}},
};

/* The honest certificate of an answer; false: there is none. */
static bool certify(const char *game, const char *position, const struct lots *rules,
                    const struct zm_option *options, struct zm_buffer *text)
{
    struct lots all;
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    struct zm_error error = {0};
    lots_begin(&all, NULL, "/nowhere");
    lots_take(&all, rules);
    for (size_t i = 0; i < 4 && options[i].name != NULL; i++)
        lots_add(&all, options[i].name, options[i].text);
    if (zm_question_open(&question, game, position, all.options, all.count, NULL, &error) != ZM_OK)
        return false;
    zm_run_begin(&run);
    enum zm_status status = zm_question_run(&question, &run, &error);
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    &error);
    if (status == ZM_OK && question.game->scores != NULL) {
        struct zm_score_certificate certificate;
        status = zm_certify_score(&question, &run, &answer, &certificate, &error);
        if (status == ZM_OK) {
            zm_score_certificate_print(&certificate, text);
            zm_score_certificate_free(&certificate);
        }
    } else if (status == ZM_OK) {
        struct zm_certificate certificate;
        status = zm_certify(&question, &run, &answer, &certificate, &error);
        if (status == ZM_OK) {
            status = zm_certificate_print(&certificate, text, &error);
            zm_certificate_free(&certificate);
        }
    }
    zm_answer_free(&answer);
    zm_question_close(&question);
    if (status != ZM_OK && status != ZM_BAD_INPUT)
        fail_msg("%s %s: %s", game, position, error.text);
    return status == ZM_OK;
}

static enum zm_status check(const struct forged *forged, struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_checked checked;
    forged_print(forged, &text);
    enum zm_status status = zm_check_text(&text, "forged", NULL, &checked, error);
    zm_checked_free(&checked);
    zm_buffer_free(&text);
    return status;
}

static bool same_subject(const struct forged *a, const struct forged *b)
{
    return strcmp(forged_get(a, GAME), forged_get(b, GAME)) == 0 &&
           strcmp(forged_get(a, RULES), forged_get(b, RULES)) == 0 &&
           strcmp(forged_get(a, POSITION), forged_get(b, POSITION)) == 0;
}

/* The checker has accepted it: is it true? */
static void judge(const struct forger *forger, const struct forged *forged)
{
    struct truth other;
    enum claim claim;
    if (same_subject(forged, forger->honest)) {
        claim = truth_of(forger->truth, forged);
    } else {
        claim = truth_open(&other, forged) ? truth_of(&other, forged) : CLAIM_UNKNOWN;
        truth_close(&other);
    }
    tally.accepted++;
    tally.unknown += claim == CLAIM_UNKNOWN;
    if (claim != CLAIM_FALSE)
        return;
    struct zm_buffer text = {0};
    forged_print(forged, &text);
    printf("# seed %llu\n%s", (unsigned long long)tally.seed, zm_buffer_string(&text));
    zm_buffer_free(&text);
    fail_msg("%s: a false certificate is accepted", forged_get(forged, GAME));
}

static void forge_one(struct forger *forger)
{
    struct forged forged = {0};
    bool more = true;
    forger_begin(forger, &forged);
    for (int i = 0; i <= MENDINGS && more; i++) {
        struct zm_error error = {0};
        enum zm_status status = check(&forged, &error);
        tally.forged++;
        if (status == ZM_OK)
            judge(forger, &forged);
        more = status == ZM_WRONG && forger_mend(forger, &forged, &error);
    }
    forged_free(&forged);
}

/* Forges what a certificate says; false: what can be reached from its position is too much. */
static bool forge(const char *text, struct zm_random *random)
{
    struct forged honest;
    struct truth truth;
    struct zm_error error = {0};
    assert_true(forged_read(&honest, text));
    assert_true(truth_open(&truth, &honest));
    bool small = truth.explored;
    if (small) {
        struct forger forger = {&honest, &truth, random};
        if (check(&honest, &error) != ZM_OK)
            fail_msg("%s: an honest certificate is refused: %s", forged_get(&honest, GAME),
                     error.text);
        judge(&forger, &honest);
        tally.honest++;
        for (int i = 0; i < FORGERIES; i++)
            forge_one(&forger);
    }
    truth_close(&truth);
    forged_free(&honest);
    return small;
}

/* A small position of a game with rules drawn by lot; each question about it in turn. */
static void play_round(const struct zm_game *game, struct zm_random *random)
{
    struct zm_instance instance;
    struct zm_buffer position = {0}, text = {0};
    struct lots rules;
    lots_begin(&rules, NULL, "/nowhere");
    if (lots_one_in(random, 2))
        lots_draw(&rules, game->params, random);
    assert_true(place_open(&instance, game));
    place_draw(&instance, random, 1 + (unsigned)zm_random_below(random, LARGEST), &position);
    place_print(&instance, zm_buffer_bytes(&position), &text);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct zm_buffer certificate = {0};
        if (certify(game->name, zm_buffer_string(&text), &rules, asked[i], &certificate) &&
            !forge(zm_buffer_string(&certificate), random))
            i = sizeof asked / sizeof *asked;
        zm_buffer_free(&certificate);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_instance_close(&instance);
}

/* Processor seconds that a game gets: its share of those of all. */
static double share(void)
{
    double seconds = test_sanitized() ? 6 : 8;
    return (getenv("ZM_LONG") != NULL ? 100 : 1) * seconds / (double)tally.games;
}

static void test_game(void **state)
{
    const struct zm_game *game = *state;
    struct zm_random random = zm_random_seeded(tally.seed);
    uint64_t wanted = (uint64_t)test_many(40000, 4000000), before = tally.forged;
    uint64_t honest = tally.honest;
    double end = (double)clock() / CLOCKS_PER_SEC + share();
    for (int rounds = 0; tally.forged - before < wanted && rounds < 100000; rounds++) {
        play_round(game, &random);
        if (tally.honest > honest && (double)clock() / CLOCKS_PER_SEC > end)
            break;
    }
    assert_true(tally.honest > honest);
}

static int tell(void **state)
{
    (void)state;
    printf("# in all: %llu forgeries of %llu certificates; %llu were accepted, %llu of them about "
           "positions too large for the rules; seed %llu\n",
           (unsigned long long)tally.forged, (unsigned long long)tally.honest,
           (unsigned long long)tally.accepted, (unsigned long long)tally.unknown,
           (unsigned long long)tally.seed);
    return 0;
}

int main(void)
{
    static struct CMUnitTest tests[MOST_GAMES];
    const char *seed = getenv("ZM_SEED"), *only = getenv("ZM_GAME");
    size_t count = 0;
    tally.seed = seed != NULL   ? strtoull(seed, NULL, 10)
                 : !test_long() ? ZM_DEFAULT_SEED
                                : (uint64_t)(zm_clock_now() * 1e6);
    printf("# seed %llu\n", (unsigned long long)tally.seed);
    for (size_t i = 0; zm_games[i] != NULL && count < MOST_GAMES; i++) {
        const struct zm_game *game = zm_games[i];
        bool certified =
            (game->sums != NULL && game->players == ZM_IMPARTIAL) || game->scores != NULL;
        if (certified && (only == NULL || strcmp(only, game->name) == 0))
            tests[count++] = (struct CMUnitTest){
                .name = game->name, .test_func = test_game, .initial_state = (void *)game};
    }
    tally.games = count;
    return _cmocka_run_group_tests("forge", tests, count, NULL, tell);
}
