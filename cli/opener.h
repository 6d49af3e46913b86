/*
 * opener.h - hands a page to the desktop, or says what to do where there is none.
 */
#ifndef FLAMERENDER_CLI_OPENER_H
#define FLAMERENDER_CLI_OPENER_H

#include "flamerender.h"

/* A new folder of the user alone beside the temporary files, malloc'ed: "/tmp/flamerender-x7Kq2b". */
char *temporary_folder(fr_error *err);
/* Opens a page by the program that the desktop has for it; over SSH, or where there is no desktop, the lines that copy
 * it are printed on standard error instead. Never fails: the page is there. */
void open_page(const char *path);

#endif
