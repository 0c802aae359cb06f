/* Go: the comparisons of Helmstetter's thesis (chapter 4) as matches on 9x9, at 2,000 random games a
 * move: mean score of the first method with its standard error, beside the document's. The match
 * that has taken least time plays the next two games, colours swapped, until all have MOST_GAMES or
 * --time (of the processor) is over; the last ones, whose games take long, only when there are
 * HEAVY seconds or --sample is given. --from and --to choose rows, the first being 1; --sample has
 * all methods play so many random games in the place of those of the document, each method as it
 * counts them. N a move spares games that can hardly matter. The last three are goals in random
 * games at 10,000 a move, by each formula. With --store the scores of each two games are a line of
 * that file (row, random games a move, the two scores), and a second run goes on from them. */
#include "bench/bench.h"

#include "engines/go/methods.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 9, SAMPLE = 2000, OPENING = 2, LONGEST = 3 * SIDE * SIDE };
enum { HEAVY = 1000, MOST_GAMES = 400, HEAVY_ROWS = 4, GOAL_SAMPLE = 10000 };

static const struct {
    const char *name;
    struct go_method a, b;
    const char *published;
} rows[] = {
    {"K = 2 against 0",
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 2},
     {.statistics = GO_AMAF, .games = SAMPLE},
     "+8.1"},
    {"K = 2 against 5",
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 2},
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 5},
     "+2.6"},
    {"K = 2 against 10",
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 2},
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 10},
     "+4.9"},
    {"K = 2 against 20",
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 2},
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 20},
     "+11.3"},
    {"K annealed to 5 against 5",
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 5, .annealed = true},
     {.statistics = GO_AMAF, .games = SAMPLE, .temperature = 5},
     "+1.6"},
    {"depth 2 against 1",
     {.statistics = GO_PAIRS, .games = SAMPLE},
     {.statistics = GO_AMAF, .games = SAMPLE},
     "-2.4"},
    {"Gobble against AMAF",
     {.statistics = GO_GOBBLE, .games = SAMPLE},
     {.statistics = GO_AMAF, .games = SAMPLE},
     "about 0"},
    {"20 preselected against all",
     {.statistics = GO_AMAF, .games = SAMPLE, .preselected = 20},
     {.statistics = GO_AMAF, .games = SAMPLE},
     "more"},
    {"pruning against AMAF",
     {.statistics = GO_PRUNING, .games = SAMPLE},
     {.statistics = GO_AMAF, .games = SAMPLE},
     "+4 to +9"},
    {"N a move against AMAF",
     {.statistics = GO_BASIC, .games = SAMPLE, .early = true},
     {.statistics = GO_AMAF, .games = SAMPLE},
     "+13.7"},
    {"goals (joint) at 10,000",
     {.statistics = GO_GOALS,
      .games = GOAL_SAMPLE,
      .wishes = GO_WISH_USUAL,
      .formula = GO_FORMULA_JOINT},
     {.statistics = GO_AMAF, .games = GOAL_SAMPLE},
     "+52.1"},
    {"goals (mean) at 10,000",
     {.statistics = GO_GOALS,
      .games = GOAL_SAMPLE,
      .wishes = GO_WISH_USUAL,
      .formula = GO_FORMULA_MEAN},
     {.statistics = GO_AMAF, .games = GOAL_SAMPLE},
     "+52.1"},
    {"goals (difference), 10,000",
     {.statistics = GO_GOALS,
      .games = GOAL_SAMPLE,
      .wishes = GO_WISH_USUAL,
      .formula = GO_FORMULA_DIFFERENCE},
     {.statistics = GO_AMAF, .games = GOAL_SAMPLE},
     "+52.1"},
};

enum { ROWS = sizeof rows / sizeof *rows };

struct tally {
    unsigned games;
    double sum, squares, seconds;
    uint64_t random_games[2], moves[2];
    double took[2];
};

/* One game; returns Black's score. `black` is the index of the method that has Black. */
static int play(struct go_sampler *const samplers[2], unsigned black, uint64_t seed,
                struct tally *tally)
{
    static struct goban board;
    struct goban_lots lots = {seed};
    struct go_opinion opinions[GO_POINTS];
    goban_start(&board, SIDE, SIDE);
    for (int i = 0; i < OPENING; i++)
        goban_play(&board, goban_random_move(&board, &lots));
    while (board.passes < 2 && board.moves < LONGEST) {
        unsigned who = board.turn == GO_BLACK ? black : 1 - black;
        double began = zm_bench_processor();
        unsigned count = go_sampler_run(samplers[who], &board, NULL, opinions);
        tally->took[who] += zm_bench_processor() - began;
        tally->random_games[who] += count == 0 ? 0 : go_sampler_games(samplers[who]);
        tally->moves[who]++;
        goban_play(&board, count == 0 ? GOBAN_PASS : opinions[0].move);
    }
    return goban_score(&board);
}

static void count_score(struct tally *tally, int score)
{
    tally->games++;
    tally->sum += score;
    tally->squares += (double)score * score;
}

/* `sample` random games a move; 0: as many as the row says. The scores of the first method. */
static bool play_two(size_t row, unsigned sample, struct tally *tally, int scores[2])
{
    uint64_t seed = 2 * tally->games + 1;
    struct go_method methods[2] = {rows[row].a, rows[row].b};
    for (int i = 0; i < 2 && sample > 0; i++)
        methods[i].games = sample;
    struct go_sampler *samplers[2] = {go_sampler_open(&methods[0], seed),
                                      go_sampler_open(&methods[1], seed + 1)};
    bool made = samplers[0] != NULL && samplers[1] != NULL;
    double began = zm_bench_processor();
    for (unsigned black = 0; made && black < 2; black++) {
        int score = play(samplers, black, seed, tally);
        scores[black] = black == 0 ? score : -score;
    }
    for (unsigned black = 0; made && black < 2; black++)
        count_score(tally, scores[black]);
    tally->seconds += zm_bench_processor() - began;
    for (int i = 0; i < 2; i++)
        go_sampler_close(samplers[i]);
    return made;
}

static void print(const struct tally tallies[ROWS], unsigned sample)
{
    char title[32];
    snprintf(title, sizeof title, "9x9, %u random games", sample > 0 ? sample : SAMPLE);
    printf("%-27s %6s %8s %7s  %-9s %9s %9s\n", title, "games", "mean", "error", "document",
           "games/s", "games/s");
    for (size_t i = 0; i < ROWS; i++) {
        const struct tally *tally = &tallies[i];
        if (tally->games == 0)
            continue;
        double games = tally->games, mean = tally->sum / games;
        double variance = tally->squares / games - mean * mean;
        printf("%-27s %6u %+8.1f %7.1f  %-9s", rows[i].name, tally->games, mean,
               sqrt(variance / (games - 1)), rows[i].published);
        for (int k = 0; k < 2 && tally->took[0] > 0 && tally->took[1] > 0; k++)
            printf(" %9.0f", (double)tally->random_games[k] / tally->took[k]);
        printf("\n");
    }
}

/* The chosen row that has taken least time and may still play, or ROWS. */
static size_t next_row(const struct tally tallies[ROWS], size_t first, size_t end)
{
    size_t next = ROWS;
    for (size_t i = first; i < end; i++)
        if (tallies[i].games < MOST_GAMES &&
            (next == ROWS || tallies[i].seconds < tallies[next].seconds))
            next = i;
    return next;
}

/* Counts the games of the file that were played with as many random games a move. */
static enum zm_status recall(FILE *file, const char *path, unsigned sample,
                             struct tally tallies[ROWS], struct zm_error *error)
{
    unsigned row, of;
    int scores[2], found;
    rewind(file);
    while ((found = fscanf(file, "%u %u %d %d", &row, &of, &scores[0], &scores[1])) == 4) {
        if (row < 1 || row > ROWS)
            break;
        for (int i = 0; i < 2 && of == sample; i++)
            count_score(&tallies[row - 1], scores[i]);
    }
    return found == EOF ? ZM_OK
                        : zm_fail(error, ZM_BAD_INPUT, "'%s' is no file of this benchmark", path);
}

/* Opens the file of scores, if there is to be one, and counts what it has. */
static enum zm_status open_scores(const char *path, unsigned sample, struct tally tallies[ROWS],
                                  FILE **file, struct zm_error *error)
{
    *file = path == NULL ? NULL : fopen(path, "a+");
    if (path == NULL)
        return ZM_OK;
    if (*file == NULL)
        return zm_fail(error, ZM_FAILED, "'%s' cannot be written", path);
    return recall(*file, path, sample, tallies, error);
}

static enum zm_status run(const struct zm_settings *settings, struct zm_error *error)
{
    struct tally tallies[ROWS] = {{0}};
    FILE *file = NULL;
    double most = zm_settings_seconds(settings, "time"), began = zm_bench_processor();
    int64_t from = zm_settings_integer(settings, "from"), to = zm_settings_integer(settings, "to");
    unsigned sample = (unsigned)zm_settings_integer(settings, "sample");
    size_t all = most < HEAVY && sample == 0 ? ROWS - HEAVY_ROWS : ROWS;
    size_t first = from > 1 ? (size_t)from - 1 : 0, end = (size_t)to < all ? (size_t)to : all;
    enum zm_status status =
        open_scores(zm_settings_text(settings, "store"), sample, tallies, &file, error);
    while (status == ZM_OK && zm_bench_processor() - began < most) {
        size_t next = next_row(tallies, first, end);
        int scores[2];
        if (next == ROWS)
            break;
        if (!play_two(next, sample, &tallies[next], scores))
            status = zm_fail_memory(error);
        else if (file != NULL)
            fprintf(file, "%zu %u %d %d\n", next + 1, sample, scores[0], scores[1]);
        if (file != NULL)
            fflush(file);
    }
    if (status == ZM_OK)
        print(tallies, sample);
    if (file != NULL)
        fclose(file);
    return status;
}

const struct zm_benchmark zm_bench_go_methods = {
    .name = "go-methods",
    .summary = "Go: methods without trees against each other, beside the published results",
    .run_with = run,
};
