/* Pictures of a drawing: the text, and which of the two drawings there is. */
#include "games/sprouts/picture.h"

#include "games/sprouts/surface.h"

bool zm_sprouts_region_lives(const struct zm_sprouts_drawing *drawing, unsigned r)
{
    unsigned first = drawing->regions[r].first, count = drawing->regions[r].count;
    if (count == 0)
        return false;
    for (unsigned i = zm_sprouts_drawn_start(drawing, first); i < drawing->ends[first + count - 1];
         i++)
        if (drawing->lives[drawing->written[i]] > 0)
            return true;
    return false;
}

void zm_sprouts_region_title(const struct zm_sprouts_drawing *drawing, unsigned r,
                             struct zm_buffer *out)
{
    zm_buffer_format(out, "region %u", r + 1);
    if (drawing->regions[r].genus == 0)
        return;
    zm_buffer_text(out, ", ");
    zm_sprouts_surface_name(drawing->regions[r].genus, out);
}

void zm_sprouts_picture_text(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out)
{
    static const char *const marks[] = {"", "'", "\"", "o"}; /* a life each; o: untouched */
    for (unsigned r = 0; r < drawing->region_count; r++) {
        if (!zm_sprouts_region_lives(drawing, r))
            continue;
        zm_sprouts_region_title(drawing, r, out);
        zm_buffer_byte(out, ':');
        unsigned first = drawing->regions[r].first;
        for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
            zm_buffer_text(out, "  ");
            for (unsigned i = zm_sprouts_drawn_start(drawing, b); i < drawing->ends[b]; i++) {
                unsigned spot = drawing->written[i], lives = drawing->lives[spot];
                bool starts = i == zm_sprouts_drawn_start(drawing, b);
                zm_buffer_format(out, "%s%u%s", starts ? "" : "-", spot + 1, marks[lives]);
            }
        }
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_text(out, "(o: untouched, \": two lives, ': one life, no mark: dead)\n");
}

void zm_sprouts_picture_svg(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out)
{
    if (!zm_sprouts_chart(drawing, out))
        zm_sprouts_atlas(drawing, out);
}
