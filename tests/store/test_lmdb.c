/* The store on disk: what is put is found again, after closing, after a crash, with little memory,
 * by several threads; what does not fit is refused; a disk that fails is reported. */
#include "store/store.h"
#include "store/use.h"

#include "api/question.h"
#include "base/random.h"

#include "test.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64], path[96];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/zermelo-store-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/store", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char other[128];
    remove(path);
    snprintf(other, sizeof other, "%s-lock", path);
    remove(other);
    return rmdir(folder);
}

static struct zm_store_header header_of(const char *game, const char *rules, const char *play,
                                        const char *keys, unsigned canon, unsigned format)
{
    struct zm_store_header header = {.canon = canon, .format = format};
    zm_buffer_text(&header.game, game);
    zm_buffer_text(&header.rules, rules);
    zm_buffer_text(&header.play, play);
    zm_buffer_text(&header.keys, keys);
    return header;
}

static struct zm_store *open_store(enum zm_store_mode mode, size_t memory)
{
    struct zm_store_header header = header_of("test", "a=1", "normal", "things", 3, 1);
    struct zm_store *store;
    struct zm_error error;
    if (zm_store_open(path, mode, &header, memory, &store, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_store_header_free(&header);
    return store;
}

static struct zm_bytes key_of(uint64_t number, uint8_t *bytes)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
    memset(bytes + 8, 'k', number % 90);
    return zm_bytes(bytes, 8 + number % 90);
}

static struct zm_value value_of(uint64_t number)
{
    return (struct zm_value){.a = (int64_t)(number * 2654435761u % 65536)};
}

static enum zm_status put(struct zm_store *store, uint64_t number)
{
    uint8_t bytes[128];
    return zm_store_put(store, ZM_KIND_NIMBER, key_of(number, bytes), value_of(number));
}

static bool has(struct zm_store *store, uint64_t number)
{
    uint8_t bytes[128];
    struct zm_value value;
    if (!zm_store_get(store, ZM_KIND_NIMBER, key_of(number, bytes), &value))
        return false;
    assert_int_equal(value.a, value_of(number).a);
    return true;
}

static void survives_closing(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    struct zm_store *store = open_store(ZM_STORE_CREATE, 0);
    struct zm_error error;
    struct zm_value value;
    struct zm_bytes key = zm_bytes("key", 3), empty = zm_bytes("", 0);
    for (uint64_t i = 0; i < COUNT; i++)
        assert_int_equal(put(store, i), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_LOST, key, (struct zm_value){0}), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_LOST, empty, (struct zm_value){0}), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_BOUND, key, (struct zm_value){-3, 9}), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_BOUND, key, (struct zm_value){-5, 7}), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_DISTANCE, key, (struct zm_value){31, ZM_LOSS}),
                     ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_TREE, key, (struct zm_value){-1, INT64_MAX}),
                     ZM_OK);
    assert_int_equal(zm_store_flush(store, &error), ZM_OK);
    zm_store_close(store);

    store = open_store(ZM_STORE_READ, 0);
    for (uint64_t i = 0; i < COUNT; i++)
        assert_true(has(store, i));
    assert_false(has(store, COUNT));
    assert_true(zm_store_get(store, ZM_KIND_LOST, key, &value));
    assert_true(zm_store_get(store, ZM_KIND_LOST, empty, &value));
    assert_false(zm_store_get(store, ZM_KIND_LOST, zm_bytes("kex", 3), &value));
    assert_true(zm_store_get(store, ZM_KIND_BOUND, key, &value));
    assert_int_equal(value.a, -3);
    assert_int_equal(value.b, 7);
    assert_true(zm_store_get(store, ZM_KIND_DISTANCE, key, &value));
    assert_int_equal(value.a, 31);
    assert_int_equal(value.b, ZM_LOSS);
    assert_true(zm_store_get(store, ZM_KIND_TREE, key, &value));
    assert_int_equal(value.a, -1);
    assert_int_equal(value.b, INT64_MAX);
    assert_int_equal(zm_store_stats(store).entries, COUNT + 5);
    assert_int_equal(put(store, 1), ZM_FAILED); /* opened for reading */
    zm_store_close(store);
}

static void contradictions_are_found(void **state)
{
    (void)state;
    uint8_t bytes[128];
    struct zm_store *store = open_store(ZM_STORE_CREATE, 0);
    assert_int_equal(put(store, 5), ZM_OK);
    assert_int_equal(put(store, 5), ZM_OK);
    assert_int_equal(
        zm_store_put(store, ZM_KIND_NIMBER, key_of(5, bytes), (struct zm_value){.a = 123456}),
        ZM_WRONG);
    assert_true(has(store, 5));
    zm_store_close(store);
    store = open_store(ZM_STORE_WRITE, 1); /* now only the file knows */
    assert_int_equal(
        zm_store_put(store, ZM_KIND_NIMBER, key_of(5, bytes), (struct zm_value){.a = 123456}),
        ZM_WRONG);
    assert_int_equal(store->class->purge(store, NULL), ZM_OK);
    assert_false(has(store, 5));
    assert_int_equal(zm_store_count(store, ZM_KIND_NIMBER), 0);
    zm_store_close(store);
}

static void other_headers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *game, *rules, *play, *keys;
        unsigned canon, format;
        const char *says;
    } rows[] = {
        {"tests", "a=1", "normal", "things", 3, 1, "the game 'test', and 'tests'"},
        {"test", "a=2", "normal", "things", 3, 1, "the rules 'a=1', and 'a=2'"},
        {"test", "a=1", "misere", "things", 3, 1, "the play 'normal', and 'misere'"},
        {"test", "a=1", "normal", "sums", 3, 1, "the form 'things', and 'sums'"},
        {"test", "a=1", "normal", "things", 4, 1, "version 3 of the canonical form"},
        {"test", "a=1", "normal", "things", 3, 2, "format 1, and 2"},
    };
    zm_store_close(open_store(ZM_STORE_CREATE, 0));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_store_header header = header_of(rows[i].game, rows[i].rules, rows[i].play,
                                                  rows[i].keys, rows[i].canon, rows[i].format);
        struct zm_store *store;
        struct zm_error error;
        assert_int_equal(zm_store_open(path, ZM_STORE_CREATE, &header, 0, &store, &error),
                         ZM_BAD_INPUT);
        if (strstr(error.text, rows[i].says) == NULL)
            fail_msg("%s", error.text);
        zm_store_header_free(&header);
    }
    struct zm_store *store;
    assert_int_equal(zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, NULL), ZM_OK);
    assert_string_equal(zm_buffer_string(&zm_store_header(store)->rules), "a=1");
    zm_store_close(store);
}

static void what_is_no_store_is_refused(void **state)
{
    (void)state;
    struct zm_store_header header = header_of("test", "a=1", "normal", "things", 3, 1);
    struct zm_store *store;
    struct zm_error error;
    assert_int_equal(zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_BAD_INPUT);
    assert_int_equal(zm_store_open(path, ZM_STORE_WRITE, NULL, 0, &store, &error), ZM_BAD_INPUT);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 5000; i++)
        fputs("this is a text, not a store\n", file);
    fclose(file);
    assert_int_equal(zm_store_open(path, ZM_STORE_CREATE, &header, 0, &store, &error),
                     ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "is not a store"));
    assert_int_equal(
        zm_store_open("/no/such/folder/store", ZM_STORE_CREATE, &header, 0, &store, &error),
        ZM_FAILED);
    assert_int_equal(
        zm_store_open("/proc/version-store", ZM_STORE_CREATE, &header, 0, &store, &error),
        ZM_FAILED);
    remove(path);
    store = open_store(ZM_STORE_CREATE, 0);
    for (uint64_t i = 0; i < 20000; i++)
        put(store, i);
    zm_store_close(store);
    assert_int_equal(truncate(path, 20480), 0);
    assert_int_equal(zm_store_open(path, ZM_STORE_WRITE, NULL, 0, &store, &error), ZM_WRONG);
    zm_store_header_free(&header);
}

static void little_memory_forgets_nothing(void **state)
{
    (void)state;
    const uint64_t count = test_sanitized() ? 60000 : 300000; /* more than a megabyte */
    struct zm_store *store = open_store(ZM_STORE_CREATE, 1 << 20);
    struct zm_error error;
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(put(store, i), ZM_OK);
    assert_int_equal(zm_store_flush(store, &error), ZM_OK);
    for (uint64_t i = 0; i < count; i++)
        assert_true(has(store, i));
    assert_int_equal(zm_store_stats(store).entries, count);
    zm_store_close(store);
}

static void *put_and_get(void *argument)
{
    struct zm_store *store = argument;
    uintptr_t wrong = 0;
    uint8_t bytes[128];
    struct zm_value value;
    for (uint64_t i = 0; i < 30000; i++) {
        wrong += put(store, i) != ZM_OK;
        wrong += !zm_store_get(store, ZM_KIND_NIMBER, key_of(i / 2, bytes), &value) ||
                 value.a != value_of(i / 2).a;
    }
    return (void *)wrong;
}

static void threads_share_it(void **state)
{
    (void)state;
    pthread_t threads[4];
    struct zm_store *store = open_store(ZM_STORE_CREATE, 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, put_and_get, store), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    zm_store_close(store);
    store = open_store(ZM_STORE_READ, 0);
    assert_int_equal(zm_store_count(store, ZM_KIND_NIMBER), 30000);
    zm_store_close(store);
}

static bool check_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    uint64_t number = 0;
    uint8_t bytes[128];
    for (int i = 7; i >= 0; i--)
        number = number << 8 | key.data[i];
    assert_true(zm_bytes_equal(key, key_of(number, bytes)));
    assert_int_equal(value.a, value_of(number).a);
    ++*(uint64_t *)context;
    return true;
}

/* A file that may not grow stands for a full disk. */
static void a_full_disk_is_reported(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {2 << 20, 2 << 20};
        struct zm_store_header header = header_of("test", "a=1", "normal", "things", 3, 1);
        struct zm_store *store;
        struct zm_error error;
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        if (zm_store_open(path, ZM_STORE_CREATE, &header, 0, &store, &error) != ZM_OK)
            _exit(100);
        enum zm_status status = ZM_OK;
        for (uint64_t i = 0; i < 10000000 && status == ZM_OK; i++)
            status = put(store, i);
        if (status != ZM_FAILED)
            _exit(101);
        if (zm_store_flush(store, &error) != ZM_FAILED || strstr(error.text, path) == NULL)
            _exit(102);
        zm_store_close(store);
        _exit(0);
    }
    int result;
    waitpid(child, &result, 0);
    assert_true(WIFEXITED(result));
    assert_int_equal(WEXITSTATUS(result), 0);
    uint64_t entries = 0;
    struct zm_store *store = open_store(ZM_STORE_WRITE, 0);
    store->class->each(store, ZM_KIND_NIMBER, check_entry, &entries);
    assert_int_equal(put(store, 77), ZM_OK);
    zm_store_close(store);
}

/* A process that has the store open until it is told to close it, or is killed. */
struct holder {
    pid_t process;
    int told, says;
};

static struct holder hold(enum zm_store_mode mode)
{
    int to[2], from[2];
    char opened = 0;
    assert_int_equal(pipe(to) | pipe(from), 0);
    pid_t process = fork();
    if (process == 0) {
        struct zm_store *store;
        close(to[1]);
        opened = zm_store_open(path, mode, NULL, 0, &store, NULL) == ZM_OK ? 'y' : 'n';
        bool good = write(from[1], &opened, 1) == 1 && read(to[0], &opened, 1) == 1;
        zm_store_close(store);
        _exit(good ? 0 : 1);
    }
    assert_int_equal(read(from[0], &opened, 1), 1);
    assert_int_equal(opened, 'y');
    close(to[0]);
    close(from[1]);
    return (struct holder){process, to[1], from[0]};
}

static void release(struct holder holder, bool by_force)
{
    if (by_force)
        kill(holder.process, SIGKILL);
    else
        assert_int_equal(write(holder.told, "", 1), 1);
    close(holder.told);
    waitpid(holder.process, NULL, 0);
    close(holder.says);
}

static enum zm_status try_open(enum zm_store_mode mode)
{
    struct zm_store *store;
    struct zm_error error;
    enum zm_status status = zm_store_open(path, mode, NULL, 0, &store, &error);
    zm_store_close(store);
    return status;
}

static void who_needs_it_alone_has_it_alone(void **state)
{
    (void)state;
    zm_store_close(open_store(ZM_STORE_CREATE, 0));
    struct holder writer = hold(ZM_STORE_WRITE);
    assert_int_equal(try_open(ZM_STORE_ALONE), ZM_FAILED);
    assert_int_equal(try_open(ZM_STORE_WRITE), ZM_OK); /* two writers are fine */
    assert_int_equal(try_open(ZM_STORE_READ), ZM_OK);
    struct holder second = hold(ZM_STORE_WRITE);
    release(writer, false);
    assert_int_equal(try_open(ZM_STORE_ALONE), ZM_FAILED);
    release(second, true); /* a lock ends with its process, however that ends */
    assert_int_equal(try_open(ZM_STORE_ALONE), ZM_OK);
    struct holder reader = hold(ZM_STORE_READ);
    assert_int_equal(try_open(ZM_STORE_ALONE), ZM_OK);
    release(reader, false);
    struct holder alone = hold(ZM_STORE_ALONE);
    assert_int_equal(try_open(ZM_STORE_WRITE), ZM_FAILED);
    assert_int_equal(try_open(ZM_STORE_READ), ZM_OK);
    release(alone, false);
    assert_int_equal(try_open(ZM_STORE_WRITE), ZM_OK);
}

/* Readers who cannot use the lock file keep writers out, not one another. */
static void blind_readers_are_safe(void **state)
{
    (void)state;
    int one, two, three;
    zm_store_close(open_store(ZM_STORE_CREATE, 0));
    assert_int_equal(zm_store_use(path, ZM_USE_BLIND, false, &one), 0);
    assert_int_equal(zm_store_use(path, ZM_USE_BLIND, false, &two), 0);
    assert_int_equal(zm_store_use(path, ZM_USE_WRITE, false, &three), EAGAIN);
    assert_int_equal(zm_store_use(path, ZM_USE_ALONE, false, &three), EAGAIN);
    close(one);
    assert_int_equal(try_open(ZM_STORE_WRITE), ZM_FAILED);
    close(two);
    assert_int_equal(zm_store_use(path, ZM_USE_WRITE, false, &three), 0);
    assert_int_equal(zm_store_use(path, ZM_USE_BLIND, false, &one), EAGAIN);
    close(three);
}

static void jobs_are_kept(void **state)
{
    (void)state;
    struct zm_error error;
    struct zm_buffer text = {0};
    struct zm_store *store = open_store(ZM_STORE_CREATE, 0);
    assert_false(zm_store_note(store, 0, &text));
    assert_int_equal(zm_store_add_note(store, zm_bytes("first", 5), &error), ZM_OK);
    assert_int_equal(zm_store_add_note(store, zm_bytes("second", 6), &error), ZM_OK);
    zm_store_close(store);
    store = open_store(ZM_STORE_READ, 0);
    assert_true(zm_store_note(store, 1, &text));
    assert_string_equal(zm_buffer_string(&text), "second");
    assert_true(zm_store_note(store, 0, &text));
    assert_string_equal(zm_buffer_string(&text), "first");
    assert_false(zm_store_note(store, 2, &text));
    zm_store_close(store);
    zm_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(survives_closing, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(contradictions_are_found, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(other_headers_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_is_no_store_is_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(little_memory_forgets_nothing, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(threads_share_it, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_is_reported, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(who_needs_it_alone_has_it_alone, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(blind_readers_are_safe, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(jobs_are_kept, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
