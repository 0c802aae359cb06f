/* The files of the page, put into the binary when it is built (tools/embed.py makes assets.c). */
#ifndef ZM_WEB_ASSETS_H
#define ZM_WEB_ASSETS_H

#include <stddef.h>

struct zm_asset {
    const char *path; /* as asked for: "/style.css" */
    const char *type;
    const char *tag; /* changes with the contents (ETag) */
    const unsigned char *data;
    size_t size;
    const unsigned char *packed; /* the same by gzip */
    size_t packed_size;
};

extern const struct zm_asset zm_assets[]; /* ends with a NULL path */

#endif
