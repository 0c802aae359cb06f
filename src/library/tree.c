/* Trees of the public C interface, proofs above all: each node with its position, who wins there
 * and why, and its children; over picture/drawing.h, which makes them. */
#include "library/session.h"

#include "api/tree.h"

#include <stdlib.h>

enum { MOST_NODES = 1000000, PASSES = 3 };

struct zermelo_tree {
    zermelo *session;
    struct zm_drawing drawing;
    struct zm_buffer claim, text, move, picture; /* handed out */
};

static zermelo_tree *new_tree(zermelo *session)
{
    zermelo_tree *tree = calloc(1, sizeof *tree);
    zm_session_begin(session);
    if (tree == NULL)
        zm_fail_memory(&session->error);
    else
        tree->session = session;
    return tree;
}

/* Hands a tree out, or frees it. */
static zermelo_tree *finish(zermelo_tree *tree, enum zm_status status)
{
    if (zm_session_end(tree->session, status) == ZM_OK)
        return tree;
    zermelo_tree_close(tree);
    return NULL;
}

static struct zm_drawing_options options_for(zermelo *session, size_t depth, size_t most)
{
    return (struct zm_drawing_options){.depth = depth == 0 ? SIZE_MAX : depth,
                                       .limit = most == 0 ? MOST_NODES : most,
                                       .run = &session->run};
}

zermelo_tree *zermelo_tree_open(zermelo *session, const char *position, const char *kind,
                                size_t depth, size_t most)
{
    static const char *const kinds[] = {"solution", "game", "canonical", "rct"};
    const struct zm_tree_wish wish = {.kind = kind == NULL ? kinds[0] : kind,
                                      .passes = PASSES,
                                      .options = options_for(session, depth, most)};
    struct zm_question question;
    zermelo_tree *tree = new_tree(session);
    size_t i = 0;
    if (tree == NULL)
        return NULL;
    while (i < sizeof kinds / sizeof *kinds && strcmp(kinds[i], wish.kind) != 0)
        i++;
    if (i == sizeof kinds / sizeof *kinds)
        return finish(tree,
                      zm_fail(&session->error, ZM_BAD_INPUT,
                              "'%.40s' is none of solution, game, canonical and rct", wish.kind));
    enum zm_status status = zm_session_ask(session, position, NULL, &question);
    if (status != ZM_OK)
        return finish(tree, status);
    question.store = session->store;
    status = zm_question_draw(&question, &session->run, &wish, &tree->drawing, &tree->claim,
                              &session->error);
    zm_session_release(session, &question);
    return finish(tree, status);
}

zermelo_tree *zermelo_tree_of_proof(zermelo *session, const char *certificate, size_t most)
{
    struct zm_buffer text = {0};
    zermelo_tree *tree = new_tree(session);
    if (tree == NULL)
        return NULL;
    zm_buffer_text(&text, certificate);
    const struct zm_drawing_options options = options_for(session, 0, most);
    enum zm_status status =
        text.failed ? zm_fail_memory(&session->error)
                    : zm_draw_certificate(session->game, &text, &options, &tree->drawing,
                                          &tree->claim, &session->error);
    zm_buffer_free(&text);
    return finish(tree, status);
}

void zermelo_tree_close(zermelo_tree *tree)
{
    if (tree == NULL)
        return;
    zm_drawing_free(&tree->drawing);
    zm_buffer_free(&tree->claim);
    zm_buffer_free(&tree->text);
    zm_buffer_free(&tree->move);
    zm_buffer_free(&tree->picture);
    free(tree);
}

const char *zermelo_tree_claim(const zermelo_tree *tree)
{
    return zm_buffer_string(&tree->claim);
}

size_t zermelo_tree_size(const zermelo_tree *tree)
{
    return tree->drawing.count;
}

/* Why a node is what it is said to be. */
static const char *reason(const struct zm_drawn_node *node)
{
    if (node->cut)
        return "what follows is not in the tree";
    if (node->why != NULL)
        return node->why;
    switch (node->state) {
    case ZM_DRAWN_SUM:
        return "each component and the heap of its nimber are lost together, and the heaps cancel";
    case ZM_DRAWN_LOST:
        return node->count > 0 ? "every move leaves a won position" : "there is no move";
    case ZM_DRAWN_WON:
        return node->count > 0 ? "a move leaves a lost position"
                               : "there is no move, and who cannot move wins";
    case ZM_DRAWN_PLAIN:
        break;
    }
    return "";
}

int zermelo_tree_node(zermelo_tree *tree, size_t index, struct zermelo_node *node)
{
    static const char *const outcomes[] = {[ZM_DRAWN_PLAIN] = "",
                                           [ZM_DRAWN_WON] = "win",
                                           [ZM_DRAWN_LOST] = "loss",
                                           [ZM_DRAWN_SUM] = "loss"};
    zm_session_begin(tree->session);
    *node = (struct zermelo_node){.position = "", .outcome = "", .why = ""};
    if (index >= tree->drawing.count)
        return zm_fail(&tree->session->error, ZM_BAD_INPUT, "the tree has %zu nodes, and no %zu",
                       tree->drawing.count, index);
    const struct zm_drawn_node *drawn = &tree->drawing.nodes[index];
    zm_buffer_set(&tree->text, zm_list_at(&tree->drawing.labels, index));
    *node = (struct zermelo_node){.position = zm_buffer_string(&tree->text),
                                  .outcome = outcomes[drawn->state],
                                  .why = reason(drawn),
                                  .children = drawn->count};
    return tree->text.failed ? zm_fail_memory(&tree->session->error) : ZM_OK;
}

size_t zermelo_tree_child(const zermelo_tree *tree, size_t index, size_t child)
{
    const struct zm_drawing *drawing = &tree->drawing;
    return index < drawing->count && child < drawing->nodes[index].count
               ? drawing->nodes[index].children[child]
               : 0;
}

const char *zermelo_tree_move(zermelo_tree *tree, size_t index, size_t child)
{
    const struct zm_drawing *drawing = &tree->drawing;
    zm_buffer_clear(&tree->move);
    if (index < drawing->count && child < drawing->nodes[index].count)
        zm_buffer_set(&tree->move, zm_drawing_move(drawing, index, child));
    return zm_buffer_string(&tree->move);
}

int zermelo_tree_svg(zermelo_tree *tree, const char **svg)
{
    zm_session_begin(tree->session);
    zm_buffer_clear(&tree->picture);
    enum zm_status status = zm_drawing_svg(&tree->drawing, &tree->picture, &tree->session->error);
    *svg = status == ZM_OK ? zm_buffer_string(&tree->picture) : "";
    return status;
}
