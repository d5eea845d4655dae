# What is installed, and how other builds find it: pkg-config, and find_package(marcher) of CMake.

set(libraries marcher_core)
set_target_properties(marcher_core PROPERTIES EXPORT_NAME marcher)
if(TARGET marcher_shared)
  list(APPEND libraries marcher_shared)
  set_target_properties(marcher_shared PROPERTIES EXPORT_NAME shared)
endif()
install(TARGETS ${libraries} EXPORT marcher)
install(DIRECTORY include/marcher TYPE INCLUDE)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/marcher)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/marcherConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(EXPORT marcher NAMESPACE marcher:: FILE marcherTargets.cmake DESTINATION ${package})
install(FILES cmake/marcherConfig.cmake cmake/FindJansson.cmake cmake/FindSodium.cmake
              ${PROJECT_BINARY_DIR}/marcherConfigVersion.cmake DESTINATION ${package})

# An archive has what it needs linked by whoever links it; a shared object has it linked already. Where
# it is installed to is known when that is done: paths are those from the file itself.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up ${up})
set(private "")
if(TARGET marcher_shared)
  set(private .private)
endif()
configure_file(cmake/marcher.pc.in ${PROJECT_BINARY_DIR}/marcher.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/marcher.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
