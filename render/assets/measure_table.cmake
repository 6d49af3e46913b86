# Makes the viewer's table of text widths from that of the program:
#     cmake -DIN=render/measure_table.inc -DOUT=measure_table.js -P render/assets/measure_table.cmake
#
#     ranges, marks    {0x00300, 0x0036f, 0}, ...    "gap length,...": base 36, the gap is counted from the end of
#                                                    the range before; a length of 1 is omitted, with the space
#                                                    before it. "gap!length" is a mark as wide as an em.
#     advances         569, 569, 569, 682, ...       two digits of base 64 for each regular one (every second)
#
# Every live picture carries this table, so it is short. render/assets/draw/measure.js reads it.
if(NOT DEFINED IN OR NOT DEFINED OUT)
  message(FATAL_ERROR "measure_table.cmake needs -DIN=FILE.inc and -DOUT=FILE.js")
endif()
set(digits "0123456789abcdefghijklmnopqrstuvwxyz")
set(digits64 "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_")

# What stands between the braces of `NAME[] = {...};`.
function(table_of name result)
  if(NOT source MATCHES "${name}\\[\\] = {([^;]*)};")
    message(FATAL_ERROR "no table ${name} in ${IN}")
  endif()
  set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

function(base36 number result)
  set(text "")
  while(number GREATER 0 OR text STREQUAL "")
    math(EXPR digit "${number} % 36")
    math(EXPR number "${number} / 36")
    string(SUBSTRING "${digits}" ${digit} 1 digit)
    string(PREPEND text "${digit}")
  endwhile()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Of ranges the third number is how many characters stand in those before; of marks 0, or the 2048 units of an em.
function(pack_ranges name result)
  table_of(${name} body)
  string(REGEX MATCHALL "{[^}]*}" rows "${body}")
  set(items "")
  set(code 0)
  set(before 0)
  foreach(row IN LISTS rows)
    string(REGEX MATCH "{(.*), (.*), (.*)}" row "${row}")
    math(EXPR gap "${CMAKE_MATCH_1} - ${code}")
    math(EXPR length "${CMAKE_MATCH_2} + 1 - ${CMAKE_MATCH_1}")
    math(EXPR code "${CMAKE_MATCH_2} + 1")
    set(value ${CMAKE_MATCH_3})
    if(value EQUAL 2048 AND name STREQUAL "marks")
      set(between "!")
    elseif(value EQUAL before OR (value EQUAL 0 AND name STREQUAL "marks"))
      set(between " ")
    else()
      message(FATAL_ERROR "${name}: ${row} does not follow the rows before it")
    endif()
    math(EXPR before "${before} + ${length}")
    base36(${gap} gap)
    base36(${length} length)
    set(item "${gap}${between}${length}")
    if(length STREQUAL "1")
      string(REGEX REPLACE " ?1$" "" item "${item}")
    endif()
    list(APPEND items "${item}")
  endforeach()
  list(JOIN items "," text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

function(pack_advances result)
  table_of(advances body)
  string(REGEX MATCHALL "[0-9]+, [0-9]+" pairs "${body}")
  set(text "")
  foreach(pair IN LISTS pairs)
    string(REGEX MATCH "^[0-9]+" regular "${pair}")
    math(EXPR high "${regular} / 64")
    math(EXPR low "${regular} % 64")
    string(SUBSTRING "${digits64}" ${high} 1 high)
    string(SUBSTRING "${digits64}" ${low} 1 low)
    string(APPEND text "${high}${low}")
  endforeach()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

file(READ "${IN}" source)
pack_ranges(ranges ranges)
pack_ranges(marks marks)
pack_advances(advances)
file(WRITE "${OUT}" "/* Made by render/assets/measure_table.cmake. */
export const GLYPH_RANGES =
    \"${ranges}\";
export const GLYPH_ADVANCES =
    \"${advances}\";
export const MARK_RANGES =
    \"${marks}\";
")
