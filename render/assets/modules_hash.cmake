# modules_hash.cmake - what the committed scripts were made of, as one hash. As a script it writes that hash:
#     cmake -DOUT=modules.sha256 -DMODULES=format.js;main.js -P render/assets/modules_hash.cmake

# fr_modules_hash(FILES RESULT): sets RESULT to the SHA-256 of the names and texts of FILES, in any order.
function(fr_modules_hash files result)
  set(rows "")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME)
    file(SHA256 "${file}" hash)
    list(APPEND rows "${name} ${hash}")
  endforeach()
  list(SORT rows)
  string(SHA256 hash "${rows}")
  set(${result} ${hash} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  fr_modules_hash("${MODULES}" hash)
  file(WRITE "${OUT}" "${hash}\n")
endif()
