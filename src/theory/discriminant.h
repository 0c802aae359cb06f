/* Discriminants: telling two classes of vectors apart (won and lost positions, say) by what is
 * known of samples of both. The linear one takes the direction from the mean of the one class to
 * that of the other; the quadratic one (the normal-density discriminant of Lee and Mahajan's
 * Bill) also how each class is spread. */
#ifndef ZM_THEORY_DISCRIMINANT_H
#define ZM_THEORY_DISCRIMINANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZM_FEATURES = 16 };

/* A class: sums while samples come in, then its mean and the inverse of its covariance. */
struct zm_sample_class {
    double count; /* samples may count in part */
    double mean[ZM_FEATURES];
    double products[ZM_FEATURES][ZM_FEATURES];
    double inverse[ZM_FEATURES][ZM_FEATURES];
    double log_determinant;
};

struct zm_discriminant {
    unsigned features;
    struct zm_sample_class classes[2]; /* those that the answer is positive for, and the others */
    bool linear;                       /* the means differ */
    bool regular;                      /* no covariance had to be made invertible */
};

void zm_discriminant_begin(struct zm_discriminant *discriminant, unsigned features);
/* Adds a sample to a class, with a weight (a draw: half to each). */
void zm_discriminant_add(struct zm_discriminant *discriminant, const double *sample, bool positive,
                         double weight);
/* Makes means and covariances. A covariance without inverse gets a little on its diagonal. False: a
 * class has no samples. */
bool zm_discriminant_end(struct zm_discriminant *discriminant);

/* What a vector is worth; 0 in the middle between the means. */
double zm_linear_worth(const struct zm_discriminant *discriminant, const double *vector);
/* Half the difference of the distances, each measured by the spread of its class; `whole`: with the
 * logarithms of the determinants, which make it comparable between discriminants. */
double zm_quadratic_worth(const struct zm_discriminant *discriminant, const double *vector,
                          bool whole);
/* The chance of the positive class, 1 / (1 + exp(-worth)). */
double zm_worth_chance(double worth);
/* How much a feature says: the cosine between the linear direction and its axis. */
double zm_feature_relevance(const struct zm_discriminant *discriminant, unsigned feature);

#endif
