/* The triangles of a plane map (see mesh.h). Each boundary of a region is walked from one of its
 * spots all round, hub on the left; where a region has several, the walks are strung together by
 * lines from the first spot of one boundary to the first of the next, and what these lines enclose
 * on their other side gets a hub of its own. */
#include "games/sprouts/mesh.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

static unsigned add_line(struct zm_sprouts_mesh *mesh, unsigned from, unsigned to)
{
    mesh->lines[mesh->line_count][0] = from;
    mesh->lines[mesh->line_count][1] = to;
    return mesh->line_count++;
}

static unsigned add_triangle(struct zm_sprouts_mesh *mesh, const unsigned nodes[3],
                             const unsigned lines[3])
{
    struct zm_sprouts_triangle *triangle = &mesh->triangles[mesh->triangle_count];
    memcpy(triangle->nodes, nodes, sizeof triangle->nodes);
    memcpy(triangle->lines, lines, sizeof triangle->lines);
    return mesh->triangle_count++;
}

static unsigned spot_at(const struct zm_sprouts_mesh *mesh, unsigned corner)
{
    return mesh->spot_node[mesh->plane->drawing->written[corner]];
}

static unsigned middle_at(const struct zm_sprouts_mesh *mesh, unsigned corner)
{
    return mesh->curve_node[mesh->plane->curve[corner]];
}

/* How much hangs on a boundary: the corners that one comes to without crossing its region. */
static unsigned weigh(const struct zm_sprouts_plane *plane, unsigned boundary)
{
    const struct zm_sprouts_drawing *drawing = plane->drawing;
    uint16_t queue[ZM_SPROUTS_BOUNDARIES];
    bool met[ZM_SPROUTS_BOUNDARIES] = {false};
    unsigned count = 0, weight = 0;
    queue[count++] = (uint16_t)boundary;
    met[boundary] = true;
    for (unsigned i = 0; i < count; i++) {
        unsigned b = queue[i], r = plane->region[b], first = drawing->regions[r].first;
        for (unsigned c = zm_sprouts_drawn_start(drawing, b); c < drawing->ends[b]; c++) {
            weight++;
            for (unsigned at = plane->around[c]; at != c; at = plane->around[at])
                if (!met[plane->boundary[at]]) {
                    met[plane->boundary[at]] = true;
                    queue[count++] = plane->boundary[at];
                }
        }
        for (unsigned o = first; i > 0 && o < first + drawing->regions[r].count; o++)
            if (!met[o]) {
                met[o] = true;
                queue[count++] = (uint16_t)o;
            }
    }
    return weight;
}

/* The outer region is the one whose heaviest boundary is lightest; of several, the one with most to
 * see. False: nothing is on this sphere. */
static bool choose_outer(struct zm_sprouts_mesh *mesh)
{
    const struct zm_sprouts_plane *plane = mesh->plane;
    const struct zm_sprouts_drawing *drawing = plane->drawing;
    unsigned least = NONE, most = 0;
    for (unsigned r = 0; r < drawing->region_count; r++) {
        unsigned first = drawing->regions[r].first, count = drawing->regions[r].count;
        if (plane->sphere[r] != mesh->sphere || count == 0)
            continue;
        unsigned heaviest = 0;
        for (unsigned b = first; b < first + count; b++) {
            mesh->weights[b] = weigh(plane, b);
            heaviest = mesh->weights[b] > heaviest ? mesh->weights[b] : heaviest;
        }
        unsigned corners =
            drawing->ends[first + count - 1] - zm_sprouts_drawn_start(drawing, first);
        if (heaviest < least || (heaviest == least && corners > most)) {
            least = heaviest;
            most = corners;
            mesh->outer = r;
        }
    }
    return least != NONE;
}

static void add_nodes(struct zm_sprouts_mesh *mesh)
{
    const struct zm_sprouts_plane *plane = mesh->plane;
    const struct zm_sprouts_drawing *drawing = plane->drawing;
    memset(mesh->spot_node, 0xff, sizeof mesh->spot_node);
    memset(mesh->curve_node, 0xff, sizeof mesh->curve_node);
    for (unsigned r = 0; r < drawing->region_count; r++) {
        unsigned first = drawing->regions[r].first, count = drawing->regions[r].count;
        if (plane->sphere[r] != mesh->sphere || count == 0)
            continue;
        unsigned end = drawing->ends[first + count - 1];
        for (unsigned c = zm_sprouts_drawn_start(drawing, first); c < end; c++) {
            unsigned *spot = &mesh->spot_node[drawing->written[c]];
            unsigned *middle = &mesh->curve_node[plane->curve[c]];
            if (*spot == NONE)
                *spot = mesh->node_count++;
            if (*middle == NONE)
                *middle = mesh->node_count++;
        }
        mesh->hub[r] = mesh->node_count++;
        mesh->other_hub[r] = count > 1 ? mesh->node_count++ : NONE;
    }
}

static void add_rays(struct zm_sprouts_mesh *mesh, unsigned region, unsigned boundary)
{
    const struct zm_sprouts_drawing *drawing = mesh->plane->drawing;
    unsigned start = zm_sprouts_drawn_start(drawing, boundary), hub = mesh->hub[region];
    for (unsigned c = start; c < drawing->ends[boundary]; c++) {
        struct zm_sprouts_sector *sector = &mesh->sectors[c];
        sector->half = add_line(mesh, spot_at(mesh, c), middle_at(mesh, c));
        sector->sight = add_line(mesh, middle_at(mesh, c), hub);
        sector->ray = sector->last_ray = add_line(mesh, spot_at(mesh, c), hub);
    }
    if (drawing->regions[region].count > 1)
        mesh->sectors[start].last_ray = add_line(mesh, spot_at(mesh, start), hub);
}

/* The outer circle: each triangle round the outer hub, after the line by which it is entered. */
static void extend_rim(struct zm_sprouts_mesh *mesh, unsigned region, unsigned line,
                       unsigned triangle, double width)
{
    if (region != mesh->outer)
        return;
    mesh->widths[mesh->rim_count] = width;
    mesh->rim[mesh->rim_count++] = mesh->node_count + line;
    mesh->widths[mesh->rim_count] = width;
    mesh->rim[mesh->rim_count++] = triangle;
}

static void add_fan(struct zm_sprouts_mesh *mesh, unsigned region, unsigned boundary)
{
    const struct zm_sprouts_plane *plane = mesh->plane;
    unsigned start = zm_sprouts_drawn_start(plane->drawing, boundary), hub = mesh->hub[region];
    unsigned corner = start, size = plane->drawing->ends[boundary] - start;
    double width = (double)mesh->weights[boundary] / size;
    do {
        struct zm_sprouts_sector *sector = &mesh->sectors[corner];
        unsigned next = plane->next[corner], middle = middle_at(mesh, corner);
        unsigned half = mesh->sectors[zm_sprouts_across(plane, corner)].half;
        unsigned ray = mesh->sectors[next].last_ray;
        sector->before = add_triangle(mesh, (unsigned[]){spot_at(mesh, corner), middle, hub},
                                      (unsigned[]){sector->half, sector->sight, sector->ray});
        extend_rim(mesh, region, sector->ray, sector->before, width);
        sector->after = add_triangle(mesh, (unsigned[]){middle, spot_at(mesh, next), hub},
                                     (unsigned[]){half, ray, sector->sight});
        extend_rim(mesh, region, sector->sight, sector->after, width);
        corner = next;
    } while (corner != start);
}

static void add_region(struct zm_sprouts_mesh *mesh, unsigned region)
{
    const struct zm_sprouts_drawing *drawing = mesh->plane->drawing;
    unsigned first = drawing->regions[region].first, count = drawing->regions[region].count;
    unsigned other = mesh->other_hub[region], first_spoke = NONE, spoke = NONE;
    for (unsigned i = 0; i < count; i++) {
        unsigned from = zm_sprouts_drawn_start(drawing, first + i);
        unsigned to = zm_sprouts_drawn_start(drawing, first + (i + 1) % count);
        add_fan(mesh, region, first + i);
        if (count == 1)
            return;
        if (i == 0)
            first_spoke = spoke = add_line(mesh, spot_at(mesh, from), other);
        unsigned next = i + 1 == count ? first_spoke : add_line(mesh, spot_at(mesh, to), other);
        unsigned link = add_line(mesh, spot_at(mesh, from), spot_at(mesh, to));
        unsigned last = mesh->sectors[from].last_ray, in = mesh->sectors[to].ray;
        unsigned inner = add_triangle(
            mesh, (unsigned[]){spot_at(mesh, from), spot_at(mesh, to), mesh->hub[region]},
            (unsigned[]){link, in, last});
        extend_rim(mesh, region, last, inner, 1);
        unsigned outer =
            add_triangle(mesh, (unsigned[]){spot_at(mesh, to), spot_at(mesh, from), other},
                         (unsigned[]){link, spoke, next});
        mesh->bridges[first + i] = (struct zm_sprouts_bridge){link, inner, outer, spoke};
        spoke = next;
    }
}

/* From numbers of lines and triangles to nodes of the subdivision. */
static void number_nodes(struct zm_sprouts_mesh *mesh)
{
    unsigned lines = mesh->node_count, triangles = lines + mesh->line_count;
    for (unsigned c = 0; c < mesh->plane->drawing->written_count; c++) {
        struct zm_sprouts_sector *sector = &mesh->sectors[c];
        sector->half += lines;
        sector->ray += lines;
        sector->last_ray += lines;
        sector->sight += lines;
        sector->before += triangles;
        sector->after += triangles;
    }
    for (unsigned b = 0; b < mesh->plane->drawing->boundary_count; b++) {
        struct zm_sprouts_bridge *bridge = &mesh->bridges[b];
        bridge->link += lines;
        bridge->spoke += lines;
        bridge->inner += triangles;
        bridge->outer += triangles;
    }
    for (unsigned i = 1; i < mesh->rim_count; i += 2)
        mesh->rim[i] += triangles;
}

bool zm_sprouts_mesh_build(const struct zm_sprouts_plane *plane, unsigned sphere,
                           struct zm_sprouts_mesh *mesh)
{
    const struct zm_sprouts_drawing *drawing = plane->drawing;
    memset(mesh, 0, sizeof *mesh);
    mesh->plane = plane;
    mesh->sphere = sphere;
    if (!choose_outer(mesh))
        return false;
    add_nodes(mesh);
    /* Per corner three lines and two triangles, per boundary three lines and two triangles. */
    size_t most = 3 * ((size_t)drawing->written_count + drawing->boundary_count) + 1;
    mesh->lines = calloc(most, sizeof *mesh->lines);
    mesh->triangles = calloc(most, sizeof *mesh->triangles);
    mesh->rim = calloc(2 * most, sizeof *mesh->rim);
    mesh->widths = calloc(2 * most, sizeof *mesh->widths);
    if (mesh->lines == NULL || mesh->triangles == NULL || mesh->rim == NULL || mesh->widths == NULL)
        return false;
    for (unsigned b = 0; b < drawing->boundary_count; b++)
        if (plane->sphere[plane->region[b]] == sphere)
            add_rays(mesh, plane->region[b], b);
    for (unsigned r = 0; r < drawing->region_count; r++)
        if (plane->sphere[r] == sphere)
            add_region(mesh, r);
    number_nodes(mesh);
    mesh->points = calloc(zm_sprouts_mesh_size(mesh), sizeof *mesh->points);
    return mesh->points != NULL;
}

void zm_sprouts_mesh_free(struct zm_sprouts_mesh *mesh)
{
    free(mesh->lines);
    free(mesh->triangles);
    free(mesh->rim);
    free(mesh->widths);
    free(mesh->points);
}
