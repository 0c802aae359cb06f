/* Helpers that every game and every user of a game shares; see game.h. */
#include "games/game.h"

#include "base/array.h"

#include <stdlib.h>

void zm_options_free(struct zm_options *options)
{
    zm_list_free(&options->components);
    free(options->ends);
    *options = (struct zm_options){0};
}

void zm_options_clear(struct zm_options *options)
{
    zm_list_clear(&options->components);
    options->count = 0;
}

bool zm_options_sorted(const struct zm_options *options)
{
    for (size_t i = 0; i < options->count; i++)
        if (!zm_list_sorted(&options->components, zm_options_begin(options, i), options->ends[i]))
            return false;
    return true;
}

void zm_options_close(struct zm_options *options)
{
    uint32_t *ends =
        zm_array_room(options->ends, &options->capacity, options->count + 1, sizeof *ends);
    if (ends == NULL) {
        options->components.bytes.failed = true;
        return;
    }
    options->ends = ends;
    options->ends[options->count++] = (uint32_t)options->components.count;
}

static bool same_sum(const struct zm_options *options, size_t index, const struct zm_list *sum)
{
    uint32_t begin = zm_options_begin(options, index), end = options->ends[index];
    if (end - begin != sum->count)
        return false;
    for (size_t i = 0; i < sum->count; i++)
        if (!zm_bytes_equal(zm_list_at(&options->components, begin + i), zm_list_at(sum, i)))
            return false;
    return true;
}

void zm_options_add_new(struct zm_options *options, const struct zm_list *sum)
{
    options->components.bytes.failed |= zm_list_failed(sum);
    if (zm_list_failed(&options->components))
        return;
    for (size_t i = 0; i < options->count; i++)
        if (same_sum(options, i, sum))
            return;
    for (size_t i = 0; i < sum->count; i++)
        zm_list_add(&options->components, zm_list_at(sum, i));
    zm_options_close(options);
}

void zm_turns_free(struct zm_turns *turns)
{
    zm_list_free(&turns->positions);
    free(turns->turns);
    *turns = (struct zm_turns){0};
}

void zm_turns_clear(struct zm_turns *turns)
{
    zm_list_clear(&turns->positions);
}

void zm_turns_add(struct zm_turns *turns, struct zm_turn turn, struct zm_bytes position)
{
    struct zm_turn *grown =
        zm_array_room(turns->turns, &turns->capacity, turns->positions.count + 1, sizeof *grown);
    if (grown == NULL) {
        turns->positions.bytes.failed = true;
        return;
    }
    turns->turns = grown;
    turns->turns[turns->positions.count] = turn;
    zm_list_add(&turns->positions, position);
}

enum zm_status zm_instance_open(struct zm_instance *instance, const struct zm_game *game,
                                const struct zm_settings *settings, struct zm_error *error)
{
    *instance = (struct zm_instance){.game = game};
    if (game->open_made != NULL)
        return game->open_made(game, settings, &instance->state, error);
    return game->open == NULL ? ZM_OK : game->open(settings, &instance->state, error);
}

enum zm_status zm_game_status(const struct zm_game *game, enum zm_status status,
                              struct zm_error *error)
{
    struct zm_error trouble;
    if (game->trouble == NULL || !game->trouble(game, &trouble))
        return status;
    if (error != NULL)
        *error = trouble;
    return trouble.status;
}

void zm_instance_close(struct zm_instance *instance)
{
    if (instance->game != NULL && instance->game->close != NULL && instance->state != NULL)
        instance->game->close(instance->state);
    *instance = (struct zm_instance){0};
}

bool zm_split(const struct zm_instance *instance, struct zm_bytes position,
              struct zm_list *components)
{
    const struct zm_sums *sums = instance->game->sums;
    if (sums->loony != NULL && sums->loony(instance->state, position))
        return false;
    zm_require(zm_sound_at(instance, position) && components->count == 0);
    sums->split(instance->state, position, components);
    zm_require(zm_list_failed(components) || zm_list_sorted(components, 0, components->count));
    return true;
}

enum zm_status zm_expect_all_moves(const struct zm_game *game, const char *what,
                                   struct zm_error *error)
{
    return game->sums == NULL || game->sums->loony_moves == NULL
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT,
                         "%s: %s would need all moves as options, and loony moves are none",
                         game->name, what);
}

enum zm_status zm_expect_whole_trees(const struct zm_instance *instance, struct zm_error *error)
{
    return instance->game->sums == NULL || zm_forms_of(instance) != ZM_FORMS_EQUIVALENT
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT,
                         "%s: these rules keep the reduced canonical tree only, not the tree",
                         instance->game->name);
}

enum zm_status zm_parse_position(const struct zm_instance *instance, const char *text,
                                 struct zm_buffer *position, struct zm_error *error)
{
    const struct zm_game *game = instance->game;
    enum zm_status status =
        game->rules->parse(instance->state, text == NULL ? game->start : text, position, error);
    return status == ZM_OK && position->failed ? zm_fail_memory(error) : status;
}

enum zm_status zm_fail_empty(const char *game, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "%s: the position is an empty text; leave it out for the usual start", game);
}

enum zm_forms zm_nearly_canonical(void *state)
{
    (void)state;
    return ZM_FORMS_NEARLY;
}

/* Adds a component, cracked if it can be; returns whether it was. */
static bool add_cracked(const struct zm_instance *instance, struct zm_bytes component,
                        struct zm_list *sum)
{
    bool cracked = instance->game->sums->crack(instance->state, component, sum);
    if (!cracked)
        zm_list_add(sum, component);
    return cracked;
}

void zm_nimber_options(const struct zm_instance *instance, struct zm_bytes component,
                       struct zm_options *options)
{
    const struct zm_sums *sums = instance->game->sums;
    zm_require(sums->sound(instance->state, component));
    sums->options(instance->state, component, ZM_LEFT, options);
    zm_require(zm_list_failed(&options->components) || zm_options_sorted(options));
    if (sums->crack == NULL || zm_list_failed(&options->components))
        return;
    struct zm_options cracked = {0};
    struct zm_list sum = {0};
    bool any = false;
    for (size_t i = 0; i < options->count; i++) {
        zm_list_clear(&sum);
        for (uint32_t j = zm_options_begin(options, i); j < options->ends[i]; j++)
            any |= add_cracked(instance, zm_list_at(&options->components, j), &sum);
        zm_list_sort(&sum, false);
        zm_options_add_new(&cracked, &sum);
    }
    struct zm_options unused = any ? *options : cracked;
    cracked.components.bytes.failed |= zm_list_failed(&sum);
    if (any)
        *options = cracked;
    zm_options_free(&unused);
    zm_list_free(&sum);
}

void zm_nimber_sum(const struct zm_instance *instance, struct zm_list *sum)
{
    struct zm_list cracked = {0};
    bool any = false;
    if (instance->game->sums->crack == NULL)
        return;
    for (size_t i = 0; i < sum->count; i++)
        any |= add_cracked(instance, zm_list_at(sum, i), &cracked);
    struct zm_list unused = any ? *sum : cracked;
    cracked.bytes.failed |= zm_list_failed(sum);
    if (any) {
        zm_list_sort(&cracked, false);
        *sum = cracked;
    }
    zm_list_free(&unused);
}

/* Does the text that `print` writes of sound bytes read back, as a position that is set to `again`?
 */
static bool reads_back(const struct zm_instance *instance, struct zm_bytes bytes,
                       void (*print)(void *state, struct zm_bytes bytes, struct zm_buffer *text),
                       struct zm_buffer *again)
{
    struct zm_buffer text = {0};
    print(instance->state, bytes, &text);
    const char *string = zm_buffer_string(&text);
    bool read = !text.failed && strlen(string) == text.size &&
                instance->game->rules->parse(instance->state, string, again, NULL) == ZM_OK &&
                !again->failed;
    zm_buffer_free(&text);
    return read;
}

bool zm_is_position(const struct zm_instance *instance, struct zm_bytes bytes)
{
    const struct zm_rules *rules = instance->game->rules;
    struct zm_buffer again = {0};
    bool is =
        rules->sound(instance->state, bytes) && reads_back(instance, bytes, rules->print, &again);
    zm_buffer_free(&again);
    return is;
}

/* A form that is nearly canonical may read back as another component, but as one at least. */
bool zm_is_component(const struct zm_instance *instance, struct zm_bytes bytes)
{
    const struct zm_sums *sums = instance->game->sums;
    struct zm_buffer again = {0};
    struct zm_list components = {0};
    bool is = sums != NULL && zm_is_sound_component(instance, bytes) &&
              reads_back(instance, bytes, sums->print, &again);
    is = is && zm_split(instance, zm_buffer_bytes(&again), &components);
    is = is && components.count > 0 && !zm_list_failed(&components);
    zm_list_free(&components);
    zm_buffer_free(&again);
    return is;
}

bool zm_is_normal_form(const struct zm_instance *instance, struct zm_bytes bytes)
{
    const struct zm_scores *scores = instance->game->scores;
    struct zm_buffer again = {0};
    bool is = scores != NULL && scores->sound(instance->state, bytes) &&
              reads_back(instance, bytes, scores->print, &again);
    zm_buffer_free(&again);
    return is;
}

static enum zm_outcome turned_round(enum zm_outcome outcome)
{
    return outcome == ZM_WIN ? ZM_LOSS : outcome == ZM_LOSS ? ZM_WIN : outcome;
}

void zm_ending_with_moves(const struct zm_instance *instance, struct zm_bytes position,
                          const struct zm_record *record, bool misere, size_t moves,
                          struct zm_ending *ending)
{
    const struct zm_game *game = instance->game;
    zm_require(zm_sound_at(instance, position));
    *ending = (struct zm_ending){0};
    if (game->rules->ending != NULL)
        game->rules->ending(instance->state, position, record, ending);
    bool over_by_rule = ending->over;
    bool to_be_won = game->goals != NULL && !game->goals->maximise;
    bool reached = to_be_won && game->goals->worth(instance->state, position) > 0;
    ending->over |= moves == 0 || reached;
    if (!ending->over)
        ending->outcome = ZM_UNDECIDED;
    else if (reached)
        ending->outcome = ZM_WIN;
    else if (!over_by_rule && (game->players != ZM_ONE_PLAYER || to_be_won))
        ending->outcome = ZM_LOSS;
    if (misere)
        ending->outcome = turned_round(ending->outcome);
}

void zm_ending_at(const struct zm_instance *instance, struct zm_bytes position,
                  const struct zm_record *record, bool misere, struct zm_ending *ending)
{
    zm_ending_with_moves(instance, position, record, misere, ZM_MOVES_UNSEEN, ending);
    if (ending->over)
        return;
    struct zm_list moves = {0};
    instance->game->rules->moves(instance->state, position, record, &moves);
    if (moves.count == 0 && !zm_list_failed(&moves))
        zm_ending_with_moves(instance, position, record, misere, 0, ending);
    zm_list_free(&moves);
}

int zm_turn_said(const struct zm_instance *instance, struct zm_bytes position)
{
    const struct zm_game *game = instance->game;
    if (game->players == ZM_ONE_PLAYER)
        return 0;
    return game->rules->turn == NULL ? -1 : game->rules->turn(instance->state, position);
}

int zm_turn_at(const struct zm_instance *instance, struct zm_bytes position,
               const struct zm_record *record)
{
    int turn = zm_turn_said(instance, position);
    size_t played = record == NULL ? 0 : record->moves.count;
    return turn < 0 ? (int)(played % 2) : turn;
}

bool zm_moves_again(const struct zm_instance *instance, struct zm_bytes before,
                    struct zm_bytes after)
{
    int turn = zm_turn_said(instance, before);
    return turn >= 0 && turn == zm_turn_said(instance, after);
}

int64_t zm_points_left(const struct zm_instance *instance, struct zm_bytes position)
{
    const struct zm_scores *scores = instance->game->scores;
    struct zm_buffer normal = {0};
    int32_t sure[2] = {0, 0};
    scores->normalise(instance->state, position, &normal, sure);
    int64_t points =
        sure[0] + sure[1] + scores->available(instance->state, zm_buffer_bytes(&normal));
    zm_buffer_free(&normal);
    return points;
}

/* Only the end of a game says who has what: any line of play there will do, less what each takes on
 * it. */
int64_t zm_points_ahead(const struct zm_instance *instance, struct zm_bytes position)
{
    const struct zm_rules *rules = instance->game->rules;
    void *state = instance->state;
    struct zm_buffer here = {0}, next = {0};
    struct zm_list moves = {0};
    struct zm_ending ending = {0};
    zm_buffer_set(&here, position);
    int64_t taken = 0, left = zm_points_left(instance, zm_buffer_bytes(&here));
    int player = zm_turn_at(instance, zm_buffer_bytes(&here), NULL), turn = player;
    for (;;) {
        zm_list_clear(&moves);
        rules->moves(state, zm_buffer_bytes(&here), NULL, &moves);
        zm_ending_with_moves(instance, zm_buffer_bytes(&here), NULL, false, moves.count, &ending);
        if (ending.over || here.failed || zm_list_failed(&moves))
            break;
        rules->apply(state, zm_buffer_bytes(&here), zm_list_at(&moves, 0), &next);
        int64_t remaining = zm_points_left(instance, zm_buffer_bytes(&next));
        taken += 2 * (turn == player ? left - remaining : remaining - left);
        left = remaining;
        zm_buffer_set(&here, zm_buffer_bytes(&next));
        turn = zm_turn_at(instance, zm_buffer_bytes(&here), NULL);
    }
    int64_t final = ending.half_points[0] - ending.half_points[1];
    zm_list_free(&moves);
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    return !ending.scored ? 0 : (turn == player ? final : -final) - taken;
}

enum zm_status zm_find_move(const struct zm_instance *instance, struct zm_bytes position,
                            const struct zm_record *record, const char *name,
                            struct zm_buffer *move, struct zm_error *error)
{
    const struct zm_rules *rules = instance->game->rules;
    struct zm_list moves = {0};
    struct zm_buffer text = {0};
    enum zm_status status = ZM_BAD_INPUT;
    zm_require(zm_sound_at(instance, position));
    if (rules->find != NULL)
        rules->find(instance->state, position, name, &moves);
    if (moves.count == 0 && !zm_list_failed(&moves))
        rules->moves(instance->state, position, record, &moves);
    for (size_t i = 0; i < moves.count && status != ZM_OK; i++) {
        zm_buffer_clear(&text);
        rules->name(instance->state, position, zm_list_at(&moves, i), &text);
        if (strcmp(zm_buffer_string(&text), name) == 0) {
            zm_buffer_add(move, zm_list_at(&moves, i).data, zm_list_at(&moves, i).size);
            status = ZM_OK;
        }
    }
    if (zm_list_failed(&moves) || text.failed || move->failed)
        status = zm_fail_memory(error);
    else if (status != ZM_OK && moves.count == 0)
        zm_fail(error, status, "'%s': there is no legal move here", name);
    else if (status != ZM_OK) {
        zm_buffer_clear(&text);
        rules->name(instance->state, position, zm_list_at(&moves, 0), &text);
        zm_fail(error, status, "'%s' is not a legal move; moves are written like %s", name,
                zm_buffer_string(&text));
    }
    zm_list_free(&moves);
    zm_buffer_free(&text);
    return status;
}
