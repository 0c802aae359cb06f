/* See tapatan_lab.h. */
#include "tapatan_lab.h"

void lab_open(struct lab *lab, const char *options, bool symmetry)
{
    struct zm_error error = {0};
    char copy[200];
    memset(lab, 0, sizeof *lab);
    zm_run_begin(&lab->run);
    assert_int_equal(zm_settings_declare(&lab->settings, zm_tapatan.params, &error), ZM_OK);
    snprintf(copy, sizeof copy, "%s", options);
    for (char *word = strtok(copy, ";"); word != NULL; word = strtok(NULL, ";")) {
        char *value = strchr(word, '=');
        if (value == NULL)
            continue;
        *value++ = 0;
        if (zm_settings_set(&lab->settings, word, value, &error) != ZM_OK)
            fail_msg("%s", error.text);
    }
    if (zm_instance_open(&lab->game, &zm_tapatan, &lab->settings, &error) != ZM_OK ||
        zm_numbered_graph(&zm_tapatan, &lab->settings, &lab->run, symmetry, &lab->graph, &error) !=
            ZM_OK ||
        zm_retrograde(&lab->graph, &lab->labels, &error) != ZM_OK)
        fail_msg("%s: %s", options, error.text);
}

void lab_close(struct lab *lab)
{
    zm_labels_free(&lab->labels);
    lab->graph.close(&lab->graph);
    zm_instance_close(&lab->game);
    zm_settings_free(&lab->settings);
    zm_buffer_free(&lab->position);
}

uint64_t lab_number(struct lab *lab, const char *text)
{
    struct zm_error error = {0};
    if (zm_tapatan.rules->parse(lab->game.state, text, &lab->position, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return lab->graph.number(lab->graph.state, zm_buffer_bytes(&lab->position));
}

uint16_t lab_label(struct lab *lab, const char *text)
{
    return zm_labels_at(&lab->labels, lab_number(lab, text));
}

void lab_value(struct lab *lab, const char *text, char value[16])
{
    uint16_t label = lab_label(lab, text);
    int turn = zm_tapatan.rules->turn(lab->game.state, zm_buffer_bytes(&lab->position));
    enum zm_outcome outcome = zm_label_outcome(label);
    if (outcome == ZM_DRAW)
        snprintf(value, 16, "=");
    else
        snprintf(value, 16, "%c%u", (outcome == ZM_WIN) == (turn == 0) ? 'X' : 'O',
                 zm_label_plies(label));
}

bool oracle_line(FILE **file, const char *name, char *line, size_t size)
{
    char path[500];
    if (*file == NULL) {
        snprintf(path, sizeof path, "%s/tests/oracles/%s", getenv("ZM_SOURCE"), name);
        *file = fopen(path, "r");
        assert_non_null(*file);
    }
    char whole[1000];
    while (fgets(whole, sizeof whole, *file) != NULL) {
        whole[strcspn(whole, "\n")] = 0;
        if (whole[0] == '#' || whole[0] == 0)
            continue;
        assert_true(strlen(whole) < size);
        strcpy(line, whole);
        return true;
    }
    fclose(*file);
    *file = NULL;
    return false;
}
