/* Locks on the file of a store; see use.h. */
#define _GNU_SOURCE /* locks of an open file description */
#include "store/use.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

/* A lock of the process would end when any descriptor of the file is closed. */
#ifdef F_OFD_SETLK
enum { SET_LOCK = F_OFD_SETLK, GET_LOCK = F_OFD_GETLK };
#else
enum { SET_LOCK = F_SETLK, GET_LOCK = F_GETLK };
#endif

enum { WRITERS, BLIND_READERS }; /* the two bytes */

static struct flock lock_of(short kind, int first, int count)
{
    return (struct flock){.l_type = kind,
                          .l_whence = SEEK_SET,
                          .l_start = (off_t)(INT64_C(1) << 62) + first,
                          .l_len = count};
}

/* Takes a lock that others of the same use share, and looks whether anybody has the other one: who
 * comes second sees the first, and when both come at once each may give way. */
static int share(int file, int own, int other)
{
    struct flock mine = lock_of(F_RDLCK, own, 1), theirs = lock_of(F_WRLCK, other, 1);
    if (fcntl(file, SET_LOCK, &mine) != 0)
        return errno;
    if (fcntl(file, GET_LOCK, &theirs) != 0)
        return errno;
    return theirs.l_type == F_UNLCK ? 0 : EAGAIN;
}

static int take(int file, enum zm_store_use use)
{
    struct flock both = lock_of(F_WRLCK, WRITERS, 2);
    if (use == ZM_USE_WRITE)
        return share(file, WRITERS, BLIND_READERS);
    if (use == ZM_USE_BLIND)
        return share(file, BLIND_READERS, WRITERS);
    return fcntl(file, SET_LOCK, &both) == 0 ? 0 : errno;
}

/* Is `path` still the file that was opened, or has another one taken its place? */
static bool is_current(int file, const char *path)
{
    struct stat opened, named;
    return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

int zm_store_use(const char *path, enum zm_store_use use, bool create, int *descriptor)
{
    int flags = O_CLOEXEC | (use == ZM_USE_BLIND ? O_RDONLY : O_RDWR) | (create ? O_CREAT : 0);
    for (int attempt = 0; attempt < 10; attempt++) {
        int file = open(path, flags, 0666);
        if (file < 0)
            return errno;
        int code = take(file, use);
        bool in_use = code == EAGAIN || code == EACCES;
        if (!in_use && is_current(file, path)) {
            *descriptor = file;
            return 0;
        }
        close(file);
        if (in_use)
            return EAGAIN;
    }
    return EAGAIN;
}
