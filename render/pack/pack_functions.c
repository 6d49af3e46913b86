/* pack_functions.c - name, both amounts and fill of each function. */
#include "render/pack/pack_functions.h"

#include "render/pack/pack_bytes.h"
#include "render/pack/pack_changes.h"

static void put_amount(fr_output *out, const fr_change *c)
{
    fr_pack_varint(out, (uint64_t)c->base);
    fr_pack_varint(out, (uint64_t)c->new_);
    fr_pack_judged(out, c);
}

static void put_functions(const fr_sides *s, fr_output *out)
{
    fr_pack_varint(out, s->n_all_functions);
    fr_pack_varint(out, s->n_functions);
    for (size_t i = 0; i < s->n_functions; i++) {
        const fr_side_function *f = &s->functions[i];
        size_t len = strlen(f->name);
        fr_pack_varint(out, len);
        fr_put(out, (fr_bytes){f->name, len});
        put_amount(out, &f->total);
        put_amount(out, &f->self);
        fr_pack_varint(out, f->fill);
    }
}

fr_bytes fr_pack_functions(const fr_sides *sides)
{
    fr_output *out = fr_output_memory();
    fr_bytes whole = {NULL, 0};

    if (out) {
        put_functions(sides, out);
        whole = fr_pack_container("FRFN", out);
    }
    fr_output_free(out);
    return whole;
}
