#include "games/dots/dots.h"
const struct zm_picture zm_dots_picture = {0};
