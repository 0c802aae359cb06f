/* zermelo-verify FILE...: checks certificates, and nothing else. It is linked from base, theory,
 * games and proof/check alone: what is proved here is proved without any search, store or front end
 * of the program that found it.
 *
 * Exit status, that of the worst file: 0 all proved; 1 one is not; 2 bad usage, or no certificate;
 * 3 stopped by a signal or by --time; 4 the machine failed. */
#include "base/clock.h"
#include "base/file.h"
#include "proof/check/check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static struct zm_run run;

/* The second signal ends the program. */
static void stop(int number)
{
    atomic_store(&run.stop, true);
    signal(number, SIG_DFL);
}

static enum zm_status verify(const char *path)
{
    struct zm_buffer text = {0};
    struct zm_checked checked = {0};
    struct zm_error error = {0};
    enum zm_status status =
        zm_file_read_text(path, ZM_FILE_ANY, ZM_FILE_PROGRAM_MOST, &run, &text, &error);
    if (status == ZM_OK)
        status = zm_check_text(&text, path, &run, &checked, &error);
    if (status == ZM_OK)
        printf("%s: proved by %zu entries\n", zm_buffer_string(&checked.claim), checked.entries);
    else if (status == ZM_WRONG && checked.claim.size > 0)
        printf("%s: not proved\n", zm_buffer_string(&checked.claim));
    if (status == ZM_OK && checked.because.size > 0)
        printf("  %s\n", zm_buffer_string(&checked.because));
    if (status != ZM_OK)
        fprintf(stderr, "zermelo-verify: %s\n", error.text);
    zm_checked_free(&checked);
    zm_buffer_free(&text);
    return status;
}

static int usage(void)
{
    fputs("zermelo-verify: usage: zermelo-verify [--time SECONDS] FILE...\n", stderr);
    return ZM_BAD_INPUT;
}

int main(int count, char **words)
{
    int first = 1, worst = ZM_OK;
    if (count == 2 && strcmp(words[1], "--version") == 0) {
        puts("zermelo-verify " ZM_VERSION);
        return ZM_OK;
    }
    zm_run_begin(&run);
    if (count > 2 && strcmp(words[1], "--time") == 0) {
        char *end = NULL;
        double seconds = strtod(words[2], &end);
        if (*end != '\0' || end == words[2] || !(seconds > 0))
            return usage();
        run.deadline = zm_clock_now() + seconds;
        first = 3;
    }
    if (first >= count || words[first][0] == '-')
        return usage();
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    for (int i = first; i < count; i++) {
        int status = verify(words[i]);
        worst = status > worst ? status : worst;
    }
    return fflush(stdout) != 0 && worst == ZM_OK ? ZM_FAILED : worst;
}
