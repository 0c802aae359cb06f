/* Makes src/engines/go/tactics/problems.c: shapes that have names, by hand, and problems found at
 * random, half of them on boards of random games; each with its truth. Run it as
 * build/test/tests/go-problem-maker > src/engines/go/tactics/problems.c, then clang-format. */
#include "base/random.h"
#include "engines/go_problem_truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 400000, LARGEST = 12000, EMPTY = 6 };

static const struct go_problem shapes[] = {
    {"bamboo joint", ".X.X./.X.X. O", "connect", "b1 d1", "", 0, 0},
    {"bamboo joint, one side shut", "OX.XO/.X.X. O", "connect", "b1 d1", "", 0, 0},
    {"figure 4.10: before the bamboo joint", ".X.X./.X..O O", "connect", "b1 d2", "", 0, 0},
    {"figure 4.10: the point of the joint", ".X.X./.X... O", "connect", "b1 d2", "", 0, 0},
    {"table", ".X.X./...../..X.. O", "connect", "b3 c1", "b1-d3", 0, 0},
    {"table against a stone", ".X.X./..O../..X.. O", "connect", "b3 d3", "b1-d3", 0, 0},
    {"tiger's mouth", ".X.X./..X.. O", "connect", "b2 d2", "", 0, 0},
    {"keima", "X.../..X. O", "connect", "a2 c1", "", 0, 0},
    {"keima, cut from above", "XO../..X. O", "connect", "a2 c1", "", 0, 0},
    {"keima with both cuts", "XO../.OX. O", "connect", "a2 c1", "", 0, 0},
    {"large keima", "X..../...X. O", "connect", "a2 d1", "", 0, 0},
    {"large keima cut", "XO.../...X. O", "connect", "a2 d1", "", 0, 0},
    {"large keima cut in the middle", "X.O../...X. O", "connect", "a2 d1", "", 0, 0},
    {"diagonal: miai", "X.../.X.. O", "connect", "a2 b1", "", 0, 0},
    {"diagonal, one point gone", "XO../.X.. O", "connect", "a2 b1", "", 0, 0},
    {"one-point jump", ".X.X./..... O", "connect", "b2 d2", "", 0, 0},
    {"one-point jump, a stone below", ".X.X./..O.. O", "connect", "b2 d2", "", 0, 0},
    {"two-point jump", "X..X./..... O", "connect", "a2 d2", "", 0, 0},
    {"connection along the first line", "OOOO/X..X O", "connect", "a1 d1", "", 0, 0},
    {"connection by capture", "X.O./XOX./.XX. O", "connect", "a3 c2", "", 0, 0},
    {"cutting stone in a ladder", "XO.../.XO../..... O", "connect", "a3 b2", "a1-d3", 0, 0},
    {"figure 4.1: independent links", "..X/.X./X.. O", "connect", "a1 b2 c3", "", 0, 0},
    {"figure 4.2: one point cuts", ".OX../OO.X./.OX.. O", "connect", "c1 d2 c3", "", 0, 0},
    {"figure 4.3: one answer repairs both", ".X../..X./.X.. O", "connect", "b1 c2 b3", "", 0, 0},
    {"figure 4.4: cuts left and right", "X...X/..X.. O", "connect", "a2 c1 e2", "", 0, 0},
    {"figure 4.5: no link is threatened",
     "XX.O.O.XX/XOXXOXXOX/XO..O..OX/XOOOOOOOX/XOOO.O.OX/XX.OOOOOX/.O.XXXXXX/XXOX.X.XX/.X.XXXXXX O",
     "connect", "c8 a2 f8", "a3-c4 c1-c3 c9-g9", 0, 0},
    {"figure 4.6: jumps", "X.X.X/..... O", "connect", "a2 c2 e2", "", 0, 0},
    {"jumps with stones below", "X.X.X/.O.O. O", "connect", "a2 c2 e2", "", 0, 0},
    {"two keimas", "X.../..X./X... O", "connect", "a3 c2 a1", "", 0, 0},
    {"three diagonals", "X.../.X../..X./...X O", "connect", "a4 b3 c2 d1", "a1-d3", 0, 0},
    {"ladder", "...../...X./.XO../..X../..... X", "capture", "c3", "c1-e4", 0, 0},
    {"ladder past a stone", "...../...X./.XO../..X../....O X", "capture", "c3", "c1-e4", 0, 0},
    {"net", "...../.X.X./.XO../..XX./..... O", "capture", "c3", "c3-e5", 0, 0},
    {"net before its last stone", "...../.X.../.XO../..XX./..... X", "capture", "c3", "c3-e5", 0,
     0},
    {"snapback", "...../XXXXX/XOOOX/XO..X O", "capture", "b1", "a1-e3", 0, 0},
    {"three in a row", "...../OOOOO/XXXXX/X...X O", "live", "a1", "a1-e1", 0, 0},
    {"four in a row", "....../OOOOOO/XXXXXX/X....X O", "live", "a1", "a1-f1", 0, 0},
    {"two in a row", "..../OOOO/XXXX/X..X X", "live", "a1", "a1-d1", 0, 0},
    {"corner eye", "..O/X.O/.X. X", "eye", "a1", "", 0, 0},
    {"eye at the edge", ".OO./.XO./X..X X", "eye", "b1", "", 0, 0},
    {"two eyes made", "....../OOOOOO/XXXXXX/X.XX.X O", "live", "a1", "a1-f1", 0, 0},
    {"one eye and two in a row", "....../OOOOOO/XXXXXX/X.X..X O", "live", "a1", "a1-f1", 0, 0},
    {"four in a row, a stone inside", "....../OOOOOO/XXXXXX/X.O..X X", "live", "a1", "a1-f1", 0, 0},
    {"four in a row, a stone at the end", "....../OOOOOO/XXXXXX/XO...X X", "live", "a1", "a1-f1", 0,
     0},
    {"square four", "...../OOOOO/XXXXX/X..XX/X..XX X", "live", "a1", "b1-c2", 0, 0},
    {"pyramid four", "...../OOOOO/XXXXX/X...X/XX.XX X", "live", "a1", "b1-d2", 0, 0},
    {"bent four", "...../OOOOO/XXXXX/X.XXX/X...X X", "live", "a1", "b1-d2", 0, 0},
    {"stepped four", "...../OOOOO/XXXXX/XX..X/X..XX X", "live", "a1", "b1-d2", 0, 0},
    {"bulky five", "...../OOOOO/XXXXX/X...X/X..XX X", "live", "a1", "b1-d2", 0, 0},
    {"eye under a wall", ".OOO./XXXX./X..X. X", "eye", "b1", "a1-d3", 0, 0},
    {"eye with a false corner", ".OXX/OX.X/.XXX X", "eye", "c2", "", 0, 0},
    {"out along the edge", "OOO../OX.../OOO.. X", "escape", "b2", "b1-e3", 0, 0},
    {"shut in", "OOOOO/OX..O/OOO.O X", "escape", "b2", "", 0, 0},
};

static unsigned made;

static void print(const struct go_problem *problem)
{
    printf("{\"%s\", \"%s\", \"%s\", \"%s\", \"%s\", %s, %s},\n", problem->name, problem->position,
           problem->goal, problem->points, problem->frame, problem->first ? "true" : "false",
           problem->second ? "true" : "false");
    fflush(stdout);
    made++;
}

static int lot(struct zm_random *random, int below)
{
    return (int)zm_random_below(random, (uint64_t)below);
}

/* A board of a random game that is nearly full, or stones at random. */
static bool random_board(struct zm_random *random, bool played, struct oracle_board *board)
{
    int points = board->columns * board->rows;
    board->stones[0] = board->stones[1] = 0;
    for (int i = 0; played && i < 200; i++) {
        oracle_set taken;
        oracle_play(board, i % 2, lot(random, points), &taken);
        if (oracle_count(board->stones[0] | board->stones[1]) >= points - EMPTY)
            return true;
    }
    for (int i = 0; !played && i < points; i++)
        if (lot(random, points) >= EMPTY)
            board->stones[lot(random, 2)] |= oracle_bit(i);
    return !played && oracle_is_sound(board);
}

static void write_board(const struct oracle_board *board, char *text)
{
    for (int row = board->rows - 1; row >= 0; row--) {
        for (int column = 0; column < board->columns; column++) {
            int i = row * board->columns + column;
            *text++ = board->stones[0] >> i & 1 ? 'X' : board->stones[1] >> i & 1 ? 'O' : '.';
        }
        *text++ = row > 0 ? '/' : ' ';
    }
    strcpy(text, "X");
}

/* Points for a goal: stones of one side in different chains; false: there are none. */
static bool write_points(struct zm_random *random, const struct oracle_board *board, int count,
                         char *text)
{
    oracle_set left = board->stones[lot(random, 2)], own = left;
    for (int i = 0; i < count; i++) {
        if (left == 0)
            return false;
        int point = lot(random, board->columns * board->rows);
        while ((left >> point & 1) == 0)
            point = lot(random, board->columns * board->rows);
        left &= ~oracle_flood(board, oracle_bit(point), own);
        text += sprintf(text, "%s%c%d", i > 0 ? " " : "", 'a' + point % board->columns,
                        point / board->columns + 1);
    }
    return true;
}

/* Does a problem need thought: do its two searches need so many nodes? */
static bool is_hard(struct go_threats *threats, const struct go_task *task)
{
    struct go_answer first, second;
    go_field_read(go_threats_field(threats), &task->board);
    go_threats_search(threats, &task->goal, true, &first);
    go_threats_search(threats, &task->goal, false, &second);
    return first.nodes + second.nodes >= 20;
}

/* Are all links of a transitive problem won by themselves, and do two of them share points? */
static bool holds_by_links(struct go_threats *threats, const struct go_task *task)
{
    struct go_field *field = go_threats_field(threats);
    struct go_points all = {{0}};
    bool shared = false;
    go_field_read(field, &task->board);
    for (unsigned i = 0; i + 1 < task->links.count; i++) {
        struct go_goal goal = {GO_AIM_CONNECT, task->links.max, task->links.stones[i],
                               task->links.stones[i + 1]};
        struct go_answer answer;
        go_threats_search(threats, &goal, false, &answer);
        if (answer.verdict != GO_VERDICT_WON)
            return false;
        for (uint16_t at = go_points_next(&answer.trace, 1); at != 0;
             at = go_points_next(&answer.trace, at + 1u)) {
            shared = shared || (field->colour[at] == GO_EMPTY && go_points_have(&all, at));
            go_points_add(&all, at);
        }
    }
    return shared;
}

/* Finds `wanted` problems of a goal; at most half of them with the same answer. */
static void find(struct zm_random *random, struct go_threats *threats, const char *aim, int points,
                 int wanted)
{
    int found[3] = {0}, total = 0;
    for (long tries = 0; total < wanted && tries < 400000; tries++) {
        static const int sizes[][2] = {{5, 5}, {5, 4}, {4, 4}};
        const int *size = sizes[tries % 3];
        struct oracle_board board = {.columns = size[0], .rows = size[1]};
        char position[64], where[32], name[40];
        struct go_problem problem = {name, position, aim, where, "", false, false};
        struct go_task task;
        struct zm_error error = {0};
        if (!random_board(random, tries % 2, &board) ||
            !write_points(random, &board, points, where))
            continue;
        write_board(&board, position);
        if (go_task_read(&task, position, aim, where, &error) != ZM_OK)
            continue;
        if (points > 2 ? !holds_by_links(threats, &task) : !is_hard(threats, &task))
            continue;
        if (!problem_solve(&problem, LARGEST))
            continue;
        int kind = problem.second ? 0 : problem.first ? 1 : 2;
        if (2 * found[kind] >= wanted)
            continue;
        found[kind]++;
        snprintf(name, sizeof name, "%s %d, %s", points > 2 ? "transitive" : aim, ++total,
                 tries % 2 ? "played" : "random");
        print(&problem);
    }
}

int main(void)
{
    struct zm_random random = zm_random_seeded(2003);
    struct go_threats *threats = go_threats_open(&go_connection_orders, 20000);
    puts("/* Made by tests/engines/go_problem_maker.c; see problems.h. */\n"
         "#include \"engines/go/tactics/problems.h\"\n\nconst struct go_problem go_problems[] = {");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct go_problem problem = shapes[i];
        if (problem_solve(&problem, 2 * MOST))
            print(&problem);
        else
            fprintf(stderr, "%s: too large, or no problem\n", problem.name);
    }
    find(&random, threats, "connect", 2, 24);
    find(&random, threats, "connect", 3, 20);
    find(&random, threats, "capture", 1, 20);
    find(&random, threats, "live", 1, 12);
    find(&random, threats, "escape", 1, 6);
    puts("{0},\n};");
    fprintf(stderr, "%u problems\n", made);
    go_threats_close(threats);
    return 0;
}
