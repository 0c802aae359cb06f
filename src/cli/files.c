/* The files of the command line: proofs and pictures, and positions that a word names as @FILE. */
#include "cli/cli.h"

#include "base/file.h"

#include <ctype.h>

enum zm_status zm_read_text(const char *path, struct zm_run *run, struct zm_buffer *text,
                            struct zm_error *error)
{
    return zm_file_read_text(path, ZM_FILE_ANY, ZM_FILE_PROGRAM_MOST, run, text, error);
}

enum zm_status zm_write_text(const char *path, const struct zm_buffer *text, struct zm_error *error)
{
    return text->failed ? zm_fail_memory(error) : zm_file_write(path, zm_buffer_bytes(text), error);
}

enum zm_status zm_read_position(const char *word, struct zm_buffer *text, const char **position,
                                struct zm_error *error)
{
    *position = word;
    if (word[0] != '@')
        return ZM_OK;
    enum zm_status status =
        zm_file_read_text(word + 1, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, text, error);
    if (status != ZM_OK) {
        zm_error_context(error, "the position is to be read from a file");
        return status;
    }
    while (text->size > 0 && isspace(text->data[text->size - 1]))
        text->data[--text->size] = 0;
    *position = zm_buffer_string(text);
    return ZM_OK;
}
