/* Positions by lot; see places.h. */
#include "adversary/places.h"

#include "adversary/lots.h"
#include "test.h"

#include <ctype.h>

enum { TRIES = 12, LONGEST_PLAY = 200 };

void place_print(const struct zm_instance *game, struct zm_bytes position, struct zm_buffer *text)
{
    game->game->rules->print(game->state, position, text);
}

bool place_open(struct zm_instance *instance, const struct zm_game *game)
{
    struct zm_settings settings = {0};
    struct zm_error error;
    bool opened = zm_settings_declare(&settings, game->params, &error) == ZM_OK &&
                  zm_instance_open(instance, game, &settings, &error) == ZM_OK;
    zm_settings_free(&settings);
    return opened;
}

static void draw_random(const struct zm_instance *game, struct zm_random *random, unsigned size,
                        struct zm_buffer *position)
{
    zm_buffer_clear(position);
    game->game->rules->random(game->state, random, size, position);
}

/* Plays at most so many random moves. */
static void play_on(const struct zm_instance *game, struct zm_random *random, uint64_t plies,
                    struct zm_buffer *position)
{
    const struct zm_rules *rules = game->game->rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    for (; plies > 0; plies--) {
        struct zm_ending ending = {0};
        if (rules->ending != NULL)
            rules->ending(game->state, zm_buffer_bytes(position), NULL, &ending);
        zm_list_clear(&moves);
        if (!ending.over)
            rules->moves(game->state, zm_buffer_bytes(position), NULL, &moves);
        if (moves.count == 0)
            break;
        zm_buffer_clear(&next);
        rules->apply(game->state, zm_buffer_bytes(position),
                     zm_list_at(&moves, zm_random_below(random, moves.count)), &next);
        zm_buffer_set(position, zm_buffer_bytes(&next));
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
}

/* --- texts --------------------------------------------------------------------------------------
 */

/* The text of a random position of a game, with its parameters by default. */
static void random_text(const struct zm_game *game, struct zm_random *random, unsigned size,
                        struct zm_buffer *text)
{
    struct zm_instance instance;
    struct zm_buffer position = {0};
    if (!place_open(&instance, game))
        abort();
    draw_random(&instance, random, size, &position);
    place_print(&instance, zm_buffer_bytes(&position), text);
    zm_buffer_free(&position);
    zm_instance_close(&instance);
}

static const struct zm_game *draw_game(struct zm_random *random)
{
    size_t count = 0;
    while (zm_games[count] != NULL)
        count++;
    return zm_games[zm_random_below(random, count)];
}

/* "[cram 2x2] + [nim 3]": terms of games that split. Only a game of sums reads it. */
static void draw_sum_text(struct zm_random *random, unsigned size, struct zm_buffer *text)
{
    uint64_t terms = 1 + zm_random_below(random, 3);
    while (terms > 0) {
        const struct zm_game *game = draw_game(random);
        struct zm_buffer inner = {0};
        if (game->sums == NULL || game->rules->random == NULL)
            continue;
        random_text(game, random, 1 + size / 2, &inner);
        /* A side to move belongs to the whole sum. */
        size_t length = inner.size;
        if (length > 2 && inner.data[length - 2] == ' ')
            inner.data[length - 2] = '\0';
        if (text->size > 0)
            zm_buffer_text(text, lots_one_in(random, 4) ? " - " : " + ");
        zm_buffer_format(text, "[%s %s]", game->name, zm_buffer_string(&inner));
        zm_buffer_free(&inner);
        terms--;
    }
    if (lots_one_in(random, 2))
        zm_buffer_text(text, lots_one_in(random, 2) ? " L" : " R");
}

static size_t longest_number(const struct zm_buffer *text)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < text->size; i++) {
        run = isdigit(text->data[i]) ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* Puts two texts side by side, or changes, doubles or drops a character of the first. */
static void change_text(const struct zm_buffer *one, const struct zm_buffer *two,
                        struct zm_random *random, struct zm_buffer *text)
{
    static const char *const between[] = {"+", ",", "/", ";", "|", ".", " + ", ""};
    zm_buffer_clear(text);
    if (lots_one_in(random, 2)) {
        zm_buffer_add(text, one->data, one->size);
        zm_buffer_text(text, between[zm_random_below(random, sizeof between / sizeof *between)]);
        zm_buffer_add(text, two->data, two->size);
        return;
    }
    size_t at = one->size == 0 ? 0 : zm_random_below(random, one->size);
    zm_buffer_add(text, one->data, at);
    uint64_t kind = zm_random_below(random, 3);
    if (kind == 0 && two->size > 0)
        zm_buffer_byte(text, two->data[zm_random_below(random, two->size)]);
    else if (kind == 1 && at < one->size)
        zm_buffer_byte(text, one->data[at]);
    size_t rest = kind == 1 ? at : at + 1;
    if (rest < one->size)
        zm_buffer_add(text, one->data + rest, one->size - rest);
}

/* A text that the game reads, made of the texts of random positions; numbers get no longer, as one
 * digit more is a board that no minimax visits. */
static bool draw_text(const struct zm_instance *game, struct zm_random *random, unsigned size,
                      struct zm_buffer *position)
{
    struct zm_buffer texts[2] = {{0}}, text = {0};
    bool read = false;
    for (int i = 0; i < 2; i++) {
        draw_random(game, random, size, position);
        place_print(game, zm_buffer_bytes(position), &texts[i]);
    }
    size_t longest = longest_number(&texts[0]);
    for (int i = 0; i < TRIES && !read; i++) {
        change_text(&texts[0], &texts[1], random, &text);
        zm_buffer_clear(position);
        read =
            longest_number(&text) <= longest &&
            game->game->rules->parse(game->state, zm_buffer_string(&text), position, NULL) == ZM_OK;
    }
    zm_buffer_free(&texts[0]);
    zm_buffer_free(&texts[1]);
    zm_buffer_free(&text);
    return read;
}

static bool draw_sum(const struct zm_instance *game, struct zm_random *random, unsigned size,
                     struct zm_buffer *position)
{
    struct zm_buffer text = {0};
    draw_sum_text(random, size, &text);
    zm_buffer_clear(position);
    bool read =
        game->game->rules->parse(game->state, zm_buffer_string(&text), position, NULL) == ZM_OK;
    zm_buffer_free(&text);
    return read;
}

void place_draw(const struct zm_instance *game, struct zm_random *random, unsigned size,
                struct zm_buffer *position)
{
    bool drawn = false;
    uint64_t kind = zm_random_below(random, 10);
    if (kind == 0)
        drawn = draw_sum(game, random, size, position);
    else if (kind <= 2)
        drawn = draw_text(game, random, size, position);
    if (!drawn)
        draw_random(game, random, size, position);
    if (kind == 3)
        play_on(game, random, LONGEST_PLAY, position);
    else if (kind <= 5)
        play_on(game, random, zm_random_below(random, 4), position);
    if (position->failed)
        abort();
}
