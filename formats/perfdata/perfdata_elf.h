/*
 * perfdata_elf.h - ELF files: their build ids, and their symbols by file offset, as perf reads them. A build without
 * libelf (-DFR_ELF=OFF) opens no such file.
 */
#ifndef FR_FORMATS_PERFDATA_ELF_H
#define FR_FORMATS_PERFDATA_ELF_H

#include "formats/perfdata/perfdata_symbols.h"

#define FR_PERFDATA_BUILD_ID_MOST 64 /* bytes */

typedef struct fr_perfdata_elf {
    int fd;    /* -1: of memory */
    void *elf; /* Elf *; NULL: not open */
    char build_id[FR_PERFDATA_BUILD_ID_MOST];
    size_t n_build_id;
    bool has_symtab, has_dynsym;
    char debug_link[256]; /* name of the file with its symbols; "": none */
} fr_perfdata_elf;

/* Where a part of a file lies in the address space that its symbols and debug information speak of. */
typedef struct fr_perfdata_segment {
    uint64_t address, size, offset;
    bool code;
} fr_perfdata_segment;

typedef struct fr_perfdata_segments {
    fr_perfdata_segment *items; /* malloc'ed */
    uint64_t low, high; /* what they take of addresses, from where the first one is aligned to */
    size_t n;
} fr_perfdata_segments;

/* Whether this build reads ELF files. */
bool fr_perfdata_elf_can(void);
/* A descriptor of a regular file, for reading; -1 for anything else, which is never waited for. */
int fr_perfdata_open(const char *path);
/* False where the path is no ELF file that can be read. */
bool fr_perfdata_elf_open(fr_perfdata_elf *e, const char *path);
/* The same of a file that is in memory, such as the vdso; it must outlive `e`. */
bool fr_perfdata_elf_memory(fr_perfdata_elf *e, const void *bytes, size_t len);
void fr_perfdata_elf_close(fr_perfdata_elf *e);
/* Adds the symbols of `tables`, a file that may hold nothing but them, for the file that ran, and settles. */
void fr_perfdata_elf_symbols(const fr_perfdata_elf *tables, const fr_perfdata_elf *ran,
                             fr_perfdata_symbols *to, fr_perfdata_segments *segments);
/* The address of an offset in the file; false where no segment of code has it. */
bool fr_perfdata_segments_address(const fr_perfdata_segments *segments, uint64_t offset,
                                  uint64_t *address);
/* The build id in notes: of a section, or of /sys/kernel/notes. Empty where there is none. */
fr_bytes fr_perfdata_notes_build_id(fr_bytes notes);

#endif
