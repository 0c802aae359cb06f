/* Answers checked against web/openapi.json: the part of JSON Schema that the file uses. */
#ifndef ZM_TESTS_WEB_SCHEMA_H
#define ZM_TESTS_WEB_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

void schema_load(void);
void schema_free(void);
/* Fails the test when the answer to a request is not as described. */
void schema_check(const char *method, const char *path, int status, json_t *answer);
bool schema_documents(const char *method, const char *path);
size_t schema_operations(void);
/* Does docs/api.md have a heading for it? */
bool schema_in_manual(const char *method, const char *path);

#endif
