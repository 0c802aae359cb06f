/* Monte-Carlo without trees; see methods.h. Scores are Black's points less White's. */
#include "engines/go/methods.h"

#include "engines/go/patterns.h"

#include <math.h>
#include <stdlib.h>

enum {
    LONGEST = GO_MOVES_PER_POINT * GO_POINTS,
    LEAST_TO_PRUNE = 50, /* games of a move before it can be dropped */
    PRUNING_ROUND = 10,
    LEAST_TO_SKIP = 100, /* games of a move before those that are left can be spared */
    SKIPPING_ROUND = 50,
    PAIR_SHARE = 64,   /* of so many games a pair must have been in one before its reply counts */
    WISH_NODES = 1000, /* of one tactical search */
    DOUBT = 2500,      /* games by which means are drawn to the middle before they guide others */
};

static const double pruning_ratio = 2;  /* standard errors by which moves fall behind */
static const double skipping_ratio = 5; /* the same, where the best of all games is wanted */

struct statistic {
    uint64_t games;
    double sum, squares;
};

struct go_sampler {
    struct go_method method;
    struct goban_lots lots;
    struct go_patterns patterns;
    struct goban board;
    const struct goban *root;
    uint16_t points[GO_POINTS]; /* all of the board */
    uint16_t moves[LONGEST];
    unsigned count;
    uint64_t games;
    double all;                              /* sum of all scores */
    struct statistic first[3][GOBAN_POINTS]; /* by colour: who was first, or owned it in the end */
    float weights[3][GOBAN_POINTS];          /* of moves in random games */
    uint32_t shares[3][GOBAN_POINTS];        /* the same, the largest of a colour being all bits */
    bool weighted, even[3];                  /* weights differ so little that points may be tried */
    uint16_t lists[3][GO_POINTS];            /* Gobble's */
    struct statistic *pairs;  /* by move and reply, root->limit each; NULL: not wanted */
    struct go_wishes *wishes; /* of GO_GOALS; else NULL */
};

struct go_sampler *go_sampler_open(const struct go_method *method, uint64_t seed)
{
    struct go_sampler *sampler = calloc(1, sizeof *sampler);
    if (sampler == NULL)
        return NULL;
    sampler->method = *method;
    sampler->lots.state = seed;
    go_patterns_make(&sampler->patterns);
    if (method->statistics == GO_PAIRS) {
        sampler->pairs = calloc((size_t)GOBAN_POINTS * GOBAN_POINTS, sizeof *sampler->pairs);
        if (sampler->pairs == NULL) {
            free(sampler);
            return NULL;
        }
    }
    if (method->statistics == GO_GOALS) {
        sampler->wishes = go_wishes_open(method->wishes, method->formula, WISH_NODES);
        if (sampler->wishes == NULL) {
            free(sampler);
            return NULL;
        }
    }
    return sampler;
}

void go_sampler_close(struct go_sampler *sampler)
{
    if (sampler != NULL) {
        free(sampler->pairs);
        go_wishes_close(sampler->wishes);
    }
    free(sampler);
}

uint64_t go_sampler_games(const struct go_sampler *sampler)
{
    return sampler->games;
}

static double lot(struct go_sampler *sampler)
{
    return goban_lot(&sampler->lots, UINT32_C(1) << 30) / (double)(UINT32_C(1) << 30);
}

/* --- eyes --- */

static bool is_eye(const struct go_sampler *sampler, const struct goban *board, uint16_t point)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint8_t colour = board->turn;
    uint16_t only = GOBAN_PASS;
    if (sampler->method.eyes == GO_EYES_USUAL)
        return goban_is_eye(board, point, colour);
    if (!goban_surrounded(board, point, colour))
        return false;
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        if (board->colour[near] != colour)
            continue;
        uint16_t chain = board->chain[near];
        if (sampler->method.eyes == GO_EYES_OLGA && goban_in_atari(&board->chains[chain]))
            return false;
        if (sampler->method.eyes == GO_EYES_OLEG && only != GOBAN_PASS && only != chain)
            return false;
        only = chain;
    }
    return true;
}

static bool is_possible(const struct go_sampler *sampler, const struct goban *board, uint16_t point)
{
    return board->colour[point] == GO_EMPTY &&
           (goban_is_open(board, point) ||
            (goban_is_legal(board, point) && !is_eye(sampler, board, point)));
}

/* --- random games --- */

/* Moves an empty point behind the others; there are `last` before that place. */
static void put_behind(struct goban *board, unsigned index, unsigned last)
{
    uint16_t point = board->empty[index], other = board->empty[last];
    board->empty[index] = other;
    board->place[other] = (uint16_t)index;
    board->empty[last] = point;
    board->place[point] = (uint16_t)last;
}

static uint16_t uniform_move(struct go_sampler *sampler, struct goban *board)
{
    unsigned count = board->empties;
    while (count > 0) {
        unsigned index = goban_lot(&sampler->lots, count);
        uint16_t point = board->empty[index];
        if (is_possible(sampler, board, point))
            return point;
        put_behind(board, index, --count);
    }
    return GOBAN_PASS;
}

/* A roulette over the first empty points; who is drawn and cannot be played is taken out. */
static uint16_t roulette(struct go_sampler *sampler, const struct goban *board, unsigned count)
{
    const float *weights = sampler->weights[board->turn];
    uint16_t points[GO_POINTS];
    double total = 0;
    for (unsigned i = 0; i < count; i++) {
        points[i] = board->empty[i];
        total += weights[points[i]];
    }
    while (count > 0) {
        double wanted = lot(sampler) * total;
        unsigned index = 0;
        while (index + 1 < count && (wanted -= weights[points[index]]) >= 0)
            index++;
        if (is_possible(sampler, board, points[index]))
            return points[index];
        total -= weights[points[index]];
        points[index] = points[--count];
    }
    return GOBAN_PASS;
}

/* A point is drawn as if all were alike, and taken with the chance that its weight gives it beside
 * the largest: the same shares as by the roulette, which takes over when that fails too often. What
 * was drawn before says nothing about what it will choose. */
static uint16_t weighted_move(struct go_sampler *sampler, struct goban *board)
{
    enum { TRIES = 16 };
    const uint32_t *shares = sampler->shares[board->turn];
    unsigned count = board->empties;
    for (int i = 0; sampler->even[board->turn] && i < TRIES && count > 0; i++) {
        uint64_t lot = goban_next_lot(&sampler->lots);
        unsigned index = (unsigned)((lot >> 32) * count >> 32);
        uint16_t point = board->empty[index];
        if ((uint32_t)(lot ^ lot >> 31) > shares[point])
            continue;
        if (is_possible(sampler, board, point))
            return point;
        put_behind(board, index, --count);
    }
    return roulette(sampler, board, count);
}

/* Gobble: the next move of one's list that can be played. */
static uint16_t listed_move(const struct go_sampler *sampler, const struct goban *board)
{
    const uint16_t *list = sampler->lists[board->turn];
    for (unsigned i = 0; i < board->points; i++)
        if (is_possible(sampler, board, list[i]))
            return list[i];
    return GOBAN_PASS;
}

uint16_t go_sampler_move(struct go_sampler *sampler, struct goban *board)
{
    if (sampler->method.statistics == GO_GOBBLE)
        return listed_move(sampler, board);
    return sampler->weighted ? weighted_move(sampler, board) : uniform_move(sampler, board);
}

/* Plays a game from the root, with `opening` first unless it is GOBAN_PASS; returns its score. */
static int play_game(struct go_sampler *sampler, uint16_t opening)
{
    struct goban *board = &sampler->board;
    unsigned longest = GO_MOVES_PER_POINT * sampler->root->points;
    goban_copy(board, sampler->root);
    board->passes = 0;
    if (sampler->wishes != NULL)
        go_wishes_begin(sampler->wishes);
    for (sampler->count = 0; board->passes < 2 && sampler->count < longest;) {
        uint16_t move = sampler->count == 0 && opening != GOBAN_PASS
                            ? opening
                            : go_sampler_move(sampler, board);
        sampler->moves[sampler->count++] = move;
        if (sampler->wishes != NULL)
            go_wishes_moving(sampler->wishes, board, move);
        goban_play(board, move);
    }
    int score = goban_score(board);
    sampler->games++;
    sampler->all += score;
    return score;
}

static void add(struct statistic *statistic, double score)
{
    statistic->games++;
    statistic->sum += score;
    statistic->squares += score * score;
}

/* Who was first to play on each point in the last game. */
static void find_first(const struct go_sampler *sampler, uint8_t first[GOBAN_POINTS])
{
    uint8_t mover = sampler->root->turn;
    memset(first, 0, GOBAN_POINTS);
    for (unsigned i = 0; i < sampler->count; i++, mover = goban_other(mover))
        if (sampler->moves[i] != GOBAN_PASS && first[sampler->moves[i]] == 0)
            first[sampler->moves[i]] = mover;
}

/* The frame of goals: who has reached which goal counts the score for it. */
static void count_goals(struct go_sampler *sampler, int score)
{
    const struct goban *board = &sampler->board;
    uint8_t reached[GOBAN_POINTS];
    find_first(sampler, reached);
    if (sampler->wishes != NULL)
        go_wishes_end(sampler->wishes, board, reached, score);
    if (sampler->method.statistics == GO_OWNING)
        for (unsigned i = 0; i < board->points; i++) {
            uint16_t point = sampler->points[i];
            unsigned around = board->around[point] & 0xff, low = around & 0x55,
                     high = around >> 1 & 0x55;
            uint8_t colour = board->colour[point];
            if (colour == GO_EMPTY)
                colour = (low & ~high) != 0 ? GO_BLACK : (high & ~low) != 0 ? GO_WHITE : 0;
            reached[point] = colour;
        }
    for (unsigned i = 0; i < board->points; i++) {
        uint16_t point = sampler->points[i];
        if (reached[point] != 0)
            add(&sampler->first[reached[point]][point], score);
    }
}

/* What is known of a move and a reply. */
static struct statistic *pair_of(const struct go_sampler *sampler, uint16_t move, uint16_t reply)
{
    return &sampler->pairs[(size_t)move * sampler->root->limit + reply];
}

static void count_pairs(struct go_sampler *sampler, int score)
{
    uint8_t first[GOBAN_POINTS], own = sampler->root->turn;
    uint16_t lists[3][GO_POINTS];
    unsigned counts[3] = {0};
    find_first(sampler, first);
    for (unsigned i = 0; i < sampler->root->points; i++) {
        uint8_t who = first[sampler->points[i]];
        lists[who][counts[who]++] = sampler->points[i];
    }
    const uint16_t *replies = lists[goban_other(own)];
    unsigned reply_count = counts[goban_other(own)];
    for (unsigned i = 0; i < counts[own]; i++) {
        struct statistic *row = pair_of(sampler, lists[own][i], 0);
        for (unsigned k = 0; k < reply_count; k++)
            add(&row[replies[k]], score);
    }
}

/* --- what was learned guides the next game --- */

static double middle_of(const struct go_sampler *sampler)
{
    return sampler->games > 0 ? sampler->all / (double)sampler->games : 0;
}

static double mean_of(const struct go_sampler *sampler, const struct statistic *statistic)
{
    return statistic->games > 0 ? statistic->sum / (double)statistic->games : middle_of(sampler);
}

/* Compares the weights of a colour with the largest, also of points that may become empty. */
static void set_shares(struct go_sampler *sampler, uint8_t colour)
{
    static const float least = 0.1f; /* of those drawn are taken: else a roulette is faster */
    const struct goban *root = sampler->root;
    const float *weights = sampler->weights[colour];
    float largest = 0, sum = 0;
    for (unsigned i = 0; i < root->points; i++)
        largest = weights[sampler->points[i]] > largest ? weights[sampler->points[i]] : largest;
    for (unsigned i = 0; i < root->empties; i++)
        sum += weights[root->empty[i]];
    sampler->even[colour] = sum > least * largest * (float)root->empties;
    double scale = UINT32_MAX / (double)largest;
    for (unsigned i = 0; sampler->even[colour] && i < root->points; i++) {
        uint16_t point = sampler->points[i];
        sampler->shares[colour][point] = (uint32_t)(scale * (double)weights[point]);
    }
}

/* How much more than the middle a move is worth, drawn to the middle as by so many more games: what
 * few games say must decide neither which moves are tried nor which is made. */
static double excess_of(const struct go_sampler *sampler, const struct statistic *statistic)
{
    double games = (double)statistic->games;
    return (statistic->sum - games * middle_of(sampler)) / (games + DOUBT);
}

static void set_weights(struct go_sampler *sampler, double temperature)
{
    sampler->weighted = temperature > 0;
    for (uint8_t colour = GO_BLACK; sampler->weighted && colour <= GO_WHITE; colour++) {
        double sign = colour == GO_BLACK ? temperature : -temperature;
        for (unsigned i = 0; i < sampler->root->points; i++) {
            uint16_t point = sampler->points[i];
            float power = (float)(sign * excess_of(sampler, &sampler->first[colour][point]));
            power = power > 50 ? 50 : power < -50 ? -50 : power;
            sampler->weights[colour][point] = expf(power);
        }
        set_shares(sampler, colour);
    }
}

static void set_root(struct go_sampler *sampler, const struct goban *root)
{
    sampler->root = root;
    for (unsigned i = 0; i < root->points; i++)
        sampler->points[i] = goban_point(root, i);
}

void go_sampler_learn(struct go_sampler *sampler, const struct goban *board, uint8_t colour,
                      uint16_t point, double mean, double temperature)
{
    set_root(sampler, board);
    const uint64_t games = 1000 * DOUBT;
    sampler->first[colour][point] =
        (struct statistic){games, (double)games * mean, (double)games * mean * mean};
    set_weights(sampler, temperature);
}

/* Gobble: the list of a colour in the order of the means, then every move goes forward by n places
 * with probability exp(-n / T). */
static void set_list(struct go_sampler *sampler, uint8_t colour, double temperature)
{
    uint16_t *list = sampler->lists[colour];
    double sign = colour == GO_BLACK ? 1 : -1;
    unsigned points = sampler->root->points;
    for (unsigned i = 0; i < points; i++) {
        uint16_t point = goban_point(sampler->root, i);
        double mean = sign * mean_of(sampler, &sampler->first[colour][point]);
        unsigned place = i;
        for (;
             place > 0 && sign * mean_of(sampler, &sampler->first[colour][list[place - 1]]) < mean;
             place--)
            list[place] = list[place - 1];
        list[place] = point;
    }
    for (unsigned i = 0; i < points && temperature > 0; i++) {
        double shift = floor(-temperature * log(1 - lot(sampler)));
        unsigned to = shift >= i ? 0 : i - (unsigned)shift;
        uint16_t point = list[i];
        memmove(&list[to + 1], &list[to], (i - to) * sizeof *list);
        list[to] = point;
    }
}

/* Before game `index` of all. */
static void prepare(struct go_sampler *sampler, unsigned index)
{
    const struct go_method *method = &sampler->method;
    double done = (double)index / (double)method->games;
    if (method->statistics == GO_GOBBLE) {
        /* From a quarter of the board down to nothing. */
        double temperature = (1 - done) * sampler->root->points / 4;
        for (uint8_t colour = GO_BLACK; colour <= GO_WHITE; colour++)
            set_list(sampler, colour, temperature);
    } else if (method->temperature > 0) {
        set_weights(sampler, method->annealed ? done * method->temperature : method->temperature);
    }
}

/* --- the methods --- */

/* How good a move looks before any game: shapes, captures, near the last move. */
static int glance(const struct go_sampler *sampler, const struct goban *board, uint16_t move)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    int worth = go_patterns_match(&sampler->patterns, board->around[move]) ? 4 : 0;
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(move + offsets[i]);
        uint8_t colour = board->colour[near];
        if (colour == GO_BLACK || colour == GO_WHITE)
            worth += goban_in_atari(&board->chains[board->chain[near]]) ? 8 : 1;
    }
    if (board->last != GOBAN_PASS) {
        int across = abs(move % board->stride - board->last % board->stride);
        int up = abs(move / board->stride - board->last / board->stride);
        worth += across + up <= 3 ? 6 - across - up : 0;
    }
    int column = move % board->stride, row = move / board->stride;
    bool edge = column == 1 || row == 1 || column == board->columns || row == board->rows;
    return 2 * worth - (edge && worth == 0 ? 3 : 0);
}

static unsigned list_candidates(const struct go_sampler *sampler, const struct goban *board,
                                uint16_t *moves)
{
    int worths[GO_POINTS];
    unsigned count = 0, most = sampler->method.preselected;
    for (unsigned i = 0; i < board->points; i++) {
        uint16_t point = goban_point(board, i);
        if (!is_possible(sampler, board, point))
            continue;
        int worth = most == 0 ? 0 : glance(sampler, board, point);
        unsigned place = count++;
        for (; place > 0 && worths[place - 1] < worth; place--) {
            worths[place] = worths[place - 1];
            moves[place] = moves[place - 1];
        }
        worths[place] = worth;
        moves[place] = point;
    }
    return most > 0 && count > most ? most : count;
}

/* Between two games: the clock is looked at now and then. */
static bool is_stopped(const struct go_sampler *sampler, struct zm_run *run)
{
    enum { POLL = 8 };
    return run != NULL && (sampler->games % POLL == 0 ? zm_run_look(run) : zm_run_stopped(run));
}

static double error_of(const struct statistic *statistic)
{
    if (statistic->games < 2)
        return INFINITY;
    double games = (double)statistic->games, mean = statistic->sum / games;
    double variance = statistic->squares / games - mean * mean;
    return sqrt((variance > 0 ? variance : 0) / (games - 1));
}

/* How much the mean of a move may be wrong: by its error, and as if one game more had ended with the
 * whole board turned over, for all may have ended alike so far. */
static double doubt_of(const struct go_sampler *sampler, const struct statistic *statistic)
{
    return hypot(error_of(statistic), sampler->root->points / (double)statistic->games);
}

/* Does a move fall behind the best? With pruning by more than the errors of both; else by so much
 * that the games which are left cannot make up for it but by a chance of less than one in a
 * million. */
static bool falls_behind(const struct go_sampler *sampler, uint16_t move, uint16_t best)
{
    const struct statistic *own = &sampler->first[sampler->root->turn][move];
    const struct statistic *other = &sampler->first[sampler->root->turn][best];
    double sign = sampler->root->turn == GO_BLACK ? 1 : -1;
    double lead = sign * (mean_of(sampler, other) - mean_of(sampler, own));
    if (sampler->method.statistics == GO_PRUNING)
        return lead > pruning_ratio * (error_of(own) + error_of(other));
    double left = 1 - (double)own->games / sampler->method.games;
    return lead >
           skipping_ratio * sqrt(left) * hypot(doubt_of(sampler, own), doubt_of(sampler, other));
}

/* Drops the moves that fall behind the one with the best mean; returns how many are left. */
static unsigned drop_moves(const struct go_sampler *sampler, uint16_t *moves, unsigned count)
{
    const struct statistic *statistics = sampler->first[sampler->root->turn];
    double sign = sampler->root->turn == GO_BLACK ? 1 : -1;
    uint16_t best = moves[0];
    unsigned kept = 0;
    for (unsigned i = 1; i < count; i++)
        if (sign * mean_of(sampler, &statistics[moves[i]]) >
            sign * mean_of(sampler, &statistics[best]))
            best = moves[i];
    for (unsigned i = 0; i < count; i++)
        if (!falls_behind(sampler, moves[i], best))
            moves[kept++] = moves[i];
    return kept;
}

/* Every move by its own games, which have lots of their own: they are the same whatever becomes of
 * other moves, and so are the lots after them. With pruning, and where games are spared, moves that
 * fall behind get no more. */
static unsigned sample_each(struct go_sampler *sampler, uint16_t *moves, unsigned count,
                            struct zm_run *run)
{
    const struct go_method *method = &sampler->method;
    struct statistic *statistics = sampler->first[sampler->root->turn];
    struct goban_lots lots[GOBAN_POINTS];
    bool prunes = method->statistics == GO_PRUNING, drops = prunes || method->early;
    unsigned least = prunes ? LEAST_TO_PRUNE : LEAST_TO_SKIP;
    unsigned round = prunes ? PRUNING_ROUND : SKIPPING_ROUND, done = 0;
    for (unsigned i = 0; i < count; i++)
        lots[moves[i]].state = goban_next_lot(&sampler->lots);
    const struct goban_lots later = sampler->lots;
    while (done < method->games && !is_stopped(sampler, run) &&
           (!drops || done == 0 || count > 1)) {
        unsigned games = drops && method->games - done > round ? round : method->games - done;
        for (unsigned i = 0; i < count; i++) {
            sampler->lots = lots[moves[i]];
            for (unsigned k = 0; k < games && !is_stopped(sampler, run); k++)
                add(&statistics[moves[i]], play_game(sampler, moves[i]));
            lots[moves[i]] = sampler->lots;
        }
        done += games;
        if (drops && done >= least && done < method->games)
            count = drop_moves(sampler, moves, count);
    }
    sampler->lots = later;
    return count;
}

static void sample_all(struct go_sampler *sampler, struct zm_run *run)
{
    for (unsigned i = 0; i < sampler->method.games && !is_stopped(sampler, run); i++) {
        prepare(sampler, i);
        int score = play_game(sampler, GOBAN_PASS);
        count_goals(sampler, score);
        if (sampler->pairs != NULL)
            count_pairs(sampler, score);
    }
}

/* The moves that the other could make now: replies. On other points, such as those of stones, he is
 * first only in games where they were taken, and every move would look as bad as that. */
static unsigned list_replies(const struct go_sampler *sampler, uint16_t *replies)
{
    struct goban board = *sampler->root;
    unsigned count = 0;
    goban_play(&board, GOBAN_PASS);
    for (unsigned i = 0; i < board.points; i++)
        if (is_possible(sampler, &board, sampler->points[i]))
            replies[count++] = sampler->points[i];
    return count;
}

/* Depth 2: what a move is worth after the reply that is best for the other. */
static struct go_opinion opinion_of_pairs(const struct go_sampler *sampler, uint16_t move,
                                          const uint16_t *replies, unsigned count)
{
    double sign = sampler->root->turn == GO_BLACK ? 1 : -1;
    struct go_opinion opinion = {.move = move, .mean = -sign * INFINITY};
    double least = INFINITY;
    for (unsigned i = 0; i < count; i++) {
        const struct statistic *pair = pair_of(sampler, move, replies[i]);
        if (pair->games * PAIR_SHARE < sampler->games || sign * mean_of(sampler, pair) >= least)
            continue;
        least = sign * mean_of(sampler, pair);
        opinion.mean = sign * least;
        opinion.games = pair->games;
        opinion.error = error_of(pair);
    }
    return opinion;
}

unsigned go_sampler_run(struct go_sampler *sampler, const struct goban *board, struct zm_run *run,
                        struct go_opinion opinions[GO_POINTS])
{
    uint16_t moves[GO_POINTS], replies[GO_POINTS];
    double worths[GOBAN_POINTS], sign = board->turn == GO_BLACK ? 1 : -1;
    set_root(sampler, board);
    sampler->games = 0;
    sampler->all = 0;
    sampler->weighted = false;
    memset(sampler->first, 0, sizeof sampler->first);
    if (sampler->pairs != NULL)
        memset(sampler->pairs, 0, (size_t)board->limit * board->limit * sizeof *sampler->pairs);
    unsigned count = list_candidates(sampler, board, moves);
    if (count == 0)
        return 0;
    if (sampler->wishes != NULL)
        go_wishes_find(sampler->wishes, board);
    if (sampler->method.statistics <= GO_PRUNING)
        count = sample_each(sampler, moves, count, run);
    else
        sample_all(sampler, run);
    if (sampler->wishes != NULL)
        go_wishes_judge(sampler->wishes, worths);
    unsigned reply_count = sampler->pairs != NULL ? list_replies(sampler, replies) : 0;
    for (unsigned i = 0; i < count; i++) {
        const struct statistic *statistic = &sampler->first[board->turn][moves[i]];
        struct go_opinion opinion = {moves[i], statistic->games, mean_of(sampler, statistic),
                                     error_of(statistic)};
        if (reply_count > 0)
            opinion = opinion_of_pairs(sampler, moves[i], replies, reply_count);
        else if (sampler->wishes != NULL)
            opinion.mean = sign * worths[moves[i]];
        else if (statistic->games == 0)
            opinion.mean = -sign * INFINITY;
        else if (sampler->method.temperature > 0) /* moves that look bad are hardly tried */
            opinion.mean = middle_of(sampler) + excess_of(sampler, statistic);
        unsigned place = i;
        for (; place > 0 && sign * opinions[place - 1].mean < sign * opinion.mean; place--)
            opinions[place] = opinions[place - 1];
        opinions[place] = opinion;
    }
    return count;
}
