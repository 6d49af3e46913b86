/* jfr_record.c - reads a record by the plan of its class: each step takes a field, whatever the order is. */
#include "formats/jfr/jfr.h"

fr_jfr_run fr_jfr_run_of(const fr_jfr *j, const fr_jfr_class *class)
{
    const fr_jfr_op *ops = j->types.ops.items;
    fr_jfr_run run = {.depth = 0};

    if (!class || !class->n_ops)
        return run;
    run.first = ops;
    run.at = ops + class->first_op;
    run.end = run.at + class->n_ops;
    return run;
}

static void take_text(fr_jfr_cursor *c, uint16_t role, fr_jfr_record *record)
{
    fr_jfr_string string = fr_jfr_take_string(c);

    if (role == FR_JFR_NAME)
        record->name = string;
    else if (role == FR_JFR_OTHER_NAME)
        record->other_name = string;
}

static void begin_array(fr_jfr_run *run, fr_jfr_cursor *c, const fr_jfr_op *op)
{
    uint64_t n = fr_jfr_number(c);

    if (n == 0)
        run->at = run->first + op->target;
    else
        run->left[run->depth++] = n;
}

/* True where an element of frames has ended. */
static bool end_element(fr_jfr_run *run, const fr_jfr_op *op)
{
    if (--run->left[run->depth - 1] > 0)
        run->at = run->first + op->target + 1;
    else
        run->depth--;
    return op->role == FR_JFR_FRAMES;
}

bool fr_jfr_step(fr_jfr_run *run, fr_jfr_cursor *c, fr_jfr_record *record)
{
    while (run->at < run->end && !c->bad) {
        const fr_jfr_op *op = run->at++;
        fr_bytes bytes;
        switch (op->kind) {
        case FR_JFR_NUMBER:
            record->value[op->role] = fr_jfr_number(c);
            break;
        case FR_JFR_BYTES:
            bytes = fr_jfr_take(c, op->size);
            record->value[op->role] = bytes.len ? (unsigned char)bytes.at[0] : 0;
            break;
        case FR_JFR_TEXT:
            take_text(c, op->role, record);
            break;
        case FR_JFR_ARRAY:
            begin_array(run, c, op);
            break;
        case FR_JFR_END:
        default:
            if (end_element(run, op))
                return !c->bad;
        }
    }
    return false;
}
