/* scene_top.c - boxes summed by name, in one walk over their pre-order. */
#include "render/scene_top.h"

#include <stdlib.h>

#include "base/intern.h"

typedef struct summing {
    const fr_scene *scene;
    bool callers;    /* merged from the leaves: who owns a value stands on the root */
    fr_names *names; /* ids from 1 */
    uint32_t *id;    /* of each box's name */
    uint32_t *open;  /* how often a name is on the path to the box that is looked at */
    fr_scene_top_row *rows;
} summing;

static bool has_functions(const fr_scene *scene)
{
    static const char *const kinds[] = {"flame", "icicle", "callers"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], scene->what) == 0)
            return true;
    return false;
}

static bool name_boxes(summing *s)
{
    for (size_t i = 0; i < s->scene->n_boxes; i++) {
        s->id[i] = fr_names_add(s->names, fr_bytes_of(s->scene->boxes[i].name));
        if (s->id[i] == FR_NO_ID)
            return false;
    }
    return true;
}

static void add_box(summing *s, size_t i)
{
    const fr_box *box = &s->scene->boxes[i];
    fr_scene_top_row *row = &s->rows[s->id[i]];

    if (!row->name)
        *row = (fr_scene_top_row){.name = box->name, .fill = box->fill};
    if (s->open[s->id[i]] == 0)
        row->total += box->total;
    row->self += !s->callers ? box->self : box->row == 1 ? box->total : 0;
}

/* Sums of parts of the root's total: they cannot overflow. */
static void sum_boxes(summing *s)
{
    const fr_box *boxes = s->scene->boxes;
    size_t on_path = 0; /* the box whose path is open; 0: the root */

    for (size_t i = 1; i < s->scene->n_boxes; i++) {
        for (; on_path != boxes[i].parent; on_path = boxes[on_path].parent)
            s->open[s->id[on_path]]--;
        if (!boxes[i].rest)
            add_box(s, i);
        s->open[s->id[i]]++;
        on_path = i;
    }
}

static int by_self(const void *a, const void *b)
{
    const fr_scene_top_row *x = a, *y = b;

    if (x->self != y->self)
        return x->self > y->self ? -1 : 1;
    if (x->total != y->total)
        return x->total > y->total ? -1 : 1;
    return fr_bytes_compare(fr_bytes_of(x->name), fr_bytes_of(y->name));
}

/* The rows of the names that boxes under the root have, side by side. */
static size_t close_up(fr_scene_top_row *rows, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (rows[i].name)
            rows[kept++] = rows[i];
    return kept;
}

bool fr_scene_top_build(const fr_scene *scene, fr_scene_top *top)
{
    size_t n = has_functions(scene) ? scene->n_boxes : 0;
    summing s = {.scene = scene,
                 .callers = strcmp(scene->what, "callers") == 0,
                 .names = fr_names_new(),
                 .id = calloc(n + 1, sizeof(uint32_t)),
                 .open = calloc(n + 1, sizeof(uint32_t)),
                 .rows = calloc(n + 1, sizeof(fr_scene_top_row))};
    bool good = s.names && s.id && s.open && s.rows && (n == 0 || name_boxes(&s));

    *top = (fr_scene_top){0};
    if (good && n) {
        sum_boxes(&s);
        top->n = close_up(s.rows, n + 1);
        qsort(s.rows, top->n, sizeof *s.rows, by_self);
    }
    if (good)
        top->rows = s.rows;
    else
        free(s.rows);
    fr_names_free(s.names);
    free(s.id);
    free(s.open);
    return good;
}
