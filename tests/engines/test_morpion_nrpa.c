/* Games by policies in Morpion solitaire: they are legal and end where no move is left; learning is
 * the textbook's; one seed gives one run; the longest game lasts in a store. */
#include "engines/morpion/anneal.h"
#include "engines/morpion/engine.h"
#include "engines/morpion/policy.h"

#include "games/morpion_naive.h"
#include "store/store.h"
#include "solve/quest.h"
#include "tests/test.h"

#include <math.h>
#include <unistd.h>

static struct zm_morpion_walk here;

static void begin(const char *text)
{
    struct zm_buffer position = {0};
    assert_int_equal(zm_morpion_parse(NULL, text, &position, NULL), ZM_OK);
    assert_true(zm_morpion_replay(zm_buffer_bytes(&position), &here));
    zm_buffer_free(&position);
}

/* Where the weight of a move stands. */
static unsigned code_of(zm_morpion_move move)
{
    unsigned x = zm_morpion_x(move) % ZM_POLICY_SIDE, y = zm_morpion_y(move) % ZM_POLICY_SIDE;
    return ((y * ZM_POLICY_SIDE + x) * 4 + zm_morpion_direction_of(move)) * 5 +
           zm_morpion_index(move);
}

/* Learning by the book (Rosin 2011): in each position the move made gains alpha, and every legal
 * move loses alpha times its chance, all by the policy before. */
static void adapt_naively(const struct zm_policy_game *game, const double *logs, double alpha,
                          double *learnt)
{
    memcpy(learnt, logs, ZM_POLICY_WEIGHTS * sizeof *logs);
    for (unsigned t = 0; t < game->length; t++) {
        double sum = 0;
        for (unsigned i = 0; i < here.legal_count; i++)
            sum += exp(logs[code_of(here.legal[i])]);
        for (unsigned i = 0; i < here.legal_count; i++) {
            unsigned code = code_of(here.legal[i]);
            learnt[code] -= alpha * exp(logs[code]) / sum;
        }
        zm_morpion_move move = zm_paper_to(game->moves[t]);
        learnt[code_of(move)] += alpha;
        assert_true(zm_morpion_is_legal(&here.board, move));
        zm_morpion_walks.make(&here, move);
    }
    assert_int_equal(here.legal_count, 0);
}

static void test_learning(void **unused)
{
    static struct zm_policy policy;
    static struct zm_policy_player player;
    static struct zm_policy_game game;
    static double logs[ZM_POLICY_WEIGHTS], learnt[ZM_POLICY_WEIGHTS];
    (void)unused;
    for (unsigned variant = 0; variant < ZM_MORPION_VARIANTS; variant++) {
        begin(zm_morpion_variants[variant].name);
        zm_policy_player_begin(&player, &here, 7 + variant);
        zm_policy_reset(&policy);
        memset(logs, 0, sizeof logs);
        for (int round = 0; round < test_rounds(60); round++) {
            double alpha = 1 - round % 3 / 4.0;
            begin(zm_morpion_variants[variant].name);
            zm_policy_play(&player, &policy, &game);
            adapt_naively(&game, logs, alpha, learnt);
            zm_policy_adapt(&policy, &game, alpha);
            for (unsigned i = 0; i < ZM_POLICY_WEIGHTS; i++)
                if (fabs(log(policy.weights[i]) - learnt[i]) > 1e-3)
                    fail_msg("%s, round %d: weight %u is %g, not %g",
                             zm_morpion_variants[variant].name, round, i, log(policy.weights[i]),
                             learnt[i]);
            for (unsigned i = 0; i < ZM_POLICY_WEIGHTS; i++)
                logs[i] = log(policy.weights[i]);
        }
    }
}

/* A game played again is the same to whoever learns from it: all stretches of all
 * moves. And it may end before all are made. */
static void test_repeating(void **unused)
{
    static struct zm_policy policy;
    static struct zm_policy_player player;
    static struct zm_policy_game game, again;
    (void)unused;
    for (unsigned variant = 0; variant < ZM_MORPION_VARIANTS; variant++) {
        begin(zm_morpion_variants[variant].name);
        zm_policy_player_begin(&player, &here, 70 + variant);
        zm_policy_reset(&policy);
        for (int round = 0; round < test_rounds(200); round++) {
            zm_policy_play(&player, &policy, &game);
            zm_policy_repeat(&player, &policy, game.moves, game.length, &again);
            assert_int_equal(again.length, game.length);
            assert_int_equal(again.stretch_count, game.stretch_count);
            assert_memory_equal(again.moves, game.moves, game.length * sizeof *game.moves);
            for (unsigned i = 0; i < game.stretch_count; i++) {
                const struct zm_stretch *one = &again.stretches[i], *other = &game.stretches[i];
                assert_int_equal(one->since.code, other->since.code);
                assert_int_equal(one->since.from, other->since.from);
                assert_int_equal(one->to, other->to);
                assert_int_equal(one->made, other->made);
            }
        }
    }
    zm_policy_repeat(&player, &policy, game.moves, game.length / 2, &again);
    assert_int_equal(again.length, game.length / 2);
}

/* Games follow the weights: of the first moves from the cross, one of weight 27 among 27 of weight
 * 1 is made in half of the games. */
static void test_chances(void **unused)
{
    enum { GAMES = 4000 };
    static struct zm_policy policy;
    static struct zm_policy_player player;
    static struct zm_policy_game game;
    int made = 0;
    (void)unused;
    begin("5D");
    zm_policy_player_begin(&player, &here, 3);
    zm_policy_reset(&policy);
    policy.weights[code_of(here.legal[9])] = 27;
    for (int i = 0; i < GAMES; i++) {
        zm_policy_play(&player, &policy, &game);
        made += zm_paper_to(game.moves[0]) == here.legal[9];
    }
    assert_in_range(made, GAMES / 2 - 160, GAMES / 2 + 160); /* five standard deviations */
}

/* -- the search -- */

static const char *annealed, *replicas, *polished; /* options of the searches, if any */
static uint64_t seed = ZM_DEFAULT_SEED;

static int64_t search_by(const struct zm_search *by, const char *position, const char *samples,
                         const char *threads, struct zm_store *store)
{
    struct zm_settings settings = {0};
    struct zm_buffer bytes = {0};
    struct zm_alone alone;
    struct zm_quest quest = {.kind = ZM_QUEST_LONGEST};
    struct zm_run run;
    zm_run_begin(&run);
    run.threads = (unsigned)atoi(threads);
    run.store = store;
    run.seed = seed;
    struct zm_problem problem = {&zm_morpion, &settings, false, &run};
    assert_int_equal(zm_settings_declare(&settings, by->params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "samples", samples, NULL), ZM_OK);
    if (by == &zm_morpion_nrpa)
        assert_int_equal(zm_settings_set(&settings, "level", "2", NULL), ZM_OK);
    if (by == &zm_morpion_nrpa && annealed != NULL)
        assert_int_equal(zm_settings_set(&settings, "anneal", annealed, NULL), ZM_OK);
    if (by == &zm_morpion_nrpa && replicas != NULL)
        assert_int_equal(zm_settings_set(&settings, "replicas", replicas, NULL), ZM_OK);
    if (by == &zm_morpion_nrpa && polished != NULL)
        assert_int_equal(zm_settings_set(&settings, "polish", polished, NULL), ZM_OK);
    assert_int_equal(zm_morpion_parse(NULL, position, &bytes, NULL), ZM_OK);
    assert_int_equal(zm_alone_open(&alone, &problem, NULL), ZM_OK);
    assert_int_equal(zm_alone_begin(&alone, zm_buffer_bytes(&bytes), NULL), ZM_OK);
    assert_int_equal(by->explore(&alone, &quest, NULL), ZM_OK);
    assert_int_equal(quest.best, quest.length);
    begin(position);
    for (size_t i = 0; i < quest.length; i++) {
        assert_true(zm_morpion_is_legal(&here.board, (zm_morpion_move)quest.line[i]));
        zm_morpion_walks.make(&here, quest.line[i]);
    }
    free(quest.line);
    zm_alone_close(&alone);
    zm_buffer_free(&bytes);
    zm_settings_free(&settings);
    return quest.best;
}

static int64_t search(const char *position, const char *samples, const char *threads,
                      struct zm_store *store)
{
    return search_by(&zm_morpion_nrpa, position, samples, threads, store);
}

/* The other hunts: what they find is legal (search_by looks), one seed gives one run, and it is more
 * than random games give. */
static void test_hunts(void **unused)
{
    static const struct zm_search *const searches[] = {&zm_morpion_mc_beam, &zm_morpion_evolve};
    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        int64_t once = search_by(searches[i], "5D", "20000", "1", NULL);
        assert_int_equal(search_by(searches[i], "5D", "20000", "1", NULL), once);
        assert_true(once > 55);
        assert_true(search_by(searches[i], "5T 3,4V4 6,4V4", "20000", "3", NULL) > 60);
        assert_int_equal(search_by(searches[i], "5T#oo/oo", "100", "1", NULL), 0);
    }
}

/* A policy of which some moves are light makes them when nothing else is left; and a game with no
 * hope ends, having said of each of its moves how long it was legal. */
static void test_selective(void **unused)
{
    static struct zm_policy policy;
    static struct zm_policy_player player;
    static struct zm_policy_game game;
    (void)unused;
    begin("5D");
    zm_policy_player_begin(&player, &here, 5);
    player.selective = 1;
    zm_policy_reset(&policy);
    policy.weights[code_of(here.legal[9])] = 0.99f;
    for (int i = 0; i < 500; i++) {
        zm_policy_play(&player, &policy, &game);
        assert_true(zm_paper_to(game.moves[0]) != here.legal[9]);
    }
    player.hoped = 150;
    player.each = 1;
    for (int i = 0; i < 100; i++) {
        unsigned made = 0;
        zm_policy_play(&player, &policy, &game);
        for (unsigned k = 0; k < game.stretch_count; k++) {
            made += game.stretches[k].made;
            assert_in_range(game.stretches[k].to, game.stretches[k].since.from, game.length);
        }
        assert_int_equal(made, game.length);
        assert_in_range(game.length, 20, 75);
    }
}

/* -- annealing -- */

/* What hears of the games: each is legal, ends where no move is left, and is followed or not. */
struct heard {
    const char *start;
    unsigned games, most, longest, last;
};

static bool hear(void *context, const struct zm_draft *draft)
{
    struct heard *heard = context;
    zm_paper_move moves[ZM_MORPION_PLAYED];
    begin(heard->start);
    zm_draft_read(draft, moves);
    heard->last = zm_draft_tried(draft);
    for (unsigned i = 0; i < heard->last; i++) {
        assert_true(zm_morpion_is_legal(&here.board, zm_paper_to(moves[i])));
        zm_morpion_walks.make(&here, zm_paper_to(moves[i]));
    }
    assert_int_equal(here.legal_count, 0);
    if (heard->last > heard->longest)
        heard->longest = heard->last;
    return ++heard->games < heard->most;
}

/* Anneals a random game, or tempers several from `cool` to `heat`, and returns the longest that came
 * of it; `last`: the length of the last. */
static unsigned anneal(const char *start, uint64_t tries, unsigned most, double heat, double cool,
                       unsigned replicas, unsigned *last)
{
    static struct zm_policy policy;
    static struct zm_policy_player player;
    static struct zm_policy_game game;
    struct heard heard = {.start = start, .most = most};
    struct zm_anneal annealing = {.player = &player,
                                  .game = &game,
                                  .seed = 11,
                                  .tries = tries,
                                  .heat = heat,
                                  .cool = cool,
                                  .weight = 1000,
                                  .foreign = 50,
                                  .tried = hear,
                                  .context = &heard};
    begin(start);
    zm_policy_player_begin(&player, &here, 11);
    zm_policy_reset(&policy);
    zm_policy_play(&player, &policy, &game);
    assert_true(replicas == 0 ? zm_anneal(&annealing) : zm_temper(&annealing, replicas));
    assert_int_equal(heard.games, tries < most ? tries : most);
    *last = heard.last;
    return heard.longest;
}

/* Games are changed a little: those of a cold search are long, those of one so hot that all are
 * followed are like games at random. One seed gives one run, and who hears of games can end it. */
static void test_annealing(void **unused)
{
    unsigned tries = (unsigned)test_rounds(4000), last, again;
    (void)unused;
    unsigned cold = anneal("5D", tries, tries, 0.3, 0.3, 0, &last);
    assert_int_equal(anneal("5D", tries, tries, 0.3, 0.3, 0, &again), cold);
    assert_int_equal(again, last);
    assert_true(cold > 55);
    assert_true(anneal("5D", tries, tries, 1000, 1000, 0, &last) < cold);
    assert_true(anneal("4T", 50, 20, 0.3, 0.3, 0, &last) > 25);
    anneal("5T#oo/oo", 0, 20, 0.3, 0.3, 0, &last);
    assert_int_equal(last, 0);
}

/* The same of several games at once; with one, the heat is the lowest. */
static void test_tempering(void **unused)
{
    unsigned tries = (unsigned)test_rounds(6000), last, again;
    (void)unused;
    unsigned cold = anneal("5D", 3000000, tries, 0.6, 0.3, 4, &last);
    assert_int_equal(anneal("5D", 3000000, tries, 0.6, 0.3, 4, &again), cold);
    assert_int_equal(again, last);
    assert_true(cold > 55);
    assert_true(anneal("5D", 3000000, tries, 1000, 900, 4, &last) < cold);
    assert_true(anneal("5D", 500, 500, 1000, 0.3, 1, &last) > 50);
    assert_true(anneal("4T", 5000, 20, 0.3, 0.3, ZM_TEMPER_MOST, &last) > 25);
    anneal("5T#oo/oo", 0, 20, 0.3, 0.3, 3, &last);
    assert_int_equal(last, 0);
}

/* The lengths of searches that begin anew, by their definition. */
static void test_shares(void **unused)
{
    static const uint64_t first[] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8};
    (void)unused;
    for (unsigned i = 0; i < sizeof first / sizeof *first; i++)
        assert_int_equal(zm_anneal_share(i), first[i]);
    assert_int_equal(zm_anneal_share((1 << 20) - 2), 1 << 19);
    assert_int_equal(zm_anneal_share((1 << 20) - 1), 1);
}

/* With one option set; false: it is refused, with a reason. */
static bool accepts(const char *name, const char *value)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    assert_int_equal(zm_settings_declare(&settings, zm_morpion_nrpa.params, NULL), ZM_OK);
    enum zm_status status = zm_settings_set(&settings, name, value, &error);
    if (status != ZM_OK) {
        assert_int_equal(status, ZM_BAD_INPUT);
        assert_non_null(strstr(error.text, name));
    }
    zm_settings_free(&settings);
    return status == ZM_OK;
}

static void test_options(void **unused)
{
    (void)unused;
    assert_true(accepts("anneal", "0") && accepts("anneal", "100"));
    assert_false(accepts("anneal", "101") || accepts("anneal", "-2") || accepts("anneal", "hot"));
    assert_true(accepts("heat", "70") && accepts("cool", "0"));
    assert_false(accepts("heat", "1001") || accepts("cool", "-5") || accepts("heat", ""));
    assert_true(accepts("replicas", "1") && accepts("replicas", "64"));
    assert_false(accepts("replicas", "0") || accepts("replicas", "65"));
    assert_true(accepts("foreign", "0") && accepts("foreign", "100"));
    assert_false(accepts("foreign", "101") || accepts("foreign", "-2"));
    assert_true(accepts("polish", "0") && accepts("polish", "300"));
    assert_false(accepts("polish", "-2") || accepts("polish", "100001"));
    assert_true(accepts("weight", "2"));
    assert_false(accepts("weight", "1") || accepts("weight", "1e3"));
}

/* By policies alone, by annealing alone, by the one and then the other, and as is usual. */
static void test_search(void **unused)
{
    static const char *const shares[] = {"0", "100", "40", NULL};
    (void)unused;
    for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++) {
        annealed = shares[i];
        int64_t once = search("5D", "3000", "1", NULL);
        assert_int_equal(search("5D", "3000", "1", NULL), once);
        assert_true(once > 50);
        assert_true(search("5T 3,4V4 6,4V4", "3000", "3", NULL) > 50);
        assert_int_equal(search("5D#oooo/o..o/o..o/oooo", "30000", "2", NULL), 7);
    }
    replicas = "5";
    int64_t once = search("5D", "8000", "1", NULL);
    assert_int_equal(search("5D", "8000", "1", NULL), once);
    assert_true(once > 50);
    assert_int_equal(search("5D#oooo/o..o/o..o/oooo", "30000", "2", NULL), 7);
    replicas = NULL;
    assert_true(search("5D", "3000", "3", NULL) > 50);
    assert_true(search("4D", "3000", "1", NULL) >= 28);
    assert_int_equal(search("5D#oooo/o..o/o..o/oooo", "3000", "2", NULL), 7);
    assert_int_equal(search("5T#o", "3000", "1", NULL), 0);
}

/* Games are polished before the highest level learns from them, whatever there is of annealing
 * besides. What is found is legal (search_by looks), one seed gives one run, and on 5T, where this
 * is usual, games get longer than without. */
static void test_polish(void **unused)
{
    (void)unused;
    const char *samples = "20000";
    int64_t rough = 0, smooth = 0;
    for (seed = 1; seed < 300; seed += 100) {
        polished = "0";
        rough += search("5T", samples, "1", NULL);
        polished = "200";
        int64_t once = search("5T", samples, "1", NULL);
        polished = NULL;
        assert_int_equal(search("5T", samples, "1", NULL), once);
        smooth += once;
    }
    seed = ZM_DEFAULT_SEED;
    assert_true(smooth > rough);
    polished = "50";
    assert_true(search("5D", samples, "2", NULL) > 50);
    annealed = "40";
    assert_true(search("5T 3,4V4 6,4V4", "3000", "3", NULL) > 50);
    assert_int_equal(search("5T#o", "3000", "1", NULL), 0);
    assert_int_equal(search("5D#oooo/o..o/o..o/oooo", "30000", "2", NULL), 7);
    annealed = polished = NULL;
}

/* Games cut and completed again are games, and no shorter than those that they began with. */
static void test_perturb(void **unused)
{
    (void)unused;
    const char *games = test_sanitized() ? "5" : "60";
    int64_t once = search_by(&zm_morpion_perturb, "5D", games, "1", NULL);
    assert_true(once > 45);
    assert_int_equal(search_by(&zm_morpion_perturb, "5D", games, "1", NULL), once);
    assert_true(search_by(&zm_morpion_perturb, "4T", games, "2", NULL) > 30);
    assert_int_equal(search_by(&zm_morpion_perturb, "5D#oooo/o..o/o..o/oooo", "20", "1", NULL), 7);
    assert_int_equal(search_by(&zm_morpion_perturb, "5T#o", "20", "1", NULL), 0);
}

/* A later run knows the longest game of an earlier one, and does not end with less. */
static void test_store(void **unused)
{
    char folder[] = "/tmp/zermelo-morpion-XXXXXX", path[64];
    struct zm_store_header header = {.canon = 1, .format = ZM_STORE_FORMAT};
    struct zm_store *store = NULL;
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games", folder);
    zm_buffer_text(&header.game, "morpion");
    zm_buffer_text(&header.play, "normal");
    zm_buffer_text(&header.keys, "longest");
    zm_buffer_text(&header.rules, "");
    assert_int_equal(zm_store_open(path, ZM_STORE_CREATE, &header, 0, &store, NULL), ZM_OK);
    int64_t first = search("5D", "5000", "1", store);
    zm_store_close(store);
    assert_int_equal(zm_store_open(path, ZM_STORE_CREATE, &header, 0, &store, NULL), ZM_OK);
    assert_true(search("5D", "1", "1", store) >= first);
    assert_true(search_by(&zm_morpion_perturb, "5D", "3", "2", store) >= first);
    assert_true(search("5T", "1", "1", store) > 0);
    zm_store_close(store);
    zm_store_header_free(&header);
    unlink(path);
    snprintf(path, sizeof path, "%s/games-lock", folder);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perturb),   cmocka_unit_test(test_learning),
        cmocka_unit_test(test_chances),   cmocka_unit_test(test_hunts),
        cmocka_unit_test(test_selective), cmocka_unit_test(test_search),
        cmocka_unit_test(test_store),     cmocka_unit_test(test_annealing),
        cmocka_unit_test(test_tempering), cmocka_unit_test(test_shares),
        cmocka_unit_test(test_options),   cmocka_unit_test(test_repeating),
        cmocka_unit_test(test_polish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
