/* Sprouts as a game of the program: its parameters, its state, and the functions of games/game.h,
 * each of which hands over to the file that does the work. */
#include "games/sprouts/sprouts.h"

#include "games/sprouts/drawing.h"
#include "games/sprouts/options.h"
#include "games/sprouts/picture.h"
#include "games/sprouts/playing.h"
#include "games/sprouts/surface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 16 };

struct sprouts {
    struct zm_sprouts_canon canon;
    struct zm_sprouts_mover mover;
    struct zm_sprouts_drawing drawing, next;
    struct zm_sprouts_curve curve;
    struct zm_sprouts_sketch sketch;
    int surface; /* of start positions: a genus */
};

static void sprouts_close(void *state)
{
    struct sprouts *sprouts = state;
    zm_sprouts_children_free(sprouts->mover.children);
    zm_buffer_free(&sprouts->mover.complete);
    zm_sprouts_canon_free(&sprouts->canon);
    free(sprouts);
}

static enum zm_status sprouts_open(const struct zm_settings *settings, void **state,
                                   struct zm_error *error)
{
    struct sprouts *sprouts = calloc(1, sizeof *sprouts);
    if (sprouts == NULL)
        return zm_fail_memory(error);
    zm_sprouts_canon_init(&sprouts->canon);
    sprouts->canon.exact = zm_settings_is(settings, "canon", "exact");
    /* No land is known that does not settle in a few rounds. */
    sprouts->canon.rounds = zm_settings_is(settings, "canon", "pseudo") ? 1 : MOST_ROUNDS;
    if (!zm_settings_is(settings, "equivalences", "none"))
        sprouts->canon.rules = zm_settings_is(settings, "equivalences", "all")
                                   ? ZM_SPROUTS_ALL_RULES
                                   : ZM_SPROUTS_TREE_RULES;
    const char *surface = zm_settings_text(settings, "surface");
    enum zm_status status =
        surface == NULL ? ZM_OK : zm_sprouts_surface_read(surface, &sprouts->surface, error);
    if (status != ZM_OK) {
        sprouts_close(sprouts);
        return status;
    }
    sprouts->mover.canon = &sprouts->canon;
    sprouts->mover.children = zm_sprouts_children_new();
    if (sprouts->mover.children == NULL) {
        sprouts_close(sprouts);
        return zm_fail_memory(error);
    }
    *state = sprouts;
    return ZM_OK;
}

static void sprouts_heed(void *state, struct zm_run *run)
{
    struct sprouts *sprouts = state;
    sprouts->mover.run = run;
}

static void split_drawing(struct sprouts *sprouts, struct zm_list *components)
{
    zm_sprouts_drawing_sketch(&sprouts->drawing, &sprouts->sketch);
    zm_sprouts_reduce(&sprouts->sketch, &sprouts->canon, components);
    zm_list_sort(components, false);
}

/* Virgin spots alone, with nothing said of their surface: "4", "0*4". */
static bool is_start(const char *text)
{
    text += strncmp(text, "0*", 2) == 0 ? 2 : 0;
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == '\0';
}

/* The region that stands for itself with every genus; the number of regions when there is none. */
static unsigned find_every_genus(const struct zm_sprouts_drawing *drawing)
{
    unsigned r = 0;
    while (r < drawing->region_count && drawing->regions[r].genus != ZM_SPROUTS_EVERY_GENUS)
        r++;
    return r;
}

/* The genus from which on more handles in region `r` of the drawing change nothing. */
static bool find_limit(struct sprouts *sprouts, unsigned r, int *limit)
{
    zm_sprouts_drawing_sketch(&sprouts->drawing, &sprouts->sketch);
    return zm_sprouts_limit(&sprouts->canon.limits, &sprouts->sketch, r, true, limit);
}

static enum zm_status sprouts_parse(void *state, const char *text, struct zm_buffer *position,
                                    struct zm_error *error)
{
    struct sprouts *sprouts = state;
    int limit;
    enum zm_status status = zm_sprouts_read(text, &sprouts->drawing, error);
    if (status != ZM_OK)
        return status;
    if (sprouts->surface != 0 && is_start(text))
        sprouts->drawing.regions[0].genus = (int16_t)sprouts->surface;
    unsigned every = find_every_genus(&sprouts->drawing);
    if (every < sprouts->drawing.region_count && !find_limit(sprouts, every, &limit))
        return zm_fail(
            error, ZM_BAD_INPUT,
            "sprouts position '%.120s': a region on every orientable surface can have at "
            "most %d lives",
            text, ZM_SPROUTS_LIMIT_LIVES);
    zm_buffer_clear(position);
    zm_sprouts_drawing_save(&sprouts->drawing, position);
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

/* A position with a region @all stands for itself with the genera from 0 to the limit. */
static void sprouts_cases(void *state, struct zm_bytes position, struct zm_list *cases,
                          struct zm_buffer *why)
{
    struct sprouts *sprouts = state;
    int limit;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    unsigned every = find_every_genus(&sprouts->drawing);
    if (every == sprouts->drawing.region_count)
        return;
    if (!find_limit(sprouts, every, &limit)) {
        cases->bytes.failed = true;
        return;
    }
    for (int genus = 0; genus <= limit; genus++) {
        sprouts->drawing.regions[every].genus = (int16_t)genus;
        zm_sprouts_drawing_save(&sprouts->drawing, &cases->bytes);
        zm_list_close(cases);
    }
    zm_buffer_format(
        why,
        "@all: shown for the genera 0 to %d; from %d on another handle does not change "
        "the canonical tree (limit genus, proposition 14 of the thesis)",
        limit, limit);
}

static void sprouts_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    struct sprouts *sprouts = state;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    split_drawing(sprouts, components);
}

/* Where start positions lie on another surface, one that does not has to say so; one spot plays the
 * same everywhere, but what stands for several positions is not played. */
static void say_plane(const struct sprouts *sprouts, struct zm_buffer *text)
{
    const char *sum = zm_buffer_string(text);
    if (sprouts->surface != 0 && is_start(sum) &&
        (sprouts->surface == ZM_SPROUTS_EVERY_GENUS || strcmp(sum, "0") != 0))
        zm_buffer_text(text, "@0");
}

/* As a sum when that reads back as the same drawing, which it does until a move is played; else
 * with the numbers of the spots. */
static void sprouts_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct sprouts *sprouts = state;
    struct zm_list lands = {0};
    struct zm_buffer sum = {0}, again = {0};
    sprouts_split(state, position, &lands);
    zm_sprouts_write_sum(&lands, &sum);
    say_plane(sprouts, &sum);
    bool same = zm_sprouts_read(zm_buffer_string(&sum), &sprouts->drawing, NULL) == ZM_OK;
    if (same) {
        zm_sprouts_drawing_save(&sprouts->drawing, &again);
        same = zm_bytes_equal(zm_buffer_bytes(&again), position);
    }
    if (same) {
        zm_buffer_text(text, zm_buffer_string(&sum));
    } else {
        zm_sprouts_drawing_load(position, &sprouts->drawing);
        zm_sprouts_write_drawing(&sprouts->drawing, text);
    }
    text->failed |= sum.failed || again.failed || zm_list_failed(&lands);
    zm_list_free(&lands);
    zm_buffer_free(&sum);
    zm_buffer_free(&again);
}

static void sprouts_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_list *moves)
{
    struct sprouts *sprouts = state;
    (void)record;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    if (find_every_genus(&sprouts->drawing) == sprouts->drawing.region_count)
        zm_sprouts_curves(&sprouts->drawing, moves);
}

static void sprouts_unlisted(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct sprouts *sprouts = state;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    zm_sprouts_unlisted(&sprouts->drawing, text);
}

/* Curves as they are drawn, whatever they enclose. */
static void sprouts_find(void *state, struct zm_bytes position, const char *name,
                         struct zm_list *moves)
{
    struct sprouts *sprouts = state;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    if (find_every_genus(&sprouts->drawing) == sprouts->drawing.region_count)
        zm_sprouts_curve_find(&sprouts->drawing, name, moves);
}

static void sprouts_name(void *state, struct zm_bytes position, struct zm_bytes move,
                         struct zm_buffer *text)
{
    struct sprouts *sprouts = state;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    zm_sprouts_curve_load(move, &sprouts->curve);
    zm_sprouts_curve_name(&sprouts->drawing, &sprouts->curve, text);
}

static void sprouts_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    struct sprouts *sprouts = state;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    zm_sprouts_curve_load(move, &sprouts->curve);
    zm_sprouts_curve_draw(&sprouts->drawing, &sprouts->curve, &sprouts->next);
    zm_buffer_clear(next);
    zm_sprouts_drawing_save(&sprouts->next, next);
}

/* `size`: the lives left, about. */
static void sprouts_random(void *state, struct zm_random *random, unsigned size,
                           struct zm_buffer *position)
{
    struct sprouts *sprouts = state;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    char text[16];
    unsigned spots = size / 3 + 1 + (unsigned)zm_random_below(random, 3);
    snprintf(text, sizeof text, "%u", spots < 40 ? spots : 40);
    zm_sprouts_read(text, &sprouts->drawing, NULL);
    zm_buffer_clear(position);
    zm_sprouts_drawing_save(&sprouts->drawing, position);
    for (unsigned lives = 3 * spots; lives > size && !position->failed; lives--) {
        zm_list_clear(&moves);
        sprouts_moves(state, zm_buffer_bytes(position), NULL, &moves);
        if (moves.count == 0)
            break;
        sprouts_apply(state, zm_buffer_bytes(position),
                      zm_list_at(&moves, zm_random_below(random, moves.count)), &next);
        zm_buffer_set(position, zm_buffer_bytes(&next));
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
}

static void sprouts_options(void *state, struct zm_bytes component, enum zm_side side,
                            struct zm_options *options)
{
    struct sprouts *sprouts = state;
    (void)side;
    zm_sprouts_options(&sprouts->mover, component, options);
}

static bool sprouts_some_option(void *state, struct zm_bytes component, enum zm_side side,
                                bool (*test)(void *context, const struct zm_bytes *components,
                                             size_t count),
                                void *context)
{
    struct sprouts *sprouts = state;
    (void)side;
    return zm_sprouts_some_option(&sprouts->mover, component, test, context);
}

static void sprouts_print_land(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    struct zm_list sum = {0};
    struct zm_buffer land = {0};
    zm_list_add(&sum, component);
    zm_sprouts_write_sum(&sum, &land);
    say_plane(state, &land);
    zm_buffer_text(text, zm_buffer_string(&land));
    text->failed |= land.failed;
    zm_buffer_free(&land);
    zm_list_free(&sum);
}

static bool sprouts_sound(void *state, struct zm_bytes position)
{
    (void)state;
    return zm_sprouts_drawing_sound(position);
}

static bool sprouts_sound_land(void *state, struct zm_bytes component)
{
    (void)state;
    return zm_sprouts_land_sound(component);
}

/* The thesis's form is pseudo-canonical, and some equivalences keep the reduced tree alone. */
static enum zm_forms sprouts_forms(void *state)
{
    const struct zm_sprouts_canon *canon = &((const struct sprouts *)state)->canon;
    return canon->rules == ZM_SPROUTS_ALL_RULES                  ? ZM_FORMS_EQUIVALENT
           : canon->exact && canon->rules == ZM_SPROUTS_NO_RULES ? ZM_FORMS_CANONICAL
                                                                 : ZM_FORMS_NEARLY;
}

static uint32_t sprouts_difficulty(void *state, struct zm_bytes component)
{
    (void)state;
    return zm_sprouts_difficulty(component);
}

static const struct zm_param params[] = {
    {.name = "canon",
     .kind = ZM_PARAM_CHOICE,
     .value = "settled",
     .choices = "settled|pseudo|exact",
     .hint = "FORM",
     .help = "canonical form of lands: pseudo (the thesis's), settled (pseudo until nothing "
             "changes) or exact"},
    {.name = "equivalences",
     .kind = ZM_PARAM_CHOICE,
     .value = "none",
     .choices = "none|trees|all",
     .hint = "WHICH",
     .help =
         "sporadic equivalences: none, those that keep the canonical tree, or all (not for trees)"},
    {.name = "surface",
     .kind = ZM_PARAM_TEXT,
     .value = "sphere",
     .examples = "torus|torus:2|torus:all|projective|klein",
     .hint = "SURFACE",
     .help = "where start positions (4, 0*4) lie: sphere, torus[:N], torus:all, projective[:N], "
             "klein; others say it (0*4@1)",
     .unrecorded = true},
    {0},
};

static void sprouts_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct sprouts *sprouts = state;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    zm_sprouts_picture_text(&sprouts->drawing, out);
}

static void sprouts_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct sprouts *sprouts = state;
    zm_sprouts_drawing_load(position, &sprouts->drawing);
    zm_sprouts_picture_svg(&sprouts->drawing, out);
}

static const struct zm_picture picture = {
    .text = sprouts_text,
    .svg = sprouts_svg,
    .partial = true,
};

static const struct zm_rules rules = {
    .parse = sprouts_parse,
    .print = sprouts_print,
    .cases = sprouts_cases,
    .moves = sprouts_moves,
    .unlisted = sprouts_unlisted,
    .find = sprouts_find,
    .name = sprouts_name,
    .apply = sprouts_apply,
    .sound = sprouts_sound,
    .random = sprouts_random,
};

static const struct zm_sums sums = {
    .split = sprouts_split,
    .options = sprouts_options,
    .some_option = sprouts_some_option,
    .print = sprouts_print_land,
    .sound = sprouts_sound_land,
    .forms = sprouts_forms,
    .difficulty = sprouts_difficulty,
    .moves_left = sprouts_difficulty,
};

static const struct zm_hints hints = {
    .moves_left_help = true,
    .easy = 9,   /* lives */
    .whole = 11, /* lives */
};

const struct zm_game zm_sprouts = {
    .name = "sprouts",
    .title = "Sprouts",
    .summary = "join spots by curves that never cross; a spot bears three curve ends",
    .start = "8",
    .positions =
        "11, 0*11: virgin spots; 0*2.AB|0.C|1aCa.DE|AB.DE: regions and boundaries; "
        "0*2+22: a sum of lands; 0*4@1, 0*4@-2: on a torus, on a Klein bottle; '': nothing left",
    .players = ZM_IMPARTIAL,
    .params = params,
    .canon_version = 4,
    .open = sprouts_open,
    .close = sprouts_close,
    .heed = sprouts_heed,
    .rules = &rules,
    .sums = &sums,
    .hints = &hints,
    .picture = &picture,
};
