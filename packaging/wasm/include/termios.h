/* termios.h - no terminal has modes. */
#ifndef FR_WASI_TERMIOS_H
#define FR_WASI_TERMIOS_H

typedef unsigned tcflag_t;

struct termios {
    tcflag_t c_lflag;
    unsigned char c_cc[2];
};

enum { VMIN, VTIME, TCSANOW = 0, ICANON = 2, ECHO = 8 };

#define tcgetattr(fd, modes)      ((void)(fd), (void)(modes), -1)
#define tcsetattr(fd, how, modes) ((void)(fd), (void)(how), (void)(modes), -1)
#define tcgetpgrp(fd)             ((void)(fd), (pid_t)-1)
#define getpgrp()                 ((pid_t)1)

#endif
