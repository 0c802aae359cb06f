/* Pictures: a whole element that says what it shows, in which exactly the legal moves can be
 * clicked. */
#include "games/check/inside.h"

static bool has_picture(const struct zm_game *game)
{
    return game->picture != NULL;
}

/* What the attributes of a picture tell. */
struct seen {
    struct zm_list clicks;
    bool image, labelled;
};

static void see(void *context, const char *name, const char *value)
{
    struct seen *seen = context;
    if (strcmp(name, "data-move") == 0)
        zm_list_add(&seen->clicks, zm_bytes(value, strlen(value)));
    seen->image |= strcmp(name, "role") == 0 && strcmp(value, "img") == 0;
    seen->labelled |= strcmp(name, "aria-label") == 0 && *value != '\0';
}

static void name_moves(struct zm_checking *checking, struct zm_list *names)
{
    struct zm_list moves = {0};
    zm_check_moves(checking, zm_check_position(checking), &moves);
    for (size_t i = 0; i < moves.count; i++) {
        checking->game.game->rules->name(checking->game.state, zm_check_position(checking),
                                         zm_list_at(&moves, i), &names->bytes);
        zm_list_close(names);
    }
    zm_list_sort(names, true);
    zm_check_memory(checking, zm_list_failed(names));
    zm_list_free(&moves);
}

/* The first item of a sorted list that another does not have; -1 when there is none. */
static long first_missing(const struct zm_list *items, const struct zm_list *from)
{
    size_t j = 0;
    for (size_t i = 0; i < items->count; i++) {
        while (j < from->count && zm_bytes_compare(zm_list_at(from, j), zm_list_at(items, i)) < 0)
            j++;
        if (j == from->count || !zm_bytes_equal(zm_list_at(from, j), zm_list_at(items, i)))
            return (long)i;
    }
    return -1;
}

static void look_at_clicks(struct zm_checking *checking, struct zm_list *clicks)
{
    struct zm_list names = {0};
    name_moves(checking, &names);
    zm_list_sort(clicks, true);
    long illegal = first_missing(clicks, &names), missing = first_missing(&names, clicks);
    struct zm_bytes bad = illegal < 0 ? zm_bytes("", 0) : zm_list_at(clicks, (size_t)illegal);
    struct zm_bytes left = missing < 0 ? zm_bytes("", 0) : zm_list_at(&names, (size_t)missing);
    zm_check_that(checking, illegal < 0,
                  "the picture has data-move=\"%.*s\", which is no legal move",
                  (int)(bad.size < 60 ? bad.size : 60), (const char *)bad.data);
    zm_check_that(checking, missing < 0 || checking->game.game->picture->partial,
                  "move %.*s cannot be clicked in the picture",
                  (int)(left.size < 60 ? left.size : 60), (const char *)left.data);
    checking->counts.comparisons += clicks->count;
    zm_list_free(&names);
}

static void look_at_svg(struct zm_checking *checking)
{
    struct zm_buffer svg = {0};
    struct seen seen = {0};
    const char *why = NULL;
    checking->game.game->picture->svg(checking->game.state, zm_check_position(checking), &svg);
    zm_check_memory(checking, svg.failed);
    const char *text = zm_buffer_string(&svg);
    zm_check_that(checking, strncmp(text, "<svg ", 5) == 0, "the picture is no <svg> element");
    zm_check_that(checking, zm_is_xml(text, see, &seen, &why), "the picture has %s", why);
    zm_check_that(checking, seen.image && seen.labelled,
                  "the picture lacks role=\"img\" or an aria-label that says what it shows");
    zm_check_memory(checking, zm_list_failed(&seen.clicks));
    look_at_clicks(checking, &seen.clicks);
    zm_list_free(&seen.clicks);
    zm_buffer_free(&svg);
}

/* In its own layout a position is drawn as without one. */
static void look_within(struct zm_checking *checking)
{
    const struct zm_picture *picture = checking->game.game->picture;
    struct zm_bytes position = zm_check_position(checking);
    struct zm_buffer alone = {0}, within = {0};
    picture->svg(checking->game.state, position, &alone);
    picture->svg_within(checking->game.state, position, position, &within);
    zm_check_memory(checking, alone.failed || within.failed);
    zm_check_that(checking, zm_bytes_equal(zm_buffer_bytes(&alone), zm_buffer_bytes(&within)),
                  "svg_within draws a position in its own layout otherwise than svg");
    zm_buffer_free(&alone);
    zm_buffer_free(&within);
}

static void look(struct zm_checking *checking)
{
    const struct zm_picture *picture = checking->game.game->picture;
    struct zm_buffer text = {0};
    picture->text(checking->game.state, zm_check_position(checking), &text);
    zm_check_memory(checking, text.failed);
    zm_check_that(checking, strlen(zm_buffer_string(&text)) == text.size,
                  "the drawing for a terminal holds a NUL");
    zm_check_that(checking, text.size == 0 || text.data[text.size - 1] == '\n',
                  "the drawing for a terminal does not end its last line");
    if (picture->svg != NULL)
        look_at_svg(checking);
    if (picture->svg_within != NULL)
        look_within(checking);
    zm_buffer_free(&text);
}

const struct zm_promise zm_promise_pictures = {
    .name = "pictures",
    .summary = "pictures are well-formed, and what can be clicked are the legal moves",
    .applies = has_picture,
    .look = look,
};
