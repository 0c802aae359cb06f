/* Forging; see forger.h. Entries are positions in the game's public text, so a forger needs the
 * rules alone to write them. */
#include "proof/forger.h"

#include "adversary/lots.h"
#include "test.h"

enum { LARGEST_VALUE = 5, LONGEST = 4000 };

static uint64_t draw(struct forger *forger, uint64_t below)
{
    return zm_random_below(forger->random, below);
}

static bool is_score(const struct forged *forged)
{
    const char *claim = forged_get(forged, CLAIM);
    return strncmp(claim, "score", 5) == 0 || strncmp(claim, "contract", 8) == 0;
}

/* --- claims --------------------------------------------------------------------------------- */

/* Another claim that the reader of such a certificate takes. */
static void change_claim(struct forger *forger, struct forged *forged)
{
    const char *claim = forged_get(forged, CLAIM);
    char text[40];
    int points = forger->truth->points;
    if (is_score(forged) && draw(forger, 2) == 0)
        snprintf(text, sizeof text, "score %d", (int)draw(forger, (uint64_t)points + 2));
    else if (is_score(forged))
        snprintf(text, sizeof text, "contract %d %s", (int)draw(forger, (uint64_t)points + 3),
                 draw(forger, 2) == 0 ? "won" : "lost");
    else if (draw(forger, 3) > 0)
        strcpy(text, strcmp(claim, "win") == 0    ? "loss"
                     : strcmp(claim, "loss") == 0 ? "win"
                     : draw(forger, 2) == 0       ? "win"
                                                  : "loss");
    else
        snprintf(text, sizeof text, "%s %d", forged_has_values(forged) ? "nimber" : "grundy",
                 (int)draw(forger, LARGEST_VALUE + 1));
    forged_set(forged, CLAIM, text);
}

/* --- entries -------------------------------------------------------------------------------- */

static int draw_value(struct forger *forger, const struct forged *forged)
{
    return (int)draw(forger, is_score(forged) ? (uint64_t)forger->truth->points + 1
                                              : (uint64_t)LARGEST_VALUE + 1);
}

/* Adds the line of an entry. */
static void add_entry(struct forger *forger, struct forged *forged, const char *position, int value)
{
    static const char *const trees[] = {"0", "1", "2", "3", "{2}", "{3;{2}}", "{0;{2}}"};
    char line[LONGEST];
    int size = snprintf(line, sizeof line, "%s", position);
    if (size < 0 || size > LONGEST - 100 || size == 0)
        return;
    if (forged_has_values(forged))
        snprintf(line + size, sizeof line - (size_t)size, " %d", value);
    else if (forged->present[TREES] && draw(forger, 4) == 0)
        snprintf(line + size, sizeof line - (size_t)size, " + [%s]",
                 trees[draw(forger, sizeof trees / sizeof *trees)]);
    forged_line(forged, SIZE_MAX, line);
}

/* The text of a position that can be reached. */
static void print_reachable(struct forger *forger, uint64_t vertex, struct zm_buffer *text)
{
    const struct zm_instance *game = &forger->truth->game;
    zm_buffer_clear(text);
    game->game->rules->print(game->state, naive_position(&forger->truth->naive, (uint32_t)vertex),
                             text);
}

static void add_random_entries(struct forger *forger, struct forged *forged)
{
    struct zm_buffer text = {0}, other = {0};
    for (uint64_t count = 1 + draw(forger, 6); count > 0; count--) {
        print_reachable(forger, draw(forger, forger->truth->naive.count), &text);
        if (!forged_has_values(forged) && draw(forger, 4) == 0) {
            print_reachable(forger, draw(forger, forger->truth->naive.count), &other);
            zm_buffer_format(&text, " + %s", zm_buffer_string(&other));
        }
        add_entry(forger, forged, zm_buffer_string(&text), draw_value(forger, forged));
    }
    zm_buffer_free(&text);
    zm_buffer_free(&other);
}

/* An entry for the position itself that would carry the claim. */
static void add_root(struct forger *forger, struct forged *forged)
{
    int value = 0, number;
    const char *claim = forged_get(forged, CLAIM);
    if (sscanf(claim, "nimber %d", &number) == 1)
        value = number;
    else if (strcmp(claim, "win") == 0)
        value = 1 + (int)draw(forger, 3);
    else if (sscanf(claim, "score %d", &number) == 1)
        value = number;
    else if (sscanf(claim, "contract %d", &number) == 1)
        value = number > 0 ? number - 1 : 0;
    add_entry(forger, forged, forged_get(forged, POSITION), value);
}

/* Lists all that can be reached, with values by some rule that has nothing to do with the game. */
static void replace_entries(struct forger *forger, struct forged *forged)
{
    struct zm_buffer text = {0};
    uint64_t rule = draw(forger, 4), value = draw(forger, 3), count = forger->truth->naive.count;
    zm_list_clear(&forged->lines);
    for (uint64_t i = 0; i < count && i < 200; i++) {
        uint64_t plies = draw(forger, 2);
        uint64_t own = rule == 0 ? value : rule == 1 ? i % 2 : rule == 2 ? plies : draw(forger, 4);
        print_reachable(forger, i, &text);
        if (forged_has_values(forged) || own % 2 == 0)
            add_entry(forger, forged, zm_buffer_string(&text), (int)own);
    }
    zm_buffer_free(&text);
}

static void change_values(struct forger *forger, struct forged *forged)
{
    for (uint64_t count = 1 + draw(forger, 4); count > 0 && forged->lines.count > 0; count--) {
        size_t index = draw(forger, forged->lines.count);
        struct zm_bytes line = zm_list_at(&forged->lines, index);
        char text[LONGEST];
        if (line.size >= sizeof text - 10)
            continue;
        memcpy(text, line.data, line.size);
        text[line.size] = '\0';
        char *space = strrchr(text, ' ');
        if (forged_has_values(forged) && space != NULL)
            sprintf(space + 1, "%d", draw_value(forger, forged));
        else if (space != NULL && draw(forger, 2) == 0)
            strcpy(space + 1, "[1]");
        forged_line(forged, index, draw(forger, 6) == 0 ? NULL : text);
    }
}

/* --- headers -------------------------------------------------------------------------------- */

static void change_rules(struct forger *forger, struct forged *forged)
{
    struct lots lots;
    struct zm_buffer text = {0};
    const struct zm_game *game = forger->truth->game.game;
    lots_begin(&lots, NULL, "/nowhere");
    lots_draw(&lots, game->params, forger->random);
    for (size_t i = 0; i < lots.count; i++)
        zm_buffer_format(&text, "%s%s%s%s", i > 0 ? " " : "", lots.options[i].name,
                         lots.options[i].text[0] != '\0' ? "=" : "", lots.options[i].text);
    if (strchr(zm_buffer_string(&text), ' ') == NULL || text.size < 200)
        forged_set(forged, RULES, zm_buffer_string(&text));
    zm_buffer_free(&text);
}

static void change_header(struct forger *forger, struct forged *forged)
{
    static const char *const games[] = {"node-kayles", "arc-kayles", "graph-octal", "dots",
                                        "nimstring",   "nim",        "grundy",      "chomp"};
    static const char *const trees[] = {"0", "1", "3", "9", "12", "1000", "100000"};
    struct zm_buffer text = {0};
    bool misere = strcmp(forged_get(forged, PLAY), "misere") == 0;
    switch (draw(forger, 5)) {
    case 0:
        forged_set(forged, PLAY, misere ? "normal" : "misere");
        if (misere)
            forged_set(forged, TREES, NULL);
        break;
    case 1:
        if (misere)
            forged_set(forged, TREES,
                       draw(forger, 3) == 0 ? NULL
                                            : trees[draw(forger, sizeof trees / sizeof *trees)]);
        break;
    case 2:
        change_rules(forger, forged);
        break;
    case 3:
        print_reachable(forger, draw(forger, forger->truth->naive.count), &text);
        forged_set(forged, POSITION, zm_buffer_string(&text));
        break;
    default:
        forged_set(forged, GAME, games[draw(forger, sizeof games / sizeof *games)]);
        forged_set(forged, RULES, "");
        break;
    }
    zm_buffer_free(&text);
}

void forger_begin(struct forger *forger, struct forged *forged)
{
    forged_copy(forged, forger->honest);
    if (draw(forger, 8) > 0)
        change_claim(forger, forged);
    switch (draw(forger, 8)) {
    case 0:
        break; /* the claim alone */
    case 1:
        replace_entries(forger, forged);
        add_root(forger, forged);
        break;
    case 2:
        change_header(forger, forged);
        break;
    case 3:
        add_root(forger, forged);
        break;
    case 4:
        add_random_entries(forger, forged);
        add_root(forger, forged);
        break;
    case 5:
        add_random_entries(forger, forged);
        change_values(forger, forged);
        break;
    default:
        change_values(forger, forged);
        break;
    }
}

/* --- holes ---------------------------------------------------------------------------------- */

/* Adds entries for what one move, or two in misère play, makes of a position, each beside `rest`.
 */
static bool add_below(struct forger *forger, struct forged *forged, struct zm_bytes position,
                      const char *rest, int plies)
{
    const struct zm_instance *game = &forger->truth->game;
    const struct zm_rules *rules = game->game->rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0}, text = {0};
    bool added = false;
    rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count && i < 12; i++) {
        rules->apply(game->state, position, zm_list_at(&moves, i), &next);
        if (plies > 1) {
            added |= add_below(forger, forged, zm_buffer_bytes(&next), rest, plies - 1);
            continue;
        }
        zm_buffer_clear(&text);
        rules->print(game->state, zm_buffer_bytes(&next), &text);
        zm_buffer_text(&text, rest);
        if (draw(forger, 2) == 0)
            add_entry(forger, forged, zm_buffer_string(&text), draw_value(forger, forged));
        added = true;
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    zm_buffer_free(&text);
    return added;
}

/* "3 holes; the first is 2 - A*E": lists it with the bound that is missing. */
static bool mend_score(struct forged *forged, const char *reason)
{
    const char *first = strstr(reason, "the first is ");
    char position[LONGEST], line[LONGEST + 20];
    int points;
    if (first == NULL || sscanf(first, "the first is %d - %3999s", &points, position) != 2)
        return false;
    snprintf(line, sizeof line, "%s %d", position, points > 0 ? points - 1 : 0);
    forged_line(forged, SIZE_MAX, line);
    return true;
}

bool forger_mend(struct forger *forger, struct forged *forged, const struct zm_error *error)
{
    const struct zm_instance *game = &forger->truth->game;
    char text[sizeof error->text];
    if (is_score(forged))
        return mend_score(forged, error->text);
    strcpy(text, error->text);
    char *reason = strstr(text, ": "), *rest = "";
    while (reason != NULL && strstr(reason + 2, ": ") != NULL)
        reason = strstr(reason + 2, ": ");
    if (reason == NULL)
        return false;
    *reason = '\0';
    char *plus = strstr(text, " + ");
    char tail[sizeof text] = "";
    if (plus != NULL) {
        strcpy(tail, plus);
        *plus = '\0';
        rest = tail;
    }
    struct zm_buffer position = {0};
    bool mended =
        text[0] != '[' && game->game->rules->parse(game->state, text, &position, NULL) == ZM_OK &&
        add_below(forger, forged, zm_buffer_bytes(&position), forged_has_values(forged) ? "" : rest,
                  forged_has_values(forged) ? 1 : 1 + (int)draw(forger, 2));
    zm_buffer_free(&position);
    return mended;
}
