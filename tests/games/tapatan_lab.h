/* What the tests of Tapatan share: a game with options, its graph and its labels, asked by text. */
#ifndef ZM_TESTS_TAPATAN_LAB_H
#define ZM_TESTS_TAPATAN_LAB_H

#include "games/tapatan/catalogue.h"
#include "search/retrograde.h"
#include "test.h"

#include <stdio.h>

struct lab {
    struct zm_settings settings;
    struct zm_run run;
    struct zm_instance game;
    struct zm_game_graph graph;
    struct zm_labels labels;
    struct zm_buffer position;
};

/* `options`: "name=value;name=value", or "-" for none. */
void lab_open(struct lab *lab, const char *options, bool symmetry);
void lab_close(struct lab *lab);
/* The number of a position given as text. */
uint64_t lab_number(struct lab *lab, const char *text);
uint16_t lab_label(struct lab *lab, const char *text);
/* "X5", "O3", "=": who wins and in how many plies. */
void lab_value(struct lab *lab, const char *text, char value[16]);
/* The next line of tests/oracles/NAME that is no comment; opens it when *file is NULL, and closes
 * it at the end. */
bool oracle_line(FILE **file, const char *name, char *line, size_t size);

#endif
