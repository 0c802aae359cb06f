/* Campaigns on many machines, as front ends start them: what every kind of campaign shares, and the
 * kinds. The queue, leases and connections are in cluster/; what a job is, here. */
#ifndef ZM_API_CLUSTER_H
#define ZM_API_CLUSTER_H

#include "api/grid.h"
#include "api/match.h"
#include "cluster/master.h"
#include "cluster/worker.h"
#include "engines/piecework.h"

#include <jansson.h>

/* Options of all commands that speak to a server, and of those that start a campaign. */
/* clang-format off */
#define ZM_CLUSTER_SERVER_PARAMS \
    {.name = "cluster", .kind = ZM_PARAM_FILE, .hint = "URL", \
     .help = "the Redis server of a cluster: redis://host:6379/0, unix:PATH; further ones, for " \
             "results, after commas"}, \
    {.name = "password-file", .kind = ZM_PARAM_FILE, .hint = "FILE", \
     .help = "cluster: holds the server's password (or set ZERMELO_CLUSTER_PASSWORD)"}
#define ZM_CLUSTER_PARAMS \
    ZM_CLUSTER_SERVER_PARAMS, \
    {.name = "campaign", .kind = ZM_PARAM_TEXT, .hint = "NAME", \
     .help = "cluster: its name there; the default is made of the question"}, \
    {.name = "lease", .kind = ZM_PARAM_SECONDS, .value = "10", .hint = "SECONDS", \
     .help = "cluster: a worker silent for so long has lost its job to another"}, \
    {.name = "recheck", .kind = ZM_PARAM_INTEGER, .value = "50", .min = 0, .max = 1000000000, \
     .hint = "N", \
     .help = "cluster: compute one of N reports again; a worker that was wrong is refused"}, \
    {.name = "keep-campaign", .kind = ZM_PARAM_FLAG, \
     .help = "cluster: leave it on the server when it is over"}
#define ZM_CLUSTER_SHARE_PARAM \
    {.name = "share", .kind = ZM_PARAM_CHOICE, .value = "proved", .choices = "proved|all", \
     .help = "cluster: what workers send: what they derived once more, or all that they found"}
#define ZM_CLUSTER_PILE_PARAM \
    {.name = "pile", .kind = ZM_PARAM_INTEGER, .value = "100000", .min = 0, .max = INT64_MAX, \
     .hint = "N", \
     .help = "cluster: when so many tasks of a complete search wait, tasks are done whole"}
/* clang-format on */

/* Reads where the server is, and its password from a file or the environment, from settings
 * declared with ZM_CLUSTER_SERVER_PARAMS, whose texts it uses. */
enum zm_status zm_cluster_address(const struct zm_settings *settings,
                                  struct zm_link_address *address, struct zm_error *error);
void zm_cluster_address_free(struct zm_link_address *address);

/* A campaign that is led; its texts live as long. */
struct zm_cluster_lead {
    struct zm_campaign campaign;
    struct zm_master master;
    struct zm_buffer name, hello;
    char *about;
};

struct zm_cluster_checker;

/* A server, and how campaigns are led there. */
struct zm_cluster {
    struct zm_link_address address;
    struct zm_link *link;
    const char *campaign; /* NULL: named after the question */
    double lease;         /* seconds */
    uint64_t check;       /* one of so many reports is computed again; 0: none */
    bool keep;
    struct zm_run *run;
    /* Hears one line about what happens; may be NULL. */
    void (*said)(void *context, const char *line);
    /* Hears of every job of a solve, as simulations read it (cluster/simulate.h); may be NULL. */
    void (*record)(void *context, const char *line);
    void *context;

    /* Of a question being answered (zm_cluster_answer). */
    struct zm_cluster_lead lead;
    struct zm_store *store; /* shared by all workers; belongs to the question */
    struct zm_cluster_checker *checker;
    bool engine;           /* workers search with the game's own (engines/engine.h) */
    bool peers;            /* they can search one node together (search/peers.h) */
    bool dropped;          /* results were: the answer begins again */
    struct zm_error error; /* what ended the search, ZM_OK: nothing */
};

/* What this program says of itself: versions, and how many servers it knows. A worker that says
 * anything else is refused. */
void zm_cluster_hello(const char *game, size_t servers, struct zm_buffer *text);
/* The kinds of work that this program can do. */
extern const struct zm_labour *const zm_labours[];

/* A question as JSON for workers, {"game":...,"options":{...}}: options that only say how to print,
 * name files (by `settings`) or are the master's own are left out. NULL: no memory. */
json_t *zm_cluster_about(const char *game, const struct zm_option *options, size_t count,
                         const struct zm_settings *settings);
/* Begins a campaign of a kind about such a question; takes the reference. */
enum zm_status zm_cluster_lead(struct zm_cluster *cluster, const char *kind, const char *game,
                               json_t *about, struct zm_cluster_lead *lead, struct zm_error *error);
void zm_cluster_leave(struct zm_cluster *cluster, struct zm_cluster_lead *lead, bool over);
/* Says that a worker was wrong, and drops its results. */
enum zm_status zm_cluster_ban(struct zm_cluster *cluster, struct zm_cluster_lead *lead,
                              struct zm_bytes worker, const char *why, bool all,
                              struct zm_error *error);

/* A question as a worker has it: opened from the JSON of a campaign for one position. */
struct zm_cluster_options {
    json_t *root;
    const char *game;
    struct zm_option *options;
    size_t count;
    char memory[32];
};
enum zm_status zm_cluster_options_read(const char *about, size_t memory,
                                       struct zm_cluster_options *options, struct zm_error *error);
void zm_cluster_options_free(struct zm_cluster_options *options);

/* -- the kinds -- */

/* Chooses the search of a question that a cluster answers; `name` (may be NULL) is the one that its
 * workers use. */
enum zm_status zm_cluster_choose(struct zm_question *question, const char *name,
                                 struct zm_error *error);
/* The options of a search that its engine cuts into tasks; NULL: none. */
const struct zm_param *zm_cluster_split_params(const struct zm_question *question);
/* Answers a question that was opened by zm_question_open_cluster about `position` as it was given.
 * Its run has been begun, its store is set here. What is found serves certificates like any
 * other. */
enum zm_status zm_cluster_answer(struct zm_cluster *cluster, struct zm_question *question,
                                 const char *position, const struct zm_option *options,
                                 size_t count, struct zm_answer *answer, struct zm_error *error);

/* Fills a grid, a cell a job. ZM_STOPPED: the grid holds what is done. */
enum zm_status zm_cluster_table(struct zm_cluster *cluster, struct zm_grid *grid, const char *game,
                                const struct zm_option *options, size_t count,
                                const struct zm_settings *settings, struct zm_error *error);
extern const struct zm_labour zm_table_labour;
/* Plays a match, a game a job. ZM_STOPPED: the tally holds what was played. */
enum zm_status zm_cluster_match(struct zm_cluster *cluster, struct zm_match *match,
                                struct zm_error *error);

/* Has the workers of a server do pieces of work (engines/piecework.h): `helpers` are set, and serve
 * as long as the cluster does. */
void zm_cluster_helpers(struct zm_cluster *cluster, struct zm_helpers *helpers);

/* -- the view -- */

/* All campaigns of a server, or the one named: states, workers, jobs, rates. Errors as elsewhere;
 * the object is the caller's. */
enum zm_status zm_cluster_status(struct zm_link *link, const char *name, json_t **status,
                                 struct zm_error *error);

#endif
