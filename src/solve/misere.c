/* Outcome in misère play (who cannot move wins) over whole sums: without the theory of reduced
 * trees nothing cancels, so a node is the sorted list of all components. The store keeps the lost
 * nodes.
 *
 * A node is each component with its length (two bytes) before it. */
#include "solve/misere.h"

#include "store/store.h"

#include <stdlib.h>

struct misere {
    struct zm_problem problem;
    struct zm_instance game;
    struct zm_options options;
    struct zm_list parts; /* components of the child being made */
    struct zm_buffer child;
};

enum { LENGTH_SIZE = 2 };

static bool next_component(struct zm_bytes node, size_t *offset, struct zm_bytes *component)
{
    if (*offset >= node.size)
        return false;
    size_t length = node.data[*offset] | (size_t)node.data[*offset + 1] << 8;
    *component = zm_bytes(node.data + *offset + LENGTH_SIZE, length);
    *offset += LENGTH_SIZE + length;
    return true;
}

static void write_node(struct zm_list *components, struct zm_buffer *node)
{
    zm_list_sort(components, false);
    zm_buffer_clear(node);
    for (size_t i = 0; i < components->count; i++) {
        struct zm_bytes component = zm_list_at(components, i);
        zm_buffer_byte(node, (uint8_t)component.size);
        zm_buffer_byte(node, (uint8_t)(component.size >> 8));
        zm_buffer_add(node, component.data, component.size);
    }
    node->failed |= zm_list_failed(components);
}

static enum zm_verdict misere_lookup(void *state, struct zm_bytes node)
{
    struct misere *misere = state;
    struct zm_value value;
    if (node.size == 0)
        return ZM_WON;
    bool lost = zm_store_get(misere->problem.run->store, ZM_KIND_LOST, node, &value);
    return lost ? ZM_LOST : ZM_OPEN;
}

static void misere_keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    struct misere *misere = state;
    if (verdict != ZM_LOST)
        return;
    enum zm_status status =
        zm_store_put(misere->problem.run->store, ZM_KIND_LOST, node, (struct zm_value){0});
    if (status != ZM_OK)
        zm_run_fail(misere->problem.run, status);
}

/* Sets misere->child to the node with its component at `offset` replaced by option `index`. */
static void make_child(struct misere *misere, struct zm_bytes node, size_t offset, size_t index)
{
    struct zm_options *options = &misere->options;
    struct zm_bytes component;
    zm_list_clear(&misere->parts);
    for (size_t at = 0; at < node.size;) {
        bool replaced = at == offset;
        next_component(node, &at, &component);
        if (!replaced)
            zm_list_add(&misere->parts, component);
    }
    for (size_t i = zm_options_begin(options, index); i < options->ends[index]; i++)
        zm_list_add(&misere->parts, zm_list_at(&options->components, i));
    write_node(&misere->parts, &misere->child);
}

static bool already_made(const struct zm_list *children, struct zm_bytes child)
{
    for (size_t i = 0; i < children->count; i++)
        if (zm_bytes_equal(zm_list_at(children, i), child))
            return true;
    return false;
}

static enum zm_verdict misere_expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct misere *misere = state;
    struct zm_bytes component, before = {0};
    zm_list_clear(children);
    for (size_t offset = 0, start = 0; next_component(node, &offset, &component); start = offset) {
        bool again = before.data != NULL && zm_bytes_equal(before, component);
        before = component;
        if (again)
            continue;
        misere->game.game->sums->options(misere->game.state, component, ZM_LEFT, &misere->options);
        children->bytes.failed |= zm_list_failed(&misere->options.components);
        for (size_t i = 0; i < misere->options.count; i++) {
            make_child(misere, node, start, i);
            struct zm_bytes child = zm_buffer_bytes(&misere->child);
            children->bytes.failed |= misere->child.failed;
            enum zm_verdict verdict = misere_lookup(misere, child);
            if (verdict == ZM_LOST)
                return ZM_WON;
            if (verdict == ZM_OPEN && !already_made(children, child))
                zm_list_add(children, child);
        }
    }
    if (zm_list_failed(children) || children->count > 0)
        return ZM_OPEN;
    misere_keep(misere, node, ZM_LOST);
    return ZM_LOST;
}

static uint32_t misere_difficulty(void *state, struct zm_bytes node)
{
    struct misere *misere = state;
    const struct zm_sums *sums = misere->game.game->sums;
    struct zm_bytes component;
    uint32_t sum = 0;
    for (size_t offset = 0; next_component(node, &offset, &component);)
        sum += sums->difficulty == NULL ? (uint32_t)component.size
                                        : sums->difficulty(misere->game.state, component);
    return sum;
}

static void misere_describe(void *state, struct zm_bytes node, struct zm_buffer *text)
{
    struct misere *misere = state;
    struct zm_bytes component;
    for (size_t offset = 0; next_component(node, &offset, &component);) {
        misere->game.game->sums->print(misere->game.state, component, text);
        if (offset < node.size)
            zm_buffer_text(text, " + ");
    }
}

static void misere_close(void *state)
{
    struct misere *misere = state;
    zm_instance_close(&misere->game);
    zm_options_free(&misere->options);
    zm_list_free(&misere->parts);
    zm_buffer_free(&misere->child);
    free(misere);
}

static enum zm_status misere_open(const struct zm_problem *problem, void **state,
                                  struct zm_error *error)
{
    struct misere *misere = calloc(1, sizeof *misere);
    if (misere == NULL)
        return zm_fail_memory(error);
    misere->problem = *problem;
    enum zm_status status =
        zm_instance_open(&misere->game, problem->game, problem->settings, error);
    if (status != ZM_OK) {
        free(misere);
        return status;
    }
    *state = misere;
    return ZM_OK;
}

static void misere_space(void *state, struct zm_space *space);

static enum zm_status misere_fork(void *state, struct zm_space *space, struct zm_error *error)
{
    struct misere *misere = state;
    void *other = NULL;
    enum zm_status status = misere_open(&misere->problem, &other, error);
    if (status == ZM_OK)
        misere_space(other, space);
    return status;
}

static void misere_join(struct zm_space *space)
{
    misere_close(space->state);
}

static void misere_space(void *state, struct zm_space *space)
{
    *space = (struct zm_space){
        .state = state,
        .run = ((struct misere *)state)->problem.run,
        .lookup = misere_lookup,
        .expand = misere_expand,
        .keep = misere_keep,
        .difficulty = misere_difficulty,
        .describe = misere_describe,
        .fork = misere_fork,
        .join = misere_join,
    };
}

static enum zm_status misere_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game->players != ZM_IMPARTIAL || game->sums == NULL || !misere)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not an impartial game that splits, in misère play", game->name);
    return ZM_OK;
}

static enum zm_status misere_answer(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    struct misere *misere = state;
    struct zm_list components = {0};
    struct zm_buffer node = {0};
    misere->game.game->sums->split(misere->game.state, position, &components);
    write_node(&components, &node);
    enum zm_status status = node.failed ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK) {
        enum zm_verdict verdict = decider->decide(decider->search, zm_buffer_bytes(&node));
        answer->kind = ZM_ANSWER_OUTCOME;
        answer->known = verdict != ZM_OPEN;
        answer->outcome = verdict == ZM_WON ? ZM_WIN : ZM_LOSS;
        status = answer->known ? ZM_OK : ZM_STOPPED;
    }
    zm_list_free(&components);
    zm_buffer_free(&node);
    return status;
}

const struct zm_calculation zm_outcome_misere = {
    .name = "outcome",
    .summary = "who wins, in misère play",
    .keys = "sums",
    .suits = misere_suits,
    .open = misere_open,
    .close = misere_close,
    .space = misere_space,
    .answer = misere_answer,
};
