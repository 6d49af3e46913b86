# Makes the viewer's table of runtimes from those of the program:
#     cmake -DIN=model/transform/runtimes.def -DOUT=runtimes.js -P render/assets/runtimes.cmake
#
#     RUNTIME("go", "Go", "^runtime[.]")    becomes    ["go", "Go", "^runtime[.]"],
#
# idle.def beside IN has the parts of names of idle CPUs, model/report/phrases.def what well-known functions do.
if(NOT DEFINED IN OR NOT DEFINED OUT)
  message(FATAL_ERROR "runtimes.cmake needs -DIN=FILE.def and -DOUT=FILE.js")
endif()

# Rows `NAME(...)` of a file, as rows of a table.
function(rows_of file name begin end result)
  file(READ "${file}" text)
  string(REGEX REPLACE "/[*]([^*]|[*][^/])*[*]/" "" text "${text}")
  string(REGEX REPLACE "\n${name}[(]([^\n]*)[)]" "\n    ${begin}\\1${end}" text "${text}")
  string(REGEX REPLACE "\n[A-Z][^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n\n+" "\n" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

get_filename_component(folder "${IN}" DIRECTORY)
rows_of("${IN}" RUNTIME "[" "]," runtimes)
rows_of("${folder}/idle.def" WAITS "" "," waits)
rows_of("${folder}/idle.def" INTERRUPT "" "," interrupts)
rows_of("${folder}/../report/phrases.def" PHRASE "[" "]," phrases)
file(WRITE "${OUT}" "/* Made by render/assets/runtimes.cmake. */
export const RUNTIMES = [${runtimes}];
export const IDLE_WAITS = [${waits}];
export const IDLE_INTERRUPTS = [${interrupts}];
export const PHRASES = [${phrases}];
")
