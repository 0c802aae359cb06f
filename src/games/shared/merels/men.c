/* The rules of the merels family: moves, endings, and moves taken back; see men.h. */
#include "games/shared/merels/men.h"

enum { NOWHERE = ZM_MERELS_NOWHERE };

struct zm_merels_position zm_merels_start(const struct zm_merels_rules *rules)
{
    struct zm_merels_position start = {.men = {rules->setup[0], rules->setup[1]}};
    for (int side = 0; side < 2; side++)
        start.hand[side] = (uint8_t)(rules->men - (unsigned)__builtin_popcount(rules->setup[side]));
    return start;
}

struct zm_merels_position zm_merels_read(struct zm_bytes bytes)
{
    const uint8_t *b = bytes.data;
    return (struct zm_merels_position){
        .men = {b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16,
                b[3] | (uint32_t)b[4] << 8 | (uint32_t)b[5] << 16},
        .hand = {b[6], b[7]},
        .turn = b[8],
    };
}

static void pack(const struct zm_merels_position *position, uint8_t bytes[ZM_MERELS_BYTES])
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++)
            bytes[3 * side + i] = (uint8_t)(position->men[side] >> 8 * i);
    bytes[6] = position->hand[0];
    bytes[7] = position->hand[1];
    bytes[8] = position->turn;
}

void zm_merels_write(const struct zm_merels_position *position, struct zm_buffer *buffer)
{
    uint8_t bytes[ZM_MERELS_BYTES];
    pack(position, bytes);
    zm_buffer_add(buffer, bytes, sizeof bytes);
}

bool zm_merels_exists(const struct zm_merels_rules *rules,
                      const struct zm_merels_position *position)
{
    int mover = position->turn, other = !mover;
    if ((position->men[0] & position->men[1]) != 0)
        return false;
    if (position->hand[mover] != position->hand[other] &&
        position->hand[mover] != position->hand[other] + 1)
        return false;
    if (rules->placed && position->hand[mover] + position->hand[other] > 0)
        return false;
    unsigned mine = zm_merels_strength(position, mover);
    unsigned theirs = zm_merels_strength(position, other);
    if (!rules->captures)
        return mine == rules->men && theirs == rules->men &&
               !zm_merels_aligned(&rules->board, position->men[mover]);
    return mine >= 2 && mine <= rules->men && theirs >= 3 && theirs <= rules->men;
}

static bool may_fly(const struct zm_merels_rules *rules, const struct zm_merels_position *position,
                    int side)
{
    return rules->flying == ZM_MERELS_ALWAYS ||
           (rules->flying == ZM_MERELS_WITH_THREE && zm_merels_strength(position, side) == 3);
}

/* Where the man of the player to move on `from` can go, `vacant` being the free points. */
static uint32_t reach(const struct zm_merels_rules *rules,
                      const struct zm_merels_position *position, unsigned from, uint32_t vacant)
{
    const struct zm_merels_board *board = &rules->board;
    if (may_fly(rules, position, position->turn))
        return vacant;
    uint32_t targets = board->near[from] & vacant;
    for (unsigned i = 0; rules->jumping && i < board->jump_count; i++) {
        const struct zm_merels_jump *jump = &board->jumps[i];
        if (jump->from == from && (vacant >> jump->over & 1) == 0)
            targets |= vacant & 1u << jump->to;
    }
    return targets;
}

static uint32_t vacant_points(const struct zm_merels_rules *rules,
                              const struct zm_merels_position *position)
{
    return rules->board.all & ~(position->men[0] | position->men[1]);
}

/* Where a man may be placed. */
static uint32_t openings(const struct zm_merels_rules *rules,
                         const struct zm_merels_position *position)
{
    unsigned placed = 2 * rules->men - position->hand[0] - position->hand[1];
    uint32_t vacant = vacant_points(rules, position);
    if (placed < rules->ban && rules->board.centre != NOWHERE)
        vacant &= ~(1u << rules->board.centre);
    return vacant;
}

static bool can_move(const struct zm_merels_rules *rules, const struct zm_merels_position *position)
{
    if (position->hand[position->turn] > 0)
        return openings(rules, position) != 0;
    uint32_t vacant = vacant_points(rules, position);
    for (uint32_t men = position->men[position->turn]; men != 0; men &= men - 1)
        if (reach(rules, position, (unsigned)__builtin_ctz(men), vacant) != 0)
            return true;
    return false;
}

static bool has_lost(const struct zm_merels_rules *rules, const struct zm_merels_position *position)
{
    int mover = position->turn;
    return rules->captures ? zm_merels_strength(position, mover) < 3
                           : zm_merels_aligned(&rules->board, position->men[!mover]);
}

bool zm_merels_over(const struct zm_merels_rules *rules, const struct zm_merels_position *position,
                    enum zm_outcome *outcome)
{
    *outcome = ZM_LOSS;
    if (has_lost(rules, position))
        return true;
    if (!rules->sliding && (position->hand[position->turn] == 0 || !can_move(rules, position))) {
        *outcome = ZM_DRAW;
        return true;
    }
    if (rules->blocked == ZM_MERELS_PASSES || can_move(rules, position))
        return false;
    *outcome = rules->blocked == ZM_MERELS_LOSES ? ZM_LOSS : ZM_DRAW;
    return true;
}

static void add_move(struct zm_list *moves, uint8_t from, uint8_t to, uint8_t take)
{
    const uint8_t bytes[3] = {from, to, take};
    zm_list_add(moves, zm_bytes(bytes, sizeof bytes));
}

/* The men that may be taken: those in no filled line, or all when every one is in a line. */
static uint32_t takeable(const struct zm_merels_board *board, uint32_t men)
{
    uint32_t loose = men;
    for (unsigned i = 0; i < board->line_count; i++)
        if ((men & board->lines[i]) == board->lines[i])
            loose &= ~board->lines[i];
    return loose != 0 ? loose : men;
}

/* Adds the moves that bring a man to `to`, one for each man that it takes. */
static void add_arrivals(const struct zm_merels_rules *rules,
                         const struct zm_merels_position *position, uint8_t from, uint8_t to,
                         struct zm_list *moves)
{
    uint32_t mine = position->men[position->turn] | 1u << to;
    uint32_t prey = 0;
    if (from != NOWHERE)
        mine &= ~(1u << from);
    if (rules->captures && zm_merels_aligned_at(&rules->board, mine, to))
        prey = takeable(&rules->board, position->men[!position->turn]);
    if (prey == 0)
        add_move(moves, from, to, NOWHERE);
    for (; prey != 0; prey &= prey - 1)
        add_move(moves, from, to, (uint8_t)__builtin_ctz(prey));
}

void zm_merels_moves(const struct zm_merels_rules *rules, const struct zm_merels_position *position,
                     struct zm_list *moves)
{
    size_t before = moves->count;
    if (position->hand[position->turn] > 0) {
        for (uint32_t set = openings(rules, position); set != 0; set &= set - 1)
            add_arrivals(rules, position, NOWHERE, (uint8_t)__builtin_ctz(set), moves);
    } else {
        uint32_t vacant = vacant_points(rules, position);
        for (uint32_t men = position->men[position->turn]; men != 0; men &= men - 1) {
            uint8_t from = (uint8_t)__builtin_ctz(men);
            for (uint32_t set = reach(rules, position, from, vacant); set != 0; set &= set - 1)
                add_arrivals(rules, position, from, (uint8_t)__builtin_ctz(set), moves);
        }
    }
    if (moves->count == before)
        add_move(moves, NOWHERE, NOWHERE, NOWHERE);
}

struct zm_merels_position zm_merels_apply(const struct zm_merels_position *position,
                                          struct zm_merels_move move)
{
    struct zm_merels_position next = *position;
    int mover = position->turn;
    next.turn = (uint8_t)!mover;
    if (move.to == NOWHERE)
        return next;
    if (move.from == NOWHERE)
        next.hand[mover]--;
    else
        next.men[mover] &= ~(1u << move.from);
    next.men[mover] |= 1u << move.to;
    if (move.take != NOWHERE)
        next.men[!mover] &= ~(1u << move.take);
    return next;
}

/* Adds `earlier` if the move from it is legal there. Only what taking back cannot know is tested:
 * whether the position exists and is not lost, and whether the man could go so far; that there is a
 * move, this one shows. */
static void add_earlier(const struct zm_merels_rules *rules,
                        const struct zm_merels_position *earlier, uint8_t from, uint8_t to,
                        struct zm_list *positions)
{
    uint8_t bytes[ZM_MERELS_BYTES];
    if (!zm_merels_exists(rules, earlier) || has_lost(rules, earlier))
        return;
    uint32_t targets = from == NOWHERE ? openings(rules, earlier)
                                       : reach(rules, earlier, from, vacant_points(rules, earlier));
    if ((targets >> to & 1) == 0 || (from != NOWHERE && earlier->hand[earlier->turn] > 0))
        return;
    pack(earlier, bytes);
    zm_list_add(positions, zm_bytes(bytes, sizeof bytes));
}

/* Takes back the arrival on `to`; `earlier` has the man already back where it came from. With a
 * filled line a man was taken, which could stand on any free point where taking it was allowed. */
static void take_back(const struct zm_merels_rules *rules,
                      const struct zm_merels_position *position, struct zm_merels_position earlier,
                      uint8_t from, uint8_t to, struct zm_list *positions)
{
    int prey = position->turn;
    bool filled = rules->captures && zm_merels_aligned_at(&rules->board, position->men[!prey], to);
    if (!filled || position->men[prey] == 0)
        add_earlier(rules, &earlier, from, to, positions);
    if (!filled)
        return;
    uint32_t vacant = vacant_points(rules, &earlier) & ~(1u << to);
    for (; vacant != 0; vacant &= vacant - 1) {
        uint32_t taken = vacant & -vacant;
        earlier.men[prey] = position->men[prey] | taken;
        if ((takeable(&rules->board, earlier.men[prey]) & taken) != 0)
            add_earlier(rules, &earlier, from, to, positions);
    }
}

/* A pass leads here when the other player could not move. */
static void take_back_pass(const struct zm_merels_rules *rules,
                           const struct zm_merels_position *position, struct zm_list *positions)
{
    struct zm_merels_position earlier = *position;
    enum zm_outcome outcome;
    uint8_t bytes[ZM_MERELS_BYTES];
    earlier.turn = !position->turn;
    if (rules->blocked != ZM_MERELS_PASSES || !zm_merels_exists(rules, &earlier) ||
        zm_merels_over(rules, &earlier, &outcome) || can_move(rules, &earlier))
        return;
    pack(&earlier, bytes);
    zm_list_add(positions, zm_bytes(bytes, sizeof bytes));
}

void zm_merels_predecessors(const struct zm_merels_rules *rules,
                            const struct zm_merels_position *position, struct zm_list *positions)
{
    int player = !position->turn;
    uint32_t vacant = vacant_points(rules, position);
    bool far = rules->jumping || may_fly(rules, position, player);
    for (uint32_t men = position->men[player]; men != 0; men &= men - 1) {
        uint8_t to = (uint8_t)__builtin_ctz(men);
        struct zm_merels_position earlier = *position;
        earlier.turn = (uint8_t)player;
        earlier.men[player] &= ~(1u << to);
        earlier.hand[player]++;
        if (earlier.hand[player] <= rules->men && !rules->placed)
            take_back(rules, position, earlier, NOWHERE, to, positions);
        earlier.hand[player]--;
        uint32_t origins = far ? vacant : vacant & rules->board.near[to];
        for (uint32_t set = rules->sliding ? origins : 0; set != 0; set &= set - 1) {
            uint8_t from = (uint8_t)__builtin_ctz(set);
            earlier.men[player] = (position->men[player] & ~(1u << to)) | 1u << from;
            take_back(rules, position, earlier, from, to, positions);
        }
    }
    take_back_pass(rules, position, positions);
}

void zm_merels_ending(const struct zm_merels_rules *rules, struct zm_bytes position,
                      const struct zm_record *record, struct zm_ending *ending)
{
    struct zm_merels_position here = zm_merels_read(position);
    *ending = (struct zm_ending){0};
    ending->over = zm_merels_over(rules, &here, &ending->outcome);
    if (ending->over || record == NULL || rules->repetition == 0 || here.hand[0] + here.hand[1] > 0)
        return;
    unsigned times = 1;
    for (size_t i = 0; i < record->positions.count; i++)
        times += zm_bytes_equal(zm_list_at(&record->positions, i), position);
    ending->once_more_draws = times > 1 && times + 1 == rules->repetition;
    if (times >= rules->repetition) {
        ending->over = true;
        ending->outcome = ZM_DRAW;
    }
}
