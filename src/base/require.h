/* Contracts: what a caller promises at the boundary of an interface (a precondition) or a callback
 * promises in return. Builds with -Dcontracts=true, two of those of `make test`, look at
 * every promise and end the program where one is broken; in all others a promise costs nothing, and
 * its text is compiled but not run. Input from outside is no promise: it is refused by an error. */
#ifndef ZM_BASE_REQUIRE_H
#define ZM_BASE_REQUIRE_H

#ifdef ZM_CONTRACTS
/* Says on standard error which promise was broken, and aborts. */
void zm_require_failed(const char *promise, const char *file, int line);
#define zm_require(promise) ((promise) ? (void)0 : zm_require_failed(#promise, __FILE__, __LINE__))
#else
#define zm_require(promise) ((void)sizeof((promise) ? 1 : 0))
#endif

#endif
