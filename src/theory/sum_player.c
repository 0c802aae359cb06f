/* Playing sums; see sum_player.h. */
#include "theory/sum_player.h"

#include <stdlib.h>

static struct zm_conway_list options_of(struct zm_universe *universe, zm_conway g, bool right)
{
    return right ? zm_conway_right(universe, g) : zm_conway_left(universe, g);
}

static zm_conway total_of(struct zm_universe *universe, const zm_conway *terms, size_t count)
{
    zm_conway total = ZM_ZERO;
    for (size_t i = 0; i < count; i++)
        total = zm_conway_add(universe, total, terms[i]);
    return total;
}

static struct zm_sum_move make_move(struct zm_universe *universe, zm_conway total, zm_conway term,
                                    size_t index, zm_conway option, bool right)
{
    zm_conway rest = zm_conway_subtract(universe, total, term);
    zm_conway after = zm_conway_add(universe, rest, option);
    bool wins =
        right ? zm_conway_le(universe, after, ZM_ZERO) : zm_conway_le(universe, ZM_ZERO, after);
    return (struct zm_sum_move){index, option, after, wins};
}

size_t zm_sum_moves(struct zm_universe *universe, const zm_conway *terms, size_t count, bool right,
                    struct zm_sum_move *moves, size_t room)
{
    zm_conway total = total_of(universe, terms, count);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        struct zm_conway_list options = options_of(universe, terms[i], right);
        for (size_t j = 0; j < options.count; j++, found++)
            if (found < room)
                moves[found] = make_move(universe, total, terms[i], i, options.items[j], right);
    }
    return found;
}

static struct zm_dyadic temperature_of(struct zm_universe *universe, zm_conway g)
{
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, g);
    return thermograph == NULL ? zm_integer(0) : thermograph->temperature;
}

/* Is `a` at least as good as `b` for the player after his move, by what the other then makes of
 * it? */
static bool better_stop(struct zm_universe *universe, zm_conway a, zm_conway b, bool right)
{
    return right ? zm_dyadic_compare(zm_conway_left_stop(universe, a),
                                     zm_conway_left_stop(universe, b)) < 0
                 : zm_dyadic_compare(zm_conway_right_stop(universe, a),
                                     zm_conway_right_stop(universe, b)) > 0;
}

bool zm_sum_exact(struct zm_universe *universe, const zm_conway *terms, size_t count, bool right,
                  struct zm_sum_move *move)
{
    zm_conway total = total_of(universe, terms, count);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        struct zm_conway_list options = options_of(universe, terms[i], right);
        for (size_t j = 0; j < options.count; j++) {
            struct zm_sum_move tried =
                make_move(universe, total, terms[i], i, options.items[j], right);
            if (!tried.wins)
                continue;
            if (!found || zm_dyadic_compare(temperature_of(universe, terms[i]),
                                            temperature_of(universe, terms[move->term])) > 0)
                *move = tried;
            found = true;
        }
    }
    return found;
}

bool zm_sum_hottest(struct zm_universe *universe, const zm_conway *terms, size_t count, bool right,
                    struct zm_sum_move *move)
{
    bool found = false;
    size_t hottest = 0;
    for (size_t i = 0; i < count; i++)
        if (options_of(universe, terms[i], right).count > 0 &&
            (!found || zm_dyadic_compare(temperature_of(universe, terms[i]),
                                         temperature_of(universe, terms[hottest])) > 0)) {
            hottest = i;
            found = true;
        }
    if (!found)
        return false;
    struct zm_conway_list options = options_of(universe, terms[hottest], right);
    zm_conway best = options.items[0];
    for (size_t j = 1; j < options.count; j++)
        if (better_stop(universe, options.items[j], best, right))
            best = options.items[j];
    *move =
        make_move(universe, total_of(universe, terms, count), terms[hottest], hottest, best, right);
    return true;
}
