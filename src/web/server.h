/* What the rooms of the web front end know of the server they are in. */
#ifndef ZM_WEB_SERVER_H
#define ZM_WEB_SERVER_H

#include "web/web.h"

struct zm_clusters;
struct zm_archives;
struct zm_computations;
struct zm_history;
struct zm_knowledge;

const struct zm_web_config *zm_web_config(const struct zm_web *web);
const char *zm_web_version(void);
struct zm_archives *zm_web_archives(struct zm_web *web);
struct zm_knowledge *zm_web_knowledge(struct zm_web *web);
struct zm_history *zm_web_history(struct zm_web *web);
struct zm_computations *zm_web_computations(struct zm_web *web);
/* NULL: the server knows no cluster. */
struct zm_clusters *zm_web_clusters(struct zm_web *web);
/* The game of this name, one of the server's own or of the registry; NULL: there is none. */
const struct zm_game *zm_web_game(const struct zm_web *web, const char *name,
                                  struct zm_error *error);
/* The memory that one computation may take, in bytes. */
size_t zm_web_share(const struct zm_web *web);

#endif
