/* The constants of forward pruning (probcut.h), written by `zermelo tool othello probcut`: not
 * to be edited. First those of searches that stop before the end of the game. */
static const struct othello_margins othello_margins = {
    .terms = {{5.2208, -0.0478, 0.3265, -0.6303}, {11.3418, -0.3638, 0.0000, 0.0000}},
    .deviations = {{0.9067, 1.4094, 2.0753, 2.7398, 3.3048},
                   {0.9452, 1.4442, 1.9185, 2.5655, 2.8159}},
};
