/* The rules of traces in Go: what a move depends on, and what keeps the stones of a trace where they
 * are. threats.h says which property they give. */
#ifndef ZM_ENGINES_GO_TACTICS_TRACE_H
#define ZM_ENGINES_GO_TACTICS_TRACE_H

#include "engines/go/tactics/field.h"

/* Adds what the last move depends on: its point, and for captures the stones that were taken and all
 * around them; with `legal` also its chain and a liberty of that, which make it legal. */
void go_trace_add_move(const struct go_field *field, bool legal, struct go_points *trace);
/* Adds why a colour cannot play on an empty point, which would be suicide. */
void go_trace_add_suicide(const struct go_field *field, uint16_t point, uint8_t colour,
                          struct go_points *trace);
/* Adds to every stone its chain and a liberty. */
void go_trace_close(const struct go_field *field, struct go_points *trace);

#endif
