/* Claims held against the rules; see truth.h. */
#include "proof/truth.h"

#include "proof/check/certificate.h"
#include "test.h"

enum { BUDGET = 4000 };

static bool open_game(struct truth *truth, const struct forged *forged)
{
    struct zm_settings settings = {0};
    const struct zm_game *game = zm_game_find(forged_get(forged, GAME), NULL);
    bool open = game != NULL && zm_settings_declare(&settings, game->params, NULL) == ZM_OK &&
                zm_settings_set_recorded(&settings, forged_get(forged, RULES), NULL) == ZM_OK &&
                zm_instance_open(&truth->game, game, &settings, NULL) == ZM_OK;
    zm_settings_free(&settings);
    return open;
}

static int32_t left_at(const struct truth *truth, uint32_t vertex)
{
    return (int32_t)zm_points_left(&truth->game, naive_position(&truth->naive, vertex));
}

/* By how many half points the player to move is ahead already: the margin at the end of any line of
 * play, less what is taken on it. */
static int32_t find_lead(const struct truth *truth)
{
    const struct naive *naive = &truth->naive;
    uint32_t at = 0;
    bool own = true; /* the one who moves is the one of the beginning */
    int32_t taken = 0;
    while (naive->vertices[at].count > 0) {
        const struct naive_edge *edge = &naive->edges[naive->vertices[at].first];
        int32_t gain = 2 * (left_at(truth, at) - left_at(truth, edge->to));
        taken += own ? gain : -gain;
        own = own == edge->again;
        at = edge->to;
    }
    int32_t margin = naive->vertices[at].margin;
    return (own ? margin : -margin) - taken;
}

/* Scores are points from here on. */
static void find_score(struct truth *truth)
{
    int32_t *margins = truth->game.game->scores == NULL ? NULL : naive_margins(&truth->naive);
    truth->scored = margins != NULL;
    if (!truth->scored)
        return;
    truth->points = left_at(truth, 0);
    truth->score = (2 * truth->points + margins[0] - find_lead(truth)) / 4;
    free(margins);
}

bool truth_open(struct truth *truth, const struct forged *forged)
{
    struct zm_buffer position = {0};
    *truth = (struct truth){0};
    bool read = open_game(truth, forged) &&
                truth->game.game->rules->parse(truth->game.state, forged_get(forged, POSITION),
                                               &position, NULL) == ZM_OK;
    if (read)
        truth->explored = naive_explore(&truth->naive, &truth->game, zm_buffer_bytes(&position),
                                        BUDGET) == NAIVE_SMALL;
    zm_buffer_free(&position);
    if (!truth->explored)
        return read;
    for (int misere = 0; misere < 2; misere++) {
        struct naive_fact *facts = naive_facts(&truth->naive, misere);
        truth->grundy[misere] = naive_grundy(&truth->naive, misere, facts);
        truth->of[misere] = facts[0];
        free(facts);
    }
    find_score(truth);
    return true;
}

void truth_close(struct truth *truth)
{
    if (truth->explored)
        naive_free(&truth->naive);
    zm_instance_close(&truth->game);
    *truth = (struct truth){0};
}

static enum claim is(bool truth)
{
    return truth ? CLAIM_TRUE : CLAIM_FALSE;
}

enum claim truth_of(const struct truth *truth, const struct forged *forged)
{
    const char *claim = forged_get(forged, CLAIM);
    bool misere = strcmp(forged_get(forged, PLAY), "misere") == 0;
    const struct naive_fact *fact = &truth->of[misere];
    int number;
    char word[8];
    if (!truth->explored)
        return CLAIM_UNKNOWN;
    if (strcmp(claim, "win") == 0 || strcmp(claim, "loss") == 0)
        return is(fact->outcome == (claim[0] == 'w' ? ZM_WIN : ZM_LOSS));
    if (sscanf(claim, "nimber %d", &number) == 1 || sscanf(claim, "grundy %d", &number) == 1)
        return truth->grundy[misere] ? is(fact->grundy == number) : CLAIM_UNKNOWN;
    if (!truth->scored)
        return CLAIM_UNKNOWN;
    if (sscanf(claim, "score %d", &number) == 1)
        return is(truth->score == number);
    if (sscanf(claim, "contract %d %7s", &number, word) == 2)
        return is((truth->score >= number) == (strcmp(word, "won") == 0));
    return CLAIM_UNKNOWN;
}
