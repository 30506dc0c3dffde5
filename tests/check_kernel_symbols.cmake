# Fails if an object for one instruction set defines a symbol that the linker could share with the
# rest of the program, or code that runs before main.
string(REPLACE "," ";" objects "${OBJECTS}")
foreach(object IN LISTS objects)
  execute_process(COMMAND ${NM} --demangle --defined-only ${object}
    OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT symbols MATCHES "Kernels")
    message(FATAL_ERROR "${object}: no table of kernels found")
  endif()
  string(REPLACE "\n" ";" symbols "${symbols}")
  foreach(symbol IN LISTS symbols)
    if(symbol MATCHES "^[0-9a-f]* [A-Zuvw] " AND NOT symbol MATCHES " [BDR] .*::k[A-Za-z0-9]*Kernels$")
      message(SEND_ERROR "${object}: shared symbol: ${symbol}")
    endif()
    if(symbol MATCHES "_GLOBAL__sub_I")
      message(SEND_ERROR "${object}: runs code before main: ${symbol}")
    endif()
  endforeach()
endforeach()
