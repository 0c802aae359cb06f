/* Block search of sliding blocks against plain walking: the positions of all blocks are those that
 * can be reached, each of them once; what can be won is won, by a line that keeps to the rules. */
#include "base/table.h"
#include "engines/klotski/blocks.h"
#include "support/ask.h"

struct game {
    struct zm_settings settings;
    struct zm_run run;
    struct zm_alone alone;
};

static void open_game(struct game *game, bool steps, bool along)
{
    *game = (struct game){0};
    assert_int_equal(zm_settings_declare(&game->settings, zm_klotski.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&game->settings, "moves", steps ? "steps" : "slides", NULL),
                     ZM_OK);
    assert_int_equal(zm_settings_set(&game->settings, "slide", along ? "along" : "free", NULL),
                     ZM_OK);
    zm_run_begin(&game->run);
    struct zm_problem problem = {&zm_klotski, &game->settings, false, &game->run};
    assert_int_equal(zm_alone_open(&game->alone, &problem, NULL), ZM_OK);
}

static void close_game(struct game *game)
{
    zm_alone_close(&game->alone);
    zm_settings_free(&game->settings);
}

/* --- all positions ------------------------------------------------------------------------------ */

/* Finds all positions that can be reached, by the walk alone, unless there are more than `most`;
 * returns whether the goal is among them. */
static bool reach(const struct zm_klotski_walk *start, size_t most, struct zm_table *reached)
{
    bool won = false, fresh;
    size_t looked = 0, count = 1, capacity = most + 64 * ZM_KLOTSKI_PIECES + 1;
    struct zm_klotski_walk *found = malloc(capacity * sizeof *found);
    zm_move moves[ZM_KLOTSKI_PIECES * ZM_KLOTSKI_CELLS];
    assert_non_null(found);
    found[0] = *start;
    zm_table_insert(reached, zm_bytes(start->at, start->board->count), &fresh);
    for (; looked < count && count <= most; looked++) {
        won |= zm_klotski_walk.worth(&found[looked]) > 0;
        unsigned legal = zm_klotski_walk.moves(&found[looked], moves);
        for (unsigned i = 0; i < legal; i++) {
            struct zm_klotski_walk next = found[looked];
            zm_klotski_walk.make(&next, moves[i]);
            zm_table_insert(reached, zm_bytes(next.at, next.board->count), &fresh);
            if (fresh)
                found[count++] = next;
        }
    }
    free(found);
    return won;
}

struct covered {
    const struct zm_klotski_board *board;
    const struct zm_table *reached;
    struct zm_table met;
};

/* Notes the positions of a block from this piece on, which must be reached and new. */
static void cover_from(struct covered *covered, const struct zm_box *box, unsigned piece,
                       uint8_t at[ZM_KLOTSKI_PIECES])
{
    bool fresh;
    if (piece < covered->board->count) {
        for (uint64_t places = box->places[piece]; places != 0; places &= places - 1) {
            at[piece] = (uint8_t)__builtin_ctzll(places);
            cover_from(covered, box, piece + 1, at);
        }
        return;
    }
    struct zm_bytes key = zm_bytes(at, covered->board->count);
    assert_non_null(zm_table_find(covered->reached, key));
    zm_table_insert(&covered->met, key, &fresh);
    assert_true(fresh);
}

static void cover(void *context, const struct zm_box *box)
{
    struct covered *covered = context;
    uint8_t at[ZM_KLOTSKI_PIECES];
    cover_from(covered, box, 0, at);
}

/* Compares the blocks from where the game stands with plain walking; false: there are too many
 * positions. */
static bool compare(struct game *game, size_t most)
{
    const struct zm_klotski_walk *start = game->alone.start;
    struct zm_table reached;
    zm_table_init(&reached, 1);
    bool won = reach(start, most, &reached);
    bool compared = reached.count <= most;
    for (int goal = 0; goal < 2 && compared; goal++) {
        struct zm_path path;
        struct zm_quest quest = {.kind = goal ? ZM_QUEST_GOAL : ZM_QUEST_COUNT};
        struct covered covered = {.board = start->board, .reached = &reached};
        struct zm_klotski_blocks blocks = {
            .path = &path, .quest = &quest, .visit = cover, .context = &covered};
        zm_table_init(&covered.met, 1);
        assert_true(zm_path_open(&path, &game->alone));
        zm_klotski_blocks_search(&blocks);
        if (goal) {
            assert_int_equal(quest.found, won);
            assert_int_equal(quest.proved, !won);
            if (won)
                assert_true(zm_quest_playable(&game->alone, quest.line, quest.length, true));
        } else {
            assert_true(quest.proved);
            assert_int_equal(quest.count, reached.count);
            assert_int_equal(covered.met.count, reached.count);
        }
        zm_table_free(&covered.met);
        zm_klotski_blocks_close(&blocks);
        zm_path_close(&path);
        free(quest.line);
    }
    zm_table_free(&reached);
    return compared;
}

/* Lays bars of two and three cells, L's and single cells on a board of some rows and columns. */
static void draw_board(struct zm_random *random, unsigned rows, unsigned columns, unsigned tries,
                       struct zm_buffer *text)
{
    static const char *const shapes[] = {"1", "11", "1/1", "111", "1/1/1", "11/1.", ".1/11"};
    char cells[8][8];
    char letter = 'A';
    memset(cells, '.', sizeof cells);
    for (unsigned i = 0; i < tries; i++) {
        const char *shape = shapes[zm_random_below(random, sizeof shapes / sizeof *shapes)];
        unsigned top = (unsigned)zm_random_below(random, rows), row = 0, column = 0;
        unsigned left = (unsigned)zm_random_below(random, columns);
        bool free = true;
        for (int lay = 0; lay < 2 && free; lay++) {
            row = top;
            column = left;
            for (const char *at = shape; *at != '\0' && free; at++) {
                if (*at == '/') {
                    row++;
                    column = left;
                    continue;
                }
                free = row < rows && column < columns && (*at == '.' || cells[row][column] == '.');
                if (lay == 1 && *at == '1')
                    cells[row][column] = letter;
                column++;
            }
        }
        letter = (char)(letter + free);
    }
    if (letter == 'A')
        cells[0][0] = 'A';
    if (cells[rows - 1][columns - 1] == '.' && zm_random_below(random, 3) == 0)
        cells[rows - 1][columns - 1] = '#';
    zm_buffer_clear(text);
    for (unsigned row = 0; row < rows; row++)
        zm_buffer_format(text, "%s%.*s", row > 0 ? "/" : "", (int)columns, cells[row]);
    zm_buffer_format(text, " A %u,%u", 1 + (unsigned)zm_random_below(random, rows),
                     1 + (unsigned)zm_random_below(random, columns));
}

static void blocks_are_what_can_be_reached(void **state)
{
    (void)state;
    enum { MOST = 20000 };
    struct zm_random random = zm_random_seeded(64);
    struct zm_buffer text = {0}, position = {0};
    for (int rules = 0; rules < 4; rules++) {
        struct game game;
        int compared = 0, wanted = test_rounds(400);
        open_game(&game, rules & 1, rules >> 1);
        while (compared < wanted) {
            unsigned rows = 1 + (unsigned)zm_random_below(&random, 6);
            unsigned columns = 1 + (unsigned)zm_random_below(&random, 6);
            draw_board(&random, rows, columns, 2 + rows * columns / 2, &text);
            if (zm_klotski_parse(game.alone.game.state, zm_buffer_string(&text), &position, NULL) !=
                ZM_OK)
                continue; /* the piece would leave the board at its goal */
            assert_int_equal(zm_alone_begin(&game.alone, zm_buffer_bytes(&position), NULL), ZM_OK);
            compared += compare(&game, MOST);
        }
        close_game(&game);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&position);
}

/* --- questions ---------------------------------------------------------------------------------- */

static void known_counts(void **state)
{
    (void)state;
    static const struct {
        const char *position, *options;
        long count;
    } known[] = {
        {".ABB/CADE/FFG. A 1,1", "compute=count search=blocks", 32736},
        {"ABBG/A.FF/.DEC A 1,1", "compute=count search=blocks moves=steps", 32736},
        /* One car of two cells on a line of eight: seven places. */
        {"AA...... A 1,7", "compute=count search=blocks slide=along", 7},
        /* Eight cars, one on each line of eight: none ever meets another. */
        {"AA....../BB....../CC....../DD....../EE....../FF....../GG....../HH...... A 1,7",
         "compute=count search=blocks slide=along", 5764801},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct asked asked = ask("klotski", known[i].position, known[i].options);
        assert_int_equal(asked.answer.number, known[i].count);
        zm_answer_free(&asked.answer);
    }
    /* The last board is one block. */
    struct asked asked = ask("klotski", known[3].position, known[3].options);
    assert_int_equal(asked.nodes, 1);
    zm_answer_free(&asked.answer);
}

static void alike_pieces_are_refused(void **state)
{
    (void)state;
    const struct zm_option options[] = {
        {"compute", "count"}, {"search", "blocks"}, {"canon", "symmetry"}};
    struct asking asking;
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    ask_open(&asking, "klotski", "classic", options, 3);
    assert_int_equal(ask_try(&asking, &answer, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "symmetry"));
    zm_answer_free(&answer);
    ask_close(&asking);
}

/* A tree that fills the memory ends the search, and what was counted is a bound from below. */
static void little_memory_stops(void **state)
{
    (void)state;
    const struct zm_option options[] = {
        {"compute", "count"}, {"search", "blocks"}, {"memory", "1M"}};
    struct asking asking;
    struct zm_answer answer = {0};
    ask_open(&asking, "klotski", "classic", options, 3);
    assert_int_equal(ask_try(&asking, &answer, NULL), ZM_STOPPED);
    assert_true(answer.has_lower && answer.lower > 1000);
    zm_answer_free(&answer);
    ask_close(&asking);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_what_can_be_reached),
        cmocka_unit_test(known_counts),
        cmocka_unit_test(alike_pieces_are_refused),
        cmocka_unit_test(little_memory_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
