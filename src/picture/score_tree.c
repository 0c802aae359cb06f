/* The tree of a certificate of a score. A node is a contract at a normal form, "3 - A*EALALB*E":
 * does the player to move get so many of the points that are left? A won contract has a turn that
 * leaves the other a lost one, a lost contract has none; with what the other then asks for, every
 * turn of it is won. */
#include "picture/growing.h"

#include "proof/check/score_certificate.h"

#include <stdlib.h>

/* A node: the points and whether they are won, then the normal form. */
struct contract {
    int32_t points;
    int32_t won;
};

struct maker {
    const struct zm_instance *game;
    struct zm_table bounds; /* what is proved: normal form -> most points of the player to move */
    struct zm_growth growth;
};

static struct contract contract_of(struct zm_bytes node)
{
    struct contract contract;
    memcpy(&contract, node.data, sizeof contract);
    return contract;
}

static struct zm_bytes normal_of(struct zm_bytes node)
{
    return zm_bytes(node.data + sizeof(struct contract), node.size - sizeof(struct contract));
}

static int32_t points_in(const struct maker *maker, struct zm_bytes normal)
{
    return maker->game->game->scores->available(maker->game->state, normal);
}

static void describe(void *context, struct zm_bytes node, struct zm_buffer *label)
{
    const struct maker *maker = context;
    zm_buffer_format(label, "%d - ", contract_of(node).points);
    size_t before = label->size;
    maker->game->game->scores->print(maker->game->state, normal_of(node), label);
    if (label->size == before)
        zm_buffer_text(label, "nothing");
}

static void add_to(struct zm_list *nodes, struct contract contract, struct zm_bytes normal)
{
    zm_buffer_add(&nodes->bytes, &contract, sizeof contract);
    zm_buffer_add(&nodes->bytes, normal.data, normal.size);
    zm_list_close(nodes);
}

/* Adds one contract as a child. */
static enum zm_status add_child(struct maker *maker, uint32_t id, struct contract contract,
                                struct zm_bytes normal)
{
    struct zm_list node = {0};
    add_to(&node, contract, normal);
    enum zm_status status = zm_list_failed(&node)
                                ? zm_fail_memory(maker->growth.error)
                                : zm_growth_add(&maker->growth, id, zm_list_at(&node, 0));
    zm_list_free(&node);
    return status;
}

/* Is a contract lost, by what is proved or because there are not so many points? */
static bool is_lost(struct maker *maker, struct zm_bytes normal, int32_t points)
{
    int32_t bound;
    return points > points_in(maker, normal) ||
           (zm_score_table_find(&maker->bounds, normal, &bound) && points > bound);
}

/* Adds what the turns of a node leave the other: of a lost one all, of a won one a lost one. */
static enum zm_status add_turns(struct maker *maker, uint32_t id, struct zm_bytes node)
{
    struct contract contract = contract_of(node);
    struct zm_turns turns = {0};
    enum zm_status status = ZM_OK;
    bool done = !contract.won;
    maker->game->game->scores->turns(maker->game->state, normal_of(node), &turns);
    for (size_t i = 0; i < turns.positions.count && status == ZM_OK; i++) {
        struct zm_bytes next = zm_list_at(&turns.positions, i);
        struct contract answer = {
            turns.turns[i].gain + points_in(maker, next) - contract.points + 1, !contract.won};
        if (contract.won && !is_lost(maker, next, answer.points))
            continue;
        status = add_child(maker, id, answer, next);
        done = true;
        if (contract.won)
            break;
    }
    if (status == ZM_OK && zm_list_failed(&turns.positions))
        status = zm_fail_memory(maker->growth.error);
    else if (status == ZM_OK && !done)
        status = zm_fail(maker->growth.error, ZM_WRONG, "the certificate does not prove its claim");
    zm_turns_free(&turns);
    return status;
}

static enum zm_status expand(void *context, uint32_t id, struct zm_bytes node)
{
    struct maker *maker = context;
    struct zm_drawn_node *drawn = &maker->growth.drawing->nodes[id];
    struct contract contract = contract_of(node);
    struct zm_bytes normal = normal_of(node);
    int32_t bound;
    drawn->state = contract.won ? ZM_DRAWN_WON : ZM_DRAWN_LOST;
    bool plain = contract.won ? contract.points <= 0 : contract.points > points_in(maker, normal);
    bool easier = !contract.won && zm_score_table_find(&maker->bounds, normal, &bound) &&
                  contract.points > bound + 1;
    drawn->why = plain && contract.won ? "no more points are asked for"
                 : plain               ? "there are not so many points"
                 : easier              ? "fewer points than these are lost already"
                 : contract.won        ? "a turn leaves the other a lost contract"
                                       : "every turn leaves the other a won contract";
    if (plain || zm_growth_ends(&maker->growth, id))
        return ZM_OK;
    return easier ? add_child(maker, id, (struct contract){bound + 1, 0}, normal)
                  : add_turns(maker, id, node);
}

/* The contracts that the claim is about, less what is sure on the way to the normal form. */
static void make_roots(const struct zm_score_certificate *certificate, struct zm_list *roots)
{
    const struct zm_instance *game = &certificate->instance;
    struct zm_buffer normal = {0};
    int32_t sure[2];
    game->game->scores->normalise(game->state, zm_buffer_bytes(&certificate->drawn), &normal, sure);
    struct zm_score_claim claim = certificate->claim;
    if (claim.won > 0 || claim.lost == INT32_MAX)
        add_to(roots, (struct contract){claim.won - sure[0], 1}, zm_buffer_bytes(&normal));
    if (claim.lost != INT32_MAX)
        add_to(roots, (struct contract){claim.lost - sure[0], 0}, zm_buffer_bytes(&normal));
    roots->bytes.failed |= normal.failed;
    zm_buffer_free(&normal);
}

/* Draws a proof by the entries that it leans on. */
static enum zm_status draw(const struct zm_score_certificate *certificate,
                           const struct zm_score_file *used,
                           const struct zm_drawing_options *options, struct zm_drawing *drawing,
                           struct zm_error *error)
{
    struct zm_list roots = {0};
    struct maker maker = {.game = &certificate->instance,
                          .growth = {.drawing = drawing,
                                     .options = options,
                                     .error = error,
                                     .context = &maker,
                                     .describe = describe,
                                     .expand = expand}};
    struct zm_score_claim claim = certificate->claim;
    const struct zm_crown crown = {
        .label = zm_buffer_bytes(&certificate->position),
        .state = claim.lost == INT32_MAX ? ZM_DRAWN_WON
                 : claim.won == 0        ? ZM_DRAWN_LOST
                                         : ZM_DRAWN_PLAIN,
        .why = claim.lost == claim.won + 1 ? "so many points are won, and one more is lost"
                                           : "less the points that are sure, this is the contract"};
    zm_table_init(&maker.bounds, sizeof(int32_t));
    enum zm_status status = zm_score_file_table(used, maker.game, &maker.bounds, error);
    make_roots(certificate, &roots);
    if (status == ZM_OK)
        status = zm_grow(&maker.growth, &crown, &roots);
    zm_table_free(&maker.bounds);
    zm_list_free(&roots);
    return status;
}

enum zm_status zm_draw_score(const struct zm_score_certificate *certificate,
                             const struct zm_drawing_options *options, struct zm_drawing *drawing,
                             struct zm_error *error)
{
    struct zm_score_file used = {0};
    *drawing = (struct zm_drawing){0};
    enum zm_status status = zm_score_certificate_follow(certificate, options->run, &used, error);
    if (status == ZM_OK)
        status = draw(certificate, &used, options, drawing, error);
    zm_score_file_free(&used);
    return status;
}
