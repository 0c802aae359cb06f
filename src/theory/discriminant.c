/* Discriminants of two classes; see discriminant.h. */
#include "theory/discriminant.h"

#include <math.h>
#include <string.h>

void zm_discriminant_begin(struct zm_discriminant *discriminant, unsigned features)
{
    memset(discriminant, 0, sizeof *discriminant);
    discriminant->features = features;
}

void zm_discriminant_add(struct zm_discriminant *discriminant, const double *sample, bool positive,
                         double weight)
{
    struct zm_sample_class *to = &discriminant->classes[positive ? 0 : 1];
    to->count += weight;
    for (unsigned i = 0; i < discriminant->features; i++) {
        to->mean[i] += weight * sample[i];
        for (unsigned k = 0; k < discriminant->features; k++)
            to->products[i][k] += weight * sample[i] * sample[k];
    }
}

typedef double matrix[ZM_FEATURES][ZM_FEATURES];

/* Inverts a symmetric matrix by Gauss and Jordan; false: it has no inverse. */
static bool invert(matrix from, unsigned size, matrix inverse, double *log_determinant)
{
    matrix a;
    memcpy(a, from, sizeof(matrix));
    memset(inverse, 0, sizeof(matrix));
    for (unsigned i = 0; i < size; i++)
        inverse[i][i] = 1;
    *log_determinant = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned pivot = i;
        for (unsigned k = i + 1; k < size; k++)
            pivot = fabs(a[k][i]) > fabs(a[pivot][i]) ? k : pivot;
        if (fabs(a[pivot][i]) < 1e-9)
            return false;
        for (unsigned j = 0; j < size; j++) {
            double x = a[i][j], y = inverse[i][j];
            a[i][j] = a[pivot][j];
            inverse[i][j] = inverse[pivot][j];
            a[pivot][j] = pivot == i ? a[i][j] : x;
            inverse[pivot][j] = pivot == i ? inverse[i][j] : y;
        }
        double scale = a[i][i];
        *log_determinant += log(fabs(scale));
        for (unsigned j = 0; j < size; j++) {
            a[i][j] /= scale;
            inverse[i][j] /= scale;
        }
        for (unsigned k = 0; k < size; k++) {
            double factor = a[k][i];
            for (unsigned j = 0; k != i && j < size; j++) {
                a[k][j] -= factor * a[i][j];
                inverse[k][j] -= factor * inverse[i][j];
            }
        }
    }
    return true;
}

/* The covariance, and its inverse; returns whether it had one as it was. */
static bool end_class(struct zm_sample_class *of, unsigned size)
{
    matrix covariance;
    memset(covariance, 0, sizeof covariance);
    for (unsigned i = 0; i < size; i++)
        of->mean[i] /= of->count;
    for (unsigned i = 0; i < size; i++)
        for (unsigned k = 0; k < size; k++)
            covariance[i][k] = of->products[i][k] / of->count - of->mean[i] * of->mean[k];
    bool regular = true;
    while (!invert(covariance, size, of->inverse, &of->log_determinant)) {
        regular = false;
        for (unsigned i = 0; i < size; i++)
            covariance[i][i] += 1e-3;
    }
    return regular;
}

bool zm_discriminant_end(struct zm_discriminant *discriminant)
{
    struct zm_sample_class *classes = discriminant->classes;
    if (classes[0].count <= 0 || classes[1].count <= 0)
        return false;
    bool first = end_class(&classes[0], discriminant->features);
    discriminant->regular = end_class(&classes[1], discriminant->features) && first;
    for (unsigned i = 0; i < discriminant->features; i++)
        discriminant->linear |= fabs(classes[0].mean[i] - classes[1].mean[i]) > 1e-12;
    return true;
}

double zm_linear_worth(const struct zm_discriminant *discriminant, const double *vector)
{
    const double *g = discriminant->classes[0].mean, *p = discriminant->classes[1].mean;
    double worth = 0;
    for (unsigned i = 0; i < discriminant->features; i++)
        worth += (vector[i] - (g[i] + p[i]) / 2) * (g[i] - p[i]) / 2;
    return worth;
}

/* The square of the distance from a class, measured by its spread (Mahalanobis). */
static double distance(const struct zm_sample_class *from, unsigned size, const double *vector)
{
    double sum = 0;
    for (unsigned i = 0; i < size; i++)
        for (unsigned k = 0; k < size; k++)
            sum += (vector[i] - from->mean[i]) * from->inverse[i][k] * (vector[k] - from->mean[k]);
    return sum;
}

double zm_quadratic_worth(const struct zm_discriminant *discriminant, const double *vector,
                          bool whole)
{
    const struct zm_sample_class *classes = discriminant->classes;
    double worth = distance(&classes[1], discriminant->features, vector) -
                   distance(&classes[0], discriminant->features, vector);
    if (whole)
        worth += classes[1].log_determinant - classes[0].log_determinant;
    return worth / 2;
}

double zm_worth_chance(double worth)
{
    return 1 / (1 + exp(-worth));
}

double zm_feature_relevance(const struct zm_discriminant *discriminant, unsigned feature)
{
    const double *g = discriminant->classes[0].mean, *p = discriminant->classes[1].mean;
    double length = 0;
    for (unsigned i = 0; i < discriminant->features; i++)
        length += (g[i] - p[i]) * (g[i] - p[i]);
    return length == 0 ? 0 : (g[feature] - p[feature]) / sqrt(length);
}
