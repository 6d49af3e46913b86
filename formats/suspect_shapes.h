/*
 * suspect_shapes.h - texts that are known by their shape, for the table in suspects.c. Pure; each takes the
 * beginning of an input.
 */
#ifndef FR_FORMATS_SUSPECT_SHAPES_H
#define FR_FORMATS_SUSPECT_SHAPES_H

#include "base/bytes.h"

bool fr_shape_html(fr_bytes head);
bool fr_shape_xml(fr_bytes head);
bool fr_shape_json(fr_bytes head);
bool fr_shape_comments(fr_bytes head); /* nothing else, or nothing at all */
bool fr_shape_etl(fr_bytes head);      /* event traces of Windows */
bool fr_shape_binary(fr_bytes head);   /* more than one byte in sixteen is of no text */

/* More than half of the lines: */
bool fr_shape_perf_report(fr_bytes head); /* "    60.12%  app  app  [.] parse" */
bool fr_shape_perf_trace(fr_bytes head);  /* "     0.000 ( 0.012 ms): app/4711 read(...) = 3" */
bool fr_shape_symbols(fr_bytes head);     /* "0000000000401136 T parse" */
bool fr_shape_numbers(fr_bytes head);     /* "17 4.5" */
bool fr_shape_graphite(fr_bytes head);    /* "web01.cpu.user;rack=a1 12.5 1700000060" */
bool fr_shape_load(fr_bytes head);        /* "0.52 0.58 0.59 1/389 12345" */
bool fr_shape_years(fr_bytes head);       /* "Released in March 2021" */
bool fr_shape_strace(fr_bytes head);      /* "1820  10:14:22.12 read(3, "x", 1) = 1" */

/* At least one line: */
bool fr_shape_dtrace(fr_bytes head);    /* "   libc.so.1`__forkx+0xb" */
bool fr_shape_systemtap(fr_bytes head); /* "0xffffffff810a1b2c : schedule+0x2c/0x90 [kernel]" */
bool fr_shape_bpftrace(fr_bytes head);  /* "@[" ... "]: 12", "@reads[app]: 310" */
bool fr_shape_valgrind(fr_bytes head);  /* "==4711== Memcheck, a memory error detector" */
bool fr_shape_bcc(fr_bytes head);       /* "    -                app (4711)" */

/* The first three lines have as many commas, two or more. */
bool fr_shape_commas(fr_bytes head);

#endif
