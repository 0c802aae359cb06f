/* Searches of the same nodes by other processes. What the threads of one process have in common
 * (team.h), a table of numbers and where each of them is, goes between processes in messages, many
 * times a second: numbers that cost something, and the way down to where the search is.
 *
 * What a peer says decides nothing. That a node is solved is a claim: it guides a search like any
 * numbers, and who wants to rest a verdict on it derives it from the rules and the common store, by
 * one expansion, or goes on as if it had not been said. */
#ifndef ZM_SEARCH_PEERS_H
#define ZM_SEARCH_PEERS_H

#include "base/buffer.h"
#include "search/numbers.h"
#include "search/team.h"

struct zm_peers;

/* For one search: its table, and its team of one thread. NULL when there is no memory. */
struct zm_peers *zm_peers_open(struct zm_number_table *table, struct zm_team *team);
void zm_peers_close(struct zm_peers *peers);
/* From now on so many others search (0: none, and nothing is noted). Where they are is what they said
 * last, when they are as many as before; else it is not known yet. */
void zm_peers_begin(struct zm_peers *peers, unsigned others);

/* In the thread that searches: notes what the numbers of a node are now and what that took, if it is
 * worth telling. */
void zm_peers_note(struct zm_peers *peers, struct zm_hash128 key, struct zm_numbers numbers,
                   uint64_t effort);
/* Tells where the search is, by the nodes from the root on: `highs` are the upper halves of their
 * keys, of which the first ZM_PEERS_WAY count. To be called every few nodes. */
enum { ZM_PEERS_WAY = 64 };
void zm_peers_stand(struct zm_peers *peers, const uint64_t *highs, size_t count);

/* In any thread: appends what the others do not know yet; takes in what one of them said. What makes
 * no sense is passed over. */
void zm_peers_say(struct zm_peers *peers, struct zm_buffer *message);
void zm_peers_hear(struct zm_peers *peers, struct zm_bytes who, struct zm_bytes message);

/* A claim looks like numbers that no search ends with; so does, in a search, a child that is believed
 * to be won because a peer claims it. */
static inline struct zm_numbers zm_numbers_claim(enum zm_verdict verdict)
{
    return verdict == ZM_WON ? (struct zm_numbers){1, ZM_LARGEST_NUMBER}
                             : (struct zm_numbers){ZM_LARGEST_NUMBER, 1};
}

static inline enum zm_verdict zm_numbers_claimed(struct zm_numbers numbers)
{
    return numbers.proof == 1 && numbers.disproof == ZM_LARGEST_NUMBER   ? ZM_WON
           : numbers.proof == ZM_LARGEST_NUMBER && numbers.disproof == 1 ? ZM_LOST
                                                                         : ZM_OPEN;
}

static const struct zm_numbers zm_believed_won = {0, ZM_LARGEST_NUMBER};

static inline bool zm_numbers_believed(struct zm_numbers numbers)
{
    return numbers.proof == 0 && numbers.disproof == ZM_LARGEST_NUMBER;
}

#endif
