/* Players at the table of a question; see thinker.h. */
#include "api/thinker.h"

static enum zm_status solve(void *context, struct zm_bytes position, struct zm_run *run,
                            struct zm_answer *answer, struct zm_error *error)
{
    return zm_thinker_answer(context, position, run, answer, error);
}

enum zm_status zm_thinker_open(struct zm_thinker *thinker, struct zm_question *question,
                               struct zm_run *run, struct zm_error *error)
{
    const struct zm_engine *engine = zm_engine_of(question->game);
    *thinker = (struct zm_thinker){.question = question, .level = ZM_LEVEL_MOST};
    thinker->solver = (struct zm_solver){.context = thinker, .answer = solve};
    thinker->seat = (struct zm_seat){
        .problem = {question->game, &question->settings, question->misere, run},
        .solver = question->calculation == NULL ? NULL : &thinker->solver,
        .engine_players = engine == NULL ? NULL : engine->players,
    };
    zm_run_begin(&thinker->run);
    enum zm_status status = zm_question_expect_moves(question, error);
    if (status != ZM_OK)
        return status;
    if (zm_settings_find(&question->settings, "level") != NULL)
        status =
            zm_level_parse(zm_settings_text(&question->settings, "level"), &thinker->level, error);
    if (status != ZM_OK)
        zm_error_context(error, "--level");
    else
        status = question->player->open(&thinker->seat, &thinker->state, error);
    return status;
}

void zm_thinker_close(struct zm_thinker *thinker)
{
    if (thinker->state != NULL)
        thinker->question->player->close(thinker->state);
    *thinker = (struct zm_thinker){0};
}

enum zm_status zm_thinker_set(struct zm_thinker *thinker, struct zm_bytes position,
                              const struct zm_record *record, struct zm_error *error)
{
    thinker->played = record == NULL ? 0 : record->moves.count;
    enum zm_status status =
        zm_question_expect_end(thinker->question, position, thinker->seat.problem.run, error);
    return status != ZM_OK
               ? status
               : thinker->question->player->set(thinker->state, position, record, error);
}

enum zm_status zm_thinker_think(struct zm_thinker *thinker, unsigned level,
                                const struct zm_pace *pace, struct zm_run *run, zm_tell *tell,
                                void *context, struct zm_thought *thought, struct zm_error *error)
{
    struct zm_pace limited = *pace;
    /* The seed and the number of the move alone decide: the same game is played again. */
    struct zm_random random = zm_random_seeded(thinker->seat.problem.run->seed + thinker->played);
    zm_level_limit(level, &limited);
    enum zm_status status = thinker->question->player->think(thinker->state, &limited, run, tell,
                                                             context, thought, error);
    if (status == ZM_OK)
        zm_level_choose(level, &random, thought);
    return zm_game_status(thinker->question->game, status, error);
}

enum zm_status zm_thinker_answer(struct zm_thinker *thinker, struct zm_bytes position,
                                 struct zm_run *run, struct zm_answer *answer,
                                 struct zm_error *error)
{
    struct zm_pace pace = {0};
    uint64_t spent = atomic_load(&run->nodes);
    if (run->most_nodes > 0)
        pace.nodes = run->most_nodes > spent ? run->most_nodes - spent : 1;
    zm_pace_begin(&pace, &thinker->seat.problem, run, &thinker->run);
    enum zm_status status =
        zm_question_answer(thinker->question, position, &thinker->run, answer, error);
    atomic_fetch_add(&run->nodes, atomic_load(&thinker->run.nodes));
    return status == ZM_STOPPED ? ZM_OK : status;
}

enum zm_status zm_line_names(const struct zm_instance *instance, struct zm_bytes position,
                             const struct zm_line *line,
                             void (*visit)(void *context, const char *name), void *context,
                             struct zm_error *error)
{
    const struct zm_rules *rules = instance->game->rules;
    struct zm_buffer here = {0}, next = {0}, name = {0};
    zm_buffer_set(&here, position);
    for (size_t i = 0; i < line->moves.count && !here.failed; i++) {
        struct zm_bytes move = zm_list_at(&line->moves, i);
        zm_buffer_clear(&name);
        rules->name(instance->state, zm_buffer_bytes(&here), move, &name);
        visit(context, zm_buffer_string(&name));
        rules->apply(instance->state, zm_buffer_bytes(&here), move, &next);
        zm_buffer_set(&here, zm_buffer_bytes(&next));
    }
    bool failed = here.failed || next.failed || name.failed;
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    zm_buffer_free(&name);
    return failed ? zm_fail_memory(error) : ZM_OK;
}
