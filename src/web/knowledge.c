/* Shared stores; see knowledge.h. A few are kept open; the one not used for longest is closed when
 * another is needed. What each holds is written in a list, whose places are the stores' numbers. */
#include "web/knowledge.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_OPEN = 6, MOST_KNOWN = 1000 };

struct entry {
    struct zm_buffer name; /* what it is about */
    struct zm_store *store;
    unsigned held;
    uint64_t used; /* when last */
};

/* A store of the list, open or not. */
struct known {
    struct zm_buffer name;
    struct zm_store_header header;
};

struct zm_knowledge {
    pthread_mutex_t lock;
    struct known known[MOST_KNOWN];
    size_t known_count;
    const char *folder; /* NULL: in memory */
    size_t memory;      /* for one store */
    uint64_t clock;
    struct entry entries[MOST_OPEN];
};

/* Two questions with equal names may share results. */
static void name_of(const struct zm_store_header *header, struct zm_buffer *name)
{
    zm_buffer_format(name, "%s %s %s %u %s", zm_buffer_string(&header->game),
                     zm_buffer_string(&header->play), zm_buffer_string(&header->keys),
                     header->canon, zm_buffer_string(&header->rules));
}

/* Puts a store on the list, if it is not there yet. */
static void note(struct zm_knowledge *knowledge, const struct zm_store_header *header)
{
    struct known *known = &knowledge->known[knowledge->known_count];
    struct zm_buffer name = {0};
    bool fresh = knowledge->known_count < MOST_KNOWN;
    name_of(header, &name);
    for (size_t i = 0; i < knowledge->known_count; i++)
        fresh &=
            !zm_bytes_equal(zm_buffer_bytes(&knowledge->known[i].name), zm_buffer_bytes(&name));
    if (fresh && !name.failed && zm_store_header_copy(header, &known->header, NULL) == ZM_OK) {
        known->name = name;
        knowledge->known_count++;
    } else {
        zm_buffer_free(&name);
    }
}

static void path_of(const struct zm_knowledge *knowledge, const struct zm_store_header *header,
                    const struct zm_buffer *name, struct zm_buffer *path)
{
    zm_buffer_format(path, "%s/%s-%s-%016llx.zm", knowledge->folder,
                     zm_buffer_string(&header->game), zm_buffer_string(&header->play),
                     (unsigned long long)zm_bytes_hash(zm_buffer_bytes(name)));
}

/* Notes a file of the folder, if it is one of ours and bears the name that it should. */
static void note_file(struct zm_knowledge *knowledge, const char *file)
{
    struct zm_buffer path = {0}, name = {0}, expected = {0};
    struct zm_store *store = NULL;
    struct zm_error error;
    zm_buffer_format(&path, "%s/%s", knowledge->folder, file);
    if (!path.failed && zm_store_open(zm_buffer_string(&path), ZM_STORE_READ, NULL, 1 << 20, &store,
                                      &error) == ZM_OK) {
        const struct zm_store_header *header = zm_store_header(store);
        name_of(header, &name);
        path_of(knowledge, header, &name, &expected);
        if (strcmp(zm_buffer_string(&path), zm_buffer_string(&expected)) == 0)
            note(knowledge, header);
        zm_store_close(store);
    }
    zm_buffer_free(&path);
    zm_buffer_free(&name);
    zm_buffer_free(&expected);
}

static void note_folder(struct zm_knowledge *knowledge)
{
    DIR *folder = opendir(knowledge->folder);
    for (struct dirent *file; folder != NULL && (file = readdir(folder)) != NULL;) {
        size_t length = strlen(file->d_name);
        if (length > 3 && strcmp(file->d_name + length - 3, ".zm") == 0)
            note_file(knowledge, file->d_name);
    }
    if (folder != NULL)
        closedir(folder);
}

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
    if (folder != NULL)
        note_folder(*knowledge);
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
    for (size_t i = 0; i < knowledge->known_count; i++) {
        zm_buffer_free(&knowledge->known[i].name);
        zm_store_header_free(&knowledge->known[i].header);
    }
    pthread_mutex_destroy(&knowledge->lock);
    free(knowledge);
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
    path_of(knowledge, header, &entry->name, &path);
    enum zm_status status = path.failed
                                ? zm_fail_memory(error)
                                : zm_store_open(zm_buffer_string(&path), ZM_STORE_CREATE, header,
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

/* With the lock held: the store of a header, open and held. */
static enum zm_status hold(struct zm_knowledge *knowledge, const struct zm_store_header *header,
                           struct zm_store **store, struct zm_error *error)
{
    struct zm_buffer name = {0};
    enum zm_status status = ZM_OK;
    name_of(header, &name);
    struct entry *entry = entry_for(knowledge, &name);
    if (entry == NULL) {
        status = zm_fail(error, ZM_FAILED, "too many games are analysed at once; try again");
    } else if (entry->store == NULL) {
        zm_buffer_set(&entry->name, zm_buffer_bytes(&name));
        status = entry->name.failed || name.failed ? zm_fail_memory(error)
                                                   : open_store(knowledge, entry, header, error);
        if (status != ZM_OK)
            forget(entry);
    }
    if (status == ZM_OK) {
        entry->held++;
        entry->used = ++knowledge->clock;
        *store = entry->store;
    }
    zm_buffer_free(&name);
    return status;
}

enum zm_status zm_knowledge_hold(struct zm_knowledge *knowledge, struct zm_question *question,
                                 struct zm_error *error)
{
    struct zm_store_header header;
    enum zm_status status = zm_question_header(question, &header, error);
    if (status != ZM_OK)
        return status;
    pthread_mutex_lock(&knowledge->lock);
    status = hold(knowledge, &header, &question->store, error);
    if (status == ZM_OK)
        note(knowledge, &header);
    pthread_mutex_unlock(&knowledge->lock);
    zm_store_header_free(&header);
    return status;
}

void zm_knowledge_return(struct zm_knowledge *knowledge, struct zm_store *store)
{
    pthread_mutex_lock(&knowledge->lock);
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (store != NULL && knowledge->entries[i].store == store)
            knowledge->entries[i].held--;
    pthread_mutex_unlock(&knowledge->lock);
}

void zm_knowledge_release(struct zm_knowledge *knowledge, struct zm_question *question)
{
    bool ours = false;
    pthread_mutex_lock(&knowledge->lock);
    for (size_t i = 0; i < MOST_OPEN; i++)
        ours |= question->store != NULL && knowledge->entries[i].store == question->store;
    pthread_mutex_unlock(&knowledge->lock);
    if (!ours)
        return;
    zm_knowledge_return(knowledge, question->store);
    question->store = NULL;
}

/* -- the list -- */

/* With the lock held. */
static struct entry *find_open(struct zm_knowledge *knowledge, const struct known *known)
{
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (knowledge->entries[i].store != NULL &&
            zm_bytes_equal(zm_buffer_bytes(&knowledge->entries[i].name),
                           zm_buffer_bytes(&known->name)))
            return &knowledge->entries[i];
    return NULL;
}

/* With the lock held. A store in memory that was closed is gone: it is told no more. */
static json_t *known_json(struct zm_knowledge *knowledge, size_t index)
{
    const struct known *known = &knowledge->known[index];
    const struct entry *entry = find_open(knowledge, known);
    if (entry == NULL && knowledge->folder == NULL)
        return NULL;
    json_t *object = json_pack(
        "{s:I,s:s,s:s,s:s,s:s,s:i,s:b,s:b}", "id", (json_int_t)index + 1, "game",
        zm_buffer_string(&known->header.game), "rules", zm_buffer_string(&known->header.rules),
        "play", zm_buffer_string(&known->header.play), "keys",
        zm_buffer_string(&known->header.keys), "canon", (int)known->header.canon, "disk",
        knowledge->folder != NULL, "open", entry != NULL);
    if (entry != NULL)
        json_object_set_new(object, "entries",
                            json_integer((json_int_t)zm_store_stats(entry->store).entries));
    return object;
}

json_t *zm_knowledge_json(struct zm_knowledge *knowledge)
{
    json_t *list = json_array();
    pthread_mutex_lock(&knowledge->lock);
    for (size_t i = 0; i < knowledge->known_count; i++) {
        json_t *object = known_json(knowledge, i);
        if (object != NULL)
            json_array_append_new(list, object);
    }
    pthread_mutex_unlock(&knowledge->lock);
    return list;
}

json_t *zm_knowledge_store_json(struct zm_knowledge *knowledge, unsigned long id)
{
    json_t *object = NULL;
    pthread_mutex_lock(&knowledge->lock);
    if (id >= 1 && id <= knowledge->known_count)
        object = known_json(knowledge, id - 1);
    pthread_mutex_unlock(&knowledge->lock);
    return object;
}

enum zm_status zm_knowledge_borrow(struct zm_knowledge *knowledge, unsigned long id,
                                   struct zm_store **store, struct zm_store_header *header,
                                   struct zm_error *error)
{
    pthread_mutex_lock(&knowledge->lock);
    const struct known *known =
        id >= 1 && id <= knowledge->known_count ? &knowledge->known[id - 1] : NULL;
    enum zm_status status = ZM_OK;
    *header = (struct zm_store_header){0};
    if (known == NULL || (knowledge->folder == NULL && find_open(knowledge, known) == NULL))
        status = zm_fail(error, ZM_BAD_INPUT, "there is no store %lu", id);
    if (status == ZM_OK)
        status = zm_store_header_copy(&known->header, header, error);
    if (status == ZM_OK)
        status = hold(knowledge, &known->header, store, error);
    pthread_mutex_unlock(&knowledge->lock);
    if (status != ZM_OK)
        zm_store_header_free(header);
    return status;
}
