# Script: links all of LIBRARY into OUT, and then a copy without the object REMOVED, which has to fail:
# a linker that first drops what nobody calls finds nothing missing anywhere.

function(link library out)
  execute_process(
    COMMAND ${COMPILER} --target=wasm32-wasi -mexec-model=reactor -Wl,--no-gc-sections
            -Wl,--whole-archive ${library} -Wl,--no-whole-archive -o ${out}
    RESULT_VARIABLE result ERROR_VARIABLE complaints)
  set(result ${result} PARENT_SCOPE)
  set(complaints "${complaints}" PARENT_SCOPE)
endfunction()

link(${LIBRARY} ${OUT})
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${LIBRARY} lacks what it calls:\n${complaints}")
endif()

set(part ${OUT}.part.a)
file(COPY_FILE ${LIBRARY} ${part})
execute_process(COMMAND ${AR} d ${part} ${REMOVED} COMMAND_ERROR_IS_FATAL ANY)
link(${part} ${OUT}.part)
file(REMOVE ${part} ${OUT}.part)
if(result EQUAL 0 OR NOT complaints MATCHES "undefined symbol: mr_nearest")
  message(FATAL_ERROR "The check of the link is blind: without ${REMOVED} it finds nothing missing, or \
something else:\n${complaints}")
endif()
