/* Texts of stores: a header and results, read into a store in memory. */
#include "care/key_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_store_header header;
    struct zm_key_owner owner;
    uint64_t count;
    FILE *file = size == 0 ? NULL : fmemopen((void *)data, size, "r");
    if (file == NULL)
        return 0;
    if (zm_store_text_header(file, &header, NULL) == ZM_OK) {
        struct zm_store *store = zm_memory_store(0);
        if (store != NULL && zm_key_owner_open(&header, &owner, NULL) == ZM_OK)
            zm_store_import(file, store, &owner.keys, &count, NULL);
        zm_key_owner_close(&owner);
        zm_store_close(store);
        zm_store_header_free(&header);
    }
    fclose(file);
    return 0;
}
