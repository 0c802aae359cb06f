/* Lost positions that a proof of an outcome needs, for games played on whole positions: from the
 * root down, all children of a lost node, and of a won one a lost child that is needed anyway, or
 * else one that the store knows. What it does not know is searched for. */
#include "care/store_check.h"

#include "api/question.h"
#include "search/dfpn.h"

struct prover {
    const struct zm_calculation *calculation;
    void *proving, *guiding;      /* its state, twice: */
    struct zm_space proof, guide; /* the store of one holds what is needed, of the other all */
    struct zm_run own;            /* of the guide */
    struct zm_settings settings;  /* of the search */
    struct zm_list waiting;       /* needed, and not looked at */
    struct zm_error *error;
};

static enum zm_status need(struct prover *p, struct zm_bytes node)
{
    enum zm_status status =
        zm_store_put(p->proof.run->store, ZM_KIND_LOST, node, (struct zm_value){0});
    zm_list_add(&p->waiting, node);
    return status == ZM_OK && !zm_list_failed(&p->waiting) ? ZM_OK : zm_fail_memory(p->error);
}

static enum zm_status fail_node(struct prover *p, struct zm_bytes node, const char *why)
{
    struct zm_buffer text = {0};
    p->proof.describe(p->proof.state, node, &text);
    zm_fail(p->error, ZM_WRONG, "%.200s: %s", zm_buffer_string(&text), why);
    zm_buffer_free(&text);
    return ZM_WRONG;
}

/* Decides a node by a search, which puts what it finds into the store of the guide. */
static enum zm_status search(struct prover *p, struct zm_bytes node, enum zm_verdict *verdict)
{
    void *state = NULL;
    enum zm_status status = zm_dfpn.open(&p->guide, &p->settings, &state, p->error);
    if (status != ZM_OK)
        return status;
    *verdict = zm_dfpn.decide(state, node);
    zm_dfpn.close(state);
    return *verdict == ZM_OPEN ? zm_fail(p->error, ZM_STOPPED, "stopped") : ZM_OK;
}

static size_t known_lost(struct prover *p, const struct zm_list *children)
{
    struct zm_value value;
    size_t i = 0;
    while (i < children->count &&
           !zm_store_get(p->own.store, ZM_KIND_LOST, zm_list_at(children, i), &value))
        i++;
    return i;
}

static enum zm_status prove_won(struct prover *p, struct zm_bytes node)
{
    struct zm_list children = {0};
    enum zm_status status = ZM_OK;
    enum zm_verdict verdict = p->proof.expand(p->proof.state, node, &children);
    if (verdict == ZM_OPEN && !zm_list_failed(&children)) {
        size_t lost = known_lost(p, &children);
        if (lost == children.count) {
            status = search(p, node, &verdict);
            lost = known_lost(p, &children);
        }
        if (status == ZM_OK)
            status = lost < children.count ? need(p, zm_list_at(&children, lost))
                                           : fail_node(p, node, "said to be won, and no move wins");
    } else if (verdict == ZM_LOST) {
        status = fail_node(p, node, "said to be won, and no move wins");
    }
    if (zm_list_failed(&children))
        status = zm_fail_memory(p->error);
    zm_list_free(&children);
    return status;
}

static enum zm_status prove_lost(struct prover *p, struct zm_bytes node)
{
    struct zm_list children = {0};
    enum zm_status status = ZM_OK;
    if (p->proof.expand(p->proof.state, node, &children) == ZM_WON)
        status = fail_node(p, node, "said to be lost, and a move wins");
    for (size_t i = 0; status == ZM_OK && i < children.count; i++)
        status = prove_won(p, zm_list_at(&children, i));
    if (zm_list_failed(&children))
        status = zm_fail_memory(p->error);
    zm_list_free(&children);
    return status;
}

static enum zm_status prove_waiting(struct prover *p)
{
    struct zm_buffer node = {0};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < p->waiting.count; i++) {
        zm_buffer_set(&node, zm_list_at(&p->waiting, i)); /* the list grows */
        status = node.failed ? zm_fail_memory(p->error) : prove_lost(p, zm_buffer_bytes(&node));
        if (status == ZM_OK && zm_run_poll(p->proof.run, 0, p->waiting.count))
            status = zm_fail(p->error, ZM_STOPPED, "stopped");
    }
    zm_buffer_free(&node);
    return status;
}

/* What an outcome says about the position when a draw counts as a win, and when it does not. */
static enum zm_status claim(struct prover *p, struct zm_bytes position, enum zm_outcome outcome)
{
    struct zm_buffer node = {0};
    enum zm_status status = ZM_OK;
    for (int draw_wins = 0; status == ZM_OK && draw_wins < 2; draw_wins++) {
        bool won = outcome == ZM_WIN || (outcome == ZM_DRAW && draw_wins);
        zm_buffer_clear(&node);
        zm_buffer_byte(&node, (uint8_t)draw_wins);
        zm_buffer_add(&node, position.data, position.size);
        struct zm_bytes bytes = zm_buffer_bytes(&node);
        if (node.failed)
            status = zm_fail_memory(p->error);
        else if (won)
            status = draw_wins && outcome == ZM_WIN ? ZM_OK : prove_won(p, bytes);
        else if (p->proof.lookup(p->proof.state, bytes) != ZM_LOST) /* by the rules */
            status = need(p, bytes);
    }
    zm_buffer_free(&node);
    return status;
}

static enum zm_status open_both(struct prover *p, const struct zm_question *question,
                                struct zm_run *run)
{
    struct zm_problem problem = {question->game, &question->settings, question->misere, run};
    enum zm_status status = p->calculation->open(&problem, &p->proving, p->error);
    problem.run = &p->own;
    if (status == ZM_OK)
        status = p->calculation->open(&problem, &p->guiding, p->error);
    if (status == ZM_OK)
        status = zm_settings_declare(&p->settings, zm_dfpn.params, p->error);
    if (status == ZM_OK) {
        p->calculation->space(p->proving, &p->proof);
        p->calculation->space(p->guiding, &p->guide);
    }
    return status;
}

enum zm_status zm_keep_lost(const struct zm_question *question, struct zm_run *run,
                            enum zm_outcome outcome, struct zm_store *kept, struct zm_error *error)
{
    struct zm_store *all = run->store;
    struct prover p = {.calculation = question->calculation, .error = error};
    zm_run_begin(&p.own);
    p.own.outer = run;
    p.own.store = zm_store_in_memory(all, ZM_KIND_LOST, error);
    if (p.own.store == NULL)
        return ZM_FAILED;
    run->store = kept;
    enum zm_status status = open_both(&p, question, run);
    if (status == ZM_OK)
        status = claim(&p, zm_buffer_bytes(&question->position), outcome);
    if (status == ZM_OK)
        status = prove_waiting(&p);
    if (p.proving != NULL)
        p.calculation->close(p.proving);
    if (p.guiding != NULL)
        p.calculation->close(p.guiding);
    zm_settings_free(&p.settings);
    zm_list_free(&p.waiting);
    zm_store_close(p.own.store);
    run->store = all;
    return status;
}
