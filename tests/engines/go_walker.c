/* Strategies looked at by the plain board; see go_walker.h. */
#include "tests/engines/go_walker.h"

#include "tests/test.h"

enum { MOVES = SMALL_POINTS + 1, LONGEST = 4 * SMALL_POINTS };

static void put_up(const struct small_size *size, const struct force_place *place,
                   struct go_board *board)
{
    *board = (struct go_board){
        .columns = size->columns, .rows = size->rows, .turn = GO_BLACK + place->turn};
    for (unsigned i = 0; i < size->points; i++)
        board->points[i] = place->board.stones[0] >> i & 1   ? GO_BLACK
                           : place->board.stones[1] >> i & 1 ? GO_WHITE
                                                             : GO_EMPTY;
}

/* The point on which a stone would bring the board before the last one back, and one: a stone that
 * took one other may have been such. */
static uint8_t closed_after(const struct go_board *before, const struct go_board *after)
{
    unsigned colour = before->turn == GO_BLACK; /* of the stones that may have been taken */
    bool took_one = after->captured[colour] == before->captured[colour] + 1;
    for (unsigned i = 0; took_one && i < go_size(after); i++) {
        struct go_board back = *after;
        if (after->points[i] == GO_EMPTY && go_put(&back, i, false) &&
            memcmp(back.points, before->points, go_size(after)) == 0)
            return (uint8_t)(i + 1);
    }
    return 0;
}

/* All stones by the simple rule of ko, and a pass unless one was before. */
static unsigned list_moves(const struct small_size *size, const struct force_place *place,
                           struct force_place next[MOVES])
{
    struct go_board board;
    unsigned count = 0;
    put_up(size, place, &board);
    for (unsigned i = 0; i < size->points; i++) {
        struct go_board after = board;
        if (board.points[i] != GO_EMPTY || i + 1u == place->ko || !go_put(&after, i, false))
            continue;
        next[count] =
            (struct force_place){.turn = !place->turn, .ko = closed_after(&board, &after)};
        small_read(&after, &next[count++].board);
    }
    if (!place->passed)
        next[count++] = (struct force_place){place->board, !place->turn, true, 0};
    return count;
}

static uint64_t key_of(const struct small_size *size, const struct force_place *place)
{
    unsigned image;
    return force_key(size, place, &image);
}

/* Where in a drawing a place leads, of all that can be; -1: nowhere. */
static int edge_to(const struct plays *plays, uint32_t number, uint64_t key)
{
    const uint32_t *edges;
    uint32_t count = plays_edges(plays, number, &edges);
    for (uint32_t i = 0; i < count; i++)
        if (plays_at(plays, edges[i])->place == key)
            return (int)edges[i];
    return -1;
}

void walker_compare(const struct plays *plays, const struct force *claim)
{
    for (uint32_t i = 0; i < plays_count(plays); i++) {
        const struct plays_node *node = plays_at(plays, i);
        struct force_place place = force_place_of(node->place), next[MOVES];
        const uint32_t *edges;
        uint32_t edge_count = plays_edges(plays, i, &edges);
        unsigned found = 0, count = list_moves(claim->size, &place, next);
        if (edge_count == 0 && force_decided(claim, &place) > 0)
            continue;
        for (uint32_t k = 0; k < edge_count; k++)
            assert_true(plays_at(plays, edges[k])->length < node->length);
        for (unsigned k = 0; k < count; k++)
            found += edge_to(plays, i, key_of(claim->size, &next[k])) >= 0;
        assert_true(place.turn == claim->hero ? edge_count == 1 && found >= 1 : found == count);
        assert_true(count > 0 && edge_count > 0);
    }
}

struct walked {
    struct force_place places[LONGEST + 1];
    unsigned count;
};

/* Does a stone bring a board back, against the rule? */
static bool returns(const struct walked *walked, const struct force_place *next, enum go_ko ko)
{
    for (unsigned i = 0; i < walked->count && !next->passed; i++)
        if (memcmp(&walked->places[i].board, &next->board, sizeof next->board) == 0 &&
            (ko == GO_POSITIONAL || walked->places[i].turn == next->turn))
            return true;
    return false;
}

unsigned walker_play(const struct plays *plays, const struct force *claim,
                     const struct force_place *root, enum go_ko ko, struct zm_random *random)
{
    struct walked walked = {.count = 0};
    struct force_place place = *root, next[MOVES];
    uint32_t number = 0;
    while (force_decided(claim, &place) <= 0) {
        unsigned count = list_moves(claim->size, &place, next), allowed = 0;
        bool own = place.turn == claim->hero;
        assert_true(walked.count < LONGEST);
        walked.places[walked.count++] = place;
        for (unsigned i = 0; i < count; i++) {
            bool back = returns(&walked, &next[i], ko);
            if (own && edge_to(plays, number, key_of(claim->size, &next[i])) < 0)
                continue;
            assert_true(!back || (!own && ko != GO_SIMPLE));
            if (!back)
                next[allowed++] = next[i];
        }
        assert_true(allowed > 0);
        place = next[zm_random_below(random, allowed)];
        int to = edge_to(plays, number, key_of(claim->size, &place));
        assert_true(to >= 0);
        number = (uint32_t)to;
    }
    return walked.count;
}
