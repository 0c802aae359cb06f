/* The tools of Go: games in SGF. */
#include "engines/go/tools.h"

#include "base/file.h"
#include "records/sgf_go.h"

/* SGF does not say by which ko rule; files of all are read. */
static const struct go_rules lenient = {.usual_komi = true, .ko = GO_SIMPLE, .suicide = true};

/* One line for the end of every variation: its position. */
static enum zm_status show_file(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_buffer text = {0}, position = {0};
    struct zm_sgf sgf = {0};
    (void)settings;
    (void)count;
    enum zm_status status =
        zm_file_read(words[0], ZM_FILE_ANY, ZM_FILE_HAND_MOST, run, &text, error);
    if (status == ZM_OK)
        status = zm_sgf_read(zm_buffer_bytes(&text), &sgf, error);
    for (uint32_t i = 0; status == ZM_OK && i < sgf.count; i++) {
        if (sgf.nodes[i].child != ZM_SGF_NONE)
            continue;
        status = zm_sgf_go_position(&sgf, i, &lenient, &position, error);
        if (status == ZM_OK)
            zm_buffer_format(out, "%s\n", zm_buffer_string(&position));
    }
    zm_sgf_free(&sgf);
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    return status;
}

const struct zm_tool go_sgf_tool = {
    .name = "sgf",
    .usage = "FILE",
    .words = 1,
    .summary = "the positions of a file of games in SGF, at the end of every variation",
    .details = "Example:\n  zermelo analyse go \"$(zermelo tool go sgf game.sgf | head -n 1)\"\n",
    .run = show_file,
};

static enum zm_status write_game(const struct zm_settings *settings, const char *const *words,
                                 size_t count, struct zm_run *run, struct zm_buffer *out,
                                 struct zm_error *error)
{
    struct zm_buffer position = {0};
    struct zm_sgf sgf = {0};
    struct go_state state = {.rules = lenient};
    (void)run;
    (void)count;
    const char *komi = zm_settings_text(settings, "komi");
    if (!go_read_komi(komi == NULL ? "auto" : komi, &state.rules))
        return zm_fail(error, ZM_BAD_INPUT, "--komi '%.20s': expected points as 7.5, or auto",
                       komi);
    enum zm_status status = go_parse(&state, words[0], &position, error);
    if (status == ZM_OK && (!go_game_read(&state.game, &state.rules, zm_buffer_bytes(&position)) ||
                            !zm_sgf_go_write(&state.game, &state.rules, &sgf)))
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        zm_sgf_print(&sgf, out);
    zm_sgf_free(&sgf);
    go_game_free(&state.game);
    zm_buffer_free(&position);
    return status;
}

static const struct zm_param write_params[] = {
    {.name = "komi",
     .kind = ZM_PARAM_TEXT,
     .value = "auto",
     .hint = "POINTS",
     .help = "komi of the game; auto: 7.5 from 49 points on, else 0"},
    {0},
};

const struct zm_tool go_write_sgf_tool = {
    .name = "write-sgf",
    .usage = "POSITION",
    .words = 1,
    .summary = "a position and its moves as a game in SGF",
    .details = "Example:\n  zermelo tool go write-sgf '9x9 e5 c3 g7' > game.sgf\n",
    .params = write_params,
    .run = write_game,
};
