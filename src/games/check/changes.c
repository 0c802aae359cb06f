/* Random changes (mutation); see changes.h. */
#include "games/check/changes.h"

static void insert(struct zm_buffer *bytes, size_t at, uint8_t byte)
{
    zm_buffer_byte(bytes, byte);
    if (bytes->failed)
        return;
    memmove(bytes->data + at + 1, bytes->data + at, bytes->size - 1 - at);
    bytes->data[at] = byte;
}

static void take_away(struct zm_buffer *bytes, size_t at)
{
    memmove(bytes->data + at, bytes->data + at + 1, bytes->size - at); /* with the final NUL */
    bytes->size--;
}

void zm_check_change_bytes(struct zm_buffer *bytes, struct zm_random *random)
{
    for (uint64_t times = 1 + zm_random_below(random, 3); times > 0 && !bytes->failed; times--) {
        size_t at = bytes->size == 0 ? 0 : (size_t)zm_random_below(random, bytes->size);
        uint8_t any = (uint8_t)zm_random_below(random, 256);
        switch (zm_random_below(random, bytes->size == 0 ? 1 : 7)) {
        case 0:
            zm_buffer_byte(bytes, any);
            break;
        case 1:
            bytes->data[at] ^= (uint8_t)(1u << any % 8);
            break;
        case 2:
            bytes->data[at] = any;
            break;
        case 3:
            bytes->size = at;
            break;
        case 4:
            take_away(bytes, at);
            break;
        case 5:
            bytes->data[at] = bytes->data[zm_random_below(random, bytes->size)];
            break;
        default:
            bytes->data[at] = (uint8_t)(bytes->data[at] + (any % 2 ? 1 : 255));
            break;
        }
    }
}

void zm_check_change_text(struct zm_buffer *text, struct zm_random *random)
{
    static const char often[] = "0123456789abcxLRX.,;:/*+-@#()[]{}| ";
    for (uint64_t times = 1 + zm_random_below(random, 3); times > 0 && !text->failed; times--) {
        size_t at = (size_t)zm_random_below(random, text->size + 1);
        uint8_t put = (uint8_t)often[zm_random_below(random, sizeof often - 1)];
        if (text->size > 0 && zm_random_below(random, 2) == 0)
            put = text->data[zm_random_below(random, text->size)];
        switch (at == text->size ? 0 : zm_random_below(random, 3)) {
        case 0:
            insert(text, at, put);
            break;
        case 1:
            text->data[at] = put;
            break;
        default:
            take_away(text, at);
            break;
        }
    }
}
