/* Sprouts: solving start positions, and how well a smaller relative predicts a nimber (six virgin
 * spots taken away from a region; docs/sprouts.md says what the figures mean). */
#include "bench/bench.h"

#include "api/question.h"
#include "games/sprouts/sprouts.h"
#include "store/store.h"

#include <stdio.h>

static enum zm_status solve_starts(struct zm_error *error)
{
    zm_bench_solve_header();
    enum zm_status status = ZM_OK;
    for (int spots = 8; spots <= 18 && status == ZM_OK; spots++) {
        char text[16];
        snprintf(text, sizeof text, "%d", spots);
        status = zm_bench_solve("sprouts", text, "search=dfpn", error);
    }
    for (int spots = 8; spots <= 11 && status == ZM_OK; spots++) {
        char text[16];
        snprintf(text, sizeof text, "%d", spots);
        status = zm_bench_solve("sprouts", text, "search=depth-first", error);
    }
    for (int spots = 8; spots <= 13 && status == ZM_OK; spots++) {
        char text[16];
        snprintf(text, sizeof text, "%d", spots);
        status = zm_bench_solve("sprouts", text, "search=dfpn canon=exact", error);
    }
    return status;
}

const struct zm_benchmark zm_bench_sprouts = {
    .name = "sprouts",
    .summary = "start positions of Sprouts solved, 8 to 18 spots",
    .run = solve_starts,
};

enum { MOST_LEFT = 7 };

/* Hits and misses by the virgin spots that are left in the smallest region cut. */
struct prediction {
    struct zm_question *question;
    struct zm_run *run;
    long tried[MOST_LEFT], hit[MOST_LEFT];
    struct zm_error *error;
    enum zm_status status;
    struct zm_list texts;
    struct zm_buffer nimbers;
};

static bool list_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct prediction *prediction = context;
    struct zm_buffer text = {0};
    zm_sprouts.sums->print(prediction->question->instance.state, key, &text);
    zm_list_add(&prediction->texts, zm_bytes(zm_buffer_string(&text), text.size + 1));
    zm_buffer_byte(&prediction->nimbers, (uint8_t)value.a);
    zm_buffer_free(&text);
    return true;
}

/* Takes six virgin spots off every region that keeps at least one; returns the fewest that one
 * keeps, or 0 when no region is so large. */
static int cut(const char *text, struct zm_buffer *smaller)
{
    int fewest = 0;
    zm_buffer_clear(smaller);
    while (*text != '\0') {
        int zeros = 0, used = 0;
        if (sscanf(text, "0*%d%n", &zeros, &used) == 1 && zeros > 6) {
            while (zeros > 6)
                zeros -= 6;
            zm_buffer_format(smaller, "0*%d", zeros);
            fewest = fewest == 0 || zeros < fewest ? zeros : fewest;
            text += used;
        } else {
            zm_buffer_byte(smaller, (uint8_t)*text++);
        }
    }
    return fewest;
}

static void try_entry(struct prediction *prediction, size_t index)
{
    struct zm_buffer smaller = {0}, position = {0};
    struct zm_answer answer = {0};
    struct zm_question *question = prediction->question;
    int left = cut((const char *)zm_list_at(&prediction->texts, index).data, &smaller);
    if (left > 0) {
        prediction->status = zm_sprouts.rules->parse(
            question->instance.state, zm_buffer_string(&smaller), &position, prediction->error);
        if (prediction->status == ZM_OK)
            prediction->status = zm_question_answer(question, zm_buffer_bytes(&position),
                                                    prediction->run, &answer, prediction->error);
        if (prediction->status == ZM_OK) {
            prediction->tried[left]++;
            prediction->hit[left] += answer.number == prediction->nimbers.data[index];
        }
        zm_answer_free(&answer);
    }
    zm_buffer_free(&smaller);
    zm_buffer_free(&position);
}

static enum zm_status predict(int spots, struct zm_error *error)
{
    static const struct zm_option options[] = {{"compute", "nimber"}, {"search", "dfpn"}};
    char text[16];
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer = {0};
    snprintf(text, sizeof text, "%d", spots);
    enum zm_status status = zm_question_open(&question, "sprouts", text, options, 2, NULL, error);
    if (status != ZM_OK)
        return status;
    struct prediction prediction = {.question = &question, .run = &run, .error = error};
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, error);
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    error);
    zm_answer_free(&answer);
    if (status == ZM_OK) {
        run.store->class->each(run.store, ZM_KIND_NIMBER, list_entry, &prediction);
        for (size_t i = 0; i < prediction.texts.count && prediction.status == ZM_OK; i++)
            try_entry(&prediction, i);
        status = prediction.status;
        printf("%5d %10zu", spots, prediction.texts.count);
        long tried = 0, hit = 0;
        for (int left = 1; left < MOST_LEFT; left++) {
            printf(" %5ld/%-5ld", prediction.hit[left], prediction.tried[left]);
            tried += prediction.tried[left];
            hit += prediction.hit[left];
        }
        printf(" %6.1f %%\n", tried == 0 ? 0 : 100.0 * (double)hit / (double)tried);
        fflush(stdout);
    }
    zm_list_free(&prediction.texts);
    zm_buffer_free(&prediction.nimbers);
    zm_question_close(&question);
    return status;
}

static enum zm_status predict_all(struct zm_error *error)
{
    printf("%5s %10s %s\n", "spots", "lands",
           "hits by the virgin spots left in a region: 1, 2, 3, 4, 5, 6; all");
    enum zm_status status = ZM_OK;
    for (int spots = 9; spots <= 16 && status == ZM_OK; spots++)
        status = predict(spots, error);
    return status;
}

const struct zm_benchmark zm_bench_sprouts_periods = {
    .name = "sprouts-periods",
    .summary = "how often six virgin spots fewer leave the nimber of a land as it is",
    .run = predict_all,
};
