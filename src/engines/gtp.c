/* What commands of GTP share; see gtp.h. */
#include "engines/gtp.h"

#include <string.h>

char *zm_gtp_word(char **words)
{
    return strtok_r(NULL, " ", words);
}

enum zm_status zm_gtp_syntax(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "syntax error");
}
