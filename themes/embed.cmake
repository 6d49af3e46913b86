# Turns themes/*.json into one C file with a table of them:
#     cmake -DOUT=themes_builtin.c "-DFILES=a.json;b.json" -P themes/embed.cmake
# Bytes are written as numbers: no limit on the length of a literal, nothing to escape.
if(NOT DEFINED OUT OR NOT DEFINED FILES)
  message(FATAL_ERROR "embed.cmake needs -DOUT=FILE.c and -DFILES=a.json;b.json")
endif()

list(SORT FILES)
set(arrays "")
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  string(MAKE_C_IDENTIFIER "theme_${name}" array)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char ${array}[] = {\n${bytes}};\n\n")
  string(APPEND rows "    {\"${name}\", ${array}, sizeof ${array}},\n")
endforeach()

file(WRITE ${OUT} "/* Made by themes/embed.cmake. */
#include \"themes/builtin.h\"

${arrays}const fr_theme_builtin fr_theme_builtins[] = {
${rows}    {NULL, NULL, 0},
};
")
