/* The constants of forward pruning (probcut.h), written by `zermelo tool othello probcut`: not
 * to be edited. First those of searches that stop before the end of the game. */
static const struct othello_margins othello_margins = {
    .terms = {{4.7164, -0.0349, 0.2811, -0.6005}, {11.1118, -0.3540, 0.0000, 0.0000}},
    .deviations = {{0.9329, 1.3775, 2.0013, 2.5488, 3.0599},
                   {1.0095, 1.4723, 1.9273, 2.3939, 2.6502}},
};
