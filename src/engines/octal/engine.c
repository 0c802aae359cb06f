/* The engine of octal games in normal play: the nimber of a heap stands in the nim-sequence of its
 * code (theory/octal.h), and that of several heaps is their nim-sum. A search would look at every
 * split of every smaller heap; the sequence is computed with most of them left out (rare values).
 *
 * Nimbers of small heaps go to the store, as a search would leave them there: a certificate is made
 * of them. */
#include "engines/engine.h"
#include "games/octal/octal.h"
#include "store/store.h"
#include "theory/octal.h"

#include <stdlib.h>

enum { LARGEST_KEPT = 2048, MOST_OPTIONS = 1 << 22 };

struct engine {
    struct zm_problem problem;
    struct zm_instance game;
    struct zm_buffer code; /* of the sequence; empty: there is none yet */
    struct zm_octal_sequence sequence;
    size_t kept; /* heaps whose nimbers are in the store */
};

static enum zm_status engine_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_octal || misere)
        return zm_fail(error, ZM_BAD_INPUT, "this engine plays octal games, in normal play");
    return ZM_OK;
}

static void close_sequence(struct engine *engine)
{
    if (engine->code.size > 0)
        zm_octal_close(&engine->sequence);
    zm_buffer_clear(&engine->code);
    engine->kept = 0;
}

static void engine_close(void *state)
{
    struct engine *engine = state;
    close_sequence(engine);
    zm_buffer_free(&engine->code);
    zm_instance_close(&engine->game);
    free(engine);
}

static enum zm_status engine_open(const struct zm_problem *problem, void **state,
                                  struct zm_error *error)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return zm_fail_memory(error);
    engine->problem = *problem;
    enum zm_status status =
        zm_instance_open(&engine->game, problem->game, problem->settings, error);
    if (status == ZM_OK)
        *state = engine;
    else
        free(engine);
    return status;
}

/* Makes the sequence that of a code; the positions of one question mostly have the same. */
static enum zm_status open_sequence(struct engine *engine, struct zm_bytes text,
                                    struct zm_error *error)
{
    struct zm_octal_code code;
    if (engine->code.size > 0 && zm_bytes_equal(zm_buffer_bytes(&engine->code), text))
        return ZM_OK;
    close_sequence(engine);
    enum zm_status status = zm_octal_code_parse((const char *)text.data, text.size, &code, error);
    if (status != ZM_OK)
        return status;
    status = zm_octal_open(&engine->sequence, &code, error);
    zm_octal_code_free(&code);
    if (status == ZM_OK)
        zm_buffer_set(&engine->code, text);
    if (status == ZM_OK && engine->code.failed) {
        zm_octal_close(&engine->sequence);
        status = zm_fail_memory(error);
    }
    return status;
}

static uint32_t largest_of(const struct zm_octal_heaps *heaps)
{
    uint32_t largest = 0;
    for (size_t i = 0; i < heaps->count; i++) {
        uint32_t heap = zm_octal_heap(heaps, i);
        largest = heap > largest ? heap : largest;
    }
    return largest;
}

/* Puts the nimbers of heaps up to `largest` into the store, where they can be certified. */
static enum zm_status keep_nimbers(struct engine *engine, uint32_t largest, struct zm_error *error)
{
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    enum zm_status status = ZM_OK;
    size_t last = largest < LARGEST_KEPT ? largest : LARGEST_KEPT;
    for (; engine->kept < last && status == ZM_OK; engine->kept++) {
        uint32_t heap = (uint32_t)engine->kept + 1;
        zm_octal_write(zm_buffer_bytes(&engine->code), heap, &position);
        zm_list_clear(&components);
        if (!position.failed)
            zm_octal.sums->split(engine->game.state, zm_buffer_bytes(&position), &components);
        if (position.failed || zm_list_failed(&components))
            status = zm_fail_memory(error);
        else if (components.count > 0) /* it has a move */
            status =
                zm_store_put(engine->problem.run->store, ZM_KIND_NIMBER, zm_list_at(&components, 0),
                             (struct zm_value){.a = engine->sequence.values[heap]});
    }
    if (status == ZM_WRONG)
        zm_fail(error, ZM_WRONG, "the store contradicts the nim-sequence of %s",
                zm_buffer_string(&engine->code));
    zm_buffer_free(&position);
    zm_list_free(&components);
    return status;
}

/* The nim-sum of the heaps. */
static enum zm_status find_nimber(struct engine *engine, struct zm_bytes position, int64_t *nimber,
                                  struct zm_error *error)
{
    struct zm_octal_heaps heaps = zm_octal_read(position);
    uint32_t largest = largest_of(&heaps);
    enum zm_status status = open_sequence(engine, heaps.code, error);
    if (status == ZM_OK)
        status =
            zm_octal_extend(&engine->sequence, (size_t)largest + 1, engine->problem.run, error);
    if (status == ZM_OK)
        status = keep_nimbers(engine, largest, error);
    *nimber = 0;
    for (size_t i = 0; i < heaps.count && status == ZM_OK; i++)
        *nimber ^= engine->sequence.values[zm_octal_heap(&heaps, i)];
    return status;
}

static enum zm_status answer(void *state, struct zm_bytes position, enum zm_answer_kind kind,
                             struct zm_answer *answer, struct zm_error *error)
{
    int64_t nimber;
    enum zm_status status = find_nimber(state, position, &nimber, error);
    answer->kind = kind;
    answer->known = status == ZM_OK;
    answer->number = nimber;
    answer->outcome = status != ZM_OK ? ZM_UNDECIDED : nimber == 0 ? ZM_LOSS : ZM_WIN;
    return status;
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *outcome,
                                     struct zm_error *error)
{
    (void)decider;
    return answer(state, position, ZM_ANSWER_OUTCOME, outcome, error);
}

static enum zm_status answer_nimber(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *nimber,
                                    struct zm_error *error)
{
    (void)decider;
    return answer(state, position, ZM_ANSWER_NIMBER, nimber, error);
}

static enum zm_status answer_grundy(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *grundy,
                                    struct zm_error *error)
{
    (void)decider;
    return answer(state, position, ZM_ANSWER_GRUNDY, grundy, error);
}

/* About how many options all heaps up to the largest have. */
static double count_options(const struct zm_octal_code *code, uint32_t largest)
{
    double options = 0, heaps = largest;
    size_t last = code->tail > 0 ? largest : code->fixed;
    for (size_t taken = 0; taken <= last && taken <= largest; taken++) {
        unsigned digit = zm_octal_digit(code, taken);
        double left = heaps - (double)taken;
        options += (digit & ZM_OCTAL_ONE_HEAP) != 0 ? left : 0;
        options += (digit & ZM_OCTAL_TWO_HEAPS) != 0 ? left * left / 4 : 0;
    }
    return options;
}

static enum zm_status certifiable(struct zm_bytes position, struct zm_error *error)
{
    struct zm_octal_heaps heaps = zm_octal_read(position);
    struct zm_octal_code code;
    uint32_t largest = largest_of(&heaps);
    enum zm_status status =
        zm_octal_code_parse((const char *)heaps.code.data, heaps.code.size, &code, error);
    if (status != ZM_OK)
        return status;
    double options = count_options(&code, largest);
    zm_octal_code_free(&code);
    if (options <= MOST_OPTIONS)
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT,
                   "--proof: a certificate shows the options of every smaller heap, of %u tokens "
                   "some %.2g in all, more than %d; 'zermelo octal CODE --period' proves a period, "
                   "which holds for all heaps",
                   largest, options, MOST_OPTIONS);
}

/* clang-format off */
#define CALCULATION(NAME, SUMMARY, ANSWER) \
    {.name = NAME, .summary = SUMMARY, .keys = "components", .suits = engine_suits, \
     .open = engine_open, .close = engine_close, .answer = ANSWER, .certifiable = certifiable}
/* clang-format on */

static const struct zm_calculation made[] = {
    CALCULATION("outcome", "who wins heaps of an octal game: by its nim-sequence", answer_outcome),
    CALCULATION("nimber", "the nimber of heaps of an octal game: by its nim-sequence",
                answer_nimber),
    CALCULATION("grundy", "the nimber, in normal play", answer_grundy),
};

static const struct zm_calculation *const calculations[] = {&made[0], &made[1], &made[2], NULL};

const struct zm_engine zm_octal_engine = {
    .name = "octal",
    .summary = "nim-sequences",
    .game = &zm_octal,
    .calculations = calculations,
};
