/* A small HTTP client for the tests of the server: one connection, one request after the other. */
#ifndef ZM_TESTS_WEB_HTTP_H
#define ZM_TESTS_WEB_HTTP_H

#include "base/buffer.h"

struct http {
    uint16_t port;
    int socket;
    struct zm_buffer in; /* what was received and not used */
    struct zm_buffer body;
    struct zm_buffer head;
};

void http_open(struct http *http, uint16_t port);
void http_close(struct http *http);
/* Connects, or -1. */
int http_connect(uint16_t port);
/* Sends bytes as they are and reads a response; its status, or 0 when the connection was closed (it
 * is opened again by the next call). */
int http_raw(struct http *http, const void *data, size_t size);
/* A request as a browser would send it; `body` NULL: none; `headers` ("Name: value\r\n" lines) may
 * be "". */
int http_ask(struct http *http, const char *method, const char *path, const char *headers,
             const char *body);

#endif
