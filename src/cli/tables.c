/* The tables of parameters: all of the program, or those that a command takes, one after the other.
 * Options, completion and the manual are made from them. */
#include "cli/cli.h"

#include "think/player.h"

#include <string.h>

/* Whoever looks, and whether it has seen enough. */
struct looking {
    zm_visit_table *visit;
    void *context;
    bool ended;
};

static void look(struct looking *looking, const struct zm_param *table)
{
    if (!looking->ended && table != NULL)
        looking->ended = looking->visit(looking->context, table);
}

static void look_at_games(struct looking *looking)
{
    for (size_t i = 0; zm_games[i] != NULL; i++)
        look(looking, zm_games[i]->params);
}

static void look_at_axes(struct looking *looking)
{
    for (size_t i = 0; zm_calculations[i] != NULL; i++)
        look(looking, zm_calculations[i]->params);
    for (size_t i = 0; zm_searches[i] != NULL; i++)
        look(looking, zm_searches[i]->params);
}

static void look_at_engines(struct looking *looking)
{
    for (size_t i = 0; zm_engines[i] != NULL; i++) {
        const struct zm_calculation *const *made = zm_engines[i]->calculations;
        for (size_t k = 0; made != NULL && made[k] != NULL; k++)
            look(looking, made[k]->params);
        const struct zm_search *const *searches = zm_engines[i]->searches;
        for (size_t k = 0; searches != NULL && searches[k] != NULL; k++)
            look(looking, searches[k]->params);
    }
}

static void look_at_players(struct looking *looking)
{
    for (size_t i = 0; zm_players[i] != NULL; i++)
        look(looking, zm_players[i]->params);
    for (size_t i = 0; zm_engines[i] != NULL; i++) {
        const struct zm_player *const *players = zm_engines[i]->players;
        for (size_t k = 0; players != NULL && players[k] != NULL; k++)
            look(looking, players[k]->params);
    }
}

static void look_at_tools(struct looking *looking)
{
    for (size_t i = 0; zm_engines[i] != NULL; i++) {
        const struct zm_tool *const *tools = zm_engines[i]->tools;
        for (size_t k = 0; tools != NULL && tools[k] != NULL; k++)
            look(looking, tools[k]->params);
    }
}

bool zm_each_table(zm_visit_table *visit, void *context)
{
    struct looking looking = {visit, context, false};
    look(&looking, zm_question_params);
    for (size_t i = 0; zm_commands[i] != NULL; i++)
        look(&looking, zm_commands[i]->params);
    look_at_games(&looking);
    look_at_axes(&looking);
    look_at_engines(&looking);
    look_at_players(&looking);
    look_at_tools(&looking);
    return looking.ended;
}

bool zm_command_takes(const struct zm_command *command, const char *name)
{
    for (const struct zm_param *at = command->params; at != NULL && at->name != NULL; at++)
        if (strcmp(at->name, name) == 0)
            return true;
    return false;
}

bool zm_each_table_of(const struct zm_command *command, zm_visit_table *visit, void *context)
{
    struct looking looking = {visit, context, false};
    look(&looking, command->params);
    if (command->asks) {
        look(&looking, zm_question_params);
        look_at_games(&looking);
        look_at_engines(&looking);
        look_at_axes(&looking);
    } else if (command->of_game) {
        look_at_games(&looking);
    }
    return looking.ended;
}
