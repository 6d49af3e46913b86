# Squeezes a style sheet, and makes a module of it if OUT ends with .js:
#     cmake -DIN=viewer.css -DOUT=viewer_style.js -P render/assets/style.cmake
#
#     ul { margin: 0; padding: 0 }   becomes   ul{margin:0;padding:0}
#
# Comments and the white space that means nothing go; a line that is indented joins the one before it.
# In a module, rules stand on one line. The sheets keep to one style, which is all that this knows: no text in quotes.
if(NOT DEFINED IN OR NOT DEFINED OUT)
  message(FATAL_ERROR "style.cmake needs -DIN=FILE.css and -DOUT=FILE.css or FILE.js")
endif()

file(READ "${IN}" text)
string(REGEX REPLACE "/[*]([^*]|[*][^/])*[*]/" "" text "${text}")
if(text MATCHES "[\"'`\\]|[$]{")
  message(FATAL_ERROR "${IN} must not hold quotes, backslashes or \${")
endif()
string(REGEX REPLACE "\n[ ]+" " " text "${text}")
string(REGEX REPLACE "\n\n+" "\n" text "${text}")
string(REGEX REPLACE "^\n" "" text "${text}")
string(REGEX REPLACE "[ ]*([{}])[ ]*" "\\1" text "${text}")
string(REGEX REPLACE "([:;,])[ ]+" "\\1" text "${text}")

if(OUT MATCHES "[.]js$")
  get_filename_component(name "${IN}" NAME)
  string(REPLACE "}\n" "}" text "${text}")
  set(text "/* Made by render/assets/style.cmake from ${name}. */\nexport const VIEWER_STYLE = `\n${text}`;\n")
endif()
file(WRITE "${OUT}" "${text}")
