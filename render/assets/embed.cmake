# Compiles the viewer's scripts and the pages' style sheets in:
#     cmake -DOUT=assets.c -DSTYLES=page.css -DSCRIPTS=flame=viewer+flame;heat=cells+heat -DPAGES=page=viewer+page
#           -DLAYERS=FOLDER -DPACKED=FOLDER [-DMODULES=format.js;main.js] -P render/assets/embed.cmake
#
# A script is a chain of layers (bundle.mjs), which stand in LAYERS. The script `flame` is fr_flame_script in C
# (render/svg/svg.h), and is also written to script_flame.js beside OUT. That of a page is deflated: `page` is fr_page_program,
# one stream joined of the pieces in PACKED (pack.mjs).
#
# With MODULES, the layers are those that are committed: LAYERS/modules.sha256 has the hash of what they were made of, and
# has to be that of MODULES.
cmake_minimum_required(VERSION 3.16)
include(${CMAKE_CURRENT_LIST_DIR}/../../base/c_array.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/modules_hash.cmake)
foreach(needed OUT STYLES SCRIPTS PAGES LAYERS PACKED)
  if(NOT DEFINED ${needed})
    message(FATAL_ERROR "embed.cmake needs -D${needed}=...")
  endif()
endforeach()

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
set(code "/* Made by render/assets/embed.cmake. */\n#include \"render/svg/svg.h\"\n")
set(script_head "(()=>{\"use strict\";const shared={};\n")
set(script_end "})();")

# write_script(ROW): writes the script "page=viewer+page" to `file`, script_page.js, and sets its `name` and `chain`.
macro(write_script row)
  string(REGEX MATCH "^(.*)=(.*)$" parts "${row}")
  set(name ${CMAKE_MATCH_1})
  string(REPLACE "+" ";" chain "${CMAKE_MATCH_2}")
  set(script "${script_head}")
  foreach(layer IN LISTS chain)
    file(READ "${LAYERS}/${layer}.js" text)
    string(APPEND script "${text}")
  endforeach()
  set(file "${folder}/script_${name}.js")
  file(WRITE "${file}" "${script}${script_end}")
endmacro()

# stored_block(TEXT LAST RESULT): a short text as it is, in a block of raw deflate: LAST, its length, the complement of
# that, the text. RFC 1951, 3.2.4.
function(stored_block text last result)
  string(LENGTH "${text}" n)
  math(EXPR complement "255 - ${n}")
  file(WRITE "${OUT}.block" "${text}")
  fr_c_array("${OUT}.block" bytes)
  file(REMOVE "${OUT}.block")
  set(${result} "${last},${n},0,${complement},255,\n${bytes}\n" PARENT_SCOPE)
endfunction()

stored_block("${script_head}" 0 head_block)
stored_block("${script_end}" 1 end_block)
stored_block("" 1 last_block)

foreach(row IN LISTS SCRIPTS)
  write_script("${row}")
  fr_c_array("${file}" bytes)
  string(APPEND code "\nstatic const unsigned char ${name}[] = {\n${bytes}};\n"
    "const fr_asset fr_${name}_script = {${name}, sizeof ${name}};\n")
endforeach()

foreach(row IN LISTS PAGES)
  write_script("${row}")
  set(stream "${head_block}")
  foreach(layer IN LISTS chain)
    fr_c_array("${PACKED}/${layer}.deflate" bytes)
    string(APPEND stream "${bytes}\n")
  endforeach()
  file(SHA256 "${file}" hash)
  string(REGEX REPLACE "(..)" "0x\\1," hash "${hash}")
  string(APPEND code "\nstatic const unsigned char ${name}_packed[] = {\n${stream}${end_block}};\n"
    "const fr_program fr_${name}_program = {{${name}_packed, sizeof ${name}_packed}, {${hash}}};\n")
endforeach()

fr_c_array("${PACKED}/page_live.deflate" bytes)
string(APPEND code "\nstatic const unsigned char page_live[] = {\n${bytes}\n${last_block}};\n"
  "const fr_asset fr_page_live_style = {page_live, sizeof page_live};\n")
# A style sheet NAME.css is fr_NAME_style.
foreach(file IN LISTS STYLES)
  get_filename_component(name "${file}" NAME_WE)
  fr_c_array("${file}" bytes)
  string(APPEND code "\nstatic const unsigned char ${name}_style[] = {\n${bytes}};\n"
    "const fr_asset fr_${name}_style = {${name}_style, sizeof ${name}_style};\n")
endforeach()
file(WRITE "${OUT}" "${code}")
