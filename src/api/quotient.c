/* Misère quotients written down; see quotient.h. */
#include "api/quotient.h"

enum zm_status zm_quotient_view_open(struct zm_quotient_view *view, struct zm_error *error)
{
    return zm_presentation_make(view->quotient, &view->presentation) &&
                   zm_presentation_relations(view->quotient, &view->presentation, &view->relations)
               ? ZM_OK
               : zm_fail_memory(error);
}

void zm_quotient_view_close(struct zm_quotient_view *view)
{
    zm_presentation_free(&view->presentation);
    zm_list_free(&view->relations);
}

static json_t *element_json(const struct zm_quotient_view *view, uint16_t element)
{
    struct zm_buffer text = {0};
    zm_presentation_print(&view->presentation, element, &text);
    json_t *word = json_string(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return word;
}

static json_t *atom_json(const struct zm_quotient_view *view, uint32_t atom)
{
    if (view->components == NULL)
        return json_integer(atom);
    struct zm_bytes text = zm_list_at(&view->components->atoms, atom);
    return json_stringn((const char *)text.data, text.size);
}

json_t *zm_quotient_view_json(const struct zm_quotient_view *view)
{
    const struct zm_quotient *q = view->quotient;
    json_t *object = json_object(), *generators = json_object(), *lost = json_array();
    json_t *values = json_array(), *relations = json_array();
    for (size_t i = 0; i < view->presentation.letters; i++) {
        char letter[2] = {(char)('a' + i), 0};
        json_object_set_new(generators, letter, atom_json(view, view->presentation.atoms[i]));
    }
    for (size_t i = 0; i < view->relations.count; i++) {
        struct zm_bytes text = zm_list_at(&view->relations, i);
        json_array_append_new(relations, json_stringn((const char *)text.data, text.size));
    }
    for (uint16_t e = 0; e < zm_quotient_order(q); e++)
        if (zm_quotient_lost(q, e))
            json_array_append_new(lost, element_json(view, e));
    for (uint32_t atom = 0; atom < zm_quotient_atoms(q); atom++)
        json_array_append_new(values, element_json(view, zm_quotient_value(q, atom)));
    json_object_set_new(object, "game", json_string(view->game));
    json_object_set_new(object, "position", json_string(view->position));
    json_object_set_new(object, "play", json_string("misere"));
    json_object_set_new(object, "order", json_integer((json_int_t)zm_quotient_order(q)));
    json_object_set_new(object, "generators", generators);
    json_object_set_new(object, "relations", relations);
    json_object_set_new(object, "lost", lost);
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "cases", json_integer((json_int_t)zm_quotient_transitions(q)));
    if (view->heaps != NULL) {
        json_object_set_new(object, "complete", json_boolean(view->heaps->periodic));
        json_object_set_new(object, "heaps", json_integer((json_int_t)view->heaps->largest));
    }
    if (view->heaps != NULL && view->heaps->periodic) {
        json_object_set_new(object, "period", json_integer((json_int_t)view->heaps->period));
        json_object_set_new(object, "from", json_integer((json_int_t)view->heaps->from));
        json_object_set_new(object, "bound", json_integer((json_int_t)view->bound));
    }
    if (view->components != NULL)
        json_object_set_new(object, "result", element_json(view, view->components->value));
    return object;
}
