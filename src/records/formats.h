/* Files of games in every format that is known here, read as score sheets:
 *
 *     WTHOR and THOR.DBA    Othello; names come from the files of players and events
 *     GGF                   Othello, any number of games
 *     SGF                   Go, any number of games; the main line of each
 *     Pentasol              Morpion solitaire, one game
 *     # zermelo game        our own records (played.h), one after the other
 *     transcripts           a game on each line: moves, of Go and Morpion the position they lead to
 */
#ifndef ZM_RECORDS_FORMATS_H
#define ZM_RECORDS_FORMATS_H

#include "games/game.h"
#include "records/sheet.h"
#include "records/wthor.h"

enum zm_format {
    ZM_FORMAT_WTHOR,
    ZM_FORMAT_THOR,
    ZM_FORMAT_GGF,
    ZM_FORMAT_SGF,
    ZM_FORMAT_PENTASOL,
    ZM_FORMAT_OWN,
    ZM_FORMAT_TRANSCRIPT,
};

/* Called with each game in turn, from 1 on: with its sheet, or with what is wrong with it
 * (`bad`), in which case the sheet is empty. What it returns ends the reading, unless ZM_OK. */
typedef enum zm_status zm_take_sheet(void *context, const struct zm_game *game,
                                     const struct zm_sheet *sheet, size_t number,
                                     const struct zm_error *bad, struct zm_error *error);

/* A file being read. */
struct zm_source {
    struct zm_bytes bytes;      /* followed by a NUL */
    const struct zm_game *game; /* what the user says it is; NULL: nothing */
    /* Names by number for WTHOR, texts of UTF-8; a number that is not there has its own name. */
    const struct zm_list *players, *events;
    zm_take_sheet *take;
    void *context;
};

enum zm_format zm_format_of(struct zm_bytes file, const struct zm_game *game);
const char *zm_format_name(enum zm_format format);
/* Reads all games. ZM_BAD_INPUT: the file as a whole is none of its format. */
enum zm_status zm_source_read(const struct zm_source *source, struct zm_error *error);

/* The same for the file that a path names, whatever its format; names of WTHOR stay numbers. */
enum zm_status zm_source_read_file(const char *path, struct zm_run *run, zm_take_sheet *take,
                                   void *context, struct zm_error *error);

/* For the files of formats. */
enum zm_status zm_source_read_wthor(const struct zm_source *source, struct zm_error *error);
enum zm_status zm_source_read_thor(const struct zm_source *source, struct zm_error *error);
enum zm_status zm_source_read_ggf(const struct zm_source *source, struct zm_error *error);
enum zm_status zm_source_read_sgf(const struct zm_source *source, struct zm_error *error);
/* A position as text, of a game whose texts are a start and the moves since (Go, Morpion), as start
 * and moves of a sheet. */
enum zm_status zm_sheet_from_position(const struct zm_game *game, const char *text,
                                      struct zm_sheet *sheet, struct zm_error *error);
/* The year at the beginning of a date, as in 1997-08-12; 0: there is none. */
unsigned zm_year_of(const char *date);
/* A game in GGF. */
void zm_sheet_print_ggf(const struct zm_sheet *sheet, struct zm_buffer *text);

#endif
