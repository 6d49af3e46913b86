/* auxv.h - the kernel tells nothing. */
#ifndef FR_WASI_SYS_AUXV_H
#define FR_WASI_SYS_AUXV_H

#define AT_SYSINFO_EHDR  33
#define getauxval(entry) (0UL)

#endif
