/* Lost boards in a store; see lasting.h. */
#include "engines/domineering/lasting.h"

#include "store/store.h"

enum { MOST_BYTES = ZM_DOMINEERING_HEADER + ZM_DOMINEERING_CELLS };

static size_t cell_count(const struct zm_domino_shape *shape)
{
    return (size_t)shape->lines[ZM_LEFT] * shape->lines[ZM_RIGHT];
}

void zm_lost_board_keep(struct zm_run *run, const struct zm_domino_shape *shape,
                        struct zm_domino_board_key lost)
{
    if (run->store == NULL || !run->store->class->lasts)
        return;
    uint8_t position[MOST_BYTES] = {(uint8_t)lost.side, (uint8_t)shape->lines[ZM_LEFT],
                                    (uint8_t)shape->lines[ZM_RIGHT]};
    size_t cells = cell_count(shape);
    for (size_t i = 0; i < cells; i++)
        position[ZM_DOMINEERING_HEADER + i] = lost.cells >> i & 1;
    enum zm_status status = zm_store_stream(
        run->store, ZM_KIND_LOST, (struct zm_bytes){position, ZM_DOMINEERING_HEADER + cells},
        (struct zm_value){0});
    if (status != ZM_OK)
        zm_run_fail(run, status);
}

/* A store being read. */
struct reading {
    const struct zm_domino_shape *shape;
    void (*learn)(void *context, struct zm_domino_board_key lost);
    void *context;
};

/* Takes one entry; one of another size says nothing here. */
static bool read_one(void *context, struct zm_bytes key, struct zm_value value)
{
    (void)value;
    const struct reading *reading = context;
    const struct zm_domino_shape *shape = reading->shape;
    struct zm_domino_board board;
    struct zm_domino_images images;
    if (key.size != ZM_DOMINEERING_HEADER + cell_count(shape) || key.data[0] > ZM_RIGHT ||
        key.data[1] != shape->lines[ZM_LEFT] || key.data[2] != shape->lines[ZM_RIGHT])
        return true;
    zm_domino_board_read(&board, key);
    zm_domino_images_begin(shape, &board, &images);
    reading->learn(reading->context,
                   zm_domino_board_key(shape, &images, (enum zm_side)key.data[0]));
    return true;
}

void zm_lost_boards_read(struct zm_run *run, const struct zm_domino_shape *shape,
                         void (*learn)(void *context, struct zm_domino_board_key lost),
                         void *context)
{
    struct reading reading = {shape, learn, context};
    if (run->store != NULL && run->store->class->lasts)
        run->store->class->each(run->store, ZM_KIND_LOST, read_one, &reading);
}
