/* Pictures of Sprouts positions, read back from the SVG: no two curves meet but in spots, and the
 * regions of the picture, with their boundaries, are those of the position. On positions from
 * random games, on the canonical texts of such positions (which leave out what is dead and turn
 * regions as they like), and on the published ones. */
#include "games/sprouts/playing.h"
#include "games/sprouts/sprouts.h"
#include "sprouts_chart.h"

#include "test.h"

struct lab {
    struct zm_instance game;
    struct zm_settings settings;
    struct zm_sprouts_drawing drawing;
    struct sprouts_chart chart;
};

static struct lab *lab_open(void)
{
    struct lab *lab = calloc(1, sizeof *lab);
    assert_non_null(lab);
    assert_int_equal(zm_settings_declare(&lab->settings, zm_sprouts.params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&lab->game, &zm_sprouts, &lab->settings, NULL), ZM_OK);
    return lab;
}

static void lab_close(struct lab *lab)
{
    zm_instance_close(&lab->game);
    zm_settings_free(&lab->settings);
    free(lab);
}

/* A text for each region of the drawing, as sprouts_chart_regions() writes them. */
static void drawn_regions(const struct zm_sprouts_drawing *drawing, bool turned,
                          struct zm_list *regions)
{
    for (unsigned r = 0; r < drawing->region_count; r++) {
        struct zm_list boundaries = {0};
        unsigned first = drawing->regions[r].first;
        for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
            int spots[ZM_SPROUTS_WRITTEN], count = 0;
            for (unsigned i = zm_sprouts_drawn_start(drawing, b); i < drawing->ends[b]; i++)
                spots[count++] = drawing->written[i] + 1;
            sprouts_chart_boundary(spots, count, turned, &boundaries);
        }
        sprouts_chart_key(&boundaries, &regions->bytes);
        zm_list_close(regions);
        zm_list_free(&boundaries);
    }
    zm_list_sort(regions, false);
}

static bool equal_lists(const struct zm_list *a, const struct zm_list *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; i < a->count && equal; i++)
        equal = zm_bytes_equal(zm_list_at(a, i), zm_list_at(b, i));
    return equal;
}

/* Of each region the lesser of its two texts, walked one way and the other. */
static void add_lesser(const struct zm_list *one, const struct zm_list *other, struct zm_list *out)
{
    for (size_t i = 0; i < one->count; i++)
        zm_list_add(out, zm_list_at(one, i));
    for (size_t i = 0; i < other->count; i++)
        zm_list_add(out, zm_list_at(other, i));
    zm_list_sort(out, false);
}

/* What the move needs can be clicked: its two ends in its region, and the boundaries inside. */
static void check_move(struct lab *lab, const char *svg, struct zm_bytes position,
                       struct zm_bytes move)
{
    struct zm_sprouts_curve curve;
    struct zm_buffer name = {0};
    zm_sprouts.rules->name(lab->game.state, position, move, &name);
    zm_sprouts_curve_load(move, &curve);
    const unsigned ends[2][2] = {{curve.from, curve.from_boundary}, {curve.to, curve.to_boundary}};
    char wanted[200];
    for (int i = 0; i < 2; i++) {
        const char *start =
            i == 0 ? zm_buffer_string(&name) : strchr(zm_buffer_string(&name), '-') + 1;
        unsigned place = ends[i][0] - zm_sprouts_drawn_start(&lab->drawing, ends[i][1]);
        snprintf(wanted, sizeof wanted,
                 "\"corner\" data-region=\"%u\" data-boundary=\"%u\" data-place=\"%u\" "
                 "data-spot=\"%u\" data-end=\"%.*s\"",
                 curve.region + 1, zm_sprouts_least_spot(&lab->drawing, ends[i][1]) + 1, place,
                 lab->drawing.written[ends[i][0]] + 1, (int)strcspn(start, "-r["), start);
        if (strstr(svg, wanted) == NULL)
            fail_msg("%s: the picture lacks %s", zm_buffer_string(&name), wanted);
    }
    for (unsigned i = 0; i < curve.inside_count; i++) {
        snprintf(wanted, sizeof wanted, "\"side\" data-region=\"%u\" data-boundary=\"%u\"",
                 curve.region + 1, zm_sprouts_least_spot(&lab->drawing, curve.inside[i]) + 1);
        if (strstr(svg, wanted) == NULL)
            fail_msg("%s: the picture lacks %s", zm_buffer_string(&name), wanted);
    }
    zm_buffer_free(&name);
}

static void moves_can_be_clicked(void **state)
{
    (void)state;
    struct lab *lab = lab_open();
    struct zm_random random = zm_random_seeded(13);
    struct zm_buffer position = {0}, svg = {0};
    struct zm_list moves = {0};
    for (int round = 0; round < test_rounds(60); round++) {
        zm_sprouts.rules->random(lab->game.state, &random, (unsigned)round % 16, &position);
        zm_buffer_clear(&svg);
        zm_sprouts.picture->svg(lab->game.state, zm_buffer_bytes(&position), &svg);
        zm_sprouts_drawing_load(zm_buffer_bytes(&position), &lab->drawing);
        zm_list_clear(&moves);
        zm_sprouts.rules->moves(lab->game.state, zm_buffer_bytes(&position), NULL, &moves);
        for (size_t i = 0; i < moves.count; i++)
            check_move(lab, zm_buffer_string(&svg), zm_buffer_bytes(&position),
                       zm_list_at(&moves, i));
    }
    zm_buffer_free(&position);
    zm_buffer_free(&svg);
    zm_list_free(&moves);
    lab_close(lab);
}

/* `played`: all regions are written the same way round. */
static void check_picture(struct lab *lab, struct zm_bytes position, bool played)
{
    struct zm_buffer svg = {0}, text = {0};
    struct zm_list seen[2] = {0}, drawn[2] = {0};
    zm_sprouts.picture->svg(lab->game.state, position, &svg);
    zm_sprouts.rules->print(lab->game.state, position, &text);
    zm_sprouts_drawing_load(position, &lab->drawing);
    const char *at = strstr(zm_buffer_string(&svg), "<g class=\"sphere\"");
    if (at == NULL)
        fail_msg("%s: no map of the plane", zm_buffer_string(&text));
    while (*at != '\0') {
        at = sprouts_chart_read(&lab->chart, at);
        sprouts_chart_check_crossings(&lab->chart);
        for (int turned = 0; turned < 2; turned++)
            sprouts_chart_regions(&lab->chart, turned == 1, &seen[turned]);
    }
    for (int turned = 0; turned < 2; turned++) {
        zm_list_sort(&seen[turned], false);
        drawn_regions(&lab->drawing, turned == 1, &drawn[turned]);
    }
    bool right;
    if (played) {
        right = equal_lists(&seen[0], &drawn[0]) || equal_lists(&seen[0], &drawn[1]);
    } else {
        struct zm_list both[2] = {0};
        add_lesser(&seen[0], &seen[1], &both[0]);
        add_lesser(&drawn[0], &drawn[1], &both[1]);
        right = equal_lists(&both[0], &both[1]);
        zm_list_free(&both[0]);
        zm_list_free(&both[1]);
    }
    if (!right)
        fail_msg("%s: the picture has other regions", zm_buffer_string(&text));
    for (int turned = 0; turned < 2; turned++) {
        zm_list_free(&seen[turned]);
        zm_list_free(&drawn[turned]);
    }
    zm_buffer_free(&svg);
    zm_buffer_free(&text);
}

static void play_at_random(struct lab *lab, struct zm_random *random, unsigned spots,
                           unsigned moves, struct zm_buffer *position)
{
    struct zm_list list = {0};
    struct zm_buffer next = {0};
    char text[16];
    snprintf(text, sizeof text, "%u", spots);
    assert_int_equal(zm_sprouts.rules->parse(lab->game.state, text, position, NULL), ZM_OK);
    for (unsigned i = 0; i < moves; i++) {
        zm_list_clear(&list);
        zm_sprouts.rules->moves(lab->game.state, zm_buffer_bytes(position), NULL, &list);
        if (list.count == 0)
            break;
        zm_sprouts.rules->apply(lab->game.state, zm_buffer_bytes(position),
                                zm_list_at(&list, zm_random_below(random, list.count)), &next);
        zm_buffer_set(position, zm_buffer_bytes(&next));
    }
    zm_list_free(&list);
    zm_buffer_free(&next);
}

static void played_positions(void **state)
{
    (void)state;
    struct lab *lab = lab_open();
    struct zm_random random = zm_random_seeded(11);
    struct zm_buffer position = {0};
    for (int round = 0; round < test_rounds(400); round++) {
        unsigned spots = 1 + (unsigned)round % 10;
        play_at_random(lab, &random, spots, (unsigned)zm_random_below(&random, 3 * spots),
                       &position);
        check_picture(lab, zm_buffer_bytes(&position), true);
    }
    for (int round = 0; round < test_rounds(10); round++) { /* large ones */
        play_at_random(lab, &random, 30, 15 + 8 * (unsigned)round, &position);
        check_picture(lab, zm_buffer_bytes(&position), true);
    }
    zm_buffer_free(&position);
    lab_close(lab);
}

/* The canonical sum of a position, typed, and then played on. */
static void typed_positions(void **state)
{
    (void)state;
    struct lab *lab = lab_open();
    struct zm_random random = zm_random_seeded(12);
    struct zm_buffer position = {0}, text = {0}, next = {0};
    struct zm_list lands = {0}, moves = {0};
    for (int round = 0; round < test_rounds(200); round++) {
        unsigned spots = 2 + (unsigned)round % 8;
        play_at_random(lab, &random, spots, (unsigned)zm_random_below(&random, 2 * spots + 1),
                       &position);
        zm_list_clear(&lands);
        zm_sprouts.sums->split(lab->game.state, zm_buffer_bytes(&position), &lands);
        if (lands.count == 0)
            continue;
        zm_buffer_clear(&text);
        zm_sprouts_write_sum(&lands, &text);
        assert_int_equal(
            zm_sprouts.rules->parse(lab->game.state, zm_buffer_string(&text), &position, NULL),
            ZM_OK);
        check_picture(lab, zm_buffer_bytes(&position), false);
        zm_list_clear(&moves);
        zm_sprouts.rules->moves(lab->game.state, zm_buffer_bytes(&position), NULL, &moves);
        zm_sprouts.rules->apply(lab->game.state, zm_buffer_bytes(&position),
                                zm_list_at(&moves, zm_random_below(&random, moves.count)), &next);
        check_picture(lab, zm_buffer_bytes(&next), false);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_buffer_free(&next);
    zm_list_free(&lands);
    zm_list_free(&moves);
    lab_close(lab);
}

static void published_positions(void **state)
{
    (void)state;
    struct lab *lab = lab_open();
    struct zm_buffer position = {0};
    char line[400], name[40], text[200];
    FILE *file = test_oracle("sprouts_certificate.txt");
    while (fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#' && sscanf(line, "%39s %199s", name, text) == 2) {
            assert_int_equal(zm_sprouts.rules->parse(lab->game.state, text, &position, NULL),
                             ZM_OK);
            check_picture(lab, zm_buffer_bytes(&position), false);
        }
    fclose(file);
    zm_buffer_free(&position);
    lab_close(lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(played_positions),
        cmocka_unit_test(typed_positions),
        cmocka_unit_test(published_positions),
        cmocka_unit_test(moves_can_be_clicked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
