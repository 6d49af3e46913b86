# Makes the viewer's lists of words from those of the program:
#     cmake -DIN=include/flamerender_options.h -DOUT=words.js -P render/assets/words.cmake
#
#     #define FR_WIDTH_OF_WORDS(ROW) ROW(FR_WIDTH_OF_MEAN, "mean") ...    becomes    WIDTHS = ["mean", ...]
#
# diff/judge.c beside the folder of IN has the verdicts. Words stand in the order of their values.
if(NOT DEFINED IN OR NOT DEFINED OUT)
  message(FATAL_ERROR "words.cmake needs -DIN=FILE.h and -DOUT=FILE.js")
endif()

# The words of a list of a file: all of ROW(...) up to the next line that begins with #.
function(words_of file list result)
  file(READ "${file}" text)
  string(REGEX MATCH "#define ${list}[(]ROW[)][^#]*" rows "${text}")
  string(REGEX MATCHALL "ROW[(][A-Z_]+, \"[a-z-]+\"" rows "${rows}")
  if(NOT rows)
    message(FATAL_ERROR "${file} has no list ${list}")
  endif()
  list(TRANSFORM rows REPLACE "^.*, " "")
  list(JOIN rows ", " text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

get_filename_component(folder "${IN}" DIRECTORY)
words_of("${IN}" FR_WIDTH_OF_WORDS widths)
words_of("${IN}" FR_RECURSION_WORDS recursions)
words_of("${folder}/../diff/judge.c" FR_VERDICT_WORDS verdicts)
file(WRITE "${OUT}" "/* Made by render/assets/words.cmake. */
export const WIDTHS = [${widths}];
export const RECURSIONS = [${recursions}];
export const VERDICTS = [${verdicts}];
")
