/* Normal forms of whole positions; see normal.h. */
#include "games/dots/normal.h"

#include "games/dots/ctf.h"
#include "games/dots/exact.h"

/* An offer as a component of its own. */
static void add_offer(unsigned offer, enum zm_dots_canon canon, struct zm_list *parts)
{
    struct zm_dots_layout layout;
    const char *text = offer == 2 ? "BLC*E" : "CLCLCLC*E", *rest;
    if (offer == 0)
        return;
    if (canon != ZM_DOTS_CANON_EXACT) {
        zm_list_add(parts, zm_bytes(text, strlen(text)));
        return;
    }
    uint8_t form[ZM_COINS_EXACT_SIZE];
    zm_dots_layout_parse(&layout, text, &rest, NULL);
    size_t size = zm_coins_exact(&layout.graph, zm_coins_all(&layout.graph),
                                 ((uint64_t)1 << offer) - 1, form);
    zm_list_add(parts, zm_bytes(form, size));
}

/* Adds those components that were drawn before, and takes their strings away from `black`. */
static void add_drawn(const struct zm_dots_drawings *drawings, uint64_t *black,
                      struct zm_list *parts)
{
    for (size_t i = 0; i < drawings->texts.count; i++) {
        if ((drawings->strings[i] & ~*black) != 0)
            continue;
        zm_list_add(parts, zm_list_at(&drawings->texts, i));
        *black &= ~drawings->strings[i];
    }
}

static void add_component(const struct zm_dots_layout *layout, uint64_t own, uint64_t coins,
                          enum zm_dots_canon canon, struct zm_list *parts)
{
    if (canon == ZM_DOTS_CANON_EXACT) {
        uint8_t form[ZM_COINS_EXACT_SIZE];
        size_t size = zm_coins_exact(&layout->graph, own, coins, form);
        zm_list_add(parts, zm_bytes(form, size));
    } else {
        zm_dots_canonical_drawing(layout, own, coins, canon, &parts->bytes);
        zm_list_close(parts);
    }
}

static unsigned add_components(const struct zm_dots_layout *layout, uint64_t black,
                               enum zm_dots_canon canon, struct zm_list *parts)
{
    unsigned added = 0;
    while (black != 0) {
        uint64_t coins, own = zm_coins_component(&layout->graph, black,
                                                 (unsigned)__builtin_ctzll(black), &coins);
        add_component(layout, own, coins, canon, parts);
        black &= ~own;
        added++;
    }
    return added;
}

/* The points that each player gets from two copies of a component; 0: they must stay. */
static int32_t equal_points(struct zm_bytes part, enum zm_dots_canon canon)
{
    if (canon == ZM_DOTS_CANON_EXACT) {
        /* one coin with two arrows; two linked coins with one or two arrows each */
        if (part.size == 2 && part.data[0] == 1 && part.data[1] == 2)
            return 1;
        return part.size == 4 && part.data[0] == 2 && part.data[1] >= 17 && part.data[1] <= 18 &&
                       part.data[3] >= 1 && part.data[3] <= 2
                   ? 2
                   : 0;
    }
    static const char *const drawings[] = {"A*E", "BLB*E", "ALB*E", "ALA*E"};
    for (int i = 0; i < 4; i++) {
        if (zm_bytes_equal(part, zm_bytes(drawings[i], strlen(drawings[i]))))
            return i == 0 ? 1 : 2;
    }
    return 0;
}

static void print_exact(struct zm_bytes form, unsigned first, bool *begun, struct zm_buffer *text)
{
    const uint8_t *next = form.data + 1;
    for (unsigned coin = 0; coin < form.data[0]; coin++) {
        unsigned arrows = *next & 15, ties = *next >> 4;
        next++;
        for (unsigned i = 0; i < ties + arrows; i++) {
            zm_buffer_format(text, "%s%u-%u", *begun ? "," : "", first + coin + 1,
                             i < ties ? first + next[i] + 1 : 0U);
            *begun = true;
        }
        next += ties;
    }
}

/* Writes the parts that stay as ties; as chocolate, web and forest when `ctf`, where that is
 * possible. */
static void print_parts(const struct zm_list *parts, bool ctf, struct zm_buffer *normal)
{
    unsigned first = 0;
    bool begun = false;
    zm_buffer_text(normal, ctf ? "ctf:" : "graph:");
    for (size_t i = 0; i < parts->count; i++) {
        struct zm_bytes part = zm_list_at(parts, i);
        zm_buffer_text(normal, ctf && i > 0 ? "+" : "");
        if (!ctf) {
            print_exact(part, first, &begun, normal);
        } else if (!zm_dots_ctf_print(part, normal)) {
            zm_buffer_clear(normal);
            print_parts(parts, false, normal);
            return;
        }
        first += part.data[0];
    }
}

/* Moves the parts of a sorted list to `kept`, but for pairs of equal small ones. */
static void drop_pairs(const struct zm_list *parts, enum zm_dots_canon canon, bool drop,
                       struct zm_list *kept, int32_t sure[2])
{
    for (size_t i = 0; i < parts->count; i++) {
        struct zm_bytes part = zm_list_at(parts, i);
        int32_t each =
            drop && i + 1 < parts->count && zm_bytes_equal(part, zm_list_at(parts, i + 1))
                ? equal_points(part, canon)
                : 0;
        if (each == 0) {
            zm_list_add(kept, part);
            continue;
        }
        sure[0] += each;
        sure[1] += each;
        i++;
    }
}

/* How components are drawn. */
static enum zm_dots_canon canon_of(const struct zm_dots_layout *layout,
                                   const struct zm_dots_normal_rules *rules)
{
    return rules->canon == ZM_DOTS_CANON_CTF || layout->kind == ZM_DOTS_GRAPH ? ZM_DOTS_CANON_EXACT
                                                                              : rules->canon;
}

void zm_dots_drawings_free(struct zm_dots_drawings *drawings)
{
    zm_list_free(&drawings->texts);
    zm_list_free(&drawings->parts);
    zm_list_free(&drawings->kept);
}

void zm_dots_draw(const struct zm_dots_layout *layout, uint64_t black,
                  const struct zm_dots_normal_rules *rules, struct zm_dots_drawings *drawings)
{
    zm_list_clear(&drawings->texts);
    while (black != 0 && !zm_list_failed(&drawings->texts)) {
        uint64_t coins, own = zm_coins_component(&layout->graph, black,
                                                 (unsigned)__builtin_ctzll(black), &coins);
        drawings->strings[drawings->texts.count] = own;
        add_component(layout, own, coins, canon_of(layout, rules), &drawings->texts);
        black &= ~own;
    }
}

unsigned zm_dots_normalise_cut(const struct zm_dots_layout *layout, uint64_t strings,
                               const struct zm_dots_normal_rules *rules,
                               struct zm_dots_drawings *drawings, struct zm_buffer *normal,
                               int32_t sure[2])
{
    struct zm_coins_colours colours = zm_coins_colour(&layout->graph, strings);
    enum zm_dots_canon canon = canon_of(layout, rules);
    struct zm_list *parts = &drawings->parts, *kept = &drawings->kept;
    sure[0] = (int32_t)(colours.white - colours.offer);
    sure[1] = 0;
    zm_buffer_clear(normal);
    zm_list_clear(parts);
    zm_list_clear(kept);
    add_offer(colours.offer, canon, parts);
    add_drawn(drawings, &colours.black, parts);
    unsigned added = add_components(layout, colours.black, canon, parts);
    zm_list_sort(parts, false);
    if (!zm_list_failed(parts))
        drop_pairs(parts, canon, rules->equal_parts, kept, sure);
    normal->failed =
        zm_list_failed(&drawings->texts) || zm_list_failed(parts) || zm_list_failed(kept);
    if (canon == ZM_DOTS_CANON_EXACT)
        print_parts(kept, rules->canon == ZM_DOTS_CANON_CTF, normal);
    else
        zm_buffer_add(normal, kept->bytes.data, kept->bytes.size);
    return added;
}

void zm_dots_normalise(const struct zm_dots_layout *layout, uint64_t strings,
                       const struct zm_dots_normal_rules *rules, struct zm_buffer *normal,
                       int32_t sure[2])
{
    struct zm_dots_drawings none = {0};
    zm_dots_normalise_cut(layout, strings, rules, &none, normal, sure);
    zm_dots_drawings_free(&none);
}
