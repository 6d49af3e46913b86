/* select.c - not yet. */
#include "model/profile.h"
