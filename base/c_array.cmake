# c_array.cmake - the bytes of a file as the body of a C array. Bytes are written as numbers: no limit on the
# length of a literal, nothing to escape.

# fr_c_array(FILE RESULT): sets RESULT to "0x7b,0x0a,...", 16 a line.
function(fr_c_array file result)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  set(${result} "${bytes}" PARENT_SCOPE)
endfunction()
