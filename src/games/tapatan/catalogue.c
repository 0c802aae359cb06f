/* The configurations in the order of the chapter's Figure 3.13, and its labels. */
#include "games/tapatan/catalogue.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    unsigned block;
    char text[2 * ZM_MERELS_POINTS + 4];
    uint64_t number;
};

static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return strcmp(x->text, y->text);
}

bool zm_tapatan_catalogue(const void *state, uint64_t count, uint64_t *numbers)
{
    struct entry *entries = malloc((count + 1) * sizeof *entries);
    struct zm_buffer text = {0};
    bool failed = entries == NULL;
    for (uint64_t i = 0; i < count && !failed; i++) {
        struct zm_merels_position p = zm_tapatan_configuration(state, i);
        unsigned men = (unsigned)__builtin_popcount(p.men[0] | p.men[1]);
        zm_buffer_clear(&text);
        zm_merels_print(zm_tapatan_state_rules(state), &p, &text);
        failed = text.failed || text.size >= sizeof entries->text;
        if (failed)
            break;
        entries[i].block = men == 1 ? 2 : men; /* one and two men stand together */
        entries[i].number = i;
        memcpy(entries[i].text, zm_buffer_string(&text), text.size + 1);
    }
    if (!failed) {
        qsort(entries, count, sizeof *entries, compare);
        for (uint64_t i = 0; i < count; i++)
            numbers[i] = entries[i].number;
    }
    zm_buffer_free(&text);
    free(entries);
    return !failed;
}

int zm_tapatan_label(enum zm_outcome outcome, unsigned plies, int turn)
{
    if (outcome == ZM_UNDECIDED)
        return -1;
    if (outcome == ZM_DRAW)
        return 12;
    bool computer_wins = (outcome == ZM_WIN) == (turn == 0);
    return computer_wins ? 24 - (int)plies : (int)plies;
}
