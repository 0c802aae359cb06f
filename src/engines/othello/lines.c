/* The lines of the board as constants, worked out by the compiler; see board.h. */
#include "engines/othello/board.h"

/* The square `k` steps away from (row, column), when it is on the board. */
#define STEP(row, column, down, right, k)                                                          \
    ((row) + (down) * (k) >= 0 && (row) + (down) * (k) < 8 && (column) + (right) * (k) >= 0 &&     \
             (column) + (right) * (k) < 8                                                          \
         ? (uint64_t)1 << ((((row) + (down) * (k)) * 8 + (column) + (right) * (k)) & 63)           \
         : 0)
#define RAY(row, column, down, right)                                                              \
    (STEP(row, column, down, right, 1) | STEP(row, column, down, right, 2) |                       \
     STEP(row, column, down, right, 3) | STEP(row, column, down, right, 4) |                       \
     STEP(row, column, down, right, 5) | STEP(row, column, down, right, 6) |                       \
     STEP(row, column, down, right, 7))
#define SQUARE(row, column)                                                                        \
    {                                                                                              \
        RAY(row, column, 0, 1), RAY(row, column, 1, 0), RAY(row, column, 1, 1),                    \
            RAY(row, column, 1, -1), RAY(row, column, 0, -1), RAY(row, column, -1, 0),             \
            RAY(row, column, -1, -1), RAY(row, column, -1, 1)                                      \
    }
#define ROW(row)                                                                                   \
    SQUARE(row, 0), SQUARE(row, 1), SQUARE(row, 2), SQUARE(row, 3), SQUARE(row, 4),                \
        SQUARE(row, 5), SQUARE(row, 6), SQUARE(row, 7)

const uint64_t othello_rays[OTHELLO_BITS_SQUARES][8] = {
    ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7),
};

#define AROUND(row, column)                                                                        \
    (STEP(row, column, 0, 1, 1) | STEP(row, column, 1, 0, 1) | STEP(row, column, 1, 1, 1) |        \
     STEP(row, column, 1, -1, 1) | STEP(row, column, 0, -1, 1) | STEP(row, column, -1, 0, 1) |     \
     STEP(row, column, -1, -1, 1) | STEP(row, column, -1, 1, 1))
#define ROW_AROUND(row)                                                                            \
    AROUND(row, 0), AROUND(row, 1), AROUND(row, 2), AROUND(row, 3), AROUND(row, 4),                \
        AROUND(row, 5), AROUND(row, 6), AROUND(row, 7)

const uint64_t othello_around[OTHELLO_BITS_SQUARES] = {
    ROW_AROUND(0), ROW_AROUND(1), ROW_AROUND(2), ROW_AROUND(3),
    ROW_AROUND(4), ROW_AROUND(5), ROW_AROUND(6), ROW_AROUND(7),
};

/* k discs are turned to the left when the own discs above the place are, from the nearest on, k
 * times none and then one; likewise to the right. */
#define LEFT(x, b, k) (((b) >> ((x) + 1) & ((2 << (k)) - 1)) == 1 << (k) ? (k) : 0)
#define RIGHT(x, b, k)                                                                             \
    ((x) > (k) && ((b) >> ((x) > (k) ? (x)-1 - (k) : 0) & ((2 << (k)) - 1)) == 1 ? (k) : 0)
#define FLIPS(x, b)                                                                                \
    (LEFT(x, b, 1) + LEFT(x, b, 2) + LEFT(x, b, 3) + LEFT(x, b, 4) + LEFT(x, b, 5) +               \
     LEFT(x, b, 6) + RIGHT(x, b, 1) + RIGHT(x, b, 2) + RIGHT(x, b, 3) + RIGHT(x, b, 4) +           \
     RIGHT(x, b, 5) + RIGHT(x, b, 6))
#define FLIPS4(x, b) FLIPS(x, b), FLIPS(x, (b) + 1), FLIPS(x, (b) + 2), FLIPS(x, (b) + 3)
#define FLIPS16(x, b) FLIPS4(x, b), FLIPS4(x, (b) + 4), FLIPS4(x, (b) + 8), FLIPS4(x, (b) + 12)
#define FLIPS64(x, b)                                                                              \
    FLIPS16(x, b), FLIPS16(x, (b) + 16), FLIPS16(x, (b) + 32), FLIPS16(x, (b) + 48)
#define PLACE(x)                                                                                   \
    {                                                                                              \
        FLIPS64(x, 0), FLIPS64(x, 64), FLIPS64(x, 128), FLIPS64(x, 192)                            \
    }

const uint8_t othello_line_flips[8][256] = {
    PLACE(0), PLACE(1), PLACE(2), PLACE(3), PLACE(4), PLACE(5), PLACE(6), PLACE(7),
};
