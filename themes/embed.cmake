# Turns themes/*.json into one C file with a table of them:
#     cmake -DOUT=themes_builtin.c "-DFILES=a.json;b.json" -P themes/embed.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../base/c_array.cmake)
if(NOT DEFINED OUT OR NOT DEFINED FILES)
  message(FATAL_ERROR "embed.cmake needs -DOUT=FILE.c and -DFILES=a.json;b.json")
endif()

list(SORT FILES)
set(arrays "")
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  string(MAKE_C_IDENTIFIER "theme_${name}" array)
  fr_c_array(${file} bytes)
  string(APPEND arrays "static const unsigned char ${array}[] = {\n${bytes}};\n\n")
  string(APPEND rows "    {\"${name}\", ${array}, sizeof ${array}},\n")
endforeach()

file(WRITE ${OUT} "/* Made by themes/embed.cmake. */
#include \"themes/theme.h\"

${arrays}const fr_theme_builtin fr_theme_builtins[] = {
${rows}    {NULL, NULL, 0},
};
")
