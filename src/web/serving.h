/* How to serve: the options of `zermelo serve` and of the library's zermelo_serve, made into what
 * the server needs to know. */
#ifndef ZM_WEB_SERVING_H
#define ZM_WEB_SERVING_H

#include "base/buffer.h"
#include "base/params.h"
#include "cluster/link.h"
#include "web/web.h"

extern const struct zm_param zm_serving_params[];

struct zm_serving {
    struct zm_web_config config; /* its texts belong to the settings */
    char token[33];              /* one that was made, since other machines may come */
    struct zm_link_address cluster;
};

/* Reads settings, which were declared with zm_serving_params and stay as long as the server, as
 * does what is read. */
enum zm_status zm_serving_read(const struct zm_settings *settings, struct zm_serving *serving,
                               struct zm_error *error);
void zm_serving_free(struct zm_serving *serving);
/* Appends the address for a browser, with the token. */
void zm_serving_address(const struct zm_web_config *config, const char *host, uint16_t port,
                        struct zm_buffer *text);

#endif
