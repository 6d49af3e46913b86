# Compiles the viewer's scripts and the page's style sheets in:
#     cmake -DOUT=assets.c -DSTYLES=page.css;page_live.css -DSCRIPTS=flame=viewer+flame;heat=heat -DLAYERS=FOLDER
#           [-DMODULES=format.js;main.js] -P render/assets/embed.cmake
#
# A script is a chain of layers (bundle.mjs), which stand in LAYERS. The script `flame` is fr_flame_script in C
# (render/assets.h), and is also written to script_flame.js beside OUT.
#
# With MODULES, the layers are those that are committed: LAYERS/modules.sha256 has the hash of what they were made of, and
# has to be that of MODULES.
cmake_minimum_required(VERSION 3.16)
include(${CMAKE_CURRENT_LIST_DIR}/../../base/c_array.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/modules_hash.cmake)
if(NOT DEFINED OUT OR NOT DEFINED STYLES OR NOT DEFINED SCRIPTS OR NOT DEFINED LAYERS)
  message(FATAL_ERROR "embed.cmake needs -DOUT=FILE.c, -DSTYLES=a.css;b.css, -DSCRIPTS=a=b+a, -DLAYERS=FOLDER")
endif()

if(MODULES)
  fr_modules_hash("${MODULES}" hash)
  file(READ "${LAYERS}/modules.sha256" committed)
  string(STRIP "${committed}" committed)
  if(NOT committed STREQUAL hash)
    message(FATAL_ERROR "the committed scripts were made of other modules than those in render/assets: run `make assets` "
      "and commit what it makes, or configure with -DFR_ASSETS=bundle, which bundles while it builds")
  endif()
endif()

get_filename_component(folder "${OUT}" DIRECTORY)
set(code "/* Made by render/assets/embed.cmake. */\n#include \"render/assets.h\"\n")
foreach(row IN LISTS SCRIPTS)
  string(REGEX MATCH "^(.*)=(.*)$" row "${row}")
  set(name ${CMAKE_MATCH_1})
  string(REPLACE "+" ";" chain "${CMAKE_MATCH_2}")
  set(script "(()=>{\"use strict\";const shared={};\n")
  foreach(layer IN LISTS chain)
    file(READ "${LAYERS}/${layer}.js" text)
    string(APPEND script "${text}")
  endforeach()
  string(APPEND script "})();")
  set(file "${folder}/script_${name}.js")
  file(WRITE "${file}" "${script}")
  fr_c_array("${file}" bytes)
  string(APPEND code "\nstatic const unsigned char ${name}[] = {\n${bytes}};\n"
    "const fr_asset fr_${name}_script = {${name}, sizeof ${name}};\n")
endforeach()
# A style sheet NAME.css is fr_NAME_style.
foreach(file IN LISTS STYLES)
  get_filename_component(name "${file}" NAME_WE)
  fr_c_array("${file}" bytes)
  string(APPEND code "\nstatic const unsigned char ${name}_style[] = {\n${bytes}};\n"
    "const fr_asset fr_${name}_style = {${name}_style, sizeof ${name}_style};\n")
endforeach()
file(WRITE "${OUT}" "${code}")
