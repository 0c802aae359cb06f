/* Cram with one of its canonical forms, for the tests of those forms. */
#ifndef TESTS_GAMES_CRAM_FORMS_H
#define TESTS_GAMES_CRAM_FORMS_H

#include "test.h"

#include "games/cram/cram.h"

/* `name` is one more parameter to set, or NULL. */
static inline void open_form_with(struct zm_instance *instance, const char *form, const char *name,
                                  const char *value)
{
    struct zm_settings settings = {0};
    assert_int_equal(zm_settings_declare(&settings, zm_cram.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "canon", form, NULL), ZM_OK);
    if (name != NULL)
        assert_int_equal(zm_settings_set(&settings, name, value, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(instance, &zm_cram, &settings, NULL), ZM_OK);
    zm_settings_free(&settings);
}

static inline void open_form(struct zm_instance *instance, const char *form)
{
    open_form_with(instance, form, NULL, NULL);
}

#endif
