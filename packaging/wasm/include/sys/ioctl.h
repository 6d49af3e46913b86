/* ioctl.h - no terminal tells its size. */
#ifndef FR_WASI_SYS_IOCTL_H
#define FR_WASI_SYS_IOCTL_H

struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

#define TIOCGWINSZ               0x5413
#define ioctl(fd, request, size) ((void)(fd), (void)(size), -1)

#endif
