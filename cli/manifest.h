/*
 * manifest.h - --expect MANIFEST: the proof that a merge is of all files of a list, each once.
 *
 *     sha256sum *.pb.gz > manifest
 *
 * A partial merge knows how many files it is of, and the sum of their SHA-256 (fr_profile_info.digest). The same of
 * the manifest must be equal. Where one file is missing, or one was counted twice, the difference is its digest.
 */
#ifndef FLAMERENDER_CLI_MANIFEST_H
#define FLAMERENDER_CLI_MANIFEST_H

#include "flamerender.h"

/* False, with what is missing or too much, where the profile is not of the files of the manifest. */
FR_CHECKED bool manifest_check(const char *path, const fr_profile *profile, fr_error *err);

#endif
