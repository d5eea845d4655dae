# Cmocka::Cmocka, the unit test framework.

find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY NAMES cmocka)
mark_as_advanced(CMOCKA_INCLUDE_DIR CMOCKA_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cmocka
  REQUIRED_VARS CMOCKA_LIBRARY CMOCKA_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "script/deps test installs it")

if(Cmocka_FOUND AND NOT TARGET Cmocka::Cmocka)
  add_library(Cmocka::Cmocka UNKNOWN IMPORTED)
  set_target_properties(Cmocka::Cmocka PROPERTIES
    IMPORTED_LOCATION ${CMOCKA_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${CMOCKA_INCLUDE_DIR})
endif()
