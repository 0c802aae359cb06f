/* The order of options; see order.h. The thesis (chapter 12) sorts options by six keys, the size of
 * the boards first; `usual`, more pieces, then more central cells used, then more symmetry, needs
 * 1.6 to 3.3 times fewer nodes of depth-first search (docs/cram.md, `zermelo bench cram-order`).
 * Whatever the keys leave equal is sorted by its code. */
#include "games/cram/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum key {
    BY_PIECES,
    BY_DOMINOES,
    BY_SIZE,
    BY_SYMMETRY,
    BY_CUT,
    BY_FILL,
    BY_CENTRE,
    BY_JOINTS,
    BY_TEXT
};

static const char *const key_names[] = {
    [BY_PIECES] = "pieces",     [BY_DOMINOES] = "dominoes", [BY_SIZE] = "size",
    [BY_SYMMETRY] = "symmetry", [BY_CUT] = "cut",           [BY_FILL] = "fill",
    [BY_CENTRE] = "centre",     [BY_JOINTS] = "joints",     [BY_TEXT] = "text"};

enum { KEYS = sizeof key_names / sizeof *key_names };
enum { CUT = 6, FILL = 7, JOINTS = 12, MOST_WEIGHT = 10000 }; /* features */
enum { FIELD_BITS = 12, FIELD_MOST = (1 << FIELD_BITS) - 1, MOST_PIECES = 4 };

/* Is the shape of `a` rather than that of `b` to stand for both? Any rule will do that does not
 * depend on which came first: equal options must get equal keys. */
static bool stands_for(const struct cram_measure *a, const struct cram_measure *b)
{
    if (a->largest != b->largest)
        return a->largest > b->largest;
    if (a->unlike != b->unlike)
        return a->unlike < b->unlike;
    if (a->cut != b->cut)
        return a->cut < b->cut;
    if (a->fill != b->fill)
        return a->fill < b->fill;
    if (a->centre != b->centre)
        return a->centre < b->centre;
    return a->joints < b->joints;
}

void cram_measure_add(struct cram_measure *sum, const struct cram_measure *piece)
{
    sum->pieces += piece->pieces;
    sum->cells += piece->cells;
    sum->dominoes += piece->dominoes;
    sum->ends += piece->ends;
    sum->size += piece->size;
    if (sum->pieces > piece->pieces && !stands_for(piece, sum))
        return;
    sum->unlike = piece->unlike;
    sum->cut = piece->cut;
    sum->fill = piece->fill;
    sum->centre = piece->centre;
    sum->joints = piece->joints;
    sum->largest = piece->largest;
}

static uint64_t field(enum key key, const struct cram_measure *measure)
{
    uint32_t value = 0;
    switch (key) {
    case BY_PIECES:
        value = measure->pieces < MOST_PIECES ? MOST_PIECES - measure->pieces : 0;
        break;
    case BY_DOMINOES:
        value = measure->dominoes;
        break;
    case BY_SIZE:
        value = measure->size;
        break;
    case BY_SYMMETRY:
        value = measure->unlike;
        break;
    case BY_CUT:
        value = measure->cut;
        break;
    case BY_FILL:
        value = measure->fill;
        break;
    case BY_CENTRE:
        value = measure->centre < FIELD_MOST ? FIELD_MOST - measure->centre : 0;
        break;
    case BY_JOINTS:
        value = FIELD_MOST - measure->joints;
        break;
    case BY_TEXT:
        break;
    }
    return value < FIELD_MOST ? value : FIELD_MOST;
}

const char *const cram_feature_names[CRAM_FEATURES] = {
    "pieces", "cells",  "dominoes",      "ends",      "size",         "unlike", "cut",
    "fill",   "centre", "cells 2 mod 4", "cells odd", "dominoes odd", "joints"};

void cram_features(const struct cram_measure *measure, double features[CRAM_FEATURES])
{
    double box = measure->largest == 0 ? 1 : measure->largest;
    const double values[CRAM_FEATURES] = {
        measure->pieces,       measure->cells,           measure->dominoes,  measure->ends,
        measure->size,         measure->unlike / 1023.0, measure->cut,       measure->fill,
        measure->centre / box, measure->cells % 4 == 2,  measure->cells % 2, measure->dominoes % 2,
        measure->joints};
    memcpy(features, values, sizeof values);
}

/* The weights of the learned order, by cram_feature_names: those of an order by pieces, then
 * centre, then symmetry, changed one or two at a time at random, a change being kept when the nodes
 * of 5x5, 3x9, 4x7 and 5x6 went down (their geometric mean by 14 % after 158 changes tried), and
 * the small ones left out; `zermelo bench cram-climb` goes on from there. Weights that only make
 * lost options likely, as `zermelo bench cram-learn` finds them, do worse: see docs/cram.md. */
static const char learned_weights[] = "1000,0,1.2,0,-1.7,-8.8,0,0,70,-1.5";

static double score(const struct cram_order *order, const struct cram_measure *measure)
{
    double features[CRAM_FEATURES], sum = 0;
    cram_features(measure, features);
    for (int i = 0; i < CRAM_FEATURES; i++)
        sum += order->weights[i] * features[i];
    return sum;
}

uint64_t cram_order_key(const struct cram_order *order, const struct cram_measure *measure)
{
    uint64_t key = 0;
    if (order->learned)
        return (uint64_t)(INT64_C(1) << 56) -
               (uint64_t)(int64_t)(score(order, measure) * (1 << 20));
    for (unsigned i = 0; i < order->count; i++)
        key = key << FIELD_BITS | field(order->keys[i], measure);
    return key;
}

static enum zm_status read_key(const char *text, size_t length, struct cram_order *order,
                               struct zm_error *error)
{
    for (unsigned key = 0; key < KEYS; key++) {
        if (strlen(key_names[key]) != length || memcmp(key_names[key], text, length) != 0)
            continue;
        if (key == BY_TEXT) /* what is left equal is sorted so anyway */
            return ZM_OK;
        if (order->count == CRAM_MOST_KEYS)
            return zm_fail(error, ZM_BAD_INPUT, "option-order: at most %d keys before text",
                           CRAM_MOST_KEYS);
        order->keys[order->count++] = (uint8_t)key;
        order->wants |= key == BY_CENTRE ? CRAM_WANTS_CENTRE : 0;
        order->wants |= key == BY_FILL ? CRAM_WANTS_FILL : 0;
        order->wants |= key == BY_JOINTS ? CRAM_WANTS_JOINTS : 0;
        return ZM_OK;
    }
    return zm_fail(
        error, ZM_BAD_INPUT,
        "option-order: '%.*s' is no key; expected usual, thesis, learned, or some of "
        "pieces, dominoes, size, symmetry, cut, fill, centre, joints, text joined by commas",
        (int)(length > 40 ? 40 : length), text);
}

static enum zm_status read_weights(const char *text, struct cram_order *order,
                                   struct zm_error *error)
{
    order->learned = true;
    order->wants = CRAM_WANTS_CENTRE;
    for (int i = 0; i < CRAM_FEATURES; i++) {
        char *end;
        order->weights[i] = strtod(text, &end);
        if (end == text || !(fabs(order->weights[i]) <= MOST_WEIGHT) || (*end != 0 && *end != ','))
            break;
        if (i == CUT || i == FILL)
            order->wants |= order->weights[i] != 0 ? CRAM_WANTS_FILL : 0;
        if (i == JOINTS)
            order->wants |= order->weights[i] != 0 ? CRAM_WANTS_JOINTS : 0;
        if (*end == 0)
            return ZM_OK;
        text = end + 1;
    }
    return zm_fail(error, ZM_BAD_INPUT,
                   "option-order: expected at most %d weights from -%d to %d after 'weights:', "
                   "joined by commas",
                   CRAM_FEATURES, MOST_WEIGHT, MOST_WEIGHT);
}

enum zm_status cram_order_read(const char *text, struct cram_order *order, struct zm_error *error)
{
    *order = (struct cram_order){0};
    static const char weights[] = "weights:";
    if (strcmp(text, "learned") == 0)
        return read_weights(learned_weights, order, error);
    if (strncmp(text, weights, strlen(weights)) == 0)
        return read_weights(text + strlen(weights), order, error);
    if (strcmp(text, "usual") == 0)
        text = "pieces,centre,symmetry";
    else if (strcmp(text, "thesis") == 0)
        text = "size,pieces,symmetry,cut,centre,text";
    for (;;) {
        size_t length = strcspn(text, ",");
        enum zm_status status = read_key(text, length, order, error);
        if (status != ZM_OK || text[length] == 0)
            return status;
        text += length + 1;
    }
}
