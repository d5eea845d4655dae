# Sodium::Sodium, the archive before the shared object, so that one file is the whole program; and
# Sodium::Shared for what is a shared object itself, which cannot take the archive in.

find_path(SODIUM_INCLUDE_DIR sodium.h)
find_library(SODIUM_LIBRARY NAMES libsodium.a sodium)
find_library(SODIUM_SHARED_LIBRARY NAMES sodium)
mark_as_advanced(SODIUM_INCLUDE_DIR SODIUM_LIBRARY SODIUM_SHARED_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sodium
  REQUIRED_VARS SODIUM_LIBRARY SODIUM_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "script/deps installs it")

if(Sodium_FOUND AND SODIUM_SHARED_LIBRARY AND NOT TARGET Sodium::Shared)
  add_library(Sodium::Shared UNKNOWN IMPORTED)
  set_target_properties(Sodium::Shared PROPERTIES
    IMPORTED_LOCATION ${SODIUM_SHARED_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${SODIUM_INCLUDE_DIR})
endif()
if(Sodium_FOUND AND NOT TARGET Sodium::Sodium)
  add_library(Sodium::Sodium UNKNOWN IMPORTED)
  set_target_properties(Sodium::Sodium PROPERTIES
    IMPORTED_LOCATION ${SODIUM_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${SODIUM_INCLUDE_DIR})
endif()
