# Compiles the script of heatmaps in:
#     cmake -DIN=heat/heat.js -DOUT=heat_script.c -P render/assets/heat.cmake
#
# Comments on lines of their own and indentation go, as in embed.cmake; the script is a function, so that two pictures in
# one page share nothing.
include(${CMAKE_CURRENT_LIST_DIR}/../../base/c_array.cmake)
file(READ "${IN}" text)
set(text "\n${text}")
string(REGEX REPLACE "\n[ ]*/[*]([^*]|[*][^/])*[*]/[ ]*" "\n" text "${text}")
string(REGEX REPLACE "\n[ ]+" "\n" text "${text}")
string(REGEX REPLACE "\n\n+" "\n" text "${text}")
file(WRITE "${OUT}.js" "(() => {\n\"use strict\";${text}})();")
fr_c_array("${OUT}.js" bytes)
file(WRITE "${OUT}" "#include \"render/assets.h\"\n\nstatic const unsigned char script[] = {\n${bytes}};\n"
  "const fr_asset fr_heat_script = {script, sizeof script};\n")
