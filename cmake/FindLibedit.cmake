# Libedit::Libedit, archives before shared objects, so that one file is the whole program. Archives
# do not say what they need: libedit is drawn by terminfo, and takes a few functions of BSD.

find_path(LIBEDIT_INCLUDE_DIR histedit.h)
find_library(LIBEDIT_LIBRARY NAMES libedit.a edit)
find_library(LIBEDIT_TINFO_LIBRARY NAMES libtinfo.a tinfo)
find_library(LIBEDIT_BSD_LIBRARY NAMES libbsd.a bsd)
find_library(LIBEDIT_MD_LIBRARY NAMES libmd.a md)
mark_as_advanced(LIBEDIT_INCLUDE_DIR LIBEDIT_LIBRARY LIBEDIT_TINFO_LIBRARY LIBEDIT_BSD_LIBRARY
                 LIBEDIT_MD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libedit
  REQUIRED_VARS LIBEDIT_LIBRARY LIBEDIT_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "script/deps installs it")

if(Libedit_FOUND AND NOT TARGET Libedit::Libedit)
  add_library(Libedit::Libedit UNKNOWN IMPORTED)
  set_target_properties(Libedit::Libedit PROPERTIES
    IMPORTED_LOCATION ${LIBEDIT_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LIBEDIT_INCLUDE_DIR})
  foreach(part TINFO BSD MD)
    if(LIBEDIT_LIBRARY MATCHES "\\.a$" AND LIBEDIT_${part}_LIBRARY)
      set_property(TARGET Libedit::Libedit APPEND PROPERTY
                   INTERFACE_LINK_LIBRARIES ${LIBEDIT_${part}_LIBRARY})
    endif()
  endforeach()
endif()
