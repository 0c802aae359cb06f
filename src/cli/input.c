/* Lines from a person: with editing and history on a terminal (libedit), plain reads otherwise. */
#include "cli/input.h"

#include <editline/readline.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool zm_input_is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool zm_input_line(const char *prompt, struct zm_buffer *line)
{
    zm_buffer_clear(line);
    if (zm_input_is_terminal()) {
        char *typed = readline(prompt);
        if (typed == NULL)
            return false;
        if (typed[0] != 0)
            add_history(typed);
        zm_buffer_text(line, typed);
        free(typed);
        return !line->failed;
    }
    int byte;
    zm_buffer_text(line, ""); /* an empty line is text too */
    while ((byte = getchar()) != EOF && byte != '\n')
        zm_buffer_byte(line, (uint8_t)byte);
    return (byte != EOF || line->size > 0) && !line->failed;
}
