/* Files of the WTHOR base, the games of the French Othello federation: players (.JOU), events
 * (.TRN), games of one year on 8x8 (.WTB) and 10x10 (.WTD), solitaires (.PZZ), and the older
 * THOR.DBA, which held everything in one. All but the last are a header of 16 bytes and records
 * of one size, low byte first.
 *
 * A file is read where it lies: `struct zm_wthor` points into the bytes. Names are Latin-1 in
 * files and UTF-8 here. */
#ifndef ZM_RECORDS_WTHOR_H
#define ZM_RECORDS_WTHOR_H

#include "base/buffer.h"
#include "base/error.h"

enum zm_wthor_kind {
    ZM_WTHOR_PLAYERS,
    ZM_WTHOR_EVENTS,
    ZM_WTHOR_GAMES,
    ZM_WTHOR_SOLITAIRES,
};

enum {
    ZM_WTHOR_HEADER = 16,
    ZM_WTHOR_MOVES = 96,       /* of a game at most: 60 on 8x8, 96 on 10x10 */
    ZM_WTHOR_NO_SQUARE = 255,  /* what a byte means that names no square */
    ZM_WTHOR_USUAL_DEPTH = 22, /* of theoretical scores where a file does not say */
};

/* The day on which a file was made, its signature: no file takes the place of a later one. */
struct zm_wthor_date {
    uint8_t century, year, month, day;
};

struct zm_wthor_header {
    struct zm_wthor_date date;
    uint32_t records; /* games, positions */
    uint16_t names;   /* players, events; of solitaires: empty squares */
    uint16_t year;    /* of the games */
    uint8_t size;     /* of the board; 0 is 8 */
    uint8_t solitaires;
    uint8_t
        depth; /* empty squares from which on theoretical scores are perfect play; 0: see below */
    uint8_t reserved;
};

struct zm_wthor {
    enum zm_wthor_kind kind;
    struct zm_wthor_header header;
    const uint8_t *records;
    size_t count, record_size;
    bool low_first; /* solitaires: the a file is in the low bits of a byte, not in the high ones */
};

struct zm_wthor_game {
    uint16_t event, players[2];
    uint8_t score;  /* Black's discs at the end, empty squares given to the winner */
    uint8_t theory; /* the same after perfect play from header.depth empty squares on */
    uint8_t moves[ZM_WTHOR_MOVES]; /* as in the file; zeros behind the last */
};

struct zm_wthor_solitaire {
    uint16_t year, event;
    uint32_t players[2];
    uint8_t squares[64]; /* 'X', 'O', '-', row by row */
    uint8_t empty;
    uint8_t turn;   /* 0 Black, 1 White */
    int8_t score;   /* of the player to move, in discs more than the other */
    uint8_t move;   /* the first of the solution, as in the file */
    uint8_t real;   /* Black's discs at the end of the game */
    uint8_t move25; /* of the game; 0: not known */
    uint8_t reserved[2];
};

/* Looks at a whole file; the error says whether it is cut, foreign or contradicts itself. */
enum zm_status zm_wthor_read(struct zm_bytes file, struct zm_wthor *wthor, struct zm_error *error);
/* Negative, 0, positive: the first was made before, on the day of, after the second. */
int zm_wthor_compare_dates(const struct zm_wthor_date *a, const struct zm_wthor_date *b);
/* The depth of theoretical scores; 0: the file is older than the rule that says it. */
unsigned zm_wthor_depth(const struct zm_wthor_header *header);
/* 8 or 10. */
unsigned zm_wthor_size(const struct zm_wthor_header *header);
/* The square of a move byte on a board of a size, row by row from a1, and back. */
unsigned zm_wthor_square(unsigned size, uint8_t byte);
uint8_t zm_wthor_byte(unsigned size, unsigned square);

/* Record `index` of a file of the kind. */
void zm_wthor_name(const struct zm_wthor *wthor, size_t index, struct zm_buffer *name);
void zm_wthor_game(const struct zm_wthor *wthor, size_t index, struct zm_wthor_game *game);
void zm_wthor_solitaire(const struct zm_wthor *wthor, size_t index,
                        struct zm_wthor_solitaire *solitaire);

/* Writing: the header, then each record. The header of solitaires takes their presence table with
 * it. */
void zm_wthor_write_header(enum zm_wthor_kind kind, const struct zm_wthor_header *header,
                           struct zm_buffer *file);
/* False: the name is too long, or has a letter that Latin-1 has not; nothing is written. */
bool zm_wthor_write_name(enum zm_wthor_kind kind, const char *name, struct zm_buffer *file);
void zm_wthor_write_game(const struct zm_wthor_header *header, const struct zm_wthor_game *game,
                         struct zm_buffer *file);
void zm_wthor_write_solitaire(const struct zm_wthor_solitaire *solitaire, bool low_first,
                              struct zm_buffer *file);

/* wthor_old.c: THOR.DBA, of 1995 and before. */
enum { ZM_THOR_EVENTS = 400, ZM_THOR_PLAYERS = 2000 };
struct zm_thor {
    const uint8_t *bytes;
    size_t games, players;
};
struct zm_thor_game {
    uint16_t event, players[2];
    uint8_t score;
    char winner; /* after move 44, by perfect play: N Black, E nobody, B White */
    uint8_t moves[60];
};
/* Has a file the size of such a base? */
bool zm_thor_fits(struct zm_bytes file);
enum zm_status zm_thor_read(struct zm_bytes file, struct zm_thor *thor, struct zm_error *error);
void zm_thor_name(const struct zm_thor *thor, bool player, size_t index, struct zm_buffer *name);
void zm_thor_game(const struct zm_thor *thor, size_t index, struct zm_thor_game *game);

/* Between bytes of a name, which a zero may end before `most`, and UTF-8. */
void zm_latin1_read(const uint8_t *bytes, size_t most, struct zm_buffer *text);

#endif
