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

/* The half points that both players have together at any end of the game. */
static int32_t all_half_points(const struct truth *truth)
{
    const struct zm_rules *rules = truth->game.game->rules;
    uint32_t end = 0;
    while (truth->naive.vertices[end].count > 0)
        end++;
    struct zm_ending ending = {0};
    rules->ending(truth->game.state, naive_position(&truth->naive, end), NULL, &ending);
    return ending.half_points[0] + ending.half_points[1];
}

/* Scores are points from here on: they are told where nobody has any yet. */
static void find_score(struct truth *truth)
{
    int32_t *margins = truth->game.game->scores == NULL ? NULL : naive_margins(&truth->naive);
    if (margins == NULL)
        return;
    int32_t total = all_half_points(truth);
    truth->points = total / 2;
    truth->score = (total + margins[0]) / 4;
    truth->scored = zm_points_left(&truth->game, naive_position(&truth->naive, 0)) == total / 2;
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
