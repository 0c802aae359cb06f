/* The commands of the program, one line each, in the order in which help lists them. */
#include "cli/cli.h"

#include <string.h>

/* clang-format off */
const struct zm_command *const zm_commands[] = {
    &zm_command_games,
    &zm_command_solve,
    &zm_command_analyse,
    &zm_command_study,
    &zm_command_value,
    &zm_command_equivalences,
    &zm_command_verify,
    &zm_command_proof,
    &zm_command_tree,
    &zm_command_play,
    &zm_command_match,
    &zm_command_gtp,
    &zm_command_nboard,
    &zm_command_table,
    &zm_command_octal,
    &zm_command_store,
    &zm_command_archive,
    &zm_command_quotient,
    &zm_command_tool,
    &zm_command_train,
    &zm_command_book,
    &zm_command_cram_crackers,
    &zm_command_cram_table,
    &zm_command_worker,
    &zm_command_cluster,
    &zm_command_serve,
    &zm_command_bench,
    &zm_command_check,
    &zm_command_completion,
    &zm_command_manual,
    &zm_command_help,
    NULL,
};
/* clang-format on */

const struct zm_command *zm_command_find(const char *name)
{
    for (size_t i = 0; zm_commands[i] != NULL; i++)
        if (strcmp(zm_commands[i]->name, name) == 0)
            return zm_commands[i];
    return NULL;
}
