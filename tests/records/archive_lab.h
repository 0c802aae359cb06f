/* An archive in a temporary file, for tests: filled file by file, and opened. */
#ifndef ZM_TESTS_RECORDS_ARCHIVE_LAB_H
#define ZM_TESTS_RECORDS_ARCHIVE_LAB_H

#include "records/archive.h"

extern char lab_path[64];

/* For cmocka: names the file; removes it. */
int lab_begin(void **unused);
int lab_end(void **unused);
/* Imports one file; sets `report`. Returns the status, with the error. `game`: NULL, or what the
 * user says that it has games of. */
enum zm_status lab_import(const char *name, struct zm_bytes file, const char *game,
                          struct zm_buffer *report, struct zm_error *error);
struct zm_archive *lab_open(void);

#endif
