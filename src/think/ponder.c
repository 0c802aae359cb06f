/* Pondering; see ponder.h. */
#include "think/ponder.h"

static void *think(void *context)
{
    struct zm_ponder *ponder = context;
    struct zm_pace pace = {0};
    struct zm_error error;
    /* Whatever comes of it stays with the player; a thought that fails will fail again when it is
     * asked for. */
    ponder->player->think(ponder->state, &pace, &ponder->run, NULL, NULL, &ponder->thought, &error);
    return NULL;
}

/* Copies the record, and goes on with the reply. */
static bool look_ahead(struct zm_ponder *ponder, const struct zm_instance *game,
                       struct zm_bytes position, const struct zm_record *record,
                       struct zm_bytes reply)
{
    for (size_t i = 0; record != NULL && i < record->positions.count; i++) {
        zm_list_add(&ponder->record.positions, zm_list_at(&record->positions, i));
        zm_list_add(&ponder->record.moves, zm_list_at(&record->moves, i));
    }
    if (reply.data == NULL) {
        zm_buffer_set(&ponder->position, position);
    } else {
        game->game->rules->apply(game->state, position, reply, &ponder->position);
        zm_list_add(&ponder->record.positions, position);
        zm_list_add(&ponder->record.moves, reply);
    }
    return !ponder->position.failed && !zm_list_failed(&ponder->record.positions) &&
           !zm_list_failed(&ponder->record.moves);
}

static void forget(struct zm_ponder *ponder)
{
    zm_buffer_free(&ponder->position);
    zm_list_free(&ponder->record.positions);
    zm_list_free(&ponder->record.moves);
    zm_thought_free(&ponder->thought);
    ponder->player = NULL;
}

enum zm_status zm_ponder_begin(struct zm_ponder *ponder, const struct zm_player *player,
                               void *state, const struct zm_instance *game,
                               struct zm_bytes position, const struct zm_record *record,
                               struct zm_bytes reply, struct zm_error *error)
{
    *ponder = (struct zm_ponder){.player = player, .state = state};
    zm_run_begin(&ponder->run);
    enum zm_status status =
        look_ahead(ponder, game, position, record, reply)
            ? player->set(state, zm_buffer_bytes(&ponder->position), &ponder->record, error)
            : zm_fail_memory(error);
    if (status == ZM_OK && pthread_create(&ponder->thread, NULL, think, ponder) != 0)
        status = zm_fail(error, ZM_FAILED, "cannot begin a thread");
    if (status != ZM_OK)
        forget(ponder);
    return status;
}

void zm_ponder_end(struct zm_ponder *ponder)
{
    if (ponder->player == NULL)
        return;
    atomic_store(&ponder->run.stop, true);
    pthread_join(ponder->thread, NULL);
    forget(ponder);
}
