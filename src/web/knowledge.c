/* Shared stores; see knowledge.h. A few are kept open; the one not used for longest is closed when
 * another is needed. */
#include "web/knowledge.h"

#include "store/lmdb.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_OPEN = 6 };

struct entry {
    struct zm_buffer name; /* what it is about */
    struct zm_store *store;
    unsigned held;
    uint64_t used; /* when last */
};

struct zm_knowledge {
    pthread_mutex_t lock;
    const char *folder; /* NULL: in memory */
    size_t memory;      /* for one store */
    uint64_t clock;
    struct entry entries[MOST_OPEN];
};

enum zm_status zm_knowledge_open(const char *folder, size_t memory, struct zm_knowledge **knowledge,
                                 struct zm_error *error)
{
    if (folder != NULL && mkdir(folder, 0777) != 0 && errno != EEXIST)
        return zm_fail(error, ZM_FAILED, "--store %s: %s", folder, strerror(errno));
    *knowledge = calloc(1, sizeof **knowledge);
    if (*knowledge == NULL)
        return zm_fail_memory(error);
    (*knowledge)->folder = folder;
    pthread_mutex_init(&(*knowledge)->lock, NULL);
    (*knowledge)->memory = memory / MOST_OPEN;
    return ZM_OK;
}

static void forget(struct entry *entry)
{
    zm_store_close(entry->store);
    zm_buffer_free(&entry->name);
    *entry = (struct entry){0};
}

void zm_knowledge_close(struct zm_knowledge *knowledge)
{
    if (knowledge == NULL)
        return;
    for (size_t i = 0; i < MOST_OPEN; i++)
        forget(&knowledge->entries[i]);
    pthread_mutex_destroy(&knowledge->lock);
    free(knowledge);
}

/* Two questions with equal names may share results. */
static void name_of(const struct zm_store_header *header, struct zm_buffer *name)
{
    zm_buffer_format(name, "%s %s %s %u %s", zm_buffer_string(&header->game),
                     zm_buffer_string(&header->play), zm_buffer_string(&header->keys),
                     header->canon, zm_buffer_string(&header->rules));
}

/* Opens the store of an entry: a file of the folder, named after what it holds, or memory. */
static enum zm_status open_store(struct zm_knowledge *knowledge, struct entry *entry,
                                 const struct zm_store_header *header, struct zm_error *error)
{
    if (knowledge->folder == NULL) {
        entry->store = zm_memory_store(knowledge->memory);
        return entry->store == NULL ? zm_fail_memory(error) : ZM_OK;
    }
    struct zm_buffer path = {0};
    zm_buffer_format(&path, "%s/%s-%s-%016llx.zm", knowledge->folder,
                     zm_buffer_string(&header->game), zm_buffer_string(&header->play),
                     (unsigned long long)zm_bytes_hash(zm_buffer_bytes(&entry->name)));
    enum zm_status status = path.failed
                                ? zm_fail_memory(error)
                                : zm_lmdb_open(zm_buffer_string(&path), ZM_STORE_CREATE, header,
                                               knowledge->memory, &entry->store, error);
    zm_buffer_free(&path);
    return status;
}

/* With the lock held: the entry of this name, or the one to use for it; NULL: all are held. */
static struct entry *entry_for(struct zm_knowledge *knowledge, const struct zm_buffer *name)
{
    struct entry *oldest = NULL;
    for (size_t i = 0; i < MOST_OPEN; i++) {
        struct entry *entry = &knowledge->entries[i];
        if (entry->store != NULL &&
            zm_bytes_equal(zm_buffer_bytes(&entry->name), zm_buffer_bytes(name)))
            return entry;
        if (entry->held == 0 && (oldest == NULL || entry->used < oldest->used))
            oldest = entry;
    }
    if (oldest != NULL)
        forget(oldest);
    return oldest;
}

enum zm_status zm_knowledge_hold(struct zm_knowledge *knowledge, struct zm_question *question,
                                 struct zm_error *error)
{
    struct zm_buffer name = {0};
    struct zm_store_header header;
    enum zm_status status = zm_question_header(question, &header, error);
    if (status != ZM_OK)
        return status;
    name_of(&header, &name);
    pthread_mutex_lock(&knowledge->lock);
    struct entry *entry = entry_for(knowledge, &name);
    if (entry == NULL) {
        status = zm_fail(error, ZM_FAILED, "too many games are analysed at once; try again");
    } else if (entry->store == NULL) {
        zm_buffer_set(&entry->name, zm_buffer_bytes(&name));
        status = entry->name.failed || name.failed ? zm_fail_memory(error)
                                                   : open_store(knowledge, entry, &header, error);
        if (status != ZM_OK)
            forget(entry);
    }
    if (status == ZM_OK) {
        entry->held++;
        entry->used = ++knowledge->clock;
        question->store = entry->store;
    }
    pthread_mutex_unlock(&knowledge->lock);
    zm_store_header_free(&header);
    zm_buffer_free(&name);
    return status;
}

void zm_knowledge_release(struct zm_knowledge *knowledge, struct zm_question *question)
{
    pthread_mutex_lock(&knowledge->lock);
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (question->store != NULL && knowledge->entries[i].store == question->store) {
            knowledge->entries[i].held--;
            question->store = NULL;
        }
    pthread_mutex_unlock(&knowledge->lock);
}
