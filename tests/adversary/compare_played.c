/* A game played to its end as `play` keeps it: whose turn it is at every move, when it is over, and
 * who has won then. */
#include "adversary/round.h"

#include "records/played.h"
#include "test.h"

enum { LONGEST_GAME = 60 };

static const char *const words[] = {"undecided", "win", "loss", "draw"};

static void judge_ending(const struct round *round, const struct zm_played *played, uint32_t vertex)
{
    struct zm_ending ending;
    int turn = round->naive.vertices[vertex].turn;
    bool over = naive_is_over(&round->naive, vertex);
    /* Points are neither won nor lost. */
    bool for_points = round->game->goals != NULL && round->game->goals->maximise;
    enum zm_outcome outcome =
        for_points ? ZM_UNDECIDED : round->facts[played->misere][vertex].outcome;
    zm_played_ending(played, &ending);
    harness_count(COMPARED);
    if (ending.over != over)
        harness_wrong("%s: the game is%s over by the rules, `play` says it is%s", round->game->name,
                      over ? "" : " not", ending.over ? "" : " not");
    else if (ending.over && ending.outcome != outcome)
        harness_wrong("%s: the game has ended in a %s for the player to move, `play` says %s",
                      round->game->name, words[outcome], words[ending.outcome]);
    if (turn >= 0 && zm_played_turn(played) != turn)
        harness_wrong("%s: player %d is to move by the rules, `play` says %d", round->game->name,
                      turn, zm_played_turn(played));
}

void compare_played(struct round *round, int play)
{
    struct zm_played played;
    struct zm_error error = {0};
    struct lots lots;
    struct zm_list moves = {0};
    const struct naive *naive = &round->naive;
    uint32_t vertex = 0;
    bool tiny;
    round_lots(round, play, &lots, &tiny);
    if (zm_played_open(&played, &round->instance, play == MISERE, zm_buffer_bytes(&round->position),
                       &error) != ZM_OK)
        abort();
    for (int plies = 0; plies < LONGEST_GAME; plies++) {
        struct zm_buffer text = {0};
        round_print(round, vertex, &text);
        round_doing(round, "play --first both", zm_buffer_string(&text), &lots);
        zm_buffer_free(&text);
        struct zm_ending ending = {0};
        zm_played_ending(&played, &ending);
        /* Rules that look back end a game earlier; the minimax does not know what went before. */
        if (ending.over && ending.outcome == ZM_DRAW && !naive_is_over(naive, vertex))
            break;
        judge_ending(round, &played, vertex);
        if (naive_is_over(naive, vertex))
            break;
        uint64_t chosen = zm_random_below(&round->random, naive->vertices[vertex].count);
        zm_list_clear(&moves);
        round->game->rules->moves(round->instance.state, naive_position(naive, vertex), NULL,
                                  &moves);
        if (zm_played_play_move(&played, zm_list_at(&moves, chosen), &error) != ZM_OK)
            abort();
        vertex = naive->edges[naive->vertices[vertex].first + chosen].to;
    }
    zm_list_free(&moves);
    zm_played_close(&played);
}
