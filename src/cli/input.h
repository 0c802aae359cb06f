/* Lines from a person; see input.c. */
#ifndef ZM_CLI_INPUT_H
#define ZM_CLI_INPUT_H

#include "base/buffer.h"

bool zm_input_is_terminal(void);
/* Reads one line, without its end; false at the end of the input. */
bool zm_input_line(const char *prompt, struct zm_buffer *line);

#endif
