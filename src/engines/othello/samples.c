/* Samples from games; see samples.h. What a position is worth: before the depth that the file has a
 * theoretical score for, that score; after it, the score of the game's own position with 12 empty
 * squares, solved; the last ones are solved each. */
#include "engines/othello/samples.h"

#include "base/file.h"
#include "engines/othello/pieces.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    HEADER = 16,
    RECORD = 68,
    MOVES = 60,
    GAMES_AT = 4,
    SIZE_AT = 12,
    DEPTH_AT = 14,
    USUAL_DEPTH = 22,
    FEWEST = 9, /* empty squares of a sample */
    PIECE = 32, /* games that are solved elsewhere at once */
};

void othello_samples_free(struct othello_samples *samples)
{
    free(samples->items);
    *samples = (struct othello_samples){0};
}

static struct othello_sample *add(struct othello_samples *samples)
{
    if (samples->count == samples->capacity) {
        size_t capacity = samples->capacity == 0 ? 1 << 16 : 2 * samples->capacity;
        struct othello_sample *items = realloc(samples->items, capacity * sizeof *items);
        if (items == NULL)
            return NULL;
        samples->items = items;
        samples->capacity = capacity;
    }
    return &samples->items[samples->count++];
}

/* Takes the scores of the positions at the end from where others put them. False: there are not as
 * many. */
static bool take_solved(struct othello_samples *samples, size_t first)
{
    const char *at = samples->solved;
    for (size_t i = first; i < samples->count; i++) {
        char *end;
        if (samples->items[i].empty > OTHELLO_SAMPLES_SOLVED)
            continue;
        long score = strtol(at, &end, 10);
        if (end == at || score < -OTHELLO_MOST || score > OTHELLO_MOST)
            return false;
        samples->items[i].score = (int8_t)score;
        at = end;
    }
    return true;
}

/* Solves the positions of the end, and gives those between it and the depth the score of the first
 * that was solved. `turn` says who moves in each
 * sample: 1 or -1. */
static enum zm_status label(struct othello_samples *samples, size_t first, const int8_t *turn,
                            int score, unsigned depth, struct zm_run *run, struct zm_error *error)
{
    int later = score;
    bool known = depth < OTHELLO_NO_THEORY;
    if (samples->solved != NULL && !take_solved(samples, first))
        return zm_fail(error, ZM_WRONG, "a game was not solved as it was asked for");
    for (size_t i = samples->count; i-- > first;) {
        struct othello_sample *sample = &samples->items[i];
        if (sample->empty <= OTHELLO_SAMPLES_SOLVED && samples->solved != NULL) {
            later = sample->score * turn[i - first];
        } else if (sample->empty <= OTHELLO_SAMPLES_SOLVED) {
            int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
            if (!othello_solve(samples->solver, sample->bits, run, false, &lower, &upper))
                return zm_fail(error, ZM_STOPPED, "stopped; nothing was written");
            sample->score = (int8_t)lower;
            later = lower * turn[i - first];
        } else {
            bool before = known && sample->empty >= depth;
            sample->score = (int8_t)((before ? score : later) * turn[i - first]);
        }
    }
    return ZM_OK;
}

enum zm_status othello_samples_game(struct othello_samples *samples, const uint8_t *moves,
                                    size_t count, int score, unsigned depth, struct zm_run *run,
                                    struct zm_error *error)
{
    const struct othello_kernel *kernel = samples->solver->kernel;
    struct othello_board start;
    int8_t turn[MOVES + 1];
    size_t first = samples->count;
    othello_start(&start, 8);
    struct othello_bits bits = othello_bits_of(&start);
    int8_t mover = 1;
    for (size_t i = 0; i < count && i < MOVES; i++) {
        unsigned empty = 64 - othello_discs(bits.own | bits.other);
        if (kernel->moves(bits.own, bits.other) == 0) {
            bits = (struct othello_bits){bits.other, bits.own};
            mover = (int8_t)-mover;
        }
        if ((kernel->moves(bits.own, bits.other) >> moves[i] & 1) == 0) {
            samples->count = first;
            return zm_fail(error, ZM_BAD_INPUT, "move %zu is not legal", i + 1);
        }
        if (empty >= FEWEST) {
            turn[samples->count - first] = mover;
            struct othello_sample *sample = add(samples);
            if (sample == NULL)
                return zm_fail_memory(error);
            *sample = (struct othello_sample){bits, 0, (uint8_t)empty};
        }
        bits = othello_after(bits, moves[i], kernel->flips(bits.own, bits.other, moves[i]));
        mover = (int8_t)-mover;
    }
    return label(samples, first, turn, score, depth, run, error);
}

/* The moves of a record of a file; returns how many. */
static size_t moves_of(const uint8_t *record, uint8_t moves[MOVES])
{
    size_t count = 0;
    for (; count < MOVES && record[8 + count] != 0; count++) {
        unsigned row = record[8 + count] / 10u - 1, column = record[8 + count] % 10u - 1;
        if (row > 7 || column > 7)
            break;
        moves[count] = (uint8_t)(row * 8 + column);
    }
    return count;
}

/* A record of a file as a game; one that does not replay is counted, not an error. */
static enum zm_status read_record(struct othello_samples *samples, const uint8_t *record,
                                  unsigned depth, struct zm_run *run, struct zm_error *error)
{
    uint8_t moves[MOVES];
    size_t count = moves_of(record, moves);
    enum zm_status status =
        othello_samples_game(samples, moves, count, 2 * record[7] - 64, depth, run, error);
    samples->games++;
    if (status != ZM_BAD_INPUT)
        return status;
    samples->bad++;
    return ZM_OK;
}

/* Games solved by others: the answer to each piece, NULL where it is missing. */
struct solving {
    char **answers;
    bool failed;
};

static void hear_solved(void *context, size_t piece, const char *answer)
{
    struct solving *solving = context;
    solving->answers[piece] = strdup(answer);
    solving->failed |= solving->answers[piece] == NULL;
}

/* Has those who help the run solve the endgames of all records. */
static enum zm_status solve_elsewhere(const uint8_t *records, size_t games, struct solving *solving,
                                      struct zm_run *run, struct zm_error *error)
{
    struct zm_list pieces = {0};
    char about[60];
    for (size_t i = 0; i < games; i++) {
        uint8_t moves[MOVES];
        size_t count = moves_of(records + i * RECORD, moves);
        for (size_t k = 0; k < count; k++)
            zm_buffer_format(&pieces.bytes, "%c%c", 'a' + moves[k] % 8, '1' + moves[k] / 8);
        zm_buffer_text(&pieces.bytes, "\n");
        if (i % PIECE == PIECE - 1 || i + 1 == games) {
            zm_buffer_byte(&pieces.bytes, 0);
            zm_list_close(&pieces);
        }
    }
    struct zm_hash128 hash = zm_bytes_hash128(zm_buffer_bytes(&pieces.bytes));
    snprintf(about, sizeof about, "%zu games, %016llx", games, (unsigned long long)hash.low);
    enum zm_status status = zm_list_failed(&pieces)
                                ? zm_fail_memory(error)
                                : run->helpers->work(run->helpers->context, &othello_label_work,
                                                     about, &pieces, hear_solved, solving, error);
    zm_list_free(&pieces);
    return status == ZM_OK && solving->failed ? zm_fail_memory(error) : status;
}

/* Adds all records, with the scores that others found. */
static enum zm_status read_solved(struct othello_samples *samples, const uint8_t *records,
                                  size_t games, unsigned depth, struct zm_run *run,
                                  struct zm_error *error)
{
    size_t count = (games + PIECE - 1) / PIECE;
    struct solving solving = {.answers = calloc(count + 1, sizeof *solving.answers)};
    const char *at = NULL;
    if (solving.answers == NULL)
        return zm_fail_memory(error);
    enum zm_status status = solve_elsewhere(records, games, &solving, run, error);
    for (size_t i = 0; status == ZM_OK && i < games; i++) {
        at = i % PIECE == 0 ? solving.answers[i / PIECE] : at;
        samples->solved = at == NULL ? "" : at;
        status = read_record(samples, records + i * RECORD, depth, run, error);
        at = at == NULL ? NULL : strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    samples->solved = NULL;
    for (size_t i = 0; i < count; i++)
        free(solving.answers[i]);
    free(solving.answers);
    return status;
}

enum zm_status othello_samples_read(struct othello_samples *samples, const char *path,
                                    struct zm_run *run, struct zm_error *error)
{
    struct zm_buffer file = {0};
    enum zm_status status =
        zm_file_read(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, run, &file, error);
    const uint8_t *data = file.data;
    size_t games = 0;
    if (status == ZM_OK && file.size >= HEADER)
        games = (size_t)data[GAMES_AT] | (size_t)data[GAMES_AT + 1] << 8 |
                (size_t)data[GAMES_AT + 2] << 16 | (size_t)data[GAMES_AT + 3] << 24;
    if (status == ZM_OK && (file.size < HEADER || file.size != HEADER + games * RECORD ||
                            (data[SIZE_AT] != 0 && data[SIZE_AT] != 8)))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "%s: this is no WTHOR file of 8x8 games, or it is cut", path);
    unsigned depth = status != ZM_OK || data[DEPTH_AT] == 0 ? USUAL_DEPTH : data[DEPTH_AT];
    if (status == ZM_OK && run->helpers != NULL)
        status = read_solved(samples, data + HEADER, games, depth, run, error);
    for (size_t i = 0; status == ZM_OK && run->helpers == NULL && i < games; i++)
        status = read_record(samples, data + HEADER + i * RECORD, depth, run, error);
    zm_buffer_free(&file);
    return status;
}
