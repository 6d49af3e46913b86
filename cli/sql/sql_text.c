/* sql_text.c - text that grows, and strings of SQL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sql/sql.h"

void sql_put_n(struct sql_text *to, const char *text, size_t n)
{
    if (to->failed)
        return;
    if (to->n + n + 1 > to->cap) {
        size_t cap = (to->n + n + 1) * 2;
        char *grown = realloc(to->at, cap);
        to->failed = !grown;
        if (!grown)
            return;
        to->at = grown;
        to->cap = cap;
    }
    memcpy(to->at + to->n, text, n);
    to->n += n;
    to->at[to->n] = '\0';
}

void sql_put(struct sql_text *to, const char *text)
{
    sql_put_n(to, text, strlen(text));
}

void sql_quote(struct sql_text *to, const char *text, size_t n)
{
    char escaped[8];
    sql_put(to, "'");
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\'' || c == '\\')
            sql_put(to, "\\");
        if (c < ' ') {
            snprintf(escaped, sizeof escaped, "\\x%02X", c);
            sql_put(to, escaped);
        } else {
            sql_put_n(to, text + i, 1);
        }
    }
    sql_put(to, "'");
}

void sql_reset(struct sql_text *text)
{
    free(text->at);
    *text = (struct sql_text){0};
}
