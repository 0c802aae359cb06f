/* The undecided part of Tapatan against the chapter: kernel, distances, groups, chains, longest
 * plays; then retrograde analysis itself: threads, playing forward, verification, files, best play.
 */
#include "games/tapatan_lab.h"
#include "solve/draws.h"
#include "theory/long_path.h"
#include "theory/matching.h"

#include <sys/stat.h>
#include <unistd.h>

static struct lab lab;
static struct zm_draws draws;

static int set_up(void **state)
{
    struct zm_error error;
    (void)state;
    lab_open(&lab, "-", false);
    return zm_draws_make(&draws, &lab.game, &lab.graph, &lab.labels, &error) == ZM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    zm_draws_free(&draws);
    lab_close(&lab);
    return 0;
}

static uint32_t vertex_of(const char *text)
{
    uint32_t vertex = zm_draws_vertex(&draws, lab_number(&lab, text));
    if (vertex == ZM_UNREACHED)
        fail_msg("%s is not undecided", text);
    return vertex;
}

static bool computer_moves(uint32_t vertex)
{
    return zm_tapatan_configuration(lab.game.state, draws.numbers[vertex]).turn == 0;
}

static void check_histogram(const uint32_t *values, uint32_t count, const unsigned *expected,
                            unsigned size)
{
    unsigned found[32] = {0};
    for (uint32_t i = 0; i < count; i++) {
        assert_true(values[i] < 32);
        found[values[i]]++;
    }
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(found[i], i < size ? expected[i] : 0);
}

static void check_degrees(const struct zm_digraph *graph, const unsigned *expected, unsigned size)
{
    uint32_t degrees[600];
    for (uint32_t v = 0; v < graph->count; v++)
        degrees[v] = zm_digraph_degree(graph, v);
    check_histogram(degrees, graph->count, expected, size);
}

static void test_structure(void **state)
{
    struct zm_digraph back;
    uint32_t orbits[2] = {0}, per_mover = 0;
    (void)state;
    assert_int_equal(draws.count, 544);
    assert_int_equal(zm_digraph_arcs(&draws.graph), 992);
    assert_int_equal(draws.components, 289);
    assert_int_equal(draws.kernel.count, 256);
    assert_int_equal(zm_digraph_arcs(&draws.kernel), 576);
    for (uint32_t v = 0; v < draws.count; v++) {
        per_mover += computer_moves(v);
        if (draws.orbit[v] == v && computer_moves(v))
            orbits[draws.in_kernel[v]]++;
    }
    assert_int_equal(per_mover, 272);
    assert_int_equal(orbits[0], 19);
    assert_int_equal(orbits[1], 20);
    check_degrees(&draws.graph, (unsigned[]){0, 272, 160, 64, 32, 16}, 6);
    check_degrees(&draws.kernel, (unsigned[]){0, 96, 64, 48, 32, 16}, 6);
    assert_true(zm_digraph_reverse(&draws.graph, &back));
    check_degrees(&back, (unsigned[]){160, 96, 48, 176, 48, 16}, 6);
    zm_digraph_free(&back);
    assert_true(zm_digraph_reverse(&draws.kernel, &back));
    check_degrees(&back, (unsigned[]){0, 96, 32, 96, 32}, 5);
    zm_digraph_free(&back);
    check_histogram(draws.tail, draws.count, (unsigned[]){256, 144, 128, 16}, 4);
}

static void test_distances(void **state)
{
    static const unsigned vector[] = {1, 3, 4, 8, 23, 31, 36, 46, 38, 28, 22, 12, 4};
    struct zm_reach reaches[544];
    uint32_t distance[544], queue[544], values[544], source = vertex_of("267.139.0");
    char line[100];
    unsigned listed = 0, beyond[5] = {0};
    FILE *file = NULL;
    (void)state;
    assert_int_equal(zm_digraph_distances(&draws.graph, source, distance, queue), 256);
    for (int i = 0; i < 256; i++)
        values[i] = distance[queue[i]];
    check_histogram(values, 256, vector, 13);
    while (oracle_line(&file, "tapatan-layers.txt", line, sizeof line)) {
        char *space = strchr(line, ' ');
        assert_int_equal(distance[vertex_of(space + 1)], atoi(line));
        listed++;
    }
    assert_int_equal(listed, 256);

    assert_true(zm_reaches(&draws.kernel, reaches));
    for (uint32_t v = 0; v < 256; v++)
        values[v] = reaches[v].eccentricity;
    check_histogram(values, 256, (unsigned[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 144, 112}, 13);
    assert_true(zm_reaches(&draws.graph, reaches));
    for (uint32_t v = 0; v < 544; v++) {
        values[v] = reaches[v].eccentricity;
        assert_in_range(reaches[v].reached, 256, 259);
        beyond[reaches[v].reached - 256]++;
    }
    check_histogram(values, 544,
                    (unsigned[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 192, 192, 96, 48, 16}, 16);
    assert_int_equal(beyond[0], 256);
    assert_int_equal(beyond[1], 144);
    assert_int_equal(beyond[2], 96);
    assert_int_equal(beyond[3], 48);
}

static void test_orbit_table(void **state)
{
    struct zm_digraph back;
    char line[100], text[20], where[20], axis[5];
    unsigned size, out, in, rows = 0;
    FILE *file = NULL;
    (void)state;
    assert_true(zm_digraph_reverse(&draws.graph, &back));
    while (oracle_line(&file, "tapatan-kernel-orbits.txt", line, sizeof line)) {
        assert_int_equal(
            sscanf(line, "%17s %u %19s %4s %u %u", text, &size, where, axis, &out, &in), 6);
        strcat(text, ".0");
        uint32_t vertex = vertex_of(text), members = 0;
        for (uint32_t v = 0; v < draws.count; v++)
            members += draws.orbit[v] == draws.orbit[vertex];
        assert_int_equal(members, size);
        assert_int_equal(draws.in_kernel[vertex], strcmp(where, "kernel") == 0);
        assert_int_equal(zm_digraph_degree(&draws.graph, vertex), out);
        assert_int_equal(zm_digraph_degree(&back, vertex), in);
        assert_int_equal(size, strcmp(axis, "-") == 0 ? 8 : 4);
        rows++;
    }
    assert_int_equal(rows, 39);
    zm_digraph_free(&back);
}

/* The vertex of a group code: O for the computer to move, H for its negative. */
static uint32_t groups[21][9][2];

static void read_groups(void)
{
    char line[200];
    FILE *file = NULL;
    unsigned group = 0;
    while (oracle_line(&file, "tapatan-groups.txt", line, sizeof line)) {
        unsigned member = 0;
        group++;
        for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
            char negative[20];
            snprintf(negative, sizeof negative, "%.3s.%.3s.1", word + 4, word);
            member++;
            groups[group][member][0] = vertex_of(word);
            groups[group][member][1] = vertex_of(negative);
            assert_true(draws.in_kernel[groups[group][member][0]]);
            assert_int_equal(draws.orbit[groups[group][member][0]],
                             draws.orbit[groups[group][1][0]]);
        }
        assert_int_equal(member, group <= 8 ? 4 : 8);
    }
    assert_int_equal(group, 20);
}

static void test_groups(void **state)
{
    char line[400];
    FILE *file = NULL;
    unsigned cells = 0;
    (void)state;
    read_groups();
    while (oracle_line(&file, "tapatan-successors.txt", line, sizeof line)) {
        char *save, *cell = strtok_r(line, " ", &save);
        unsigned group = (unsigned)atoi(cell), member = 0;
        while ((cell = strtok_r(NULL, " ", &save)) != NULL) {
            uint32_t vertex = groups[group][++member][0];
            unsigned successors = 0, g, m;
            for (char *code = strtok(cell, ","); code != NULL; code = strtok(NULL, ",")) {
                assert_int_equal(sscanf(code, "%u-%u", &g, &m), 2);
                assert_true(zm_digraph_has_arc(&draws.graph, vertex, groups[g][m][1]));
                successors++;
            }
            assert_int_equal(successors, zm_digraph_degree(&draws.graph, vertex));
            cells++;
        }
    }
    assert_int_equal(cells, 128);
}

static void test_chain(void **state)
{
    char line[600];
    FILE *file = NULL;
    uint32_t chain[60], count = 0;
    unsigned visits[21][2] = {0};
    (void)state;
    read_groups();
    assert_true(oracle_line(&file, "tapatan-chain.txt", line, sizeof line));
    for (char *code = strtok(line, " "); code != NULL; code = strtok(NULL, " ")) {
        unsigned g, m;
        assert_int_equal(sscanf(code + 1, "%u-%u", &g, &m), 2);
        chain[count++] = groups[g][m][code[0] == 'H'];
        visits[g][code[0] == 'H']++;
    }
    fclose(file);
    assert_int_equal(count, 49);
    assert_true(zm_long_path_valid(&draws.graph, chain, count, false));
    unsigned missing[2] = {0};
    for (unsigned g = 1; g <= 20; g++)
        for (int side = 0; side < 2; side++) {
            assert_true(visits[g][side] <= (g <= 8 ? 1u : 2u));
            missing[side] += (g <= 8 ? 1u : 2u) - visits[g][side];
        }
    assert_int_equal(missing[0], 7);
    assert_int_equal(missing[1], 8);
}

static void test_long_witnesses(void **state)
{
    static const unsigned turn[] = {0, 7, 4, 1, 8, 5, 2, 9, 6, 3};
    uint32_t vertices[600], count = 0;
    char line[100], cycle[49][12];
    FILE *file = NULL;
    (void)state;
    while (oracle_line(&file, "tapatan-path.txt", line, sizeof line))
        vertices[count++] = vertex_of(line);
    assert_int_equal(count, 196);
    assert_true(zm_long_path_valid(&draws.graph, vertices, count, false));
    assert_false(zm_long_path_valid(&draws.graph, vertices, count, true));
    for (uint32_t i = 3; i < 196; i++)
        assert_true(draws.in_kernel[vertices[i]]);
    vertices[100] = vertices[50];
    assert_false(zm_long_path_valid(&draws.graph, vertices, count, false));

    count = 0;
    while (oracle_line(&file, "tapatan-quarter-cycle.txt", line, sizeof line))
        snprintf(cycle[count++], sizeof *cycle, "%.9s", line);
    assert_int_equal(count, 49);
    count = 0;
    for (int quarter = 0; quarter < 4; quarter++)
        for (int i = 0; i < 48; i++) {
            vertices[count++] = vertex_of(cycle[i]);
            for (char *c = cycle[i]; c < cycle[i] + 7; c++)
                if (*c != '.')
                    *c = (char)('0' + turn[*c - '0']);
        }
    assert_true(zm_long_path_valid(&draws.graph, vertices, 192, true));
}

static void test_longest(void **state)
{
    static const uint32_t expected[] = {192, 193, 196};
    struct zm_random random = zm_random_seeded(1913);
    struct zm_matching matching;
    struct zm_error error;
    (void)state;
    assert_true(zm_matching_maximum(&draws.kernel, &matching));
    assert_int_equal(matching.size, 192);
    assert_true(zm_matching_proved(&draws.kernel, &matching));
    for (uint32_t v = 0; v < draws.kernel.count; v++)
        if (matching.tail_in_cover[v]) {
            matching.tail_in_cover[v] = false;
            break;
        }
    assert_false(zm_matching_proved(&draws.kernel, &matching));
    zm_matching_free(&matching);
    for (int kind = 0; kind < 3; kind++) {
        struct zm_long_draw found;
        assert_int_equal(zm_draws_longest(&draws, (enum zm_longest)kind, 20000000, &random,
                                          &lab.run, &found, &error),
                         ZM_OK);
        assert_int_equal(found.bound, expected[kind]);
        assert_int_equal(found.count, expected[kind]);
        assert_true(found.checked);
        zm_long_draw_free(&found);
    }
}

/* Which undecided complete configurations can arise when both play undecided moves only, with the
 * centre barred. */
static void test_entries(void **state)
{
    static const unsigned expected[3][2] = {{0, 0}, {208, 108}, {264, 128}};
    (void)state;
    for (int ban = 1; ban <= 2; ban++) {
        struct lab barred;
        struct zm_number_list next = {0};
        char option[20];
        unsigned ends = 0, kernel = 0;
        snprintf(option, sizeof option, "centre=%d", ban);
        lab_open(&barred, option, false);
        bool *seen = calloc(barred.graph.count, sizeof *seen);
        seen[lab_number(&barred, "start")] = true;
        for (uint64_t i = 0; i < barred.graph.count; i++) {
            uint32_t vertex = zm_draws_vertex(&draws, i);
            if (!seen[i])
                continue;
            if (vertex != ZM_UNREACHED) {
                ends++;
                kernel += draws.in_kernel[vertex];
                continue;
            }
            barred.graph.successors(barred.graph.state, i, &next);
            for (size_t m = 0; m < next.count; m++)
                if (zm_labels_at(&barred.labels, next.items[m]) == ZM_LABEL_DRAW)
                    seen[next.items[m]] = true;
        }
        assert_int_equal(ends, expected[ban][0]);
        assert_int_equal(kernel, expected[ban][1]);
        zm_number_list_free(&next);
        free(seen);
        lab_close(&barred);
    }
}

/* Counts the shortest wins: all lines of best play. */
static unsigned best_lines(uint64_t number)
{
    struct zm_number_list next = {0};
    uint16_t label = zm_labels_at(&lab.labels, number);
    unsigned lines = 0;
    if (lab.graph.vertex(lab.graph.state, number) != ZM_VERTEX_OPEN)
        return 1;
    lab.graph.successors(lab.graph.state, number, &next);
    for (size_t i = 0; i < next.count; i++) {
        uint16_t after = zm_labels_at(&lab.labels, next.items[i]);
        if (after != ZM_LABEL_DRAW && zm_label_plies(after) + 1 == zm_label_plies(label) &&
            zm_label_outcome(after) != zm_label_outcome(label))
            lines += best_lines(next.items[i]);
    }
    zm_number_list_free(&next);
    return lines;
}

static void test_best_play(void **state)
{
    static const struct {
        const char *start;
        unsigned plies, lines;
    } games[] = {{"389.124.1", 10, 22}, {"4.8.0", 9, 11}, {"0.2.0", 7, 50}, {"0.0.0", 9, 80}};
    struct zm_random random = zm_random_seeded(7);
    struct zm_error error;
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct zm_list positions = {0};
        struct zm_buffer svg = {0};
        uint64_t number = lab_number(&lab, games[i].start);
        assert_int_equal(best_lines(number), games[i].lines);
        assert_int_equal(zm_best_play(&lab.game, &lab.graph, &lab.labels,
                                      zm_buffer_bytes(&lab.position), 100, &random, &positions,
                                      &error),
                         ZM_OK);
        assert_int_equal(positions.count, games[i].plies + 1);
        for (unsigned ply = 0; ply <= games[i].plies; ply++) {
            uint64_t at = lab.graph.number(lab.graph.state, zm_list_at(&positions, ply));
            assert_int_equal(zm_label_plies(zm_labels_at(&lab.labels, at)), games[i].plies - ply);
        }
        zm_strip_svg(&lab.game, &lab.graph, &lab.labels, &positions, &svg);
        assert_non_null(strstr(zm_buffer_string(&svg), games[i].start));
        zm_list_free(&positions);
        zm_buffer_free(&svg);
    }
}

static void test_drawings(void **state)
{
    (void)state;
    for (int classes = 0; classes < 2; classes++) {
        struct zm_buffer svg = {0};
        unsigned marks = 0;
        zm_draws_svg(&draws, &lab.game, &lab.graph, 0, classes, &svg);
        assert_false(svg.failed);
        const char *mark = classes ? "<text " : "<title>";
        for (const char *c = zm_buffer_string(&svg); (c = strstr(c, mark)) != NULL; c++)
            marks += strncmp(c, "<text class=\"name\"", 18) != 0; /* names of points */
        assert_int_equal(marks, classes ? 78 : 544);
        zm_buffer_free(&svg);
    }
}

/* A file of labels with a byte changed, one too few or one too many is refused. */
static void check_damage(const char *path)
{
    struct zm_labels labels;
    struct zm_error error;
    struct stat about;
    FILE *file = fopen(path, "r+b");
    assert_true(file != NULL && fstat(fileno(file), &about) == 0);
    for (long at = 0; at < about.st_size; at += 97) {
        fseek(file, at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 4, file);
        fflush(file);
        assert_int_equal(zm_labels_load(&labels, 8060, "tapatan", path, &error), ZM_BAD_INPUT);
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
        fflush(file);
    }
    assert_int_equal(zm_labels_load(&labels, 8060, "tapatan", path, &error), ZM_OK);
    zm_labels_free(&labels);
    assert_int_equal(ftruncate(fileno(file), about.st_size - 1), 0);
    assert_int_equal(zm_labels_load(&labels, 8060, "tapatan", path, &error), ZM_BAD_INPUT);
    assert_int_equal(ftruncate(fileno(file), about.st_size + 1), 0);
    assert_int_equal(zm_labels_load(&labels, 8060, "tapatan", path, &error), ZM_BAD_INPUT);
    fclose(file);
}

/* The same labels with threads, by playing forward, and from a file; a wrong label is noticed. */
static void test_retrograde_ways(void **state)
{
    struct zm_labels labels;
    struct zm_error error;
    char path[] = "/tmp/zermelo-labels-XXXXXX";
    (void)state;
    assert_int_equal(zm_labels_verify(&lab.graph, &lab.labels, &error), ZM_OK);
    for (int way = 0; way < 4; way++) {
        struct zm_game_graph graph = lab.graph;
        lab.run.threads = way % 2 == 0 ? 1 : 3;
        if (way >= 2)
            graph.predecessors = NULL;
        assert_int_equal(zm_retrograde(&graph, &labels, &error), ZM_OK);
        for (uint64_t i = 0; i < labels.count; i++)
            assert_int_equal(zm_labels_at(&labels, i), zm_labels_at(&lab.labels, i));
        if (way < 3)
            zm_labels_free(&labels);
    }
    lab.run.threads = 1;
    for (int i = 0; i < 200; i++) {
        uint64_t number = (uint64_t)i * 40;
        uint16_t right = zm_labels_at(&labels, number);
        atomic_store(&labels.items[number], right == 7 ? 9 : 7);
        assert_int_equal(zm_labels_verify(&lab.graph, &labels, &error), ZM_WRONG);
        atomic_store(&labels.items[number], right);
    }
    zm_labels_free(&labels);
    close(mkstemp(path));
    assert_int_equal(zm_labels_save(&lab.labels, "tapatan", path, &error), ZM_OK);
    assert_int_equal(zm_labels_load(&labels, 8060, "achi", path, &error), ZM_BAD_INPUT);
    assert_int_equal(zm_labels_load(&labels, 8059, "tapatan", path, &error), ZM_BAD_INPUT);
    assert_int_equal(zm_labels_load(&labels, 8060, "tapatan", path, &error), ZM_OK);
    for (uint64_t i = 0; i < labels.count; i++)
        assert_int_equal(zm_labels_at(&labels, i), zm_labels_at(&lab.labels, i));
    zm_labels_free(&labels);
    check_damage(path);
    unlink(path);
    lab.run.memory_limit = 1000;
    assert_int_equal(zm_retrograde(&lab.graph, &labels, &error), ZM_STOPPED);
    lab.run.memory_limit = 0;
}

/* Perfect play by labels against random moves: never lost by the starter of the traditional game,
 * and by neither player when the centre is barred on both first plies. */
static void test_never_loses(void **state)
{
    struct zm_random random = zm_random_seeded(5);
    (void)state;
    for (int barred = 0; barred < 2; barred++) {
        struct lab play;
        lab_open(&play, barred ? "mode=constrained" : "mode=simple", true);
        for (int round = 0; round < test_rounds(400); round++) {
            int perfect = barred ? round % 2 : 0;
            struct zm_buffer here = {0}, next = {0};
            struct zm_ending ending = {0};
            struct zm_error error;
            zm_tapatan.rules->parse(play.game.state, "start", &here, &error);
            for (int ply = 0; ply < 60; ply++) {
                struct zm_list line = {0}, moves = {0};
                int turn = zm_tapatan.rules->turn(play.game.state, zm_buffer_bytes(&here));
                zm_tapatan.rules->ending(play.game.state, zm_buffer_bytes(&here), NULL, &ending);
                if (ending.over) {
                    assert_int_equal(ending.outcome, ZM_LOSS);
                    assert_int_not_equal(turn, perfect);
                    break;
                }
                if (turn == perfect) {
                    zm_best_play(&play.game, &play.graph, &play.labels, zm_buffer_bytes(&here), 1,
                                 &random, &line, &error);
                    zm_buffer_set(&next, zm_list_at(&line, 1));
                } else {
                    zm_tapatan.rules->moves(play.game.state, zm_buffer_bytes(&here), NULL, &moves);
                    size_t pick = zm_random_below(&random, moves.count);
                    zm_tapatan.rules->apply(play.game.state, zm_buffer_bytes(&here),
                                            zm_list_at(&moves, pick), &next);
                }
                zm_buffer_set(&here, zm_buffer_bytes(&next));
                zm_list_free(&line);
                zm_list_free(&moves);
            }
            if (!barred)
                assert_true(ending.over);
            zm_buffer_free(&here);
            zm_buffer_free(&next);
        }
        lab_close(&play);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* clang-format off */
        test_of_one_thread(test_structure)
        test_of_one_thread(test_distances)
        test_of_one_thread(test_orbit_table)
        test_of_one_thread(test_groups)
        test_of_one_thread(test_chain)
        test_of_one_thread(test_long_witnesses)
        test_of_one_thread(test_longest)
        test_of_one_thread(test_entries)
        test_of_one_thread(test_best_play)
        test_of_one_thread(test_drawings)
        test_of_one_thread(test_never_loses)
        /* clang-format on */
        cmocka_unit_test(test_retrograde_ways),
    };
    return cmocka_run_group_tests_name("draws", tests, set_up, tear_down);
}
