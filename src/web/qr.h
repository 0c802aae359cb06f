/* QR codes in a terminal: an address that a phone reads off the screen. */
#ifndef ZM_WEB_QR_H
#define ZM_WEB_QR_H

#include "base/buffer.h"

/* Appends the code of a text of at most 106 bytes, in block characters, black on white whatever the
 * terminal's colours are; false when the text is longer. */
bool zm_qr_draw(const char *text, struct zm_buffer *out);

#endif
