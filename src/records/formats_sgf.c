/* Games of Go in SGF as score sheets: the main line of each game; see formats.h. */
#include "games/go/go.h"
#include "records/formats.h"
#include "records/sgf_go.h"

#include <math.h>
#include <stdlib.h>

/* SGF does not say by which ko rule; games under all are read, and replayed by the usual one. */
static const struct go_rules lenient = {.usual_komi = true, .ko = GO_SIMPLE, .suicide = true};

static void set_text(const struct zm_sgf *sgf, uint32_t root, const char *name,
                     struct zm_buffer *text)
{
    const struct zm_sgf_property *property = zm_sgf_property(sgf, root, name);
    if (property != NULL && property->values > 0)
        zm_buffer_set(text, zm_sgf_value(sgf, property, 0));
}

/* RE[B+3.5], RE[W+R], RE[0]: points or only who won. */
static void set_result(const char *text, struct zm_sheet *sheet)
{
    char *end;
    bool black = text[0] == 'B';
    if (text[0] == '0' || strcmp(text, "Draw") == 0) {
        zm_sheet_set_margin(sheet, 0);
        return;
    }
    if ((!black && text[0] != 'W') || text[1] != '+')
        return;
    double points = strtod(text + 2, &end);
    sheet->result = black ? ZM_SHEET_FIRST : ZM_SHEET_SECOND;
    if (end != text + 2 && points > 0 && points < 2 * GO_POINTS)
        sheet->margin = (int16_t)lround(black ? 2 * points : -2 * points);
}

static enum zm_status read_game(const struct zm_sgf *sgf, uint32_t root, struct zm_sheet *sheet,
                                struct zm_error *error)
{
    struct zm_buffer begin = {0}, end = {0}, value = {0};
    uint32_t last = root;
    while (sgf->nodes[last].child != ZM_SGF_NONE)
        last = sgf->nodes[last].child;
    enum zm_status status = zm_sgf_go_position(sgf, root, &lenient, &begin, error);
    if (status == ZM_OK)
        status = zm_sgf_go_position(sgf, last, &lenient, &end, error);
    if (status == ZM_OK && (end.size < begin.size || memcmp(begin.data, end.data, begin.size) != 0))
        status = zm_fail(error, ZM_BAD_INPUT, "stones are set up in the middle of the game");
    if (status == ZM_OK)
        status = zm_sheet_from_position(&zm_go, zm_buffer_string(&end), sheet, error);
    set_text(sgf, root, "PB", &sheet->players[0]);
    set_text(sgf, root, "PW", &sheet->players[1]);
    set_text(sgf, root, "EV", &sheet->event);
    set_text(sgf, root, "DT", &value);
    sheet->year = zm_year_of(zm_buffer_string(&value));
    zm_buffer_clear(&value);
    set_text(sgf, root, "RE", &value);
    set_result(zm_buffer_string(&value), sheet);
    zm_buffer_free(&begin);
    zm_buffer_free(&end);
    zm_buffer_free(&value);
    return status;
}

enum zm_status zm_source_read_sgf(const struct zm_source *source, struct zm_error *error)
{
    struct zm_sgf sgf = {0};
    struct zm_sheet sheet = {0};
    size_t number = 1;
    enum zm_status status = zm_sgf_read(source->bytes, &sgf, error);
    if (status != ZM_OK)
        return status;
    for (uint32_t root = 0; status == ZM_OK && root != ZM_SGF_NONE && root < sgf.count;
         root = sgf.nodes[root].sibling, number++) {
        struct zm_error bad = {0};
        zm_sheet_clear(&sheet);
        enum zm_status good = read_game(&sgf, root, &sheet, &bad);
        status = good == ZM_FAILED || zm_sheet_failed(&sheet)
                     ? zm_fail_memory(error)
                     : source->take(source->context, &zm_go, &sheet, number,
                                    good == ZM_OK ? NULL : &bad, error);
    }
    zm_sgf_free(&sgf);
    zm_sheet_free(&sheet);
    return status;
}
