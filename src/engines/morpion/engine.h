/* What the engine of Morpion solitaire brings: searches, calculations, tools. */
#ifndef ZM_ENGINES_MORPION_ENGINE_H
#define ZM_ENGINES_MORPION_ENGINE_H

#include "engines/engine.h"

extern const struct zm_search zm_morpion_complete; /* explore.c */
extern const struct zm_param zm_morpion_complete_params[];
extern const struct zm_search zm_morpion_nrpa;    /* nrpa.c */
extern const struct zm_search zm_morpion_perturb; /* perturb.c */
extern const struct zm_search zm_morpion_mc_beam; /* mc_beam.c */
extern const struct zm_search zm_morpion_evolve;  /* evolve.c */

extern const struct zm_tool zm_morpion_backward_tool; /* tools.c */
extern const struct zm_tool zm_morpion_dbs_tool;
extern const struct zm_tool zm_morpion_graph_tool;
extern const struct zm_tool zm_morpion_picture_tool; /* record_tools.c */
extern const struct zm_tool zm_morpion_text_tool;
extern const struct zm_tool zm_morpion_pentasol_tool;
extern const struct zm_tool zm_morpion_json_tool;
extern const struct zm_tool zm_morpion_random_tool;
extern const struct zm_tool zm_morpion_curve_tool; /* store_tools.c */
extern const struct zm_tool zm_morpion_tasks_tool;

#endif
