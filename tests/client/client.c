/*
 * client.c - a program of somebody else, who has the installed library: draws two stacks into the file that
 * its argument names. tests/slow/package.sh builds it by pkg-config and by CMake's find_package().
 */
#include <flamerender.h>
#include <stdio.h>
#include <string.h>

static fr_profile *read_stacks(fr_error *err)
{
    static const char stacks[] = "main;read 3\nmain;write 1\n";
    fr_reader *reader = fr_reader_new(NULL, err);
    if (!reader || fr_reader_add_memory(reader, "stacks", stacks, strlen(stacks), err))
        return reader ? fr_reader_finish(reader, err) : NULL;
    fr_reader_free(reader);
    return NULL;
}

static bool draw(const char *path, fr_error *err)
{
    fr_profile *profile = read_stacks(err);
    fr_tree *tree = profile ? fr_tree_build(profile, NULL, err) : NULL;
    fr_theme *theme = fr_theme_new(NULL, err);
    fr_scene *scene = tree && theme ? fr_scene_flame(tree, theme, NULL, err) : NULL;
    fr_output *out = scene ? fr_output_path(path, err) : NULL;
    if (out)
        fr_scene_write(scene, "svg", NULL, out);
    bool good = out && fr_output_close(out, err);
    fr_scene_free(scene);
    fr_theme_free(theme);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return good;
}

int main(int argc, char **argv)
{
    fr_error err = {0};
    if (argc == 2 && draw(argv[1], &err))
        return 0;
    fprintf(stderr, "%s\n", argc == 2 ? err.text : "usage: client FILE");
    return 1;
}
