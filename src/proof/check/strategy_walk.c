/* The walk over a strategy, by the rules alone; see strategy.h. */
#include "proof/check/strategy.h"

#include "base/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 4096, /* moves of a game */
    POLL = 255,     /* positions between looks at the clock, less one */
};

enum { ON_THE_WAY = 1, DONE = 2 };

struct walk {
    const struct zm_strategy_walker *walker;
    const struct zm_strategy_goal *goal;
    struct zm_table seen; /* positions with who moves */
    uint64_t visited;
};

static enum zm_status wrong(const struct walk *walk, struct zm_bytes position, const char *why,
                            struct zm_error *error)
{
    const struct zm_instance *instance = &walk->walker->certificate->instance;
    struct zm_buffer text = {0};
    instance->game->rules->print(instance->state, position, &text);
    zm_fail(error, ZM_WRONG, "%s at %.200s", why, zm_buffer_string(&text));
    zm_buffer_free(&text);
    return ZM_WRONG;
}

/* Is the goal reached where the game is over and `mover` would be to move? */
static bool reached(const struct zm_strategy_goal *goal, const struct zm_ending *ending, int mover)
{
    bool own = mover == goal->player;
    if (goal->by_margin) {
        int64_t margin = (int64_t)ending->half_points[0] - ending->half_points[1];
        return ending->scored && (own ? margin : -margin) >= goal->margin;
    }
    enum zm_outcome win = own ? ZM_WIN : ZM_LOSS;
    return ending->outcome == win || (!goal->wins && ending->outcome == ZM_DRAW);
}

/* What one position needs while its children are walked. */
struct frame {
    struct zm_list moves, names;
    struct zm_buffer next;
    size_t *order;
};

static void frame_free(struct frame *frame)
{
    zm_list_free(&frame->moves);
    zm_list_free(&frame->names);
    zm_buffer_free(&frame->next);
    free(frame->order);
}

/* Lists the moves with their names, and the order of the names. */
static enum zm_status fill_frame(const struct zm_instance *instance, struct zm_bytes position,
                                 struct frame *frame, struct zm_error *error)
{
    const struct zm_rules *rules = instance->game->rules;
    rules->moves(instance->state, position, NULL, &frame->moves);
    for (size_t i = 0; i < frame->moves.count; i++) {
        rules->name(instance->state, position, zm_list_at(&frame->moves, i), &frame->names.bytes);
        zm_list_close(&frame->names);
    }
    frame->order = malloc((frame->moves.count + 1) * sizeof *frame->order);
    if (frame->order == NULL || zm_list_failed(&frame->moves) || zm_list_failed(&frame->names))
        return zm_fail_memory(error);
    for (size_t i = 0; i < frame->moves.count; i++) {
        size_t place = i;
        for (; place > 0 && zm_bytes_compare(zm_list_at(&frame->names, frame->order[place - 1]),
                                             zm_list_at(&frame->names, i)) > 0;
             place--)
            frame->order[place] = frame->order[place - 1];
        frame->order[place] = i;
    }
    return ZM_OK;
}

/* Can the player to move do what `moves` leaves out? The strategy would have no answer to it. */
static bool leaves_out(const struct zm_instance *instance, struct zm_bytes position)
{
    const struct zm_rules *rules = instance->game->rules;
    struct zm_buffer text = {0};
    if (rules->unlisted != NULL)
        rules->unlisted(instance->state, position, &text);
    bool out = text.size > 0 || text.failed;
    zm_buffer_free(&text);
    return out;
}

static enum zm_status visit(struct walk *walk, struct zm_bytes position, int mover, unsigned depth,
                            struct zm_error *error);

/* Plays a move and visits what comes of it. */
static enum zm_status follow(struct walk *walk, struct zm_bytes position, int mover, size_t move,
                             unsigned depth, struct frame *frame, struct zm_error *error)
{
    const struct zm_instance *instance = &walk->walker->certificate->instance;
    instance->game->rules->apply(instance->state, position, zm_list_at(&frame->moves, move),
                                 &frame->next);
    if (frame->next.failed)
        return zm_fail_memory(error);
    struct zm_bytes next = zm_buffer_bytes(&frame->next);
    int said = zm_turn_said(instance, next);
    return visit(walk, next, said >= 0 ? said : 1 - mover, depth + 1, error);
}

static enum zm_status visit_children(struct walk *walk, struct zm_bytes position, int mover,
                                     unsigned depth, struct frame *frame, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    if (mover == walk->goal->player) {
        struct zm_strategy_choice choice = {.goal = walk->goal,
                                            .position = position,
                                            .moves = &frame->moves,
                                            .names = &frame->names,
                                            .chosen = SIZE_MAX};
        status = walk->walker->choose(walk->walker->context, &choice, error);
        if (status == ZM_OK && choice.chosen >= frame->moves.count)
            return wrong(walk, position, "no such move", error);
        return status == ZM_OK ? follow(walk, position, mover, choice.chosen, depth, frame, error)
                               : status;
    }
    if (leaves_out(&walk->walker->certificate->instance, position))
        return wrong(walk, position, "not all moves of the other player are listed", error);
    for (size_t i = 0; i < frame->moves.count && status == ZM_OK; i++)
        status = follow(walk, position, mover, frame->order[i], depth, frame, error);
    return status;
}

/* A position that was not seen before. */
static enum zm_status visit_new(struct walk *walk, struct zm_bytes position, int mover,
                                unsigned depth, struct zm_error *error)
{
    const struct zm_strategy_certificate *certificate = walk->walker->certificate;
    struct frame frame = {0};
    struct zm_ending ending = {0};
    enum zm_status status = fill_frame(&certificate->instance, position, &frame, error);
    if (status == ZM_OK) {
        zm_ending_with_moves(&certificate->instance, position, NULL, certificate->misere,
                             frame.moves.count, &ending);
        if (!ending.over)
            status = visit_children(walk, position, mover, depth, &frame, error);
        else if (!reached(walk->goal, &ending, mover))
            status = wrong(walk, position, "the game ends otherwise than claimed", error);
    }
    frame_free(&frame);
    return status;
}

static enum zm_status visit(struct walk *walk, struct zm_bytes position, int mover, unsigned depth,
                            struct zm_error *error)
{
    struct zm_buffer key = {0};
    bool fresh;
    if ((++walk->visited & POLL) == 0 && walk->walker->run != NULL &&
        zm_run_look(walk->walker->run))
        return zm_fail(error, ZM_STOPPED, "stopped");
    if (depth > DEEPEST)
        return wrong(walk, position, "the game is too long", error);
    zm_buffer_add(&key, position.data, position.size);
    zm_buffer_byte(&key, (uint8_t)mover);
    uint8_t *mark = key.failed ? NULL : zm_table_insert(&walk->seen, zm_buffer_bytes(&key), &fresh);
    zm_buffer_free(&key);
    if (mark == NULL)
        return zm_fail_memory(error);
    if (!fresh)
        return *mark == DONE
                   ? ZM_OK
                   : wrong(walk, position, "the strategy comes back to a position", error);
    *mark = ON_THE_WAY;
    enum zm_status status = visit_new(walk, position, mover, depth, error);
    *mark = DONE;
    return status;
}

enum zm_status zm_strategy_walk(const struct zm_strategy_walker *walker, struct zm_error *error)
{
    const struct zm_strategy_certificate *certificate = walker->certificate;
    struct zm_bytes start = zm_buffer_bytes(&certificate->drawn);
    struct zm_strategy_goal goals[2];
    unsigned count = zm_strategy_goals(certificate, goals);
    int mover = zm_turn_at(&certificate->instance, start, NULL);
    enum zm_status status = ZM_OK;
    for (unsigned i = 0; i < count && status == ZM_OK; i++) {
        struct walk walk = {.walker = walker, .goal = &goals[i]};
        zm_table_init(&walk.seen, 1);
        status = visit(&walk, start, mover, 0, error);
        zm_table_free(&walk.seen);
    }
    return status;
}
