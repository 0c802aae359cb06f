/* What partisan games share; see partisan.h. */
#include "games/shared/partisan.h"

size_t zm_partisan_side(const char *text, struct zm_buffer *position)
{
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == ' ')
        size--;
    uint8_t side = ZM_SIDE_OPEN;
    if (size >= 2 && text[size - 2] == ' ' && (text[size - 1] == 'L' || text[size - 1] == 'R')) {
        side = text[size - 1] == 'L' ? ZM_LEFT : ZM_RIGHT;
        size -= 2;
        while (size > 0 && text[size - 1] == ' ')
            size--;
    }
    zm_buffer_byte(position, side);
    return size;
}

void zm_partisan_print_side(struct zm_bytes position, struct zm_buffer *text)
{
    if (position.data[0] != ZM_SIDE_OPEN)
        zm_buffer_text(text, position.data[0] == ZM_LEFT ? " L" : " R");
}

int zm_partisan_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[0] == ZM_SIDE_OPEN ? -1 : position.data[0];
}
