/* zermelo store: what to do with a store on disk beside filling it. */
#include "cli/cli.h"

#include "care/key_text.h"
#include "care/store_care.h"
#include "base/file.h"

#include <inttypes.h>
#include <string.h>

static const struct zm_param store_params[] = {
    {.name = "output",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "export: write the text to this file"},
    {.name = "as",
     .kind = ZM_PARAM_TEXT,
     .hint = "'GAME POSITION'",
     .help = "import, export: a file of scores ([Positions+Score]), which is about this"},
    {.name = "contract",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = 10000,
     .hint = "N",
     .help = "export --as: only what proves whether the player to move gets N points"},
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "compact: stop after this time and leave the store as it is (exit status 3)"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "compact: no progress line"},
    {0},
};

/* A store with the owner of its keys. */
struct opened {
    struct zm_store *store;
    struct zm_key_owner owner;
};

static enum zm_status open_store(const char *path, enum zm_store_mode mode,
                                 const struct zm_store_header *header, struct opened *opened,
                                 struct zm_error *error)
{
    *opened = (struct opened){0};
    enum zm_status status = zm_store_open(path, mode, header, 0, &opened->store, error);
    if (status != ZM_OK)
        return status;
    status = zm_key_owner_open(zm_store_header(opened->store), &opened->owner, error);
    if (status != ZM_OK) {
        zm_store_close(opened->store);
        opened->store = NULL;
    }
    return status;
}

/* Makes what was put durable and closes; the status is that of the worse of the two. */
static enum zm_status close_store(struct opened *opened, enum zm_status status,
                                  struct zm_error *error)
{
    struct zm_error flushing = {0};
    if (opened->store != NULL && zm_store_flush(opened->store, &flushing) != ZM_OK) {
        status = flushing.status;
        *error = flushing;
    }
    zm_store_close(opened->store);
    zm_key_owner_close(&opened->owner);
    return status;
}

static void print_jobs(struct zm_store *store)
{
    struct zm_buffer text = {0};
    for (size_t i = 0; zm_store_note(store, i, &text); i++)
        printf("job %zu: %s\n", i + 1, zm_buffer_string(&text));
    zm_buffer_free(&text);
}

static enum zm_status info(const char **words, size_t count, const struct zm_settings *settings,
                           struct zm_error *error)
{
    struct opened opened;
    (void)count;
    (void)settings;
    enum zm_status status = open_store(words[0], ZM_STORE_READ, NULL, &opened, error);
    if (status != ZM_OK)
        return status;
    const struct zm_store_header *header = zm_store_header(opened.store);
    printf("game %s\nrules %s\nplay %s\nkeys %s\ncanonical form %u\nformat %u\n",
           zm_buffer_string(&header->game), zm_buffer_string(&header->rules),
           zm_buffer_string(&header->play), zm_buffer_string(&header->keys), header->canon,
           header->format);
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        uint64_t entries = zm_store_count(opened.store, (enum zm_kind)kind);
        if (entries > 0)
            printf("%s %" PRIu64 "\n", zm_kind_name((enum zm_kind)kind), entries);
    }
    print_jobs(opened.store);
    return close_store(&opened, ZM_OK, error);
}

static enum zm_status export_store(const char **words, size_t count,
                                   const struct zm_settings *settings, struct zm_error *error)
{
    struct opened opened;
    const char *output = zm_settings_text(settings, "output");
    const char *as = zm_settings_text(settings, "as");
    (void)count;
    if (as != NULL)
        return zm_export_scores(words[0], as, settings, error);
    enum zm_status status = open_store(words[0], ZM_STORE_READ, NULL, &opened, error);
    if (status != ZM_OK)
        return status;
    struct zm_output file;
    status = zm_output_open(&file, output, error);
    if (status == ZM_OK) {
        status = zm_store_export(opened.store, zm_store_header(opened.store), &opened.owner.keys,
                                 file.stream, error);
        status = zm_output_close(&file, status, error);
    }
    return close_store(&opened, status, error);
}

static enum zm_status import_text(const char **words, size_t count,
                                  const struct zm_settings *settings, struct zm_error *error)
{
    const char *name = count > 1 ? words[1] : "-";
    const char *as = zm_settings_text(settings, "as");
    if (as != NULL)
        return zm_import_scores(words[0], count > 1 ? name : "/dev/stdin", as, error);
    FILE *file = stdin;
    struct zm_store_header header;
    struct opened opened;
    uint64_t results = 0;
    enum zm_status status =
        strcmp(name, "-") == 0 ? ZM_OK : zm_file_open(name, ZM_FILE_ANY, &file, error);
    if (status != ZM_OK)
        return status;
    status = zm_store_text_header(file, &header, error);
    if (status == ZM_OK) {
        status = open_store(words[0], ZM_STORE_CREATE, &header, &opened, error);
        if (status == ZM_OK) {
            status = zm_store_import(file, opened.store, &opened.owner.keys, &results, error);
            status = close_store(&opened, status, error);
        }
        zm_store_header_free(&header);
    }
    if (file != stdin)
        fclose(file);
    if (status == ZM_OK || status == ZM_WRONG)
        printf("%" PRIu64 " results read\n", results);
    else if (status == ZM_BAD_INPUT)
        zm_error_context(error, "%s", name);
    return status;
}

static enum zm_status merge(const char **words, size_t count, const struct zm_settings *settings,
                            struct zm_error *error)
{
    struct opened into, from;
    uint64_t results = 0, wrong = 0, all = 0, all_wrong = 0;
    struct zm_error contradiction = {0};
    (void)settings;
    enum zm_status status = open_store(words[1], ZM_STORE_READ, NULL, &from, error);
    if (status != ZM_OK)
        return status;
    status = open_store(words[0], ZM_STORE_CREATE, zm_store_header(from.store), &into, error);
    close_store(&from, ZM_OK, &contradiction);
    for (size_t i = 1; status == ZM_OK && i < count; i++) {
        struct zm_error reason = {0};
        status = open_store(words[i], ZM_STORE_READ, zm_store_header(into.store), &from, error);
        if (status != ZM_OK)
            break;
        status =
            zm_store_merge(from.store, into.store, &into.owner.keys, &results, &wrong, &reason);
        all += results;
        all_wrong += wrong;
        if (status == ZM_WRONG && contradiction.status == ZM_OK) {
            zm_error_context(&reason, "%s", words[i]);
            contradiction = reason;
        }
        status = status == ZM_WRONG ? ZM_OK : status;
        if (status != ZM_OK)
            *error = reason;
        close_store(&from, ZM_OK, &reason);
    }
    if (into.store != NULL)
        status = close_store(&into, status, error);
    if (status != ZM_OK)
        return status;
    printf("%" PRIu64 " results merged, %" PRIu64 " contradictions\n", all, all_wrong);
    if (all_wrong > 0)
        *error = contradiction;
    return all_wrong > 0 ? ZM_WRONG : ZM_OK;
}

static enum zm_status purge(const char **words, size_t count, const struct zm_settings *settings,
                            struct zm_error *error)
{
    struct opened opened;
    (void)count;
    (void)settings;
    enum zm_status status = open_store(words[0], ZM_STORE_ALONE, NULL, &opened, error);
    if (status != ZM_OK)
        return status;
    status = opened.store->class->purge(opened.store, error);
    return close_store(&opened, status, error);
}

static enum zm_status compact(const char **words, size_t count, const struct zm_settings *settings,
                              struct zm_error *error)
{
    struct zm_run run;
    struct zm_compaction compaction = {0};
    struct zm_buffer text = {0};
    const char *position;
    (void)count;
    enum zm_status status = zm_read_position(words[2], &text, &position, error);
    if (status == ZM_OK) {
        zm_report_begin(&run, settings);
        status = zm_store_compact(words[0], words[1], position, &run, &compaction, error);
        zm_report_detach(&run);
    }
    zm_buffer_free(&text);
    if (status == ZM_OK && compaction.all)
        printf("nothing can go: all %" PRIu64 " entries are right and kept\n", compaction.after);
    else if (status == ZM_OK)
        printf("%" PRIu64 " entries, %" PRIu64 " before\n", compaction.after, compaction.before);
    return status;
}

static const struct {
    const char *name, *words;
    size_t least, most; /* words after the name */
    enum zm_status (*run)(const char **words, size_t count, const struct zm_settings *settings,
                          struct zm_error *error);
} actions[] = {
    {"info", "STORE", 1, 1, info},
    {"export", "STORE [-o FILE]", 1, 1, export_store},
    {"import", "STORE [FILE]", 1, 2, import_text},
    {"merge", "STORE OTHER...", 2, 1000, merge},
    {"purge", "STORE", 1, 1, purge},
    {"compact", "STORE GAME POSITION", 3, 3, compact},
};

static int store(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_store, 1, 1001, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, store_params, &settings, &error);
    if (status == ZM_OK) {
        const char *name = arguments->words[0];
        size_t i = 0, count = arguments->word_count - 1;
        while (i < sizeof actions / sizeof *actions && strcmp(actions[i].name, name) != 0)
            i++;
        if (i == sizeof actions / sizeof *actions)
            status = zm_fail(
                &error, ZM_BAD_INPUT,
                "store: '%s' is not one of info, export, import, merge, purge, compact", name);
        else if (count < actions[i].least || count > actions[i].most)
            status = zm_fail(
                &error, ZM_BAD_INPUT, "store %s: something is %s; usage: zermelo store %s %s", name,
                count < actions[i].least ? "missing" : "too much", name, actions[i].words);
        else
            status = actions[i].run(arguments->words + 1, count, &settings, &error);
    }
    if (status != ZM_OK)
        zm_report_error(&error);
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_store = {
    .name = "store",
    .usage = "info|export|import|merge|purge|compact STORE ...",
    .summary = "look into a store, write it as text, merge stores",
    .details = "  zermelo store info STORE              what it is for, and how much it holds\n"
               "  zermelo store export STORE [-o FILE]  all results as sorted text\n"
               "  zermelo store import STORE [FILE]     add the results of such a text\n"
               "  zermelo store import STORE FILE --as 'dots 2x2'\n"
               "  zermelo store export STORE --as 'dots 2x2' [--contract N] [-o FILE]\n"
               "                                        the same for files of scores\n"
               "  zermelo store merge STORE OTHER...    add the results of other stores; a\n"
               "                                        contradiction ends with exit status 1\n"
               "  zermelo store purge STORE             forget all results\n"
               "  zermelo store compact STORE GAME POSITION\n"
               "                                        keep only what a verified proof about the\n"
               "                                        position needs\n"
               "`zermelo verify STORE` checks every entry.\n",
    .params = store_params,
    .run = store,
};
