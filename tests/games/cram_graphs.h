/* Cram as board, graph and pruned graph, for the tests that compare the three. */
#ifndef TESTS_GAMES_CRAM_GRAPHS_H
#define TESTS_GAMES_CRAM_GRAPHS_H

#include "games/cram_forms.h"

static struct zm_instance board, graph, pruned;

static inline int open_forms(void **state)
{
    (void)state;
    open_form(&board, "board");
    open_form(&graph, "graph");
    open_form(&pruned, "pruned");
    return 0;
}

static inline int close_forms(void **state)
{
    (void)state;
    zm_instance_close(&board);
    zm_instance_close(&graph);
    zm_instance_close(&pruned);
    return 0;
}

static inline void parse(struct zm_instance *instance, const char *text, struct zm_buffer *position)
{
    struct zm_error error = {0};
    if (zm_cram.rules->parse(instance->state, text, position, &error) != ZM_OK)
        fail_msg("%s", error.text);
}

#endif
