/* Answers as JSON; see json.h. */
#include "api/json.h"

#include <stdlib.h>

#include "store/store.h"

#include <math.h>

static json_t *result_of(const struct zm_answer *answer)
{
    struct zm_buffer text = {0};
    json_t *result;
    if (!answer->known)
        return json_null();
    switch (answer->kind) {
    case ZM_ANSWER_OUTCOME:
    case ZM_ANSWER_VALUE:
    case ZM_ANSWER_TREE:
        zm_answer_print(answer, &text);
        result = json_string(zm_buffer_string(&text));
        zm_buffer_free(&text);
        return result;
    case ZM_ANSWER_DISTANCE:
        return answer->number < 0 ? json_null() : json_integer(answer->number);
    default:
        return json_integer(answer->number);
    }
}

static json_t *line_of(const struct zm_answer *answer)
{
    json_t *line = json_array();
    for (size_t i = 0; i < answer->line.count; i++) {
        struct zm_bytes move = zm_list_at(&answer->line, i);
        json_array_append_new(line, json_stringn((const char *)move.data, move.size));
    }
    return line;
}

static void add_details(json_t *object, const struct zm_answer *answer)
{
    static const char *const outcomes[] = {NULL, "win", "loss", "draw"};
    static const char *const counted[] = {"positions", "trees", "rcts"};
    if (answer->kind == ZM_ANSWER_SCORE && answer->known)
        json_object_set_new(
            object, "score",
            json_pack("[I,I]", (json_int_t)answer->points[0], (json_int_t)answer->points[1]));
    if (answer->kind == ZM_ANSWER_SCORE && answer->known && answer->whole)
        json_object_set_new(object, "margin",
                            json_integer((json_int_t)(answer->points[0] - answer->points[1])));
    if (answer->kind == ZM_ANSWER_VALUE && answer->known && answer->class != NULL) {
        json_object_set_new(object, "outcome", json_string(answer->class));
        json_object_set_new(object, "mean", json_string(zm_buffer_string(&answer->mean)));
        json_object_set_new(object, "temperature",
                            json_string(zm_buffer_string(&answer->temperature)));
    } else if (answer->kind != ZM_ANSWER_OUTCOME && answer->outcome != ZM_UNDECIDED &&
               answer->known)
        json_object_set_new(object, "outcome", json_string(outcomes[answer->outcome]));
    if (answer->kind == ZM_ANSWER_OUTCOME && answer->known && answer->distance >= 0)
        json_object_set_new(object, "distance", json_integer(answer->distance));
    if (answer->has_lower && !answer->known)
        json_object_set_new(object, "lower", json_integer(answer->lower));
    if (answer->has_upper && !answer->known)
        json_object_set_new(object, "upper", json_integer(answer->upper));
    if (answer->alone)
        json_object_set_new(object, "proved", json_boolean(answer->proved));
    if (answer->alone ? answer->kind != ZM_ANSWER_COUNT && (answer->known || answer->line.count > 0)
                      : answer->line.count > 0)
        json_object_set_new(object, "line", line_of(answer));
    json_t *counts = json_object();
    for (int i = 0; i < 3; i++)
        if (answer->counts[i] >= 0)
            json_object_set_new(counts, counted[i], json_integer(answer->counts[i]));
    if (json_object_size(counts) > 0)
        json_object_set(object, "counts", counts);
    json_decref(counts);
}

json_t *zm_answer_json(const struct zm_question *question, const struct zm_answer *answer,
                       struct zm_run *run)
{
    struct zm_buffer position = {0};
    question->game->rules->print(question->instance.state, zm_buffer_bytes(&question->position),
                                 &position);
    json_t *object = json_object();
    json_object_set_new(object, "game", json_string(question->game->name));
    json_object_set_new(object, "position", json_string(zm_buffer_string(&position)));
    json_object_set_new(object, "play", json_string(question->misere ? "misere" : "normal"));
    json_object_set_new(object, "compute",
                        question->calculation == NULL ? json_null()
                                                      : json_string(question->calculation->name));
    json_object_set_new(object, "result", result_of(answer));
    json_object_set_new(object, "kind", json_string(zm_answer_kind_name(answer->kind)));
    json_object_set_new(object, "verified", json_boolean(answer->verified));
    add_details(object, answer);
    if (answer->because.size > 0)
        json_object_set_new(object, "because", json_string(zm_buffer_string(&answer->because)));
    if (!answer->known)
        json_object_set_new(object, "status", json_string("stopped"));
    json_object_set_new(object, "nodes", json_integer((json_int_t)atomic_load(&run->nodes)));
    json_object_set_new(object, "stored",
                        json_integer((json_int_t)zm_store_stats(run->store).entries));
    if (run->compactions > 0)
        json_object_set_new(object, "compactions", json_integer(run->compactions));
    json_object_set_new(object, "seconds", json_real(zm_run_seconds(run)));
    zm_buffer_free(&position);
    return object;
}

static void add_name(void *context, const char *name)
{
    json_array_append_new(context, json_string(name));
}

void zm_line_json(const struct zm_question *question, struct zm_bytes position,
                  const struct zm_line *line, json_t *object)
{
    const struct zm_game *game = question->game;
    bool points = game->scores != NULL || (game->judgement != NULL && game->judgement->point > 0);
    if (!isnan(line->worth))
        json_object_set_new(object, points ? "margin" : "worth", json_real(line->worth));
    if (line->chance >= 0)
        json_object_set_new(object, "chance", json_real(line->chance));
    if (line->playouts > 0)
        json_object_set_new(object, "playouts", json_integer((json_int_t)line->playouts));
    if (line->depth > 0)
        json_object_set_new(object, "depth", json_integer(line->depth));
    if (zm_line_pruned(line))
        json_object_set_new(object, "confidence", json_integer(line->confidence));
    if (line->nodes > 0)
        json_object_set_new(object, "nodes", json_integer((json_int_t)line->nodes));
    json_t *names = json_array();
    if (line->moves.count > 1 &&
        zm_line_names(&question->instance, position, line, add_name, names, NULL) == ZM_OK)
        json_object_set(object, "line", names);
    json_decref(names);
    if (line->source != NULL)
        json_object_set_new(object, "source", json_string(line->source));
}

json_t *zm_analysed_json(const struct zm_question *question, struct zm_bytes position,
                         const struct zm_analysed *move)
{
    struct zm_buffer leaves = {0};
    zm_answer_print(move->left, &leaves);
    json_t *object =
        json_pack("{s:s,s:s,s:s,s:s,s:b}", "move", move->name, "verdict", zm_analysed_verdict(move),
                  "kind", zm_answer_kind_name(move->left->kind), "leaves",
                  zm_buffer_string(&leaves), "proved", zm_analysed_proved(move));
    zm_buffer_free(&leaves);
    if (move->scored) {
        int64_t ahead = move->left->whole ? 0 : zm_points_ahead(&question->instance, position);
        json_object_set_new(
            object, "score",
            json_pack("[I,I]", (json_int_t)move->points[0], (json_int_t)move->points[1]));
        json_object_set_new(
            object, "margin",
            json_real((double)(move->points[0] - move->points[1]) + (double)ahead / 2));
    }
    if (move->left->known && move->left->distance >= 0)
        json_object_set_new(object, "depth", json_integer(move->left->distance + 1));
    if (move->line != NULL)
        zm_line_json(question, position, move->line, object);
    return object;
}

enum zm_status zm_json_print(json_t *object, struct zm_buffer *text, struct zm_error *error)
{
    char *printed = object == NULL ? NULL : json_dumps(object, JSON_COMPACT);
    json_decref(object);
    zm_buffer_clear(text);
    if (printed != NULL)
        zm_buffer_text(text, printed);
    bool good = printed != NULL && !text->failed;
    free(printed);
    return good ? ZM_OK : zm_fail_memory(error);
}
