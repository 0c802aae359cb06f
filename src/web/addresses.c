/* Addresses of the network interfaces; see addresses.h. */
#include "web/addresses.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

enum { MOST_ADDRESSES = 64 };

static void add(const char *text, struct zm_list *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        if (zm_bytes_equal(zm_list_at(texts, i), zm_bytes(text, strlen(text) + 1)))
            return;
    if (texts->count < MOST_ADDRESSES)
        zm_list_add(texts, zm_bytes(text, strlen(text) + 1)); /* with its NUL: a C string */
}

/* Addresses of one link (fe80::) need the name of the link, which browsers do not take. */
static void add_interface(const struct sockaddr *address, bool six, struct zm_list *texts)
{
    char text[INET6_ADDRSTRLEN] = "";
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)address;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)address;
    if (address == NULL)
        return;
    if (address->sa_family == AF_INET)
        inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text);
    else if (address->sa_family == AF_INET6 && six && !IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr))
        inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text);
    if (text[0] != 0)
        add(text, texts);
}

void zm_web_addresses(const char *address, struct zm_list *texts)
{
    struct in6_addr six;
    struct in_addr four;
    bool any6 = inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_UNSPECIFIED(&six);
    bool any4 = inet_pton(AF_INET, address, &four) == 1 && four.s_addr == htonl(INADDR_ANY);
    struct ifaddrs *all = NULL;
    if (!any4 && !any6) {
        add(address, texts);
        return;
    }
    add("127.0.0.1", texts); /* a socket for all of IPv6 takes IPv4 as well */
    if (any6)
        add("::1", texts);
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *each = all; each != NULL; each = each->ifa_next)
        add_interface(each->ifa_addr, any6, texts);
    freeifaddrs(all);
}

enum zm_status zm_web_listen(const char *address, uint16_t port, int *made, uint16_t *bound,
                             struct zm_error *error)
{
    struct sockaddr_storage storage = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&storage;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&storage;
    socklen_t size = sizeof storage;
    int one = 1;
    if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        size = sizeof *six;
    } else if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        size = sizeof *four;
    } else {
        return zm_fail(error, ZM_BAD_INPUT, "--listen: '%s' is not an address like 192.168.1.5",
                       address);
    }
    *made = socket(storage.ss_family, SOCK_STREAM, 0);
    if (*made >= 0)
        setsockopt(*made, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (*made < 0 || bind(*made, (struct sockaddr *)&storage, size) != 0 || listen(*made, 256) != 0)
        return zm_fail(error, ZM_FAILED, "%s port %u cannot be listened on: %s", address, port,
                       strerror(errno));
    size = sizeof storage;
    getsockname(*made, (struct sockaddr *)&storage, &size);
    *bound = ntohs(storage.ss_family == AF_INET6 ? six->sin6_port : four->sin_port);
    return ZM_OK;
}
