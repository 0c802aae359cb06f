/* A round, from its lots to its comparisons; see round.h. */
#include "adversary/round.h"

#include "adversary/rounds.h"
#include "engines/engine.h"
#include "test.h"

/* What a minimax visits, and how large positions are: every fourth round larger ones, and every
 * 32nd more than that where a game has no small ones at all. */
enum {
    BUDGET = 3000,
    LARGE_BUDGET = 50000,
    LARGEST_BUDGET = 1200000,
    REPLAYED = 16, /* as many less where a position is a line of play, which each look replays */
    SIZE = 12,
    LARGE_SIZE = 22,
    MOST_LABELLED = 200000, /* positions of a game: what is more takes seconds */
};

/* --- what is asked ------------------------------------------------------------------------------
 */

void round_doing(const struct round *round, const char *command, const char *position,
                 const struct lots *lots)
{
    struct zm_buffer text = {0};
    zm_buffer_format(&text, "zermelo %s %s ", command, round->game->name);
    lots_quote(position, &text);
    lots_print(lots, &text);
    harness_doing(zm_buffer_string(&text));
    zm_buffer_free(&text);
}

uint32_t round_vertex(struct round *round)
{
    return (uint32_t)zm_random_below(&round->random, round->naive.count);
}

enum zm_outcome round_worth(const struct round *round, int play, const struct naive_edge *edge)
{
    enum zm_outcome after = round->facts[play][edge->to].outcome;
    if (edge->again || after == ZM_DRAW)
        return after;
    return after == ZM_WIN ? ZM_LOSS : ZM_WIN;
}

size_t round_size_without_side(const struct round *round)
{
    bool sided = round->game->players == ZM_PARTISAN && round->naive.vertices[0].turn >= 0;
    return round->text.size - (sided && round->text.size > 2 ? 2 : 0);
}

void round_print(const struct round *round, uint32_t vertex, struct zm_buffer *text)
{
    zm_buffer_clear(text);
    place_print(&round->instance, naive_position(&round->naive, vertex), text);
}

/* Would a question label all positions of a game that has very many, unless told otherwise? */
static bool labels_many(const struct round *round, int play)
{
    const struct zm_loops *loops = round->game->loops;
    const struct zm_calculation *found =
        zm_calculation_find("outcome", round->game, play == MISERE, NULL);
    uint64_t most = test_sanitized() ? MOST_LABELLED / 10 : MOST_LABELLED;
    return found != NULL && found->labels &&
           zm_engine_calculation("outcome", round->game, play == MISERE) == NULL && loops != NULL &&
           loops->count != NULL && loops->count(round->instance.state) > most;
}

void round_begin_lots(struct round *round, int play, struct lots *lots)
{
    lots_begin(lots, zm_buffer_string(&round->text), round->folder);
    lots_take(lots, &round->rules);
    lots_add(lots, "play", play == MISERE ? "misere" : "normal");
    if (labels_many(round, play))
        lots_add(lots, "positions", "reachable");
}

void round_lots(struct round *round, int play, struct lots *lots, bool *tiny)
{
    static const char *const memories[] = {"1M", "16M", "256M"};
    const char *memory = memories[zm_random_below(&round->random, 3)];
    round_begin_lots(round, play, lots);
    lots_add(lots, "threads", lots_one_in(&round->random, 3) ? "3" : "1");
    lots_add(lots, "memory", memory);
    lots_add(lots, "time",
             "10000"); /* nothing here takes a second: harness.c ends what does not end */
    if (lots_one_in(&round->random, 4))
        lots_add(lots, "seed", "7");
    *tiny = strcmp(memory, "1M") == 0;
}

bool round_open(struct round *round, const char *command, const struct lots *lots, bool tiny,
                const struct zm_param *extra, struct zm_question *question, struct zm_run *run)
{
    struct zm_error error = {0};
    const char *text = zm_buffer_string(&round->text);
    round_doing(round, command, text, lots);
    enum zm_status status = zm_question_open_local(question, round->game->name, text, lots->options,
                                                   lots->count, extra, &error);
    if (status == ZM_OK) {
        zm_run_begin(run);
        status = zm_question_run(question, run, &error);
        if (status != ZM_OK)
            zm_question_close(question);
    }
    if (status != ZM_OK)
        judge_failure(status, tiny, &error);
    return status == ZM_OK;
}

/* Does the search do what the calculation asks for? */
static bool fits(const struct zm_search *search, const struct zm_calculation *calculation)
{
    return calculation->labels          ? search->label != NULL
           : calculation->space != NULL ? search->decide != NULL
                                        : false;
}

void round_draw_way(struct round *round, int play, struct lots *lots)
{
    const struct zm_calculation *drawn = NULL;
    const struct zm_search *search = NULL;
    uint64_t seen = 0;
    if (lots_one_in(&round->random, 2))
        return;
    for (size_t i = 0; zm_calculations[i] != NULL; i++)
        if (zm_calculation_find(zm_calculations[i]->name, round->game, play == MISERE, NULL) ==
                zm_calculations[i] &&
            zm_random_below(&round->random, ++seen) == 0)
            drawn = zm_calculations[i];
    if (drawn == NULL)
        return;
    lots_add(lots, "compute", drawn->name);
    seen = 0;
    for (size_t i = 0; zm_searches[i] != NULL; i++)
        if (fits(zm_searches[i], drawn) && zm_random_below(&round->random, ++seen) == 0)
            search = zm_searches[i];
    if (search == NULL)
        return;
    lots_add(lots, "search", search->name);
    lots_draw(lots, drawn->params, &round->random);
    lots_draw(lots, search->params, &round->random);
}

/* --- the position -------------------------------------------------------------------------------
 */

/* A game with parameters by lot; not all go together. */
static bool open_game(struct round *round)
{
    for (int tries = 0; tries < 50; tries++) {
        struct zm_settings settings = {0};
        struct zm_error error = {0};
        lots_begin(&round->rules, NULL, round->folder);
        if (!lots_one_in(&round->random, 3))
            lots_draw(&round->rules, round->game->params, &round->random);
        enum zm_status status = zm_settings_declare(&settings, round->game->params, &error);
        for (size_t i = 0; i < round->rules.count && status == ZM_OK; i++)
            status = zm_settings_set_local(&settings, round->rules.options[i].name,
                                           round->rules.options[i].text, &error);
        if (status == ZM_OK)
            status = zm_instance_open(&round->instance, round->game, &settings, &error);
        zm_settings_free(&settings);
        if (status == ZM_OK)
            return true;
        round_doing(round, "solve", "", &round->rules);
        judge_failure(status, false, &error);
    }
    return false;
}

/* Reads the text that was printed: it must be the same position again. */
static void check_text(struct round *round)
{
    struct zm_buffer again = {0}, text = {0};
    struct zm_error error = {0};
    round_doing(round, "solve", zm_buffer_string(&round->text), &round->rules);
    enum zm_status status = round->game->rules->parse(
        round->instance.state, zm_buffer_string(&round->text), &again, &error);
    harness_count(COMPARED);
    if (status != ZM_OK)
        harness_wrong("%s: the text that the game wrote is refused: %s", round->game->name,
                      error.text);
    else
        place_print(&round->instance, zm_buffer_bytes(&again), &text);
    if (status == ZM_OK && strcmp(zm_buffer_string(&text), zm_buffer_string(&round->text)) != 0)
        harness_wrong("%s: reads back as '%s'", round->game->name, zm_buffer_string(&text));
    zm_buffer_set(&round->position, zm_buffer_bytes(&again));
    zm_buffer_free(&again);
    zm_buffer_free(&text);
}

/* Draws a position small enough for a minimax. */
static bool draw_position(struct round *round, uint64_t number)
{
    bool large = number % 4 == 3, largest = number % 32 == 31;
    const struct zm_goals *goals = round->game->goals;
    size_t part = goals != NULL && goals->plain != NULL ? REPLAYED : 1;
    unsigned size = 1 + (unsigned)zm_random_below(&round->random, large ? LARGE_SIZE : SIZE);
    round->budget = (large ? LARGE_BUDGET : BUDGET) / part;
    for (; size > 0; size = size * 2 / 3) {
        uint64_t wrong = harness_tally(WRONG);
        round_doing(round, "solve", "(a random position)", &round->rules);
        place_draw(&round->instance, &round->random, size, &round->position);
        zm_buffer_clear(&round->text);
        place_print(&round->instance, zm_buffer_bytes(&round->position), &round->text);
        check_text(round);
        if (harness_tally(WRONG) > wrong)
            return false;
        if (size == 1 && largest)
            round->budget = LARGEST_BUDGET / part / part;
        if (naive_explore(&round->naive, &round->instance, zm_buffer_bytes(&round->position),
                          round->budget) == NAIVE_SMALL)
            return true;
        harness_count(LARGE);
    }
    return false;
}

/* Does the player win who begins, this one (0 Left, 1 Right)? 'unknown' is -1. */
static int wins_first(struct round *round, int side)
{
    struct zm_buffer text = {0}, position = {0};
    struct naive naive;
    int wins = -1;
    zm_buffer_add(&text, round->text.data, round_size_without_side(round));
    zm_buffer_text(&text, side == 0 ? " L" : " R");
    if (round->game->rules->parse(round->instance.state, zm_buffer_string(&text), &position,
                                  NULL) == ZM_OK &&
        round->game->rules->turn(round->instance.state, zm_buffer_bytes(&position)) == side &&
        naive_explore(&naive, &round->instance, zm_buffer_bytes(&position), round->budget) ==
            NAIVE_SMALL) {
        struct naive_fact *facts = naive_facts(&naive, false);
        wins = facts[0].outcome == ZM_WIN;
        free(facts);
        naive_free(&naive);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    return wins;
}

/* The class of a partisan position in normal play, from the rules with each side to move. */
static char find_class(struct round *round)
{
    if (round->game->players != ZM_PARTISAN || round->game->rules->turn == NULL)
        return 0;
    int left = wins_first(round, 0), right = wins_first(round, 1);
    if (left < 0 || right < 0)
        return 0;
    return left && right ? 'N' : left ? 'L' : right ? 'R' : 'P';
}

/* --- the round ----------------------------------------------------------------------------------
 */

static void compare(struct round *round)
{
    int last = round->game->players == ZM_ONE_PLAYER ? NORMAL : MISERE;
    for (int play = NORMAL; play <= last; play++) {
        compare_played(round, play);
        compare_answers(round, play);
        if (lots_one_in(&round->random, 2) && !harness_tired())
            compare_moves(round, play);
        if (lots_one_in(&round->random, 2) && !harness_tired())
            compare_players(round, play);
        if (lots_one_in(&round->random, 2) && !harness_tired())
            compare_proofs(round, play);
        if (lots_one_in(&round->random, 2) && !harness_tired())
            compare_page(round, play);
    }
    if (round->game->players == ZM_PARTISAN && lots_one_in(&round->random, 3))
        compare_sums(round);
    for (int times = 0; times < 4; times++) /* last: how often depends on the time it takes */
        compare_searches(round, times % 2 == 0 ? NORMAL : last);
}

static void find_facts(struct round *round)
{
    for (int play = NORMAL; play <= MISERE; play++) {
        round->facts[play] = naive_facts(&round->naive, play == MISERE);
        round->grundy[play] = naive_grundy(&round->naive, play == MISERE, round->facts[play]);
    }
    round->margins = naive_margins(&round->naive);
    round->class = find_class(round);
}

static void forget(struct round *round)
{
    for (int play = NORMAL; play <= MISERE; play++)
        free(round->facts[play]);
    free(round->margins);
    naive_free(&round->naive);
    zm_buffer_free(&round->position);
    zm_buffer_free(&round->text);
    zm_instance_close(&round->instance);
}

void round_play(const struct zm_game *game, struct zm_web *web, const char *folder, uint64_t number)
{
    struct zm_bytes name = zm_bytes(game->name, strlen(game->name));
    struct round *round = calloc(1, sizeof *round);
    if (round == NULL)
        abort();
    round->game = game;
    round->web = web;
    round->folder = folder;
    round->random = zm_random_seeded(harness_seed() + zm_bytes_hash(name) +
                                     number * UINT64_C(0x9e3779b97f4a7c15));
    if (open_game(round) && draw_position(round, number)) {
        uint64_t before = harness_tally(COMPARED);
        find_facts(round);
        compare(round);
        if (harness_tally(COMPARED) > before)
            harness_count(POSITIONS);
    }
    forget(round);
    free(round);
}
