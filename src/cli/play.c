/* zermelo play GAME: a game against a player of the program in the terminal. The usual one plays
 * perfectly where it can solve the position in the time, and says "not proved" where it cannot. */
#include "cli/cli.h"

#include "api/thinker.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/input.h"
#include "cli/saved.h"
#include "records/played.h"
#include "think/ponder.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct zm_param play_params[] = {
    {.name = "first",
     .kind = ZM_PARAM_CHOICE,
     .value = "me",
     .choices = "me|program|either|both",
     .hint = "WHO",
     .help = "who begins; either: by lot; both: I move for both sides"},
    {.name = "trace",
     .kind = ZM_PARAM_FLAG,
     .help = "after each move, the position as text and what is known about it"},
    {.name = "load", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "go on with a saved game"},
    ZM_PLAYER_PARAM,
    ZM_LEVEL_PARAM,
    {.name = "clock",
     .kind = ZM_PARAM_TEXT,
     .value = "3s",
     .hint = "CLOCK",
     .help = "the program's time: 1s for each move, 5m+2s or 10m/30s:5 for the game; --time 1 is "
             "--clock 1s"},
    {.name = "ponder",
     .kind = ZM_PARAM_FLAG,
     .help = "the program thinks on while it waits for you"},
    {0},
};

enum {
    USUAL_MOVES = 40, /* of a player in one game, as far as a clock can know */
    LINE_WIDTH = 80,  /* of lists of moves */
};

struct table {
    const struct zm_arguments *arguments;
    struct zm_question question;
    struct zm_buffer start; /* where games begin, as text; empty: the usual start */
    struct zm_run run;
    struct zm_played match;
    struct zm_thinker thinker;
    struct zm_ponder ponder;
    struct zm_thought thought; /* the last of the program */
    struct zm_time_control control;
    double left; /* seconds on the program's clock */
    struct zm_random random;
    int program;       /* the side that the program plays; -1: none */
    unsigned score[3]; /* games won by the person, won by the program, drawn */
    bool counted;      /* the game on the board is in the score */
    size_t warned;     /* the ply after which repetitions were last looked at */
    bool done;
};

/* Left and Right have moves of their own, and their boards do not say whose turn it is. */
static void say_turn(struct table *table)
{
    const struct zm_game *game = table->question.game;
    struct zm_ending ending;
    zm_played_ending(&table->match, &ending);
    if (game->players == ZM_PARTISAN && game->sums != NULL && !ending.over)
        puts(zm_played_turn(&table->match) == 0 ? "Left to move" : "Right to move");
}

static void show_board(struct table *table)
{
    const struct zm_game *game = table->question.game;
    struct zm_buffer text = {0};
    struct zm_bytes position = zm_buffer_bytes(&table->match.position);
    if (game->picture != NULL && game->picture->text != NULL)
        game->picture->text(table->question.instance.state, position, &text);
    else
        game->rules->print(table->question.instance.state, position, &text);
    const char *end = text.size > 0 && text.data[text.size - 1] == '\n' ? "" : "\n";
    printf("%s%s", zm_buffer_string(&text), end);
    zm_buffer_free(&text);
    say_turn(table);
}

/* Boards have capital letters, and so type people: plays the one legal move whose name is `word`
 * but for that. */
static enum zm_status play_in_any_case(struct table *table, const char *word,
                                       struct zm_error *error)
{
    const struct zm_rules *rules = table->question.game->rules;
    struct zm_list moves = {0};
    struct zm_buffer name = {0};
    struct zm_bytes position = zm_buffer_bytes(&table->match.position);
    size_t found = 0, alike = 0;
    rules->moves(table->question.instance.state, position, &table->match.record, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&name);
        rules->name(table->question.instance.state, position, zm_list_at(&moves, i), &name);
        if (strcasecmp(zm_buffer_string(&name), word) == 0) {
            found = i;
            alike++;
        }
    }
    enum zm_status status =
        zm_list_failed(&moves) || name.failed ? zm_fail_memory(error)
        : alike == 1 ? zm_played_play_move(&table->match, zm_list_at(&moves, found), error)
                     : ZM_BAD_INPUT; /* the caller's error stays */
    zm_list_free(&moves);
    zm_buffer_free(&name);
    return status;
}

static void list_moves(struct table *table)
{
    const struct zm_rules *rules = table->question.game->rules;
    struct zm_list moves = {0};
    struct zm_buffer name = {0};
    struct zm_bytes position = zm_buffer_bytes(&table->match.position);
    size_t width = 0;
    rules->moves(table->question.instance.state, position, &table->match.record, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&name);
        rules->name(table->question.instance.state, position, zm_list_at(&moves, i), &name);
        const char *before = width == 0 ? "" : width + 1 + name.size < LINE_WIDTH ? " " : "\n";
        width = *before == ' ' ? width + 1 + name.size : name.size;
        printf("%s%s", before, zm_buffer_string(&name));
    }
    if (moves.count > 0)
        putchar('\n');
    zm_report_unlisted(&table->question.instance, position, stdout);
    zm_list_free(&moves);
    zm_buffer_free(&name);
}

/* What a thought of the program may cost now; Ctrl-C ends one thought, not the next. */
static struct zm_pace pace_of(struct table *table)
{
    atomic_store(&table->run.stop, false);
    return zm_time_control_pace(&table->control, table->left,
                                (unsigned)(table->match.record.moves.count / 2), USUAL_MOVES);
}

/* The program thinks about the position on the board. */
static enum zm_status think(struct table *table, unsigned level, struct zm_error *error)
{
    struct zm_pace pace = pace_of(table);
    enum zm_status status = zm_thinker_set(&table->thinker, zm_buffer_bytes(&table->match.position),
                                           &table->match.record, error);
    if (status == ZM_OK)
        status = zm_thinker_think(&table->thinker, level, &pace, &table->run, NULL, NULL,
                                  &table->thought, error);
    return status;
}

static void say_line(const struct table *table, const char *who)
{
    zm_report_thought(&table->question.instance, zm_buffer_bytes(&table->match.position), who,
                      &table->thought.lines[0]);
}

/* Says what the engine of the game sees in the best move. */
static void say_reason(const struct table *table)
{
    const struct zm_engine *engine = zm_engine_of(table->question.game);
    struct zm_buffer text = {0};
    struct zm_run run;
    if (engine == NULL || engine->reason == NULL || table->thought.lines[0].moves.count == 0)
        return;
    zm_run_begin(&run);
    run.deadline = zm_clock_now() + 1;
    engine->reason(table->question.instance.state, zm_buffer_bytes(&table->match.position),
                   zm_list_at(&table->thought.lines[0].moves, 0), &run, &text);
    if (text.size > 0)
        printf("it %s\n", zm_buffer_string(&text));
    zm_buffer_free(&text);
}

static enum zm_status hint(struct table *table, struct zm_error *error)
{
    enum zm_status status = think(table, ZM_LEVEL_MOST, error);
    if (status == ZM_OK) {
        say_line(table, "hint:");
        say_reason(table);
    }
    return status;
}

static enum zm_status who_wins(struct table *table, struct zm_error *error)
{
    struct zm_answer answer = {0};
    if (table->question.calculation == NULL) {
        puts("not proved: nothing is computed for this game");
        return ZM_OK;
    }
    struct zm_pace pace = pace_of(table);
    struct zm_run run;
    zm_pace_begin(&pace, &table->thinker.seat.problem, &table->run, &run);
    enum zm_status status = zm_thinker_answer(
        &table->thinker, zm_buffer_bytes(&table->match.position), &run, &answer, error);
    if (status == ZM_OK && answer.known) {
        zm_report_answer(&answer, stdout);
        putchar('\n');
    } else if (status == ZM_OK) {
        puts("not proved in the time given");
    }
    zm_answer_free(&answer);
    return status;
}

/* The move trace: number of the ply, position, value. */
static enum zm_status trace(struct table *table, struct zm_error *error)
{
    struct zm_buffer text = {0};
    if (!zm_settings_flag(&table->question.settings, "trace"))
        return ZM_OK;
    table->question.game->rules->print(table->question.instance.state,
                                       zm_buffer_bytes(&table->match.position), &text);
    printf("ply %zu: %s: ", table->match.record.moves.count, zm_buffer_string(&text));
    zm_buffer_free(&text);
    return who_wins(table, error);
}

static enum zm_status save(struct table *table, const char *path, struct zm_error *error)
{
    struct zm_buffer text = {0};
    zm_played_print(&table->match, &table->question.settings, &text);
    enum zm_status status =
        text.failed ? zm_fail_memory(error) : zm_file_write(path, zm_buffer_bytes(&text), error);
    zm_buffer_free(&text);
    if (status == ZM_OK)
        printf("saved to %s\n", path);
    return status;
}

/* Back to where the person moves: his last move, and the program's answers to it. */
static void undo(struct table *table)
{
    bool any = zm_played_undo(&table->match);
    while (any && zm_played_turn(&table->match) == table->program && zm_played_undo(&table->match))
        continue;
    if (any)
        show_board(table);
    else
        puts("there is nothing to take back");
}

/* Who has won a game that is over: 0 the person, 1 the program, 2 nobody. */
static int winner_of(const struct table *table, const struct zm_ending *ending)
{
    if (ending->outcome == ZM_DRAW)
        return 2;
    int turn = zm_played_turn(&table->match);
    return (ending->outcome == ZM_WIN ? turn : 1 - turn) == table->program;
}

/* Gives the question's player its seat and its clock. */
static enum zm_status seat_player(struct table *table, struct zm_error *error)
{
    const struct zm_settings *settings = &table->question.settings;
    if (zm_settings_given(settings, "time") && zm_settings_given(settings, "clock"))
        return zm_fail(error, ZM_BAD_INPUT, "--time and --clock both say how long to think");
    enum zm_status status =
        zm_time_control_parse(zm_settings_text(settings, "clock"), &table->control, error);
    if (status != ZM_OK) {
        zm_error_context(error, "--clock");
        return status;
    }
    if (zm_settings_given(settings, "time"))
        table->control =
            (struct zm_time_control){.period = zm_settings_seconds(settings, "time"), .stones = 1};
    table->left = zm_time_control_start(&table->control);
    table->run.deadline = 0; /* the time is that of a move, not of the whole run */
    return zm_thinker_open(&table->thinker, &table->question, &table->run, error);
}

/* Leaves the question on the table for another one, and for a match that was begun on it; both are
 * closed when that cannot be done. */
static enum zm_status change_question(struct table *table, struct zm_question *question,
                                      struct zm_played *match, struct zm_error *error)
{
    struct table fresh = {.question = *question};
    zm_run_begin(&fresh.run);
    enum zm_status status = zm_question_run(&fresh.question, &fresh.run, error);
    if (status == ZM_OK && (status = seat_player(&fresh, error)) == ZM_OK)
        zm_thinker_close(&fresh.thinker); /* it can be seated, but not at a copy of its table */
    if (status != ZM_OK) {
        zm_played_close(match);
        zm_question_close(&fresh.question);
        return status;
    }
    zm_report_detach(&table->run);
    zm_played_close(&table->match);
    zm_thinker_close(&table->thinker);
    zm_question_close(&table->question);
    table->question = fresh.question;
    table->run = fresh.run;
    table->match = *match;
    table->match.instance = &table->question.instance;
    zm_report_attach(&table->run, true);
    return seat_player(table, error);
}

/* Games begin from where the match on the table began. */
static void keep_start(struct table *table)
{
    zm_buffer_clear(&table->start);
    table->question.game->rules->print(table->question.instance.state,
                                       zm_buffer_bytes(&table->match.start), &table->start);
}

static const char *start_of(const struct table *table)
{
    return table->start.size == 0 ? NULL : zm_buffer_string(&table->start);
}

/* Goes on with a saved game, under its own rules. */
static enum zm_status load(struct table *table, const char *path, struct zm_error *error)
{
    struct zm_question question;
    struct zm_played match;
    enum zm_status status =
        zm_play_load(table->arguments, play_params, path, false, &question, &match, error);
    if (status == ZM_OK)
        status = change_question(table, &question, &match, error);
    if (status == ZM_OK) {
        keep_start(table);
        show_board(table);
    }
    return status;
}

/* Other rules for the games to come: "mode=limited" and the like. The old ones stay when these are
 * not understood. */
static enum zm_status change_rules(struct table *table, char *rest, struct zm_error *error)
{
    enum { MOST_CHANGES = 16 };
    struct zm_option changes[MOST_CHANGES];
    size_t count = 0;
    for (char *word = strtok_r(NULL, " \t\r", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r", &rest)) {
        char *equals = strchr(word, '=');
        if (equals == NULL || equals == word || count == MOST_CHANGES)
            return zm_fail(error, ZM_BAD_INPUT,
                           "'%s': an option for the next game reads NAME=VALUE, as mode=limited",
                           word);
        *equals = '\0';
        changes[count++] = (struct zm_option){word, equals + 1};
    }
    if (count == 0)
        return ZM_OK;
    struct zm_question question;
    struct zm_played match;
    struct zm_buffer rules = {0};
    zm_settings_print_recorded(&table->question.settings, table->question.game->params, &rules);
    struct zm_play_wish wish = {.arguments = table->arguments,
                                .params = play_params,
                                .position = start_of(table),
                                .rules = zm_buffer_string(&rules),
                                .play = table->question.misere ? "misere" : "normal",
                                .changes = changes,
                                .change_count = count};
    enum zm_status status = zm_play_ask(&wish, &question, error);
    zm_buffer_free(&rules);
    if (status != ZM_OK)
        return status;
    status = zm_played_open(&match, &question.instance, question.misere,
                            zm_buffer_bytes(&question.position), error);
    if (status != ZM_OK)
        zm_question_close(&question);
    return status == ZM_OK ? change_question(table, &question, &match, error) : status;
}

/* Begins another game. The loser of the last one begins; after a draw, or when it was given up, the
 * lot decides. */
static enum zm_status play_again(struct table *table, char *changes, struct zm_error *error)
{
    struct zm_ending ending;
    zm_played_ending(&table->match, &ending);
    int winner = ending.over ? winner_of(table, &ending) : 2;
    if (!ending.over && *changes != '\0')
        return zm_fail(error, ZM_BAD_INPUT, "options can be changed when the game is over");
    enum zm_status status = change_rules(table, changes, error);
    if (status != ZM_OK)
        return status;
    zm_played_close(&table->match);
    status = zm_played_open(&table->match, &table->question.instance, table->question.misere,
                            zm_buffer_bytes(&table->question.position), error);
    if (status != ZM_OK)
        return status;
    int first = zm_played_turn(&table->match);
    bool program_begins = winner == 2 ? zm_random_below(&table->random, 2) == 0 : winner == 0;
    if (table->program >= 0)
        table->program = program_begins ? first : 1 - first;
    table->counted = false;
    show_board(table);
    return ZM_OK;
}

static void say_help(void)
{
    puts("a move by its name, or:\n"
         "  moves        the legal moves\n"
         "  board        the board again\n"
         "  hint         the best move, or a good guess\n"
         "  who-wins     what is known about the position\n"
         "  undo         take the last move back\n"
         "  again [NAME=VALUE ...]\n"
         "               another game: the loser begins, after a draw either; once a game is over\n"
         "               its options can be changed, as in 'again mode=limited'\n"
         "  save FILE    keep the game; load FILE goes on with it\n"
         "  quit");
}

static enum zm_status obey(struct table *table, char *line, struct zm_error *error)
{
    char *rest = NULL;
    const char *word = strtok_r(line, " \t\r", &rest);
    if (word == NULL)
        return ZM_OK;
    if (strcmp(word, "again") == 0)
        return play_again(table, rest, error);
    const char *argument = strtok_r(NULL, " \t\r", &rest);
    bool takes_file = strcmp(word, "save") == 0 || strcmp(word, "load") == 0;
    if (takes_file && argument == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s: which file?", word);
    if (strcmp(word, "save") == 0)
        return save(table, argument, error);
    if (strcmp(word, "load") == 0)
        return load(table, argument, error);
    if (strcmp(word, "hint") == 0)
        return hint(table, error);
    if (strcmp(word, "who-wins") == 0)
        return who_wins(table, error);
    if (strcmp(word, "help") == 0)
        say_help();
    else if (strcmp(word, "moves") == 0)
        list_moves(table);
    else if (strcmp(word, "board") == 0)
        show_board(table);
    else if (strcmp(word, "undo") == 0)
        undo(table);
    else if (strcmp(word, "quit") == 0)
        table->done = true;
    else {
        enum zm_status status = zm_played_play(&table->match, word, error);
        if (status == ZM_BAD_INPUT)
            status = play_in_any_case(table, word, error);
        if (status == ZM_OK) {
            show_board(table);
            status = trace(table, error);
        }
        return status;
    }
    return ZM_OK;
}

static enum zm_status program_moves(struct table *table, struct zm_error *error)
{
    double began = zm_clock_now();
    enum zm_status status = think(table, table->thinker.level, error);
    /* Nobody claims a win on time here: without any it moves at once. */
    zm_time_control_spend(&table->control, &table->left, zm_clock_now() - began, 0);
    if (status == ZM_OK) {
        say_line(table, "the program plays");
        status = zm_played_play_move(&table->match, zm_list_at(&table->thought.lines[0].moves, 0),
                                     error);
    }
    if (status == ZM_OK) {
        show_board(table);
        status = trace(table, error);
    }
    return status;
}

/* How the game of a single player stands, in his game's own words. */
static void say_standing(struct table *table)
{
    const struct zm_goals *goals = table->question.game->goals;
    struct zm_buffer text = {0};
    if (goals == NULL || goals->describe == NULL)
        return;
    goals->describe(table->question.instance.state, zm_buffer_bytes(&table->match.position), &text);
    printf(", %s", zm_buffer_string(&text));
    zm_buffer_free(&text);
}

static void say_ending(struct table *table, const struct zm_ending *ending)
{
    int turn = zm_played_turn(&table->match);
    if (table->question.game->players == ZM_ONE_PLAYER) {
        printf("the game is over: %s", ending->outcome == ZM_WIN ? "solved" : "no move is left");
        say_standing(table);
        putchar('\n');
    } else if (ending->outcome == ZM_DRAW) {
        puts("the game is over: a draw");
    } else {
        int winner = ending->outcome == ZM_WIN ? turn : 1 - turn;
        if (table->program < 0)
            printf("the game is over: player %d wins\n", winner + 1);
        else
            printf("the game is over: %s\n",
                   winner == table->program ? "the program wins" : "you win");
    }
    if (table->program >= 0 && !table->counted) {
        table->score[winner_of(table, ending)]++;
        table->counted = true;
        printf("score: you %u, the program %u, drawn %u; 'again' for another game\n",
               table->score[0], table->score[1], table->score[2]);
    }
    if (ending->scored && table->program >= 0)
        printf("points: you %g, the program %g\n",
               ending->half_points[turn == table->program] / 2.0,
               ending->half_points[turn != table->program] / 2.0);
    else if (ending->scored)
        printf("points: player 1 %g, player 2 %g\n", ending->half_points[turn] / 2.0,
               ending->half_points[1 - turn] / 2.0);
}

/* Reads a line of the person; where it is asked to, the program thinks on meanwhile, about the
 * reply that it expects. */
static bool read_line(struct table *table, bool over, struct zm_buffer *line)
{
    const struct zm_list *expected =
        table->thought.count == 0 ? NULL : &table->thought.lines[0].moves;
    struct zm_error error;
    if (!over && table->program >= 0 && zm_settings_flag(&table->question.settings, "ponder"))
        zm_ponder_begin(
            &table->ponder, table->question.player, table->thinker.state, &table->question.instance,
            zm_buffer_bytes(&table->match.position), &table->match.record,
            expected == NULL || expected->count < 2 ? zm_bytes(NULL, 0) : zm_list_at(expected, 1),
            &error);
    bool read = zm_input_line(over ? "over> " : "your move> ", line);
    zm_ponder_end(&table->ponder);
    zm_thought_clear(&table->thought);
    return read;
}

/* Until somebody leaves: the program's moves, and lines of the person. A game that is over can
 * still be saved or taken back. */
static enum zm_status play_on(struct table *table, struct zm_error *error)
{
    struct zm_buffer line = {0};
    enum zm_status status = ZM_OK;
    bool told = false;
    while (!table->done && status != ZM_FAILED) {
        struct zm_ending ending;
        zm_played_ending(&table->match, &ending);
        if (ending.over && !told)
            say_ending(table, &ending);
        told = ending.over;
        if (ending.once_more_draws && table->warned != table->match.record.moves.count)
            puts("this position has been on the board before; once more is a draw");
        table->warned = table->match.record.moves.count;
        if (!ending.over && zm_played_turn(&table->match) == table->program) {
            status = program_moves(table, error);
            if (status != ZM_OK)
                break;
            continue;
        }
        fflush(stdout);
        if (!read_line(table, ending.over, &line))
            break;
        status = obey(table, (char *)line.data, error);
        if (status == ZM_BAD_INPUT) {
            puts(error->text);
            status = ZM_OK;
        }
    }
    zm_buffer_free(&line);
    return status;
}

/* Opens the question of the command line, or of the saved game that it names. */
static enum zm_status open_table(struct table *table, const struct zm_arguments *arguments,
                                 struct zm_error *error)
{
    const char *path = zm_arguments_option(arguments, "load");
    struct zm_play_wish wish = {.arguments = arguments,
                                .params = play_params,
                                .position = zm_arguments_position(arguments)};
    table->arguments = arguments;
    zm_run_begin(&table->run);
    if (path != NULL) {
        enum zm_status status = zm_play_load(arguments, play_params, path, true, &table->question,
                                             &table->match, error);
        if (status != ZM_OK)
            return status;
        keep_start(table);
        return zm_question_run(&table->question, &table->run, error);
    }
    if (wish.position != NULL)
        zm_buffer_text(&table->start, wish.position);
    enum zm_status status = zm_play_ask(&wish, &table->question, error);
    if (status == ZM_OK)
        status = zm_question_expect_problem(&table->question, wish.position, error);
    if (status == ZM_OK)
        status = zm_question_run(&table->question, &table->run, error);
    if (status == ZM_OK)
        status = zm_played_open(&table->match, &table->question.instance, table->question.misere,
                                zm_buffer_bytes(&table->question.position), error);
    return status;
}

static enum zm_status sit_down(struct table *table, const struct zm_arguments *arguments,
                               struct zm_error *error)
{
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_play, 1, 2, error);
    if (status == ZM_OK)
        status = open_table(table, arguments, error);
    if (status == ZM_OK)
        status = seat_player(table, error);
    if (status != ZM_OK)
        return status;
    const struct zm_settings *settings = &table->question.settings;
    bool alone = table->question.game->players == ZM_ONE_PLAYER;
    int first = zm_played_turn(&table->match);
    table->random = zm_random_seeded(table->run.seed);
    bool program_begins =
        zm_settings_is(settings, "first", "program") ||
        (zm_settings_is(settings, "first", "either") && zm_random_below(&table->random, 2) == 0);
    table->program = alone || zm_settings_is(settings, "first", "both") ? -1
                     : program_begins                                   ? first
                                                                        : 1 - first;
    show_board(table);
    return ZM_OK;
}

static int play(const struct zm_arguments *arguments)
{
    struct table table = {0};
    struct zm_error error = {0};
    enum zm_status status = sit_down(&table, arguments, &error);
    if (status == ZM_OK) {
        puts("'help' lists what you can type.");
        zm_report_attach(&table.run, true);
        status = play_on(&table, &error);
        zm_report_detach(&table.run);
    }
    if (status != ZM_OK)
        zm_report_error(&error);
    zm_thought_free(&table.thought);
    zm_played_close(&table.match);
    zm_thinker_close(&table.thinker);
    zm_question_close(&table.question);
    zm_buffer_free(&table.start);
    return status;
}

const struct zm_command zm_command_play = {
    .name = "play",
    .usage = "GAME [POSITION] [options]",
    .summary = "play against the program in the terminal",
    .details = "Examples:\n"
               "  zermelo play cram 4x5 --first program\n"
               "  zermelo play nim 3,4,5 --play misere --clock 1s\n"
               "  zermelo play dots 5x5 --level fair\n",
    .params = play_params,
    .asks = true,
    .positioned = true,
    .run = play,
};
