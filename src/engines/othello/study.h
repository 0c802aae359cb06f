/* Games and books of Othello for who studies them. */
#ifndef ZM_ENGINES_OTHELLO_STUDY_H
#define ZM_ENGINES_OTHELLO_STUDY_H

#include "engines/study.h"

extern const struct zm_study othello_study;

#endif
