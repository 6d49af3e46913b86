/*
 * messages.h - what is said on standard error, one line per message:
 *
 *     flamerender: error: a.folded:3: expected 'frame;frame value'
 *     flamerender: hint: --skip-bad goes on without this input
 *     flamerender: note: a.folded:7: 2 lines rejected, the first: 'main'
 *
 * Control characters, bidi controls and what is not UTF-8 are shown as escapes: no file name and no
 * input can drive the terminal or fake a line.
 */
#ifndef FLAMERENDER_CLI_MESSAGES_H
#define FLAMERENDER_CLI_MESSAGES_H

#include "flamerender.h"

/* Prints the error and its hint; returns the exit status. */
int message_error(const fr_error *err);
/* The same for an error that the run survives: "warning". */
void message_warning(const fr_error *err);
void message_note(const fr_note *note);

/* Fills `err` unless it is filled already; returns false. */
bool fail_with(fr_error *err, fr_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Gives a filled error without a hint one; returns false. */
bool hint_with(fr_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends to a NUL-terminated buffer, cutting at its end. */
void append_text(char *to, size_t cap, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
