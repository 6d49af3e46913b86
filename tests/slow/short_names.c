/* short_names.c - the forms of each name on standard input, a line each, divided by tabs. */
#include <stdio.h>

#include "base/short_name.h"

int main(void)
{
    char line[4096];
    fr_arena arena = {0};

    while (fgets(line, sizeof line, stdin)) {
        fr_short_forms found;
        line[strcspn(line, "\n")] = '\0';
        fr_short_forms_find(fr_bytes_of(line), &arena, &found);
        for (size_t i = 0; i < found.n; i++)
            printf("%s%.*s", i ? "\t" : "", (int)found.form[i].len, found.form[i].at);
        printf("\n");
        fr_arena_reset(&arena);
    }
    return 0;
}
