/* Books of Lines of Action as text; see book.h. */
#include "engines/loa/book.h"

#include <stdio.h>
#include <stdlib.h>

static const char first_lines[] = "# zermelo book\ngame loa\n";

static void write_move(uint32_t move, struct zm_buffer *text)
{
    zm_buffer_byte(text, ' ');
    if (move == ZM_BOOK_NONE)
        zm_buffer_byte(text, '-');
    else
        loa_step_print((loa_step)move, text);
}

/* A position that was never searched, as the program was stopped, stays out. */
void loa_book_write(const struct loa_book *book, struct zm_buffer *text)
{
    zm_buffer_text(text, first_lines);
    for (uint32_t i = 0; i < book->graph.count; i++) {
        const struct zm_book_node *node = &book->graph.nodes[i];
        const struct loa_book_place *place = &book->places[i];
        if (!node->searched || node->advised == ZM_BOOK_NONE)
            continue;
        for (unsigned square = 0; square < LOA_FRAME; square++)
            zm_buffer_byte(text, (place->men[0] >> square & 1) != 0   ? 'X'
                                 : (place->men[1] >> square & 1) != 0 ? 'O'
                                                                      : '.');
        zm_buffer_format(text, " %u %d", place->ply, node->score);
        write_move(node->advised, text);
        zm_buffer_format(text, " %d", node->outside);
        write_move(node->outside_move, text);
        zm_buffer_byte(text, '\n');
    }
}

/* Reads 64 squares; false: that is not what the text begins with. */
static bool read_men(const char *line, uint64_t men[2])
{
    men[0] = men[1] = 0;
    for (unsigned square = 0; square < LOA_FRAME; square++) {
        if (line[square] == 0 || strchr("XO.", line[square]) == NULL)
            return false;
        if (line[square] != '.')
            men[line[square] == 'O'] |= loa_bit(square);
    }
    return men[0] != 0 && men[1] != 0;
}

/* Reads a number and a move that is legal there, or `-`. */
static bool read_pair(const struct loa_book *book, const struct loa_state *state, const char **line,
                      int32_t *score, uint32_t *move)
{
    int length = 0;
    if (sscanf(*line, " %9d%n", score, &length) != 1)
        return false;
    *line += length;
    *move = ZM_BOOK_NONE;
    if (strncmp(*line, " -", 2) == 0) {
        *line += 2;
        return true;
    }
    loa_step step = loa_step_read(book->tables, state, line);
    *move = step;
    return step != LOA_NO_STEP;
}

static enum zm_status read_line(struct loa_book *book, const char *line, unsigned number,
                                struct zm_error *error)
{
    uint64_t men[2];
    unsigned ply = 0;
    int length = 0;
    struct zm_book_node read = {.searched = true};
    struct loa_state state;
    if (!read_men(line, men) || sscanf(line + LOA_FRAME, " %3u%n", &ply, &length) != 1)
        return zm_fail(error, ZM_BAD_INPUT,
                       "line %u: expected 64 squares (X, O, '.'), a ply, a score and a move",
                       number);
    size_t known = book->graph.count;
    uint32_t index = loa_book_put(book, men, ply);
    if (index == ZM_BOOK_NONE)
        return zm_fail_memory(error);
    if (index < known)
        return zm_fail(error, ZM_BAD_INPUT, "line %u: the position is there already", number);
    loa_book_state(book, index, &state);
    line += LOA_FRAME + length;
    if (!read_pair(book, &state, &line, &read.score, &read.advised) ||
        !read_pair(book, &state, &line, &read.outside, &read.outside_move) ||
        line[strspn(line, " \r")] != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "line %u: expected twice a score and a move that is legal there", number);
    book->graph.nodes[index] = read;
    return ZM_OK;
}

enum zm_status loa_book_read(struct loa_book *book, char *text, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    char *rest = NULL;
    unsigned number = 2;
    if (strncmp(text, first_lines, strlen(first_lines)) != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "no book of loa; expected '# zermelo book', 'game loa'");
    char *line = strtok_r(text + strlen(first_lines), "\n", &rest);
    for (; status == ZM_OK && line != NULL; line = strtok_r(NULL, "\n", &rest))
        status = read_line(book, line, ++number, error);
    for (uint32_t i = 0; status == ZM_OK && i < book->graph.count; i++) {
        bool searched = book->graph.nodes[i].searched;
        if (!loa_book_link(book, i))
            status = zm_fail_memory(error);
        book->graph.nodes[i].searched = searched;
    }
    return status;
}
