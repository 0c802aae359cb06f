/* Searches of the same nodes by other processes; see peers.h. A message is a row of numbers, each in
 * eight bytes, the lowest first: how many counters of the team (team.h) the way to the search
 * touches, these, and for each note four: both halves of the key, the numbers, the effort. */
#include "search/peers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* LEAST: nodes that numbers must have cost, for each other that hears of them. Two tell each other
 * everything: who comes to a node without the numbers of its children begins there anew. What nobody
 * fetches is noted up to a limit. */
enum { OTHERS = 64, MOST_NOTES = 8192, LEAST = 1, WORD = 8, NOTE_WORDS = 4 };

struct way {
    uint16_t count;
    uint16_t counters[ZM_PEERS_WAY];
};

struct other {
    uint64_t who;
    struct way way;
};

struct zm_peers {
    struct zm_number_table *table;
    struct zm_team *team;
    _Atomic uint64_t least; /* nodes from which on numbers are noted; UINT64_MAX: never */
    pthread_mutex_t lock;   /* of what follows */
    struct way own;
    struct zm_buffer notes;
    struct other others[OTHERS];
    size_t count; /* of others */
};

struct zm_peers *zm_peers_open(struct zm_number_table *table, struct zm_team *team)
{
    struct zm_peers *peers = calloc(1, sizeof *peers);
    if (peers == NULL || !zm_team_count(team)) {
        free(peers);
        return NULL;
    }
    peers->table = table;
    peers->team = team;
    atomic_store(&peers->least, UINT64_MAX);
    pthread_mutex_init(&peers->lock, NULL);
    return peers;
}

void zm_peers_close(struct zm_peers *peers)
{
    if (peers == NULL)
        return;
    pthread_mutex_destroy(&peers->lock);
    zm_buffer_free(&peers->notes);
    free(peers);
}

/* Counts another below the nodes of a way, or counts it no more; the caller has the lock. */
static void count_way(struct zm_peers *peers, const struct way *way, int by)
{
    for (size_t i = 0; i < way->count; i++)
        atomic_fetch_add_explicit(&peers->team->busy[way->counters[i]], (uint16_t)by,
                                  memory_order_relaxed);
}

/* Where the others were is kept from one round to the next, unless some of them may be gone. */
void zm_peers_begin(struct zm_peers *peers, unsigned others)
{
    uint64_t least = others == 0 ? UINT64_MAX : (uint64_t)LEAST * others;
    pthread_mutex_lock(&peers->lock);
    bool same = atomic_load(&peers->least) == least && peers->count <= others;
    for (size_t i = 0; i < peers->count && !same; i++)
        count_way(peers, &peers->others[i].way, -1);
    if (!same) {
        peers->count = 0;
        peers->own.count = 0;
        zm_buffer_clear(&peers->notes);
    }
    pthread_mutex_unlock(&peers->lock);
    atomic_store(&peers->least, least);
}

/* -- telling -- */

static void write_word(uint8_t *bytes, uint64_t word)
{
    for (int i = 0; i < WORD; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static void add_word(struct zm_buffer *message, uint64_t word)
{
    uint8_t bytes[WORD];
    write_word(bytes, word);
    zm_buffer_add(message, bytes, sizeof bytes);
}

void zm_peers_note(struct zm_peers *peers, struct zm_hash128 key, struct zm_numbers numbers,
                   uint64_t effort)
{
    if (effort < atomic_load_explicit(&peers->least, memory_order_relaxed))
        return;
    if (zm_numbers_verdict(numbers) != ZM_OPEN)
        numbers = zm_numbers_claim(zm_numbers_verdict(numbers));
    uint8_t note[NOTE_WORDS * WORD];
    write_word(note, key.low);
    write_word(note + WORD, key.high);
    write_word(note + 2 * WORD, (uint64_t)numbers.proof << 32 | numbers.disproof);
    write_word(note + 3 * WORD, effort);
    pthread_mutex_lock(&peers->lock);
    if (peers->notes.size < MOST_NOTES * sizeof note)
        zm_buffer_add(&peers->notes, note, sizeof note);
    pthread_mutex_unlock(&peers->lock);
}

void zm_peers_stand(struct zm_peers *peers, const uint64_t *highs, size_t count)
{
    pthread_mutex_lock(&peers->lock);
    peers->own.count = (uint16_t)(count < ZM_PEERS_WAY ? count : ZM_PEERS_WAY);
    for (size_t i = 0; i < peers->own.count; i++)
        peers->own.counters[i] = (uint16_t)(highs[i] >> (64 - ZM_BUSY_BITS));
    pthread_mutex_unlock(&peers->lock);
}

void zm_peers_say(struct zm_peers *peers, struct zm_buffer *message)
{
    if (atomic_load(&peers->least) == UINT64_MAX)
        return;
    pthread_mutex_lock(&peers->lock);
    add_word(message, peers->own.count);
    for (size_t i = 0; i < peers->own.count; i++)
        add_word(message, peers->own.counters[i]);
    zm_buffer_add(message, peers->notes.data, peers->notes.failed ? 0 : peers->notes.size);
    zm_buffer_clear(&peers->notes);
    pthread_mutex_unlock(&peers->lock);
}

/* -- hearing -- */

static uint64_t word_at(struct zm_bytes message, size_t index)
{
    uint64_t word = 0;
    for (int i = 0; i < WORD; i++)
        word |= (uint64_t)message.data[index * WORD + (size_t)i] << 8 * i;
    return word;
}

/* Takes numbers in; what is known to be solved, or claimed, stays. Otherwise the last word counts, as
 * among threads: numbers also shrink when the dearest child is solved. */
static void take_note(struct zm_peers *peers, struct zm_hash128 key, struct zm_numbers told,
                      uint64_t effort)
{
    struct zm_numbers known;
    if (told.proof == 0 || told.disproof == 0 || told.proof > ZM_LARGEST_NUMBER ||
        told.disproof > ZM_LARGEST_NUMBER)
        return;
    bool claimed = zm_numbers_claimed(told) != ZM_OPEN;
    if (claimed || !zm_number_table_get(peers->table, key, &known) ||
        zm_numbers_claimed(known) == ZM_OPEN)
        zm_number_table_put(peers->table, key, told, effort);
}

/* Where another is now; of too many nothing is known. */
static void take_way(struct zm_peers *peers, uint64_t who, const struct way *way)
{
    size_t place = 0;
    pthread_mutex_lock(&peers->lock);
    while (place < peers->count && peers->others[place].who != who)
        place++;
    if (place == peers->count && place < OTHERS)
        peers->others[peers->count++] = (struct other){.who = who};
    if (place < OTHERS) {
        count_way(peers, &peers->others[place].way, -1);
        peers->others[place].way = *way;
        count_way(peers, way, 1);
    }
    pthread_mutex_unlock(&peers->lock);
}

void zm_peers_hear(struct zm_peers *peers, struct zm_bytes who, struct zm_bytes message)
{
    size_t words = message.size / WORD, at = 1;
    struct way way = {0};
    if (words == 0 || word_at(message, 0) > ZM_PEERS_WAY || word_at(message, 0) >= words)
        return;
    for (way.count = 0; way.count < word_at(message, 0); way.count++)
        way.counters[way.count] = (uint16_t)(word_at(message, at++) & ((1u << ZM_BUSY_BITS) - 1));
    if (atomic_load(&peers->least) != UINT64_MAX)
        take_way(peers, zm_bytes_hash(who), &way);
    for (; at + NOTE_WORDS <= words; at += NOTE_WORDS) {
        struct zm_hash128 key = {.low = word_at(message, at), .high = word_at(message, at + 1)};
        uint64_t numbers = word_at(message, at + 2);
        take_note(peers, key, (struct zm_numbers){(uint32_t)(numbers >> 32), (uint32_t)numbers},
                  word_at(message, at + 3));
    }
}
