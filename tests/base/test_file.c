/* Files that users name: what is read has a bound and cannot hang, what is written is whole or not
 * there. */
#include "base/file.h"

#include "base/clock.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], path[96], other[96];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/zermelo-file-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

/* Nothing may be left beside the files of the tests: no temporary ones. */
static int remove_folder(void **state)
{
    (void)state;
    remove(path);
    remove(other);
    return rmdir(folder);
}

static void write_it(const void *bytes, size_t size)
{
    struct zm_error error;
    if (zm_file_write(path, zm_bytes(bytes, size), &error) != ZM_OK)
        fail_msg("%s", error.text);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct zm_buffer bytes = {0};
    struct zm_error error;
    for (size_t size = 0; size < 300000; size = size * 3 + 1) {
        uint8_t *made = malloc(size + 1);
        for (size_t i = 0; i < size; i++)
            made[i] = (uint8_t)(i * 7 + i / 256);
        write_it(made, size);
        zm_buffer_clear(&bytes);
        assert_int_equal(zm_file_read(path, ZM_FILE_PLAIN, 1 << 20, NULL, &bytes, &error), ZM_OK);
        assert_int_equal(bytes.size, size);
        assert_true(size == 0 || memcmp(bytes.data, made, size) == 0);
        free(made);
    }
    zm_buffer_free(&bytes);
}

static void texts_of_other_systems_are_texts(void **state)
{
    (void)state;
    struct zm_buffer text = {0};
    struct zm_error error;
    static const char written[] = "one\r\ntwo\nth\rree\r\n\r\nend\r";
    write_it(written, strlen(written));
    assert_int_equal(zm_file_read_text(path, ZM_FILE_PLAIN, 1 << 20, NULL, &text, &error), ZM_OK);
    assert_string_equal(zm_buffer_string(&text), "one\ntwo\nth\rree\n\nend\r");
    assert_int_equal(text.size, strlen(zm_buffer_string(&text)));
    write_it("one\0two", 7);
    zm_buffer_clear(&text);
    assert_int_equal(zm_file_read_text(path, ZM_FILE_PLAIN, 1 << 20, NULL, &text, &error),
                     ZM_BAD_INPUT);
    zm_buffer_free(&text);
}

static enum zm_status try_read(const char *name, enum zm_file_kind kind, uint64_t most,
                               struct zm_run *run)
{
    struct zm_buffer bytes = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_file_read(name, kind, most, run, &bytes, &error);
    if (status != ZM_OK)
        assert_non_null(strstr(error.text, name));
    assert_true(bytes.size <= most);
    zm_buffer_free(&bytes);
    return status;
}

static void reading_has_bounds(void **state)
{
    (void)state;
    write_it("123456", 6);
    assert_int_equal(try_read(path, ZM_FILE_PLAIN, 6, NULL), ZM_OK);
    assert_int_equal(try_read(path, ZM_FILE_PLAIN, 5, NULL), ZM_BAD_INPUT);
    assert_int_equal(try_read("/dev/zero", ZM_FILE_PLAIN, 1 << 20, NULL), ZM_BAD_INPUT);
    assert_int_equal(try_read("/dev/zero", ZM_FILE_ANY, 1 << 20, NULL), ZM_BAD_INPUT);
    assert_int_equal(try_read(folder, ZM_FILE_PLAIN, 1 << 20, NULL), ZM_BAD_INPUT);
    assert_int_equal(try_read(folder, ZM_FILE_ANY, 1 << 20, NULL), ZM_BAD_INPUT);
    assert_int_equal(try_read(other, ZM_FILE_PLAIN, 1 << 20, NULL), ZM_BAD_INPUT);
}

/* Nobody ever writes to the pipe: it is refused, or waited for until the run is to stop. */
static void a_pipe_does_not_hang(void **state)
{
    (void)state;
    struct zm_run run;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(try_read(path, ZM_FILE_PLAIN, 1 << 20, NULL), ZM_BAD_INPUT);
    zm_run_begin(&run);
    run.deadline = zm_clock_now() + 0.2;
    assert_int_equal(try_read(path, ZM_FILE_ANY, 1 << 20, &run), ZM_STOPPED);
}

static void *write_slowly(void *argument)
{
    int file = open(argument, O_WRONLY);
    for (int i = 0; i < 5; i++) {
        struct timespec pause = {.tv_nsec = 20000000};
        if (write(file, "word ", 5) != 5)
            abort();
        nanosleep(&pause, NULL);
    }
    close(file);
    return NULL;
}

static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    struct zm_buffer bytes = {0};
    struct zm_error error;
    pthread_t writer;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_slowly, path), 0);
    assert_int_equal(zm_file_read(path, ZM_FILE_ANY, 1 << 20, NULL, &bytes, &error), ZM_OK);
    pthread_join(writer, NULL);
    assert_string_equal(zm_buffer_string(&bytes), "word word word word word ");
    zm_buffer_free(&bytes);
}

static void assert_holds(const char *name, const char *expected)
{
    struct zm_buffer bytes = {0};
    assert_int_equal(zm_file_read(name, ZM_FILE_PLAIN, 1 << 20, NULL, &bytes, NULL), ZM_OK);
    assert_string_equal(zm_buffer_string(&bytes), expected);
    zm_buffer_free(&bytes);
}

static void the_old_file_stays_until_the_new_one_is_whole(void **state)
{
    (void)state;
    struct zm_output output;
    struct zm_error error;
    struct stat about;
    write_it("old", 3);
    chmod(path, 0640);
    assert_int_equal(zm_output_open(&output, path, &error), ZM_OK);
    fputs("half of the new", output.stream);
    fflush(output.stream);
    assert_holds(path, "old");
    assert_int_equal(zm_output_close(&output, ZM_WRONG, &error), ZM_WRONG); /* the caller failed */
    assert_holds(path, "old");
    assert_int_equal(zm_output_open(&output, path, &error), ZM_OK);
    fputs("new", output.stream);
    assert_int_equal(zm_output_close(&output, ZM_OK, &error), ZM_OK);
    assert_holds(path, "new");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
}

static void links_stay_links(void **state)
{
    (void)state;
    struct stat about;
    write_it("old", 3);
    assert_int_equal(symlink("file", other), 0);
    assert_int_equal(zm_file_write(other, zm_bytes("new", 3), NULL), ZM_OK);
    assert_int_equal(lstat(other, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_holds(path, "new");
}

static void devices_are_written_in_place(void **state)
{
    (void)state;
    struct zm_error error;
    assert_int_equal(zm_file_write("/dev/null", zm_bytes("new", 3), &error), ZM_OK);
    if (access("/dev/full", W_OK) == 0)
        assert_int_equal(zm_file_write("/dev/full", zm_bytes("new", 3), &error), ZM_FAILED);
    assert_int_equal(zm_file_write(folder, zm_bytes("new", 3), &error), ZM_FAILED);
    assert_int_equal(zm_file_write("/no/such/folder/file", zm_bytes("new", 3), &error), ZM_FAILED);
}

/* A file that may not grow stands for a full disk: what was there stays, and nothing else. */
static void a_full_disk_leaves_nothing(void **state)
{
    (void)state;
    write_it("old", 3);
    pid_t child = fork();
    if (child == 0) {
        static uint8_t large[100000];
        struct rlimit limit = {4096, 4096};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        bool failed = zm_file_write(path, zm_bytes(large, sizeof large), NULL) == ZM_FAILED &&
                      zm_file_write(other, zm_bytes(large, sizeof large), NULL) == ZM_FAILED;
        _exit(failed ? 0 : 1);
    }
    int result;
    waitpid(child, &result, 0);
    assert_int_equal(result, 0);
    assert_holds(path, "old");
    assert_int_equal(access(other, F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(texts_of_other_systems_are_texts, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(reading_has_bounds, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_pipe_does_not_hang, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_pipe_is_read_to_its_end, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(the_old_file_stays_until_the_new_one_is_whole, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(links_stay_links, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(devices_are_written_in_place, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_nothing, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
