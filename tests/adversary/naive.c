/* The minimax over the rules; see naive.h. */
#include "adversary/naive.h"

#include "test.h"

/* Memory is not what is tested here. */
static void *grown(void *items, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return items;
    *capacity = needed + *capacity + 64;
    items = realloc(items, *capacity * size);
    if (items == NULL)
        abort();
    return items;
}

static void *array_of(size_t count, size_t size)
{
    void *items = calloc(count + 1, size);
    if (items == NULL)
        abort();
    return items;
}

struct zm_bytes naive_position(const struct naive *naive, uint32_t vertex)
{
    return zm_list_at(&naive->positions, vertex);
}

/* Sets `plain` to what a position is called here: orders of the same moves are one. */
static void name_position(const struct naive *naive, struct zm_bytes position,
                          struct zm_buffer *plain)
{
    const struct zm_goals *goals = naive->game->game->goals;
    if (goals != NULL && goals->plain != NULL)
        goals->plain(naive->game->state, position, plain);
    else
        zm_buffer_set(plain, position);
    if (plain->failed)
        abort();
}

uint32_t naive_find(const struct naive *naive, struct zm_bytes position)
{
    uint32_t number = UINT32_MAX;
    struct zm_buffer plain = {0};
    name_position(naive, position, &plain);
    const void *slot = zm_table_find(&naive->numbers, zm_buffer_bytes(&plain));
    if (slot != NULL)
        memcpy(&number, slot, sizeof number);
    zm_buffer_free(&plain);
    return number;
}

/* The number of a position, a new one when it was not met before. */
static uint32_t number_of(struct naive *naive, struct zm_bytes position)
{
    bool fresh = false;
    uint32_t number = (uint32_t)naive->count;
    struct zm_buffer plain = {0};
    name_position(naive, position, &plain);
    void *slot = zm_table_insert(&naive->numbers, zm_buffer_bytes(&plain), &fresh);
    if (slot == NULL)
        abort();
    if (fresh)
        zm_list_add(&naive->positions, zm_buffer_bytes(&plain));
    zm_buffer_free(&plain);
    if (!fresh) {
        memcpy(&number, slot, sizeof number);
        return number;
    }
    memcpy(slot, &number, sizeof number);
    naive->vertices =
        grown(naive->vertices, &naive->vertex_capacity, ++naive->count, sizeof *naive->vertices);
    naive->vertices[number] = (struct naive_vertex){.turn = -1};
    return number;
}

/* Where the position leaves it open its moves are Left's (game.h). A player alone always does. */
static bool moves_again(const struct naive *naive, int before, int after)
{
    return naive->game->game->players == ZM_ONE_PLAYER ||
           (after >= 0 && after == (before < 0 ? 0 : before));
}

/* What the rules say of a position, apart from its moves. */
static void look_at(struct naive *naive, struct zm_bytes position, struct naive_vertex *vertex)
{
    const struct zm_rules *rules = naive->game->game->rules;
    struct zm_ending ending = {0};
    if (rules->turn != NULL)
        vertex->turn = rules->turn(naive->game->state, position);
    if (rules->ending != NULL)
        rules->ending(naive->game->state, position, NULL, &ending);
    vertex->over = ending.over;
    vertex->outcome = ending.outcome;
    vertex->scored = ending.over && ending.scored;
    vertex->margin = ending.half_points[0] - ending.half_points[1];
    naive->endings |= ending.over;
    const struct zm_goals *goals = naive->game->game->goals;
    vertex->goal = naive->game->game->players == ZM_ONE_PLAYER && goals != NULL &&
                   !goals->maximise && goals->worth(naive->game->state, position) > 0;
}

/* Lists the moves of a vertex; its options get numbers. */
static void expand(struct naive *naive, uint32_t number, struct zm_list *moves,
                   struct zm_buffer *here, struct zm_buffer *next)
{
    const struct zm_rules *rules = naive->game->game->rules;
    struct naive_vertex vertex = {.first = naive->edge_count, .turn = -1};
    zm_buffer_set(here, naive_position(naive, number));
    look_at(naive, zm_buffer_bytes(here), &vertex);
    zm_list_clear(moves);
    if (!vertex.over)
        rules->moves(naive->game->state, zm_buffer_bytes(here), NULL, moves);
    for (size_t i = 0; i < moves->count; i++) {
        zm_buffer_clear(next);
        rules->apply(naive->game->state, zm_buffer_bytes(here), zm_list_at(moves, i), next);
        int turn =
            rules->turn == NULL ? -1 : rules->turn(naive->game->state, zm_buffer_bytes(next));
        struct naive_edge edge = {number_of(naive, zm_buffer_bytes(next)),
                                  moves_again(naive, vertex.turn, turn)};
        naive->edges =
            grown(naive->edges, &naive->edge_capacity, naive->edge_count + 1, sizeof *naive->edges);
        naive->edges[naive->edge_count++] = edge;
        naive->agains |= edge.again;
    }
    vertex.count = moves->count;
    naive->vertices[number] = vertex;
}

static bool leaves_moves_out(const struct naive *naive, struct zm_bytes position)
{
    const struct zm_rules *rules = naive->game->game->rules;
    struct zm_buffer text = {0};
    struct zm_list cases = {0};
    if (rules->unlisted != NULL)
        rules->unlisted(naive->game->state, position, &text);
    if (rules->cases != NULL)
        rules->cases(naive->game->state, position, &cases, &text);
    bool out = text.size > 0 || cases.count > 0;
    zm_buffer_free(&text);
    zm_list_free(&cases);
    return out;
}

/* Appends to naive->order after its options whatever can be reached; false: there is a cycle. The
 * stack is explicit, as plays may be long. */
static bool put_in_order(struct naive *naive)
{
    enum { NEW, OPEN, DONE };
    uint8_t *state = array_of(naive->count, 1);
    uint32_t *stack = array_of(naive->count, sizeof *stack);
    size_t *next = array_of(naive->count, sizeof *next);
    size_t depth = 1, placed = 0;
    bool acyclic = true;
    stack[0] = 0;
    while (depth > 0 && acyclic) {
        uint32_t number = stack[depth - 1];
        const struct naive_vertex *vertex = &naive->vertices[number];
        state[number] = OPEN;
        if (next[number] == vertex->count) {
            state[number] = DONE;
            naive->order[placed++] = number;
            depth--;
            continue;
        }
        uint32_t to = naive->edges[vertex->first + next[number]++].to;
        acyclic = state[to] != OPEN;
        if (state[to] == NEW)
            stack[depth++] = to;
    }
    free(state);
    free(stack);
    free(next);
    return acyclic;
}

enum naive_size naive_explore(struct naive *naive, const struct zm_instance *game,
                              struct zm_bytes start, size_t budget)
{
    struct zm_list moves = {0};
    struct zm_buffer here = {0}, next = {0};
    enum naive_size size = NAIVE_SMALL;
    *naive = (struct naive){.game = game};
    zm_table_init(&naive->numbers, sizeof(uint32_t));
    number_of(naive, start);
    for (uint32_t i = 0; i < naive->count && size == NAIVE_SMALL; i++) {
        if (leaves_moves_out(naive, naive_position(naive, i)))
            size = NAIVE_UNLISTED;
        else
            expand(naive, i, &moves, &here, &next);
        if (naive->count > budget || naive->edge_count > 20 * budget)
            size = NAIVE_TOO_LARGE;
    }
    if (zm_list_failed(&moves) || here.failed || next.failed || zm_list_failed(&naive->positions))
        abort();
    zm_list_free(&moves);
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    if (size != NAIVE_SMALL) {
        naive_free(naive);
        return size;
    }
    naive->order = array_of(naive->count, sizeof *naive->order);
    if (!put_in_order(naive)) {
        free(naive->order);
        naive->order = NULL;
    }
    return NAIVE_SMALL;
}

void naive_free(struct naive *naive)
{
    zm_table_free(&naive->numbers);
    zm_list_free(&naive->positions);
    free(naive->vertices);
    free(naive->edges);
    free(naive->order);
    *naive = (struct naive){0};
}

/* --- outcomes and distances ---------------------------------------------------------------------
 */

static enum zm_outcome turned(enum zm_outcome outcome)
{
    return outcome == ZM_WIN ? ZM_LOSS : outcome == ZM_LOSS ? ZM_WIN : outcome;
}

/* An end of the game: by an ending of its own, which misere play turns round, or because there is
 * no move, which normal play calls lost and misere play won. */
static enum zm_outcome end_of(const struct naive_vertex *vertex, bool misere)
{
    if (vertex->over)
        return misere ? turned(vertex->outcome) : vertex->outcome;
    return vertex->count > 0 ? ZM_UNDECIDED : misere ? ZM_WIN : ZM_LOSS;
}

/* Decides an open vertex from what is decided with fewer plies than `plies`: won as soon as one
 * move wins, lost when all do for the other. */
static enum zm_outcome decided(const struct naive *naive, const struct naive_vertex *vertex,
                               const struct naive_fact *facts, int32_t plies)
{
    bool lost = true;
    for (size_t i = 0; i < vertex->count; i++) {
        const struct naive_edge *edge = &naive->edges[vertex->first + i];
        const struct naive_fact *after = &facts[edge->to];
        enum zm_outcome outcome = edge->again ? after->outcome : turned(after->outcome);
        bool known = after->outcome != ZM_UNDECIDED && after->plies < plies;
        if (known && outcome == ZM_WIN)
            return ZM_WIN;
        lost = lost && known && outcome == ZM_LOSS;
    }
    return lost ? ZM_LOSS : ZM_UNDECIDED;
}

bool naive_is_over(const struct naive *naive, uint32_t vertex)
{
    const struct naive_vertex *here = &naive->vertices[vertex];
    return here->over || here->goal || here->count == 0;
}

/* What is true from the start: of two players the ends, of one the goal alone. */
static enum zm_outcome at_once(const struct naive *naive, size_t number, bool misere)
{
    const struct naive_vertex *vertex = &naive->vertices[number];
    if (naive->game->game->players == ZM_ONE_PLAYER)
        return vertex->goal ? ZM_WIN : vertex->count == 0 ? ZM_LOSS : ZM_UNDECIDED;
    return end_of(vertex, misere);
}

/* What nobody can force is a draw; what a player alone cannot reach is lost. */
static void settle_rest(const struct naive *naive, struct naive_fact *fact)
{
    bool alone = naive->game->game->players == ZM_ONE_PLAYER;
    if (fact->outcome == ZM_UNDECIDED)
        fact->outcome = alone ? ZM_LOSS : ZM_DRAW;
    if (fact->outcome == ZM_DRAW || (alone && fact->outcome == ZM_LOSS))
        fact->plies = -1;
}

struct naive_fact *naive_facts(const struct naive *naive, bool misere)
{
    struct naive_fact *facts = array_of(naive->count, sizeof *facts);
    for (size_t i = 0; i < naive->count; i++)
        facts[i].outcome = at_once(naive, i, misere);
    bool changed = true;
    for (int32_t plies = 1; changed; plies++) {
        changed = false;
        for (size_t i = 0; i < naive->count; i++) {
            if (facts[i].outcome != ZM_UNDECIDED)
                continue;
            facts[i].outcome = decided(naive, &naive->vertices[i], facts, plies);
            facts[i].plies = plies;
            changed |= facts[i].outcome != ZM_UNDECIDED;
        }
    }
    for (size_t i = 0; i < naive->count; i++)
        settle_rest(naive, &facts[i]);
    return facts;
}
