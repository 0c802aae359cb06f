/* The seeds of the fuzzers as an ordinary test: every file of tests/fuzz/corpus goes through its
 * target once, whatever compiler and sanitizer this is built with. The targets are compiled with
 * other names for their one entry (tests/meson.build), so that one program holds them all. */
#include "test.h"

#include "games/game.h"
#include "web/routes.h"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

typedef int fuzz_one(const uint8_t *data, size_t size);
fuzz_one seeds_certificate, seeds_family, seeds_graph, seeds_job, seeds_match, seeds_octal,
    seeds_positions, seeds_records, seeds_request, seeds_routes, seeds_store_text, seeds_tree,
    seeds_value;
int seeds_routes_initialize(int *count, char ***words);

/* A seed that names no game, or no route, would try nothing. */
static bool names_a_game(const char *name)
{
    return zm_game_find(name, NULL) != NULL;
}

static bool names_a_route(const char *path)
{
    unsigned long id;
    bool known;
    return zm_route_find("POST", path, &id, &known) != NULL;
}

static const struct target {
    const char *name;
    fuzz_one *run;
    int (*initialize)(int *count, char ***words);
    bool (*names_something)(const char *word); /* what stands before a zero byte; may be NULL */
} targets[] = {
    {"certificate", seeds_certificate, NULL, NULL},
    {"family", seeds_family, NULL, NULL},
    {"graph", seeds_graph, NULL, NULL},
    {"job", seeds_job, NULL, NULL},
    {"match", seeds_match, NULL, NULL},
    {"octal", seeds_octal, NULL, NULL},
    {"positions", seeds_positions, NULL, names_a_game},
    {"records", seeds_records, NULL, NULL},
    {"request", seeds_request, NULL, NULL},
    {"routes", seeds_routes, seeds_routes_initialize, names_a_route},
    {"store_text", seeds_store_text, NULL, NULL},
    {"tree", seeds_tree, NULL, NULL},
    {"value", seeds_value, NULL, NULL},
};

enum { TARGETS = sizeof targets / sizeof *targets, LARGEST = 1 << 20 };

/* The seed that is being run, for whoever wants to know why the program ended. */
static char current[1024];

static void say_which(int number)
{
    (void)!write(STDERR_FILENO, current, strlen(current));
    (void)!write(STDERR_FILENO, "\n", 1);
    signal(number, SIG_DFL);
    raise(number);
}

/* In memory of exactly its size, as the fuzzer gives it. */
static void run_seed(const struct target *target, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *whole = malloc(LARGEST);
    assert_non_null(file);
    assert_non_null(whole);
    size_t size = fread(whole, 1, LARGEST, file);
    uint8_t *data = malloc(size + (size == 0));
    assert_non_null(data);
    memcpy(data, whole, size);
    if (target->names_something != NULL &&
        (memchr(data, 0, size) == NULL || !target->names_something((const char *)data)))
        fail_msg("%s names nothing that is there", path);
    target->run(data, size);
    fclose(file);
    free(whole);
    free(data);
}

static void seeds_pass(void **state)
{
    const struct target *target = *state;
    const char *source = getenv("ZM_SOURCE");
    char folder[512];
    unsigned count = 0;
    snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/%s", source != NULL ? source : ".",
             target->name);
    DIR *corpus = opendir(folder);
    if (corpus == NULL)
        fail_msg("no seeds in %s", folder);
    if (target->initialize != NULL)
        target->initialize(NULL, NULL);
    for (struct dirent *entry; (entry = readdir(corpus)) != NULL;)
        if (entry->d_name[0] != '.') {
            snprintf(current, sizeof current, "%s/%s", folder, entry->d_name);
            run_seed(target, current);
            count++;
        }
    closedir(corpus);
    assert_true(count > 0);
}

int main(void)
{
    struct CMUnitTest tests[TARGETS];
    for (size_t i = 0; i < TARGETS; i++)
        tests[i] = (struct CMUnitTest){
            .name = targets[i].name, .test_func = seeds_pass, .initial_state = (void *)&targets[i]};
    signal(SIGABRT, say_which);
    return cmocka_run_group_tests_name("seeds", tests, NULL, NULL);
}
