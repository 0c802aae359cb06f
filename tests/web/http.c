/* A small HTTP client; see http.h. */
#include "web/http.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int http_connect(uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct timeval limit = {.tv_sec = 60};
    int one = 1, file = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (file < 0 || connect(file, (struct sockaddr *)&address, sizeof address) != 0) {
        if (file >= 0)
            close(file);
        return -1;
    }
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return file;
}

void http_open(struct http *http, uint16_t port)
{
    *http = (struct http){.port = port, .socket = -1};
}

static void hang_up(struct http *http)
{
    if (http->socket >= 0)
        close(http->socket);
    http->socket = -1;
    zm_buffer_clear(&http->in);
}

void http_close(struct http *http)
{
    hang_up(http);
    zm_buffer_free(&http->in);
    zm_buffer_free(&http->body);
    zm_buffer_free(&http->head);
}

static bool receive(struct http *http)
{
    char block[16384];
    ssize_t got = recv(http->socket, block, sizeof block, 0);
    if (got > 0)
        zm_buffer_add(&http->in, block, (size_t)got);
    return got > 0;
}

static size_t content_length(const char *head)
{
    for (const char *line = head; line != NULL; line = strstr(line, "\r\n")) {
        line += line == head ? 0 : 2;
        if (strncasecmp(line, "Content-Length:", 15) == 0)
            return strtoul(line + 15, NULL, 10);
    }
    return 0;
}

int http_raw(struct http *http, const void *data, size_t size)
{
    if (http->socket < 0)
        http->socket = http_connect(http->port);
    if (http->socket < 0)
        return -1;
    for (size_t sent = 0; sent < size;) {
        ssize_t now = send(http->socket, (const char *)data + sent, size - sent, MSG_NOSIGNAL);
        if (now <= 0)
            break; /* closed on us: there may be a response all the same */
        sent += (size_t)now;
    }
    char *end;
    while ((end = strstr(zm_buffer_string(&http->in), "\r\n\r\n")) == NULL)
        if (!receive(http)) {
            hang_up(http);
            return 0;
        }
    size_t head = (size_t)(end - zm_buffer_string(&http->in)) + 4;
    zm_buffer_set(&http->head, zm_bytes(http->in.data, head));
    int status = atoi(zm_buffer_string(&http->head) + 9);
    bool no_body = status == 304 || (size >= 5 && memcmp(data, "HEAD ", 5) == 0);
    size_t length = no_body ? 0 : content_length(zm_buffer_string(&http->head));
    while (http->in.size < head + length)
        if (!receive(http))
            break;
    zm_buffer_set(&http->body, zm_bytes(http->in.data + head, http->in.size - head));
    bool closing = strstr(zm_buffer_string(&http->head), "Connection: close") != NULL;
    zm_buffer_clear(&http->in);
    if (closing)
        hang_up(http);
    return status;
}

int http_ask(struct http *http, const char *method, const char *path, const char *headers,
             const char *body)
{
    struct zm_buffer request = {0};
    zm_buffer_format(&request, "%s %s HTTP/1.1\r\n", method, path);
    if (strstr(headers, "Host:") == NULL)
        zm_buffer_format(&request, "Host: 127.0.0.1:%u\r\n", http->port);
    if (body != NULL && strstr(headers, "Content-Type:") == NULL)
        zm_buffer_text(&request, "Content-Type: application/json\r\n");
    if (body != NULL)
        zm_buffer_format(&request, "Content-Length: %zu\r\n", strlen(body));
    zm_buffer_text(&request, headers);
    zm_buffer_text(&request, "\r\n");
    zm_buffer_text(&request, body == NULL ? "" : body);
    int status = http_raw(http, request.data, request.size);
    zm_buffer_free(&request);
    return status;
}
