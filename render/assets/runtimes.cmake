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

# Rows `NAME("part")` of a file, as the alternatives of a regular expression.
function(parts_of file name result)
  rows_of("${file}" ${name} "" "" text)
  string(REGEX MATCHALL "[A-Za-z0-9_]+" parts "${text}")
  string(REPLACE ";" "|" text "${parts}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

get_filename_component(folder "${IN}" DIRECTORY)
rows_of("${IN}" RUNTIME "[" "]," runtimes)
parts_of("${folder}/idle.def" WAITS waits)
parts_of("${folder}/idle.def" INTERRUPT interrupts)
rows_of("${folder}/../report/phrases.def" PHRASE "[" "]," phrases)
file(WRITE "${OUT}" "/* Made by render/assets/runtimes.cmake. */
export const RUNTIMES = [${runtimes}];
export const IDLE_WAITS = new RegExp(\"${waits}\");
export const IDLE_INTERRUPTS = new RegExp(\"${interrupts}\");
export const PHRASES = [${phrases}];
")
