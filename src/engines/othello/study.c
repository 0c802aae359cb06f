/* Games and books of Othello for who studies them; see engines/study.h. */
#include "engines/othello/study.h"

#include "engines/othello/analyse.h"
#include "engines/othello/book.h"

#include <stdlib.h>

/* -- a whole game -- */

static void set_move(const struct othello_analysis *analysis, unsigned index,
                     struct zm_studied_move *move)
{
    *move = (struct zm_studied_move){.side = analysis->line.turn[index],
                                     .before = analysis->score[index],
                                     .after = analysis->played[index],
                                     .loss = analysis->loss[index],
                                     .exact = analysis->exact[index]};
    othello_line_name(analysis->line.move[index], move->move);
    if (move->loss > 0 && analysis->best[index] != OTHELLO_LINE_PASS)
        othello_line_name(analysis->best[index], move->best);
}

static enum zm_status take(const struct othello_analysis *analysis, struct zm_studied *studied,
                           struct zm_error *error)
{
    studied->count = analysis->line.count - 1;
    studied->moves = calloc(studied->count + 1, sizeof *studied->moves);
    for (unsigned i = 0; studied->moves != NULL && i < studied->count; i++)
        set_move(analysis, i, &studied->moves[i]);
    othello_analysis_record(analysis, &studied->record);
    return studied->moves == NULL || studied->record.failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status review(const char *moves, unsigned depth, unsigned exact, struct zm_run *run,
                             struct zm_studied *studied, struct zm_error *error)
{
    struct othello_judge judge;
    struct othello_analysis *analysis = calloc(1, sizeof *analysis);
    *studied = (struct zm_studied){0};
    if (analysis == NULL)
        return zm_fail_memory(error);
    /* what cannot be read is said before anything large is made */
    enum zm_status status = othello_line_read(moves, &analysis->line, error);
    if (status == ZM_OK)
        status = othello_judge_open(&judge, depth, exact, run, error);
    if (status == ZM_OK) {
        status = othello_analyse(&judge, moves, analysis, error);
        othello_judge_close(&judge);
    }
    if (status == ZM_OK)
        status = take(analysis, studied, error);
    free(analysis);
    return status;
}

/* -- a book -- */

static void book_close(void *state)
{
    othello_book_close(state);
    free(state);
}

static enum zm_status book_open(const char *path, void **state, struct zm_error *error)
{
    struct zm_run run;
    struct othello_book *book = malloc(sizeof *book);
    *state = NULL;
    zm_run_begin(&run);
    if (book == NULL)
        return zm_fail_memory(error);
    othello_book_open(book, NULL);
    enum zm_status status = othello_book_load(book, path, false, &run, error);
    if (status == ZM_OK)
        *state = book;
    else
        book_close(book);
    return status;
}

static size_t book_count(const void *state)
{
    const struct othello_book *book = state;
    return book->graph.count;
}

static void add_line(const struct othello_book *book, uint32_t node, unsigned symmetry,
                     uint32_t move, struct zm_book_page *page)
{
    static const enum zm_book_result turned[] = {
        [ZM_BOOK_OPEN] = ZM_BOOK_OPEN,
        [ZM_BOOK_LOSS] = ZM_BOOK_WIN,
        [ZM_BOOK_DRAW] = ZM_BOOK_DRAW,
        [ZM_BOOK_WIN] = ZM_BOOK_LOSS,
    };
    struct zm_deviation deviation = {0};
    if (page->count == ZM_STUDY_LINES)
        return;
    struct zm_book_line *line = &page->lines[page->count++];
    uint32_t child = zm_book_child(&book->graph, node, move);
    *line = (struct zm_book_line){.score = book->graph.nodes[node].outside,
                                  .inside = child != ZM_BOOK_NONE};
    othello_line_name(othello_book_move(move, symmetry), line->move);
    if (!line->inside)
        return;
    line->score = -book->graph.nodes[child].score;
    line->games = book->graph.nodes[child].games;
    if (zm_book_deviate(&book->graph, child, true, &deviation))
        line->result = turned[deviation.result];
}

static enum zm_status book_look(const void *state, const char *moves, struct zm_book_page *page,
                                struct zm_error *error)
{
    const struct othello_book *book = state;
    struct othello_line line;
    struct zm_deviation deviation;
    unsigned symmetry;
    *page = (struct zm_book_page){0};
    enum zm_status status = othello_line_read(moves, &line, error);
    if (status != ZM_OK)
        return status;
    struct othello_bits bits = line.bits[line.count - 1];
    uint32_t index = othello_book_find(book, bits, &symmetry);
    if (index == ZM_BOOK_NONE)
        return ZM_OK;
    const struct zm_book_node *node = &book->graph.nodes[index];
    page->known = true;
    page->score = node->score;
    page->games = node->games;
    page->depth = node->depth;
    for (size_t i = 0; i < node->children.count; i++)
        add_line(book, index, symmetry, node->children.items[i].move, page);
    if (node->outside_move != ZM_BOOK_NONE && node->searched)
        add_line(book, index, symmetry, node->outside_move, page);
    unsigned choice = othello_book_choose(book, bits, true, &deviation);
    if (choice < OTHELLO_LINE_PASS) {
        othello_line_name(choice, page->choice);
        page->leaves = deviation.leaves;
        page->value = deviation.value;
    }
    return ZM_OK;
}

const struct zm_study othello_study = {
    .review = review,
    .book_open = book_open,
    .book_close = book_close,
    .book_count = book_count,
    .book_look = book_look,
};
