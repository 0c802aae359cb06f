/* The tool `mobility`: moves by random play and in games of files, and the size of the game
 * tree; see mobility.h. */
#include "engines/othello/mobility.h"

#include "engines/othello/kernel.h"
#include "records/formats.h"

void othello_mobility_count(struct othello_mobility *mobility, unsigned made, unsigned moves)
{
    mobility->positions[made]++;
    mobility->moves[made] += moves;
    if (moves > mobility->most) {
        mobility->most = moves;
        mobility->most_at = made + 1;
    }
}

void othello_mobility_play(struct othello_mobility *mobility, struct zm_random *random)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    struct othello_board start;
    othello_start(&start, 8);
    struct othello_bits bits = othello_bits_of(&start);
    mobility->games++;
    for (unsigned made = 0, passes = 0; made < OTHELLO_MOVES && passes < 2;) {
        uint64_t moves = kernel->moves(bits.own, bits.other);
        unsigned count = othello_discs(moves);
        passes = count == 0 ? passes + 1 : 0;
        if (count == 0) {
            bits = (struct othello_bits){bits.other, bits.own};
            continue;
        }
        othello_mobility_count(mobility, made++, count);
        for (uint64_t k = zm_random_below(random, count); k > 0; k--)
            moves &= moves - 1;
        unsigned square = othello_first(moves);
        bits = othello_after(bits, square, kernel->flips(bits.own, bits.other, square));
    }
}

void othello_mobility_line(struct othello_mobility *mobility, const struct othello_line *line)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    mobility->games++;
    for (unsigned i = 0; i + 1 < line->count; i++)
        if (line->move[i] != OTHELLO_LINE_PASS)
            othello_mobility_count(
                mobility, OTHELLO_MOVES - othello_line_empty(line, i),
                othello_discs(kernel->moves(line->bits[i].own, line->bits[i].other)));
}

double othello_tree_size(const struct othello_mobility *mobility)
{
    double product = 1, sum = 1;
    for (unsigned i = 0; i < OTHELLO_MOVES && mobility->positions[i] > 0; i++) {
        product *= othello_mobility_mean(mobility, i);
        sum += product;
    }
    return sum;
}

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct othello_line line;
    (void)number;
    (void)error;
    if (othello_line_of_sheet(game, sheet, bad, &line))
        othello_mobility_line(context, &line);
    return ZM_OK;
}

static void tell(const struct othello_mobility *random, const struct othello_mobility *played,
                 struct zm_buffer *out)
{
    zm_buffer_text(out, "before move   random games");
    zm_buffer_text(out, played->games > 0 ? "   games played\n" : "\n");
    for (unsigned i = 0; i < OTHELLO_MOVES; i++) {
        zm_buffer_format(out, "%11u %14.2f", i + 1, othello_mobility_mean(random, i));
        if (played->games > 0)
            zm_buffer_format(out, " %14.2f", othello_mobility_mean(played, i));
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_format(out,
                     "%llu random games: at most %u moves (before move %u); by the products of "
                     "these means the game tree has %.2g nodes\n",
                     (unsigned long long)random->games, random->most, random->most_at,
                     othello_tree_size(random));
    if (played->games > 0)
        zm_buffer_format(out, "%llu games played: at most %u moves (before move %u); %.2g nodes\n",
                         (unsigned long long)played->games, played->most, played->most_at,
                         othello_tree_size(played));
}

static const struct zm_param mobility_params[] = {
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "100000",
     .min = 1,
     .max = 1000000000,
     .hint = "N",
     .help = "random games"},
    {0},
};

static enum zm_status run_mobility(const struct zm_settings *settings, const char *const *words,
                                   size_t count, struct zm_run *run, struct zm_buffer *out,
                                   struct zm_error *error)
{
    struct othello_mobility random = {0}, played = {0};
    struct zm_random lots = zm_random_seeded(run->seed);
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < count; i++)
        status = zm_source_read_file(words[i], run, take, &played, error);
    for (int64_t i = zm_settings_integer(settings, "games"); status == ZM_OK && i > 0; i--) {
        othello_mobility_play(&random, &lots);
        if (i % 1024 == 0 && zm_run_look(run))
            break;
    }
    if (status == ZM_OK)
        tell(&random, &played, out);
    return status;
}

const struct zm_tool othello_mobility_tool = {
    .name = "mobility",
    .usage = "[FILE...]",
    .more_words = 1000,
    .summary = "how many moves there are, by random play and in games of files; the size of the "
               "game tree",
    .details = "Example:\n  zermelo tool othello mobility wthor/WTH_2000.wtb --games 1000000\n",
    .params = mobility_params,
    .run = run_mobility,
};
