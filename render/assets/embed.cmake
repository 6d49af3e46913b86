# Compiles the page's style sheet and the viewer in, the viewer's modules joined into one script:
#     cmake -DOUT=assets.c -DSTYLE=page.css "-DFILES=format.js;main.js" -P render/assets/embed.cmake
#
# Imports stand before importers. Import lines, `export`, comments that stand on lines of their own and
# indentation go; nothing else changes. The script is also written to OUT.js.
#
# MINIFIED=minified/viewer.js is the same script, minified, with the hash of what it was made of in its head. It goes
# in where that is the script above; else the script itself goes in, which does the same and is larger.
include(${CMAKE_CURRENT_LIST_DIR}/../../base/c_array.cmake)
if(NOT DEFINED OUT OR NOT DEFINED STYLE OR NOT DEFINED FILES)
  message(FATAL_ERROR "embed.cmake needs -DOUT=FILE.c, -DSTYLE=a.css and -DFILES=a.js;b.js")
endif()

# True in RESULT where every module that FILE imports is in PLACED.
function(can_place file placed result)
  file(READ "${file}" text)
  string(REGEX MATCHALL "from \"[.]/[a-z_]+[.]js\"" imports "${text}")
  list(TRANSFORM imports REPLACE "from \"[.]/([a-z_]+)[.]js\"" "\\1")
  if(imports)
    list(REMOVE_ITEM imports ${placed})
  endif()
  list(LENGTH imports missing)
  if(missing EQUAL 0)
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# FILES by name, each as soon as its imports are placed.
function(order_modules files result)
  set(ordered "")
  set(placed "")
  while(files)
    set(next "")
    foreach(file IN LISTS files)
      can_place("${file}" "${placed}" ready)
      if(ready)
        set(next "${file}")
        break()
      endif()
    endforeach()
    if(NOT next)
      message(FATAL_ERROR "modules import each other, or one that is not there: ${files}")
    endif()
    get_filename_component(name "${next}" NAME_WE)
    list(APPEND placed ${name})
    list(APPEND ordered "${next}")
    list(REMOVE_ITEM files "${next}")
  endwhile()
  set(${result} "${ordered}" PARENT_SCOPE)
endfunction()

# A module as it stands in the script.
function(strip_module file result)
  file(READ "${file}" text)
  set(text "\n${text}")
  string(REGEX REPLACE "\n[ ]*/[*]([^*]|[*][^/])*[*]/[ ]*" "\n" text "${text}")
  string(REGEX REPLACE "\n[ ]*//[^\n]*" "\n" text "${text}")
  string(REGEX REPLACE "\nimport [^;]*;" "\n" text "${text}")
  string(REGEX REPLACE "\nexport " "\n" text "${text}")
  string(REGEX REPLACE "\n[ ]+" "\n" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

order_modules("${FILES}" files)
set(script "(function () {\n\"use strict\";\n")
foreach(file IN LISTS files)
  strip_module("${file}" text)
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();")
string(REGEX REPLACE "\n\n+" "\n" script "${script}")
file(WRITE "${OUT}.js" "${script}")
file(SHA256 "${OUT}.js" hash)
set(minified "")
if(MINIFIED)
  file(READ "${MINIFIED}" minified)
endif()
string(FIND "${minified}" "*/\n" head)
string(FIND "${minified}" "${hash}" place)
if(place GREATER 0 AND place LESS head)
  math(EXPR head "${head} + 3")
  string(SUBSTRING "${minified}" ${head} -1 script)
  string(REGEX REPLACE "\n$" "" script "${script}")
elseif(MINIFIED)
  message(STATUS "pictures carry the readable viewer: `make viewer` makes the small one of its modules")
endif()
if(script MATCHES "]]>" OR script MATCHES "</[sS][cC]" OR script MATCHES "<!--")
  message(FATAL_ERROR "the viewer's script must not hold ]]>, </script or <!--")
endif()
file(WRITE "${OUT}.embedded.js" "${script}")
fr_c_array("${OUT}.embedded.js" script)
fr_c_array("${STYLE}" style)
file(WRITE "${OUT}" "/* Made by render/assets/embed.cmake. */
#include \"render/assets.h\"

static const unsigned char script[] = {\n${script}};
static const unsigned char style[] = {\n${style}};
const fr_asset fr_viewer_script = {script, sizeof script};
const fr_asset fr_page_style = {style, sizeof style};
")
