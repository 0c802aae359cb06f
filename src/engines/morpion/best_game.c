/* The longest game found; see best_game.h. In a store it is a note, a JSON object with the text of
 * the whole position at its end. */
#include "engines/morpion/best_game.h"

#include "store/store.h"

#include <stdlib.h>

static const char mark[] = "{\"morpion-game\":\"";

/* Takes the game of a note when it goes on from the start, and is longer than all before. */
static void recall(struct zm_best_game *best, const char *text)
{
    struct zm_buffer game = {0}, position = {0};
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    unsigned from = best->walk->played_count;
    zm_buffer_add(&game, text, strcspn(text, "\""));
    bool good = walk != NULL && !game.failed &&
                zm_morpion_parse(NULL, zm_buffer_string(&game), &position, NULL) == ZM_OK &&
                zm_morpion_replay(zm_buffer_bytes(&position), walk) &&
                walk->header_size == best->walk->header_size &&
                memcmp(walk->header, best->walk->header, walk->header_size) == 0 &&
                walk->played_count >= from &&
                memcmp(walk->played, best->walk->played, from * sizeof *walk->played) == 0;
    if (good) {
        best->recalled++;
        if (walk->played_count - from > best->length) {
            best->length = walk->played_count - from;
            memcpy(best->moves, walk->played + from, best->length * sizeof *best->moves);
        }
    }
    free(walk);
    zm_buffer_free(&game);
    zm_buffer_free(&position);
}

void zm_best_game_open(struct zm_best_game *best, const struct zm_morpion_walk *walk,
                       struct zm_run *run)
{
    struct zm_buffer note = {0};
    best->walk = walk;
    best->run = run;
    best->length = 0;
    best->recalled = 0;
    best->failed = false;
    pthread_mutex_init(&best->lock, NULL);
    if (run->store == NULL || zm_store_header(run->store) == NULL)
        return;
    for (size_t i = 0; zm_store_note(run->store, i, &note); i++) {
        if (strncmp(zm_buffer_string(&note), mark, strlen(mark)) == 0)
            recall(best, zm_buffer_string(&note) + strlen(mark));
        zm_buffer_clear(&note);
    }
    zm_buffer_free(&note);
}

/* Writes the game into the store, and sees to it that it is on the disk. */
static bool keep(struct zm_best_game *best)
{
    struct zm_store *store = best->run->store;
    struct zm_buffer text = {0}, position = {0};
    if (store == NULL || zm_store_header(store) == NULL)
        return true;
    zm_morpion_walks.position(NULL, best->walk, &position);
    for (unsigned i = 0; i < best->length; i++)
        zm_morpion_write_move(best->moves[i], &position);
    zm_buffer_text(&text, mark);
    if (!position.failed)
        zm_morpion_print(NULL, zm_buffer_bytes(&position), &text);
    zm_buffer_format(&text, "\",\"length\":%u,\"seconds\":%.1f}",
                     best->walk->played_count + best->length, zm_run_seconds(best->run));
    bool kept = !position.failed && !text.failed &&
                zm_store_add_note(store, zm_buffer_bytes(&text), NULL) == ZM_OK &&
                zm_store_flush(store, NULL) == ZM_OK;
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    return kept;
}

void zm_best_game_offer(struct zm_best_game *best, const zm_paper_move *moves, unsigned length)
{
    pthread_mutex_lock(&best->lock);
    if (length > best->length) {
        for (unsigned i = 0; i < length; i++)
            best->moves[i] = zm_paper_to(moves[i]);
        best->length = length;
        best->failed |= !keep(best);
    }
    pthread_mutex_unlock(&best->lock);
}

struct helper {
    void (*work)(void *context, bool watches);
    void *context;
    pthread_t thread;
};

static void *help(void *context)
{
    struct helper *helper = context;
    helper->work(helper->context, false);
    return NULL;
}

void zm_best_game_work(struct zm_run *run, void (*work)(void *context, bool watches), void *context)
{
    unsigned wanted = run->threads - 1, started = 0;
    struct helper *helpers = wanted == 0 ? NULL : calloc(wanted, sizeof *helpers);
    for (; helpers != NULL && started < wanted; started++) {
        helpers[started] = (struct helper){.work = work, .context = context};
        if (pthread_create(&helpers[started].thread, NULL, help, &helpers[started]) != 0)
            break;
    }
    work(context, true);
    for (unsigned i = 0; i < started; i++)
        pthread_join(helpers[i].thread, NULL);
    free(helpers);
}

enum zm_status zm_best_game_end(struct zm_best_game *best, bool failed, struct zm_quest *quest,
                                struct zm_error *error)
{
    zm_move line[ZM_MORPION_PLAYED];
    for (unsigned i = 0; i < best->length; i++)
        line[i] = best->moves[i];
    pthread_mutex_destroy(&best->lock);
    quest->best = best->length;
    quest->proved = best->walk->legal_count == 0;
    if (failed || !zm_quest_keep(quest, line, best->length))
        return zm_fail_memory(error);
    if (best->failed)
        return zm_fail(error, ZM_FAILED, "the store could not keep the longest game");
    return zm_run_stopped(best->run)
               ? zm_fail(error, ZM_STOPPED, "stopped: the longest game found so far")
               : ZM_OK;
}
