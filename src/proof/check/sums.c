/* Sums of components as byte strings, for misère play, where sums are nodes; see certificate.h. */
#include "proof/check/certificate.h"

enum { LENGTH = 2 };

void zm_sum_key(const struct zm_list *components, struct zm_buffer *key)
{
    for (size_t i = 0; i < components->count; i++) {
        struct zm_bytes component = zm_list_at(components, i);
        zm_buffer_byte(key, (uint8_t)component.size);
        zm_buffer_byte(key, (uint8_t)(component.size >> 8));
        zm_buffer_add(key, component.data, component.size);
    }
}

void zm_sum_components(struct zm_bytes key, struct zm_list *components)
{
    for (size_t at = 0; at < key.size;) {
        size_t size = key.data[at] | (size_t)key.data[at + 1] << 8;
        zm_list_add(components, zm_bytes(key.data + at + LENGTH, size));
        at += LENGTH + size;
    }
}

bool zm_sum_options(const struct zm_instance *instance, struct zm_bytes key,
                    bool (*visit)(void *context, struct zm_bytes option), void *context)
{
    struct zm_list components = {0}, sum = {0};
    struct zm_options options = {0};
    struct zm_buffer option = {0};
    bool more = true;
    zm_sum_components(key, &components);
    for (size_t i = 0; i < components.count && more; i++) {
        if (i > 0 && zm_bytes_equal(zm_list_at(&components, i), zm_list_at(&components, i - 1)))
            continue;
        instance->game->sums->options(instance->state, zm_list_at(&components, i), ZM_LEFT,
                                      &options);
        for (size_t j = 0; j < options.count && more; j++) {
            zm_list_clear(&sum);
            for (size_t k = 0; k < components.count; k++)
                if (k != i)
                    zm_list_add(&sum, zm_list_at(&components, k));
            for (size_t k = zm_options_begin(&options, j); k < options.ends[j]; k++)
                zm_list_add(&sum, zm_list_at(&options.components, k));
            zm_list_sort(&sum, false);
            zm_buffer_clear(&option);
            zm_sum_key(&sum, &option);
            more = !option.failed && visit(context, zm_buffer_bytes(&option));
        }
    }
    bool failed = option.failed || zm_list_failed(&components) || zm_list_failed(&sum) ||
                  zm_list_failed(&options.components);
    zm_list_free(&components);
    zm_list_free(&sum);
    zm_options_free(&options);
    zm_buffer_free(&option);
    return !failed;
}

bool zm_sum_has_loony_moves(const struct zm_instance *instance, struct zm_bytes key)
{
    struct zm_list components = {0};
    bool has = false;
    zm_sum_components(key, &components);
    for (size_t i = 0; i < components.count && !has; i++)
        has = zm_has_loony_moves(instance, zm_list_at(&components, i));
    zm_list_free(&components);
    return has;
}
