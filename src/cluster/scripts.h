/* What is done on the server in one piece (Lua, as Redis runs it): so no crash of a worker, a
 * master or a network leaves half of it. A campaign NAME has these keys, all `zermelo:NAME:...`:
 *
 *     head      hash: what it is (magic, hello, kind, game, about), its state, sums of its jobs,
 *               what the master told last
 *     wait      list: jobs that wait, the next one first
 *     jobs      stream with the group `workers`: jobs handed out, with who has each since when
 *     known     set: keys of jobs that wait or are handed out
 *     done      hash: key of a job to "WORKER\n" and its report. Never forgotten
 *     reports   stream: what came in, for the master; it forgets what it has read
 *     results   hash: kind and key of a store to a value; at most so many
 *     news      stream: the same as it comes in, for the other workers; the last ones only
 *     hints     stream: what the searches of workers tell each other beside results, on the first
 *               server; the last ones only
 *     part      hash, on the further servers of a cluster, which have `results` and `news` alone:
 *               whose they are, and of which generation
 *     seen, jobs-of, nodes-of    hashes by worker
 *     refused   hash by worker: why it does no more, by the campaign's word or its own
 *     banned    set: workers whose results were wrong
 *     master    who leads it, with a lease
 *
 * and for all of them `zermelo:campaigns`, the set of names, and `zermelo:bell`, a list that
 * workers without a job wait at. A job is its key's length (4 bytes), its key, and the rest. */
#ifndef ZM_CLUSTER_SCRIPTS_H
#define ZM_CLUSTER_SCRIPTS_H

/* The first argument of all is the name of the campaign. */
extern const char zm_script_create[]; /* hello, kind, game, about, lease */
extern const char zm_script_offer[];  /* "front" or "back", jobs */
extern const char zm_script_take[];   /* worker, hello */
extern const char zm_script_renew[];  /* worker, id */
extern const char zm_script_back[];   /* worker, id */
extern const char zm_script_done[];  /* worker, id, key, report, nodes, ms, generation, jobs left */
extern const char zm_script_share[]; /* worker, generation, blob, most, field, value, ... */
extern const char zm_script_hint[];  /* worker, generation, blob */
extern const char zm_script_part[];  /* generation: makes a further server ready for it */
extern const char zm_script_share_part[];  /* as share, on a further server */
extern const char zm_script_forget_part[]; /* nothing; the same */
extern const char zm_script_order[];       /* state */
extern const char zm_script_survey[];      /* nothing: all that a status shows, at one moment */
extern const char zm_script_lead[];     /* who, milliseconds, and perhaps where the search stands */
extern const char zm_script_ban[];      /* worker, why, "all" or "own" */
extern const char zm_script_complain[]; /* worker, why it works no more for the campaign */
extern const char zm_script_forget[];   /* nothing */

#endif
