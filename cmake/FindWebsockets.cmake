# Websockets::Websockets, which the program's small server stands upon: archives before shared objects,
# so that one file is the whole program. Optional: without it everything else is built.

find_path(WEBSOCKETS_INCLUDE_DIR libwebsockets.h)
find_library(WEBSOCKETS_LIBRARY NAMES libwebsockets.a)
set(websockets_parts)
foreach(part ssl crypto z cap)
  find_library(WEBSOCKETS_${part}_LIBRARY NAMES lib${part}.a)
  mark_as_advanced(WEBSOCKETS_${part}_LIBRARY)
  if(WEBSOCKETS_${part}_LIBRARY)
    list(APPEND websockets_parts ${WEBSOCKETS_${part}_LIBRARY})
  endif()
endforeach()
list(LENGTH websockets_parts websockets_count)
if(NOT WEBSOCKETS_LIBRARY OR NOT websockets_count EQUAL 4)
  unset(WEBSOCKETS_LIBRARY CACHE)
  find_library(WEBSOCKETS_LIBRARY NAMES websockets)
  set(websockets_parts)
endif()
mark_as_advanced(WEBSOCKETS_INCLUDE_DIR WEBSOCKETS_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Websockets
  REQUIRED_VARS WEBSOCKETS_LIBRARY WEBSOCKETS_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "script/deps run installs it. Without it 'marcher serve' is left out")

if(Websockets_FOUND AND NOT TARGET Websockets::Websockets)
  add_library(Websockets::Websockets UNKNOWN IMPORTED)
  set_target_properties(Websockets::Websockets PROPERTIES
    IMPORTED_LOCATION ${WEBSOCKETS_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${WEBSOCKETS_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${websockets_parts};${CMAKE_DL_LIBS}")
endif()
