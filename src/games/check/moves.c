/* Moves: their names, and what they lead to. */
#include "games/check/inside.h"

/* One word, which is added to `names`. */
static void look_at_name(struct zm_checking *checking, struct zm_bytes move, struct zm_list *names)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_buffer name = {0};
    size_t before = names->bytes.size;
    rules->name(checking->game.state, zm_check_position(checking), move, &name);
    rules->name(checking->game.state, zm_check_position(checking), move, &names->bytes);
    zm_list_close(names);
    const char *text = zm_buffer_string(&name);
    zm_check_memory(checking, name.failed || zm_list_failed(names));
    zm_check_that(checking, name.size > 0 && strcspn(text, " \t\n\r") == name.size,
                  "the name of a move is '%.60s': expected one word", text);
    zm_check_that(checking, names->bytes.size == before + name.size,
                  "move %.60s: name does not append to what is in the buffer", text);
    zm_buffer_free(&name);
}

/* No two names alike; `names` is sorted. */
static void look_at_names(struct zm_checking *checking, struct zm_list *names)
{
    zm_list_sort(names, false);
    for (size_t i = 1; i < names->count && zm_check_well(checking); i++) {
        struct zm_bytes name = zm_list_at(names, i);
        zm_check_that(checking, !zm_bytes_equal(name, zm_list_at(names, i - 1)),
                      "two moves have the name %.*s", (int)(name.size < 60 ? name.size : 60),
                      (const char *)name.data);
    }
}

/* A move by lot is the one that its name finds. */
static void look_for_a_move(struct zm_checking *checking, const struct zm_list *moves)
{
    struct zm_bytes position = zm_check_position(checking);
    struct zm_buffer name = {0}, found = {0};
    struct zm_error error = {0};
    if (moves->count == 0 || !zm_check_well(checking))
        return;
    struct zm_bytes move = zm_list_at(moves, zm_random_below(&checking->random, moves->count));
    checking->game.game->rules->name(checking->game.state, position, move, &name);
    const char *text = zm_buffer_string(&name);
    if (zm_check_that(checking,
                      zm_find_move(&checking->game, position, NULL, text, &found, &error) == ZM_OK,
                      "move %.60s is not found by its name: %s", text, error.text))
        zm_check_that(checking, zm_bytes_equal(zm_buffer_bytes(&found), move),
                      "the name %.60s finds another move", text);
    zm_buffer_free(&name);
    zm_buffer_free(&found);
}

/* One line at most about what is left out. */
static void look_at_unlisted(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_buffer text = {0};
    if (rules->unlisted == NULL)
        return;
    rules->unlisted(checking->game.state, zm_check_position(checking), &text);
    zm_check_that(checking, strcspn(zm_buffer_string(&text), "\n") + 1 >= text.size,
                  "unlisted writes more than one line");
    zm_buffer_free(&text);
}

static void look_at_moves(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_list moves = {0}, names = {0}, recorded = {0};
    struct zm_record nothing = {0};
    struct zm_bytes position = zm_check_position(checking);
    zm_check_moves(checking, position, &moves);
    for (size_t i = 0; i < moves.count && zm_check_well(checking); i++)
        look_at_name(checking, zm_list_at(&moves, i), &names);
    look_at_names(checking, &names);
    look_for_a_move(checking, &moves);
    rules->moves(checking->game.state, position, &nothing, &recorded);
    zm_check_that(checking,
                  recorded.count == moves.count && zm_bytes_equal(zm_buffer_bytes(&recorded.bytes),
                                                                  zm_buffer_bytes(&moves.bytes)),
                  "there are other moves with a record in which nothing was played");
    look_at_unlisted(checking);
    zm_list_free(&moves);
    zm_list_free(&names);
    zm_list_free(&recorded);
}

const struct zm_promise zm_promise_moves = {
    .name = "moves",
    .summary = "moves have names of one word, no two alike, by which they are found",
    .look = look_at_moves,
};

static void look_at_apply(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_list moves = {0};
    struct zm_buffer clean = {0}, soiled = {0}, name = {0};
    zm_check_moves(checking, zm_check_position(checking), &moves);
    for (size_t i = 0; i < moves.count && zm_check_well(checking); i++) {
        struct zm_bytes position = zm_check_position(checking), move = zm_list_at(&moves, i);
        zm_buffer_clear(&name);
        rules->name(checking->game.state, position, move, &name);
        zm_buffer_clear(&clean);
        rules->apply(checking->game.state, position, move, &clean);
        zm_check_soil(&soiled);
        rules->apply(checking->game.state, position, move, &soiled);
        zm_check_memory(checking, clean.failed || soiled.failed);
        zm_check_that(checking, zm_bytes_equal(zm_buffer_bytes(&clean), zm_buffer_bytes(&soiled)),
                      "move %.60s leads elsewhere in a used buffer", zm_buffer_string(&name));
        zm_check_that(checking, zm_is_position(&checking->game, zm_buffer_bytes(&clean)),
                      "move %.60s leads to what is not sound, or does not read back",
                      zm_buffer_string(&name));
    }
    zm_list_free(&moves);
    zm_buffer_free(&clean);
    zm_buffer_free(&soiled);
    zm_buffer_free(&name);
}

const struct zm_promise zm_promise_apply = {
    .name = "apply",
    .summary = "a move sets the position after it, whatever lies in the buffer",
    .look = look_at_apply,
};
