/* The tree of a certificate by strategy: positions of the board, with the one move that the
 * strategy plays where its player is to move, and all where the other is. A draw or a margin has two
 * strategies, one below the other's side of a common root. */
#include "picture/growing.h"

#include "proof/check/strategy.h"

enum { PLAYER, MOVER, HEAD }; /* the first bytes of a node: whose strategy it is, and who moves */

struct maker {
    const struct zm_strategy_certificate *certificate;
    const struct zm_table *choices; /* player and position -> where the move's name is in `names` */
    const struct zm_list *names;
    struct zm_strategy_goal goals[2]; /* by player */
    struct zm_growth growth;
};

static struct zm_bytes position_of(struct zm_bytes node)
{
    return zm_bytes(node.data + HEAD, node.size - HEAD);
}

static void describe(void *context, struct zm_bytes node, struct zm_buffer *label)
{
    const struct zm_instance *game = &((const struct maker *)context)->certificate->instance;
    game->game->rules->print(game->state, position_of(node), label);
}

static void add_to(struct zm_list *nodes, int player, int mover, struct zm_bytes position)
{
    zm_buffer_byte(&nodes->bytes, (uint8_t)player);
    zm_buffer_byte(&nodes->bytes, (uint8_t)mover);
    zm_buffer_add(&nodes->bytes, position.data, position.size);
    zm_list_close(nodes);
}

/* What the strategy plays at a node of its player; empty: there is no memory to find it. */
static struct zm_bytes choice_at(const struct maker *maker, struct zm_bytes node)
{
    struct zm_buffer key = {0};
    uint32_t number;
    zm_buffer_byte(&key, node.data[PLAYER]);
    zm_buffer_add(&key, node.data + HEAD, node.size - HEAD);
    const void *value = key.failed ? NULL : zm_table_find(maker->choices, zm_buffer_bytes(&key));
    zm_buffer_free(&key);
    if (value == NULL)
        return zm_bytes("", 0);
    memcpy(&number, value, sizeof number);
    return zm_list_at(maker->names, number);
}

/* What a move of a node leads to, as a child by its name. */
static enum zm_status add_move(struct maker *maker, uint32_t id, struct zm_bytes node,
                               struct zm_bytes move, struct zm_bytes name)
{
    const struct zm_instance *game = &maker->certificate->instance;
    struct zm_buffer next = {0};
    struct zm_list child = {0};
    game->game->rules->apply(game->state, position_of(node), move, &next);
    int said = next.failed ? 0 : zm_turn_said(game, zm_buffer_bytes(&next));
    add_to(&child, node.data[PLAYER], said >= 0 ? said : 1 - node.data[MOVER],
           zm_buffer_bytes(&next));
    enum zm_status status =
        next.failed || zm_list_failed(&child)
            ? zm_fail_memory(maker->growth.error)
            : zm_growth_add_move(&maker->growth, id, zm_list_at(&child, 0), name);
    zm_buffer_free(&next);
    zm_list_free(&child);
    return status;
}

/* Adds the moves of a node: all of the other player's, of the strategy's the one that is chosen. */
static enum zm_status add_moves(struct maker *maker, uint32_t id, struct zm_bytes node,
                                const struct zm_list *moves)
{
    const struct zm_instance *game = &maker->certificate->instance;
    bool own = node.data[MOVER] == node.data[PLAYER];
    struct zm_bytes chosen = own ? choice_at(maker, node) : zm_bytes("", 0);
    struct zm_buffer name = {0};
    enum zm_status status = own && chosen.size == 0 ? zm_fail_memory(maker->growth.error) : ZM_OK;
    for (size_t i = 0; i < moves->count && status == ZM_OK; i++) {
        zm_buffer_clear(&name);
        game->game->rules->name(game->state, position_of(node), zm_list_at(moves, i), &name);
        if (name.failed)
            status = zm_fail_memory(maker->growth.error);
        else if (!own || zm_bytes_equal(zm_buffer_bytes(&name), chosen))
            status = add_move(maker, id, node, zm_list_at(moves, i), zm_buffer_bytes(&name));
    }
    zm_buffer_free(&name);
    return status;
}

/* Why the strategy of a node reaches its goal there. */
static const char *reason(const struct zm_strategy_goal *goal, bool over, bool own)
{
    static const char *const reasons[][2] = {
        {"every move is answered: the other wins", "the strategy has a move that wins"},
        {"every move is answered: the other has at least a draw",
         "the strategy has a move that keeps at least a draw"},
        {"every move is answered: the other keeps the margin",
         "the strategy has a move that keeps the margin"}};
    return over ? "the game is over" : reasons[goal->by_margin ? 2 : goal->wins ? 0 : 1][own];
}

static enum zm_status expand(void *context, uint32_t id, struct zm_bytes node)
{
    struct maker *maker = context;
    const struct zm_instance *game = &maker->certificate->instance;
    struct zm_drawn_node *drawn = &maker->growth.drawing->nodes[id];
    const struct zm_strategy_goal *goal = &maker->goals[node.data[PLAYER]];
    struct zm_list moves = {0};
    struct zm_ending ending = {0};
    bool own = node.data[MOVER] == goal->player;
    game->game->rules->moves(game->state, position_of(node), NULL, &moves);
    zm_ending_with_moves(game, position_of(node), NULL, maker->certificate->misere, moves.count,
                         &ending);
    drawn->why = reason(goal, ending.over, own);
    if (goal->wins)
        drawn->state = own ? ZM_DRAWN_WON : ZM_DRAWN_LOST;
    enum zm_status status = ZM_OK;
    if (zm_list_failed(&moves))
        status = zm_fail_memory(maker->growth.error);
    else if (!ending.over && !zm_growth_ends(&maker->growth, id))
        status = add_moves(maker, id, node, &moves);
    zm_list_free(&moves);
    return status;
}

/* -- the choices of a certificate, learned while it is checked -- */

struct learned {
    struct zm_table choices;
    struct zm_list names;
};

static enum zm_status see(void *context, const struct zm_strategy_choice *choice,
                          struct zm_error *error)
{
    struct learned *learned = context;
    struct zm_buffer key = {0};
    uint32_t number = (uint32_t)learned->names.count;
    zm_buffer_byte(&key, (uint8_t)choice->goal->player);
    zm_buffer_add(&key, choice->position.data, choice->position.size);
    void *value =
        key.failed ? NULL : zm_table_insert(&learned->choices, zm_buffer_bytes(&key), NULL);
    zm_list_add(&learned->names, zm_list_at(choice->names, choice->chosen));
    zm_buffer_free(&key);
    if (value == NULL || zm_list_failed(&learned->names))
        return zm_fail_memory(error);
    memcpy(value, &number, sizeof number);
    return ZM_OK;
}

/* Draws the strategies of a certificate whose choices are known. */
static enum zm_status draw(const struct zm_strategy_certificate *certificate,
                           const struct learned *learned, const struct zm_drawing_options *options,
                           struct zm_drawing *drawing, struct zm_error *error)
{
    struct zm_bytes start = zm_buffer_bytes(&certificate->drawn);
    struct maker maker = {.certificate = certificate,
                          .choices = &learned->choices,
                          .names = &learned->names,
                          .growth = {.drawing = drawing,
                                     .options = options,
                                     .error = error,
                                     .context = &maker,
                                     .describe = describe,
                                     .expand = expand}};
    const struct zm_crown crown = {.label = zm_buffer_bytes(&certificate->position),
                                   .why = "each player has a strategy for no less than this"};
    struct zm_strategy_goal goals[2];
    struct zm_list roots = {0};
    unsigned count = zm_strategy_goals(certificate, goals);
    for (unsigned i = 0; i < count; i++) {
        maker.goals[goals[i].player] = goals[i];
        add_to(&roots, goals[i].player, zm_turn_at(&certificate->instance, start, NULL), start);
    }
    enum zm_status status = zm_grow(&maker.growth, count > 1 ? &crown : NULL, &roots);
    zm_list_free(&roots);
    return status;
}

enum zm_status zm_draw_strategy(const struct zm_strategy_certificate *certificate,
                                const struct zm_drawing_options *options,
                                struct zm_drawing *drawing, struct zm_error *error)
{
    struct learned learned = {.names = {.count = 0}};
    const struct zm_strategy_witness witness = {&learned, see};
    *drawing = (struct zm_drawing){0};
    zm_table_init(&learned.choices, sizeof(uint32_t));
    enum zm_status status = zm_strategy_follow(certificate, options->run, &witness, error);
    if (status == ZM_OK)
        status = draw(certificate, &learned, options, drawing, error);
    zm_table_free(&learned.choices);
    zm_list_free(&learned.names);
    return status;
}
