# Jansson::Jansson, the archive before the shared object, so that one file is the whole program; and
# Jansson::Shared for what is a shared object itself, which cannot take the archive in.

find_path(JANSSON_INCLUDE_DIR jansson.h)
find_library(JANSSON_LIBRARY NAMES libjansson.a jansson)
find_library(JANSSON_SHARED_LIBRARY NAMES jansson)
mark_as_advanced(JANSSON_INCLUDE_DIR JANSSON_LIBRARY JANSSON_SHARED_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Jansson
  REQUIRED_VARS JANSSON_LIBRARY JANSSON_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "script/deps installs it")

if(Jansson_FOUND AND JANSSON_SHARED_LIBRARY AND NOT TARGET Jansson::Shared)
  add_library(Jansson::Shared UNKNOWN IMPORTED)
  set_target_properties(Jansson::Shared PROPERTIES
    IMPORTED_LOCATION ${JANSSON_SHARED_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${JANSSON_INCLUDE_DIR})
endif()
if(Jansson_FOUND AND NOT TARGET Jansson::Jansson)
  add_library(Jansson::Jansson UNKNOWN IMPORTED)
  set_target_properties(Jansson::Jansson PROPERTIES
    IMPORTED_LOCATION ${JANSSON_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${JANSSON_INCLUDE_DIR})
endif()
