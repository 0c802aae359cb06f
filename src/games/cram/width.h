/* Code that is made twice, for words of 64 and of 128 bits, as PCRE2 is made for each width of a
 * character: a file that defines ZM_CRAM_BITS and includes this one has WIDTH(name) for what exists
 * in both widths, name_64 and name_128. It may be included again, with another width. */
#include "games/cram/words.h"

#undef WIDTH
#if ZM_CRAM_BITS == 64
#define WIDTH(name) name##_64
#elif ZM_CRAM_BITS == 128
#define WIDTH(name) name##_128
#else
#error "ZM_CRAM_BITS is 64 or 128"
#endif
