/* The root: every move by one search, or iterative deepening (Becquet and Delteil): a short search
 * of every move, then one ply more each time with a window round the last worth; the first move
 * with the expected line, the others with a null window. Othel du Nord keeps instead the moves that
 * are near the best. */
#include "engines/othello/classic/inside.h"

#include <string.h>

enum { SHORT = 4 }; /* plies of the short search */

int classic_margin(enum classic_evaluation evaluation)
{
    static const int margins[CLASSIC_EVALUATIONS] = {
        [CLASSIC_COMPOTH] = 60,   [CLASSIC_IAGO] = 30,    [CLASSIC_BILL] = 200,
        [CLASSIC_THOR] = 60,      [CLASSIC_NORD] = 60,    [CLASSIC_PATH] = 300,
        [CLASSIC_FRONTIER] = 8,   [CLASSIC_RANDOM] = 200, [CLASSIC_DISCS] = 4,
        [CLASSIC_PATTERNS] = 512,
    };
    return margins[evaluation];
}

static void list_roots(struct classic_search *search, struct classic_thought *thought)
{
    struct classic_list list;
    classic_order(search, CLASSIC_DEEPEST, CLASSIC_LISTED, &list);
    thought->count = list.count;
    thought->depth = 0;
    for (unsigned i = 0; i < list.count; i++)
        thought->roots[i] = (struct classic_root){
            .square = list.squares[i], .line_length = 1, .line = {list.squares[i]}};
}

/* Keeps the line of the child just searched. */
static void keep_line(struct classic_search *search, struct classic_root *root)
{
    unsigned length = search->line_length[1];
    root->line[0] = root->square;
    memcpy(root->line + 1, search->line[1], length);
    root->line_length = length + 1;
}

/* Sorts moves by their worth, keeping the order of equals. */
static void sort_roots(struct classic_thought *thought, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        struct classic_root root = thought->roots[i];
        unsigned place = i;
        for (; place > 0 && thought->roots[place - 1].worth < root.worth; place--)
            thought->roots[place] = thought->roots[place - 1];
        thought->roots[place] = root;
    }
}

/* The worth of a root move in a window, for the player at the root. */
static int root_worth(struct classic_search *search, struct classic_root *root, unsigned depth,
                      int alpha, int beta)
{
    int note = classic_root_note(&search->judge, &search->board, root->square);
    uint64_t flips = classic_step(search, root->square);
    int worth = note - classic_visit(search, true, depth - 1, note - beta, note - alpha);
    if (!search->stopped && worth > alpha)
        keep_line(search, root);
    classic_step_back(search, root->square, flips);
    return worth;
}

/* Every move of the root, by the plain methods too; unless all are wanted with their worth, those
 * that are no better than the best before get bounds. */
static bool search_each(struct classic_search *search, unsigned depth,
                        struct classic_thought *thought)
{
    bool bounded = !search->every_root && search->options.method != CLASSIC_DEEPENING;
    int best = -CLASSIC_INFINITE;
    for (unsigned i = 0; i < thought->count; i++) {
        struct classic_root *root = &thought->roots[i];
        int note = classic_root_note(&search->judge, &search->board, root->square);
        int limit = bounded && best > -CLASSIC_INFINITE ? note - best : CLASSIC_INFINITE;
        uint64_t flips = classic_step(search, root->square);
        search->line_length[1] = 0;
        root->worth = note - classic_search_within(search, depth - 1, -CLASSIC_INFINITE, limit);
        best = root->worth > best ? root->worth : best;
        keep_line(search, root);
        classic_step_back(search, root->square, flips);
        if (search->stopped)
            return false;
    }
    sort_roots(thought, thought->count);
    thought->depth = depth;
    return true;
}

/* The first move of the root, in a window round what is expected that opens where it must. */
static bool search_first(struct classic_search *search, struct classic_root *root, unsigned depth)
{
    int margin = classic_margin(search->judge.evaluation), alpha = root->worth - margin,
        beta = root->worth + margin;
    struct classic_root before = *root;
    search->expected_length = before.line_length;
    memcpy(search->expected, before.line, before.line_length);
    for (;;) {
        search->following = true;
        int worth = root_worth(search, root, depth, alpha, beta);
        if (search->stopped) {
            *root = before;
            return false;
        }
        root->worth = worth;
        if (worth <= alpha)
            alpha = -CLASSIC_INFINITE;
        else if (worth >= beta)
            beta = CLASSIC_INFINITE;
        else
            return true;
    }
}

/* Every move of the root, in the short search of a deepening one. */
static bool search_shortly(struct classic_search *search, unsigned depth,
                           struct classic_thought *thought)
{
    search->short_search = search->options.method == CLASSIC_DEEPENING;
    bool done = search_each(search, depth, thought);
    search->short_search = false;
    return done;
}

/* How much worse than the best a move of the root may be at a depth (Othel du Nord). */
static int root_allowance(unsigned depth)
{
    return depth <= 4 ? 200 : depth <= 6 ? 50 : 20;
}

/* The other moves of the root by null windows; one that is better goes to the head. */
static bool search_others(struct classic_search *search, unsigned depth,
                          struct classic_thought *thought)
{
    struct classic_root *roots = thought->roots;
    for (unsigned i = 1; i < thought->count; i++) {
        struct classic_root root = roots[i];
        int best = roots[0].worth;
        root.worth = root_worth(search, &root, depth, best, best + 1);
        if (!search->stopped && root.worth > best)
            root.worth = root_worth(search, &root, depth, best, CLASSIC_INFINITE);
        if (search->stopped)
            return false;
        if (root.worth > best) {
            memmove(&roots[1], &roots[0], i * sizeof *roots);
            roots[0] = root;
        } else
            roots[i] = root;
    }
    return true;
}

/* The other moves as Othel du Nord searches them: all that come near the best survive, at least
 * two. */
static bool keep_near(struct classic_search *search, unsigned depth,
                      struct classic_thought *thought)
{
    struct classic_root *roots = thought->roots;
    int best = roots[0].worth;
    unsigned near = 1;
    for (unsigned i = 1; i < thought->count; i++) {
        int floor = best - root_allowance(depth);
        roots[i].worth = root_worth(search, &roots[i], depth, floor, CLASSIC_INFINITE);
        if (search->stopped)
            return false;
        best = roots[i].worth > best ? roots[i].worth : best;
    }
    sort_roots(thought, thought->count);
    while (near < thought->count && roots[near].worth > best - root_allowance(depth))
        near++;
    thought->count = thought->count < 2 ? thought->count : near < 2 ? 2 : near;
    return true;
}

bool classic_deepen(struct classic_search *search, unsigned depth, struct classic_thought *thought)
{
    struct classic_root *roots = thought->roots;
    bool deepens = search->options.method == CLASSIC_DEEPENING && depth > SHORT;
    if (search->every_root || !deepens)
        return search_shortly(search, depth, thought);
    if (thought->depth < SHORT && !search_shortly(search, SHORT, thought))
        return false;
    if (!search_first(search, &roots[0], depth))
        return false;
    bool done = search->options.root_window ? keep_near(search, depth, thought)
                                            : search_others(search, depth, thought);
    if (!done)
        return false;
    thought->depth = depth;
    return true;
}

bool classic_think(struct classic_search *search, unsigned depth, struct classic_thought *thought)
{
    list_roots(search, thought);
    if (thought->count == 0)
        return true;
    if (search->options.method != CLASSIC_DEEPENING)
        return classic_deepen(search, depth, thought);
    for (unsigned d = depth < SHORT ? depth : SHORT; d <= depth; d++)
        if (!classic_deepen(search, d, thought))
            return false;
    return true;
}
