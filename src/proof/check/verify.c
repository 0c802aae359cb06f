/* Checks a certificate from the rules alone: nothing of a search is used here, only the options of
 * components.
 *
 * Normal play. An entry says that a component has nimber n. It is right when
 *   - every i < n is the nimber of some option, and
 *   - no option has nimber n: each is either known through entries to have another nimber, or has
 *     itself an option known to have nimber n (so its own nimber is not n), or has fewer than n
 *     options (a nimber is at most their number), or the game says that it is less.
 * Components that the game can crack are given as the sums that they are worth (zm_nimber_options).
 * Misère play. An entry says that a sum is lost. It is right when the sum has moves, and each of
 * its options is shown to be won: it is over (who cannot move wins), or theory says so, or it has
 * an option that is an entry or that theory says is lost. Theory speaks of sums with reduced trees
 * in the place of small components (nodes.h) only; without a line `trees` there is none.
 *
 * Every entry leans only on entries for positions after it in the game, and games end: so if each
 * entry is right given the others, all are right. No order, no recursion, no trust in the author.
 */
#include "proof/check/verify.h"

#include "proof/check/nodes.h"

#include <inttypes.h>
#include <stdlib.h>

/* How many options of options a file of no size may make the checker look at, and each of its
 * bytes. Proofs take 15 a byte at most; a line about a heap of a million could take 10^11. A sum
 * counts once more for every SUM_STEP bytes of it. */
enum { OPTIONS_AT_LEAST = 1 << 22, OPTIONS_PER_BYTE = 256, SUM_STEP = 64 };

struct check {
    const struct zm_instance *instance;
    const struct zm_table *entries;
    struct zm_nodes *nodes; /* NULL: no reduced trees */
    struct zm_run *run;     /* or NULL */
    bool misere;
    uint64_t looked, most;  /* options of options looked at; no more than that, 0: no limit */
    enum zm_status trouble; /* not ZM_OK: it could not look, what was not found may be there */
    struct zm_options options, deeper;
};

static void starve(struct check *check, bool failed)
{
    if (failed && check->trouble == ZM_OK)
        check->trouble = ZM_FAILED;
}

/* Counts options of options that are looked at; false: no more shall be. */
static bool may_look(struct check *check, size_t options)
{
    uint64_t before = check->looked;
    check->looked += options;
    if (check->trouble == ZM_OK && check->most != 0 && check->looked > check->most)
        check->trouble = ZM_BAD_INPUT;
    bool ask = check->run != NULL && before >> 12 != check->looked >> 12;
    if (check->trouble == ZM_OK && ask && zm_run_look(check->run))
        check->trouble = ZM_STOPPED;
    return check->trouble == ZM_OK;
}

static enum zm_status tell_trouble(const struct check *check, struct zm_error *error)
{
    switch (check->trouble) {
    case ZM_OK:
        return ZM_OK;
    case ZM_STOPPED:
        return zm_fail(error, ZM_STOPPED, "stopped");
    case ZM_BAD_INPUT:
        return zm_fail(error, ZM_BAD_INPUT,
                       "the entries have more moves than a file of this size may ask for");
    default:
        return zm_fail_memory(error);
    }
}

/* The sum of the components begin .. end-1: folds those with entries, or told by a rule of the
 * game, into `nimber`, lets two equal ones cancel, and returns how many others there are; `unknown`
 * is one of them. */
static size_t fold(const struct check *check, const struct zm_list *components, size_t begin,
                   size_t end, uint32_t *nimber, struct zm_bytes *unknown)
{
    size_t unknowns = 0;
    *nimber = 0;
    for (size_t i = begin; i < end; i++) {
        uint32_t value;
        struct zm_bytes component = zm_list_at(components, i);
        if (zm_certificate_get(check->entries, component, &value) ||
            zm_known_by_rule(check->instance, component, &value))
            *nimber ^= value;
        else if (i + 1 < end && zm_bytes_equal(component, zm_list_at(components, i + 1)))
            i++;
        else {
            *unknown = component;
            unknowns++;
        }
    }
    return unknowns;
}

static bool cannot_have_nimber(struct check *check, struct zm_bytes component, uint32_t nimber)
{
    struct zm_options *options = &check->deeper;
    if (zm_nimber_exceeds(check->instance, component, nimber))
        return true;
    zm_nimber_options(check->instance, component, options);
    if (!may_look(check, 1 + options->count))
        return false;
    if (nimber > options->count && !zm_list_failed(&options->components))
        return true;
    for (size_t i = 0; i < options->count; i++) {
        uint32_t found;
        struct zm_bytes unknown;
        if (fold(check, &options->components, zm_options_begin(options, i), options->ends[i],
                 &found, &unknown) == 0 &&
            found == nimber)
            return true;
    }
    starve(check, zm_list_failed(&options->components));
    return false;
}

/* Is it shown that the sum has not this nimber? When it is known, `nimber` is set to it. */
static bool differs(struct check *check, const struct zm_list *components, size_t begin, size_t end,
                    uint32_t from, bool *known, uint32_t *nimber)
{
    struct zm_bytes unknown;
    size_t unknowns = fold(check, components, begin, end, nimber, &unknown);
    *known = unknowns == 0;
    return *known          ? *nimber != from
           : unknowns == 1 ? cannot_have_nimber(check, unknown, from ^ *nimber)
                           : false;
}

static enum zm_status hole(struct check *check, struct zm_bytes key, const char *what,
                           struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_list components = {0};
    /* What could not be looked at is no hole. */
    starve(check, zm_list_failed(&check->options.components));
    if (check->trouble != ZM_OK)
        return tell_trouble(check, error);
    if (check->nodes != NULL)
        zm_nodes_print(check->nodes, key, &text);
    else if (check->misere)
        zm_sum_components(key, &components);
    else
        zm_list_add(&components, key);
    for (size_t i = 0; i < components.count; i++) {
        zm_buffer_text(&text, i == 0 ? "" : " + ");
        check->instance->game->sums->print(check->instance->state, zm_list_at(&components, i),
                                           &text);
    }
    zm_fail(error, ZM_WRONG, "%.200s: %s", zm_buffer_string(&text), what);
    zm_buffer_free(&text);
    zm_list_free(&components);
    return ZM_WRONG;
}

static enum zm_status check_nimber(struct check *check, struct zm_bytes component, uint32_t nimber,
                                   struct zm_error *error)
{
    struct zm_options *options = &check->options;
    uint32_t told;
    if (zm_known_by_rule(check->instance, component, &told))
        return told == nimber ? ZM_OK
                              : hole(check, component, "a rule gives it another nimber", error);
    zm_nimber_options(check->instance, component, options);
    if (zm_list_failed(&options->components))
        return zm_fail_memory(error);
    if (nimber > options->count)
        return hole(check, component, "its nimber is said to exceed its number of options", error);
    bool *seen = calloc(nimber + 1, sizeof *seen);
    if (seen == NULL || zm_list_failed(&options->components)) {
        free(seen);
        return zm_fail_memory(error);
    }
    const char *wrong = NULL;
    for (size_t i = 0; i < options->count && wrong == NULL; i++) {
        bool known;
        uint32_t value;
        if (!differs(check, &options->components, zm_options_begin(options, i), options->ends[i],
                     nimber, &known, &value))
            wrong = known ? "an option has the nimber that it is said to have itself"
                          : "an option is not shown to have another nimber";
        else if (known && value < nimber)
            seen[value] = true;
    }
    for (uint32_t i = 0; i < nimber && wrong == NULL; i++)
        if (!seen[i])
            wrong = "a nimber below its own is not shown to be that of an option";
    free(seen);
    return wrong == NULL ? ZM_OK : hole(check, component, wrong, error);
}

/* Misère play. */

static bool each_option(struct check *check, struct zm_bytes sum,
                        bool (*visit)(void *context, struct zm_bytes option), void *context)
{
    if (check->nodes == NULL)
        return zm_sum_options(check->instance, sum, visit, context);
    zm_nodes_options(check->nodes, sum, visit, context);
    return zm_nodes_check(check->nodes, NULL) == ZM_OK;
}

static bool has_loony_moves(struct check *check, struct zm_bytes sum)
{
    return check->nodes != NULL ? zm_nodes_have_loony_moves(check->nodes, sum)
                                : zm_sum_has_loony_moves(check->instance, sum);
}

/* By theory, or because it is an entry. */
static enum zm_outcome known_outcome(struct check *check, struct zm_bytes sum)
{
    uint32_t nimber;
    enum zm_outcome outcome =
        check->nodes != NULL ? zm_nodes_theory(check->nodes, sum) : ZM_UNDECIDED;
    if (outcome == ZM_UNDECIDED && zm_certificate_get(check->entries, sum, &nimber))
        outcome = ZM_LOSS;
    return outcome;
}

struct look {
    struct check *check;
    bool any, lost, not_won; /* is there an option, one that is lost, one not shown to be won? */
};

static bool look_for_lost(void *context, struct zm_bytes option)
{
    struct look *look = context;
    look->any = true;
    look->lost = known_outcome(look->check, option) == ZM_LOSS;
    return may_look(look->check, 1 + option.size / SUM_STEP) && !look->lost;
}

static bool shown_won(struct check *check, struct zm_bytes sum)
{
    struct look look = {.check = check};
    bool listed = each_option(check, sum, look_for_lost, &look);
    starve(check, !listed);
    return listed && (look.lost || (!look.any && !has_loony_moves(check, sum)));
}

static bool look_for_not_won(void *context, struct zm_bytes option)
{
    struct look *look = context;
    enum zm_outcome outcome = known_outcome(look->check, option);
    look->any = true;
    look->lost = outcome == ZM_LOSS;
    look->not_won = look->lost || !may_look(look->check, option.size / SUM_STEP) ||
                    (outcome != ZM_WIN && !shown_won(look->check, option));
    return !look->not_won;
}

static enum zm_status check_lost(struct check *check, struct zm_bytes sum, struct zm_error *error)
{
    struct look look = {.check = check};
    if (!each_option(check, sum, look_for_not_won, &look))
        return check->nodes == NULL ? zm_fail_memory(error) : zm_nodes_check(check->nodes, error);
    if (look.lost)
        return hole(check, sum, "said to be lost, but a move makes it lost for the other", error);
    if (look.not_won)
        return hole(check, sum, "an option is not shown to be won", error);
    return look.any || has_loony_moves(check, sum)
               ? ZM_OK
               : hole(check, sum, "said to be lost, but who cannot move wins", error);
}

static enum zm_status check_entry(struct check *check, struct zm_bytes key, const void *value,
                                  struct zm_error *error)
{
    uint32_t nimber;
    memcpy(&nimber, value, sizeof nimber);
    return check->misere ? check_lost(check, key, error) : check_nimber(check, key, nimber, error);
}

/* A Grundy value is the one heap that makes the sum a lost one: all smaller heaps are moves of it,
 * and it is a move of all larger ones. */
static bool misere_follows(struct check *check, const struct zm_certificate *certificate,
                           struct zm_bytes sum)
{
    enum zm_outcome known = known_outcome(check, sum);
    if (certificate->claim != ZM_CLAIM_WIN)
        return known == ZM_LOSS;
    return known == ZM_WIN || (known == ZM_UNDECIDED && shown_won(check, sum));
}

/* Does the claim about one of the cases follow from the entries? */
static bool follows(struct check *check, const struct zm_certificate *certificate, size_t index)
{
    uint32_t nimber;
    bool known;
    struct zm_bytes sum = zm_list_at(&certificate->cases, index);
    if (check->nodes != NULL) {
        struct zm_buffer node = {0};
        bool ok = zm_certificate_node(certificate, index, &node, NULL) == ZM_OK &&
                  misere_follows(check, certificate, zm_buffer_bytes(&node));
        zm_buffer_free(&node);
        return ok;
    }
    if (certificate->misere)
        return misere_follows(check, certificate, sum);
    struct zm_list root = {0};
    zm_sum_components(sum, &root);
    bool won = differs(check, &root, 0, root.count, 0, &known, &nimber);
    uint32_t claimed = certificate->claim == ZM_CLAIM_NIMBER ? certificate->nimber : 0;
    starve(check, zm_list_failed(&root));
    zm_list_free(&root);
    return certificate->claim == ZM_CLAIM_WIN ? won : known && nimber == claimed;
}

static enum zm_status check_claim(struct check *check, const struct zm_certificate *certificate,
                                  struct zm_error *error)
{
    size_t i = 0, count = certificate->cases.count;
    if (certificate->loony && certificate->claim == ZM_CLAIM_WIN)
        return ZM_OK;
    while (i < count && follows(check, certificate, i))
        i++;
    if (check->trouble != ZM_OK)
        return tell_trouble(check, error);
    if (count == 0 || i < count)
        return zm_fail(error, ZM_WRONG, "%.200s: the claim does not follow from the entries",
                       zm_buffer_string(&certificate->position));
    return ZM_OK;
}

static enum zm_status stopped(struct zm_run *run, struct zm_error *error)
{
    return run != NULL && zm_run_poll(run, 0, 0) ? zm_fail(error, ZM_STOPPED, "stopped") : ZM_OK;
}

/* Lets the game look at the run where its options take long. */
static void heed(const struct zm_instance *instance, struct zm_run *run)
{
    if (instance->game->heed != NULL)
        instance->game->heed(instance->state, run);
}

static uint64_t most_looks(const struct zm_certificate *certificate)
{
    return certificate->size == 0
               ? 0
               : OPTIONS_AT_LEAST + (uint64_t)OPTIONS_PER_BYTE * certificate->size;
}

enum zm_status zm_verify(const struct zm_certificate *certificate, struct zm_run *run,
                         struct zm_error *error)
{
    struct check check = {.misere = certificate->misere,
                          .nodes = certificate->nodes,
                          .run = run,
                          .most = most_looks(certificate),
                          .instance = &certificate->instance,
                          .entries = &certificate->entries};
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    zm_nodes_within(check.nodes, run);
    heed(check.instance, run);
    enum zm_status status = zm_certificate_settle(certificate, error);
    if (status == ZM_OK)
        status = check_claim(&check, certificate, error);
    while (status == ZM_OK && zm_table_next(check.entries, &cursor, &key, &value)) {
        status = check_entry(&check, key, value, error);
        if (status == ZM_OK)
            status = stopped(run, error);
    }
    /* Whatever was concluded from lists that were cut short does not count. */
    if (status != ZM_FAILED && stopped(run, error) != ZM_OK)
        status = ZM_STOPPED;
    if (check.nodes != NULL && zm_nodes_check(check.nodes, NULL) != ZM_OK)
        status = zm_nodes_check(check.nodes, error);
    heed(check.instance, NULL);
    zm_nodes_within(check.nodes, NULL);
    zm_options_free(&check.options);
    zm_options_free(&check.deeper);
    return status;
}

enum zm_status zm_verify_nimbers(const struct zm_instance *instance, const struct zm_table *entries,
                                 struct zm_run *run, size_t *wrong, struct zm_error *error)
{
    struct check check = {.instance = instance, .entries = entries, .run = run};
    const struct zm_sums *sums = instance->game->sums;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    uint32_t easiest = UINT32_MAX;
    enum zm_status status = ZM_OK;
    *wrong = 0;
    while (status == ZM_OK && zm_table_next(entries, &cursor, &key, &value)) {
        struct zm_error reason = {0};
        status = check_entry(&check, key, value, &reason);
        if (status == ZM_WRONG) {
            uint32_t difficulty = sums->difficulty == NULL ? (uint32_t)key.size
                                                           : sums->difficulty(instance->state, key);
            if ((*wrong)++ == 0 || difficulty < easiest) {
                easiest = difficulty;
                *error = reason;
            }
            status = ZM_OK;
        } else if (status != ZM_OK) {
            *error = reason;
        }
        if (status == ZM_OK)
            status = stopped(run, error);
    }
    zm_options_free(&check.options);
    zm_options_free(&check.deeper);
    return status == ZM_OK && *wrong > 0 ? ZM_WRONG : status;
}
