/* `solve`: every calculation that suits, by every search that suits and by the game's engine. One
 * question is asked about several positions, which share what it finds; some keep it in a store on
 * disk, where another search then finds it. */
#include "adversary/round.h"

#include "engines/engine.h"
#include "test.h"

#include <unistd.h>

/* How one question is asked. */
struct way {
    const char *compute;
    const struct zm_calculation *calculation;
    const struct zm_search *search; /* NULL: the program chooses, the engine first */
    int play;
};

static void describe(struct round *round, const struct way *way, struct lots *lots, bool *tiny)
{
    round_lots(round, way->play, lots, tiny);
    lots_add(lots, "compute", way->compute);
    if (way->search != NULL)
        lots_add(lots, "search", way->search->name);
    lots_draw(lots, way->calculation->params, &round->random);
    if (way->search != NULL)
        lots_draw(lots, way->search->params, &round->random);
}

/* Asks about a vertex, and judges the answer. */
static bool ask_vertex(struct round *round, struct zm_question *question, struct zm_run *run,
                       uint32_t vertex, bool tiny)
{
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    enum zm_status status =
        zm_question_answer(question, naive_position(&round->naive, vertex), run, &answer, &error);
    bool good = status == ZM_OK && judge_answer(round, question, vertex, &answer);
    if (status != ZM_OK)
        judge_failure(status, tiny, &error);
    zm_answer_free(&answer);
    return good;
}

/* Asks about the position, then with the same tables about others that can be reached. */
static void ask(struct round *round, const struct lots *lots, bool tiny)
{
    struct zm_question question;
    struct zm_run run;
    if (!round_open(round, "solve", lots, tiny, NULL, &question, &run))
        return;
    bool good = ask_vertex(round, &question, &run, 0, tiny);
    for (int more = 0; good && more < 2 && round->naive.count > 1; more++) {
        struct zm_buffer text = {0}, command = {0};
        uint32_t vertex = round_vertex(round);
        round_print(round, vertex, &text);
        zm_buffer_text(&command, harness_done());
        zm_buffer_text(&command, "; then, with the same tables, ");
        lots_quote(zm_buffer_string(&text), &command);
        harness_doing(zm_buffer_string(&command));
        good = ask_vertex(round, &question, &run, vertex, tiny);
        zm_buffer_free(&text);
        zm_buffer_free(&command);
    }
    zm_question_close(&question);
}

/* Asks with a store on disk, then again by another lot of options and the same store. */
static void ask_with_store(struct round *round, const struct way *way)
{
    char path[LOTS_LONGEST], lock[LOTS_LONGEST + 8];
    snprintf(path, sizeof path, "%s/store", round->folder);
    snprintf(lock, sizeof lock, "%s-lock", path);
    for (int times = 0; times < 2; times++) {
        struct lots lots;
        bool tiny;
        describe(round, way, &lots, &tiny);
        lots_add(&lots, "store", path);
        ask(round, &lots, tiny);
        lots_remove_files(&lots);
    }
    unlink(path);
    unlink(lock);
}

static void ask_so(struct round *round, const struct way *way)
{
    struct lots lots;
    bool tiny;
    if (harness_tired())
        return;
    if (lots_one_in(&round->random, 8)) {
        ask_with_store(round, way);
        return;
    }
    describe(round, way, &lots, &tiny);
    ask(round, &lots, tiny);
    lots_remove_files(&lots);
}

/* The general searches, for a calculation that leaves the walking to one. */
static void ask_by_searches(struct round *round, struct way way)
{
    if (way.calculation->space == NULL && !way.calculation->labels)
        return;
    for (size_t i = 0; zm_searches[i] != NULL; i++) {
        bool fits = way.calculation->labels ? zm_searches[i]->label != NULL
                                            : zm_searches[i]->decide != NULL;
        way.search = zm_searches[i];
        if (fits && lots_one_in(&round->random, 2))
            ask_so(round, &way);
    }
}

void compare_answers(struct round *round, int play)
{
    for (size_t i = 0; zm_calculations[i] != NULL; i++) {
        const char *name = zm_calculations[i]->name;
        const struct zm_calculation *general =
            zm_calculation_find(name, round->game, play == MISERE, NULL);
        const struct zm_calculation *engine =
            zm_engine_calculation(name, round->game, play == MISERE);
        if (general != zm_calculations[i])
            continue; /* another one of this name is taken */
        struct way way = {name, engine != NULL ? engine : general, NULL, play};
        if (lots_one_in(&round->random, 2))
            ask_so(round, &way);
        way.calculation = general;
        ask_by_searches(round, way);
    }
}
