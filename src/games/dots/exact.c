/* Canonical labelling by nauty (McKay and Piperno). A component is a simple graph whose vertices
 * are the coins, coloured by their number of arrows, so the ground needs no vertex. All of nauty's
 * macros stay in this file; one 64-bit word per row is enough for 64 coins. */
#include <nauty/nauty.h>

#include "games/dots/exact.h"

#include "games/shared/nauty_memory.h"

/* Numbers the coins by their arrows: nauty wants the vertices of a colour side by side, and a zero
 * in `ptn` where a colour ends. Returns the number of coins. */
static int colour_coins(const struct zm_coins *graph, uint64_t strings, uint64_t coins, int *lab,
                        int *ptn, uint8_t number[ZM_COINS_MOST], uint8_t arrows[ZM_COINS_MOST])
{
    int count = 0, placed = 0;
    for (uint64_t left = coins; left != 0; left &= left - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(left);
        arrows[count] = 0;
        for (uint64_t own = strings & graph->at[coin]; own != 0; own &= own - 1)
            arrows[count] += graph->end[__builtin_ctzll(own)][1] == ZM_COINS_GROUND;
        number[coin] = (uint8_t)count++;
    }
    for (unsigned colour = 0; placed < count; colour++) {
        int before = placed;
        for (int i = 0; i < count; i++) {
            if (arrows[i] == colour) {
                lab[placed] = i;
                ptn[placed++] = 1;
            }
        }
        if (placed > before)
            ptn[placed - 1] = 0;
    }
    return count;
}

size_t zm_coins_exact(const struct zm_coins *graph, uint64_t strings, uint64_t coins,
                      uint8_t form[ZM_COINS_EXACT_SIZE])
{
    static DEFAULTOPTIONS_GRAPH(defaults);
    optionblk options = defaults;
    statsblk stats;
    int lab[ZM_COINS_MOST], ptn[ZM_COINS_MOST], orbits[ZM_COINS_MOST];
    setword rows[ZM_COINS_MOST] = {0}, canonical[ZM_COINS_MOST];
    uint8_t number[ZM_COINS_MOST], arrows[ZM_COINS_MOST];
    int count = colour_coins(graph, strings, coins, lab, ptn, number, arrows);
    for (uint64_t left = strings; left != 0; left &= left - 1) {
        const uint8_t *end = graph->end[__builtin_ctzll(left)];
        if (end[1] == ZM_COINS_GROUND || (coins >> end[0] & 1) == 0)
            continue;
        ADDONEEDGE0(rows, number[end[0]], number[end[1]], 1);
    }
    options.getcanon = TRUE;
    options.defaultptn = FALSE;
    zm_nauty_release_at_thread_end();
    densenauty(rows, lab, ptn, orbits, &options, &stats, 1, count, canonical);
    size_t size = 0;
    form[size++] = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        size_t head = size++;
        form[head] = arrows[lab[i]];
        for (int j = i + 1; j < count; j++) {
            if (ISELEMENT(&canonical[i], j)) {
                form[head] = (uint8_t)(form[head] + 16);
                form[size++] = (uint8_t)j;
            }
        }
    }
    return size;
}
