/* Cram with one of its canonical forms, for the tests of those forms. */
#ifndef TESTS_GAMES_CRAM_FORMS_H
#define TESTS_GAMES_CRAM_FORMS_H

#include "test.h"

#include "games/cram/cram.h"

static inline void open_form(struct zm_instance *instance, const char *form)
{
    struct zm_settings settings = {0};
    assert_int_equal(zm_settings_declare(&settings, zm_cram.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "canon", form, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(instance, &zm_cram, &settings, NULL), ZM_OK);
    zm_settings_free(&settings);
}

#endif
