# Joins the modules of the viewer into one script, as a C array:
#     cmake -DOUT=viewer_script.c "-DFILES=format.js;main.js" -P render/assets/embed.cmake
# In the order given, imports before importers. Import lines, `export`, comments that stand on lines of
# their own and indentation go; nothing else changes, so what is tested is what runs.
if(NOT DEFINED OUT OR NOT DEFINED FILES)
  message(FATAL_ERROR "embed.cmake needs -DOUT=FILE.c and -DFILES=a.js;b.js")
endif()

set(script "(function () {\n\"use strict\";\n")
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  set(text "\n${text}")
  string(REGEX REPLACE "\n[ ]*/[*]([^*]|[*][^/])*[*]/[ ]*" "\n" text "${text}")
  string(REGEX REPLACE "\n[ ]*//[^\n]*" "\n" text "${text}")
  string(REGEX REPLACE "\nimport [^;]*;" "\n" text "${text}")
  string(REGEX REPLACE "\nexport " "\n" text "${text}")
  string(REGEX REPLACE "\n[ ]+" "\n" text "${text}")
  string(REGEX REPLACE "\n\n+" "\n" text "${text}")
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();")
string(REGEX REPLACE "\n\n+" "\n" script "${script}")
if(script MATCHES "]]>" OR script MATCHES "</[sS][cC]" OR script MATCHES "<!--")
  message(FATAL_ERROR "the viewer's script must not hold ]]>, </script or <!--")
endif()

file(WRITE "${OUT}.js" "${script}")
file(READ "${OUT}.js" bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUT}" "/* Made by render/assets/embed.cmake. */
#include \"render/svg_live.h\"

const unsigned char fr_viewer_script[] = {\n${bytes}};
const size_t fr_viewer_script_len = sizeof fr_viewer_script;
")
